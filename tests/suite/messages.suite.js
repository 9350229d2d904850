// What onRetry and shouldRetry are told: plain data, every field, ready to show.

import { answer, ears, hurried, NOWHERE, played } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

const FIELDS = ['attempt', 'delayMs', 'id', 'label', 'maxRetries', 'message', 'providerMessage', 'reason', 'retryAfterMs', 'retryAt', 'status'];

test('a message holds every field and nothing else, and can be posted', async (t) => {
  /** @type {any[]} */
  const messages = [];
  const before = Date.now();
  await t.api.fetchWithRetry(NOWHERE, {}, {
    ...played(503), maxRetries: 2, delaysMs: [30, 40], jitter: 'none', label: 'Ollama', onRetry: (message) => void messages.push(message),
  });
  t.equal(messages.length, 2);
  for (const [index, message] of messages.entries()) {
    t.deepEqual(Object.keys(message).sort(), ['payload', 'type']);
    t.equal(message.type, 'newRetryAttempt');
    t.deepEqual(Object.keys(message.payload).sort(), FIELDS);
    t.deepEqual(structuredClone(message), message);
    t.equal(Object.getPrototypeOf(message.payload), Object.prototype, 'plain');
    const { id, retryAt, message: text, ...rest } = message.payload;
    t.deepEqual(rest, {
      attempt: index + 1, maxRetries: 2, delayMs: [30, 40][index], reason: 'http', status: 503, retryAfterMs: null,
      providerMessage: null, label: 'Ollama',
    });
    t.between(retryAt, before + rest.delayMs, Date.now() + rest.delayMs, 'retryAt');
    t.equal(id, messages[0].payload.id);
    t.match(text, /^Ollama: The service is overloaded \(503\)\. Retrying in 0\.0[34] s \([12] of 2\)\.$/);
  }
});

test('the sentence of the contract', async (t) => {
  const { details: [{ message }] } = await hurried(t, { ...played(() => answer(503, { 'retry-after': '2' }), 200) });
  t.equal(message, 'The service is overloaded (503). Retrying in 2 s (1 of 3).');
});

test('retryAt is the end of the wait by the wall clock', async (t) => {
  const before = Date.now();
  const { details: [{ retryAt, delayMs }] } = await hurried(t, played(() => answer(429, { 'retry-after': '20' }), 200));
  t.equal(delayMs, 20_000);
  t.between(retryAt, before + 20_000, Date.now() + 20_000);
});

test('reason and status: http with one, network and timeout without', async (t) => {
  const fetch = played(429, new TypeError('down'), () => new Promise(() => {}), 200).fetch;
  const { details } = await hurried(t, { fetch, attemptTimeoutMs: 50 });
  t.deepEqual(details.map(({ reason, status, label }) => [reason, status, label]), [['http', 429, null], ['network', null, null], ['timeout', null, null]]);
  t.equal(new Set(details.map(({ message }) => message)).size, 3, 'a sentence for each');
});

test('ids are unique in a context, and stable within a call', async (t) => {
  const calls = await Promise.all(Array.from({ length: 20 }, () => hurried(t, played(503))));
  const ids = calls.map(({ details, gaveUp }) => {
    const own = new Set([...details, ...gaveUp].map(({ id }) => id));
    t.equal(own.size, 1);
    return [...own][0];
  });
  t.equal(new Set(ids).size, 20);
  ids.forEach((id) => t.ok(Number.isSafeInteger(id) && id > 0, String(id)));
});

test('what the server asked for is told uncapped, this time\'s only', async (t) => {
  const { details } = await hurried(t, played(() => answer(429, { 'retry-after': '100' }), 503, 200));
  t.deepEqual(details.map(({ retryAfterMs, delayMs }) => [retryAfterMs, delayMs === 30_000]), [[100_000, true], [null, false]]);
});

test('sentences are plain: no markup, no URL, at most 200 characters where it gives up', async (t) => {
  const label = 'A name '.repeat(60);
  const hostile = JSON.stringify({ error: { message: `<b onclick="x()">bold</b> see https://x.example/?key=1 ${'very long '.repeat(60)}`, type: 'insufficient_quota' } });
  for (const config of [{}, { label }]) {
    const { gaveUp: [{ message, providerMessage }] } = await hurried(t, { ...played(() => answer(429, { 'content-type': 'application/json' }, hostile)), ...config });
    t.ok(message.length <= 200, `${message.length} characters`);
    t.ok(!/[<>]|https?:/.test(message + providerMessage), `markup or a URL: ${message}`);
  }
});

test('every status reads as a sentence', async (t) => {
  for (const status of [200, 302, 400, 404, 408, 409, 418, 429, 451, 500, 501, 502, 503, 504, 505, 520, 529, 599]) {
    const { details: [{ message }] } = await hurried(t, { ...played(() => answer(status)), retryStatuses: [status], maxRetries: 1 });
    t.match(message, new RegExp(`^[A-Z][^.]* \\(${status}\\)\\. Retrying in \\S+ s \\(1 of 1\\)\\.$`));
  }
});

test('one attempt is one attempt, in words and in the log', async (t) => {
  const { messages, lines, config } = ears();
  await t.api.fetchWithRetry(NOWHERE, {}, { ...config, ...played(503), maxRetries: 0 });
  t.ok(messages[0].payload.message.includes('after 1 attempt.'), messages[0].payload.message);
  t.ok(lines.at(-1)?.endsWith('after 1 attempt'), lines.at(-1) ?? '');
});
