// What happens when nothing is configured.

import { answer, hurried, NOWHERE, played } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

test('of all statuses the seven are retried, and every other is delivered at once', async (t) => {
  const statuses = Array.from({ length: 400 }, (_, index) => 200 + index);
  /** @type {number[]} */
  const retried = [];
  await Promise.all(statuses.map(async (status) => {
    const { fetch, calls } = played(status);
    const response = await t.api.fetchWithRetry(NOWHERE, {}, { fetch, maxRetries: 1, initialDelayMs: 0 });
    t.equal(response.status, status);
    if (calls.length > 1) retried.push(status);
  }));
  t.deepEqual(retried.sort(), [408, 429, 500, 502, 503, 504, 529]);
});

test('by default: three retries, 1 s doubled each time, equal jitter', async (t) => {
  const { url, log } = await t.script([{ status: 503, body: 'the last word' }]);
  const { delays, details, gaveUp, outcome } = await hurried(t, {}, url);
  t.equal(outcome.status, 503);
  t.equal(await outcome.text(), 'the last word');
  t.equal((await log()).length, 4, 'requests');
  t.equal(delays.length, 3, 'waits');
  delays.forEach((delay, index) => t.between(delay, 500 * 2 ** index, 1000 * 2 ** index, `wait ${index + 1}`));
  t.deepEqual(details.map(({ attempt, maxRetries }) => [attempt, maxRetries]), [[1, 3], [2, 3], [3, 3]]);
  t.deepEqual(gaveUp.map(({ reason, attempts }) => [reason, attempts]), [['retriesExhausted', 4]]);
});

test('by default a backoff ends at 10 s', async (t) => {
  const { delays } = await hurried(t, { ...played(503), maxRetries: 8, jitter: 'none' });
  t.deepEqual(delays, [1000, 2000, 4000, 8000, 10_000, 10_000, 10_000, 10_000]);
});

test('by default a hint is waited for up to 30 s, and one of over an hour not at all', async (t) => {
  const told = (/** @type {string} */ seconds) => () => answer(429, { 'retry-after': seconds });
  const { fetch, calls } = played(told('30'), told('31'), told('3600'), told('3601'));
  const { details, gaveUp } = await hurried(t, { fetch });
  t.deepEqual(details.map(({ delayMs, retryAfterMs }) => [delayMs, retryAfterMs]),
    [[30_000, 30_000], [30_000, 31_000], [30_000, 3_600_000]]);
  t.equal(calls.length, 4);
  t.equal(gaveUp[0].reason, 'retriesExhausted');
  const over = await hurried(t, played(told('3601')));
  t.deepEqual([over.delays, over.info?.gaveUp, over.info?.retryAfterMs], [[], 'retryAfterTooLong', 3_601_000]);
});

test('by default a refused connection is retried, and the platform\'s own error is the outcome', async (t) => {
  const { delays, outcome, rejected, gaveUp } = await hurried(t, {}, `${t.deadOrigin}/`);
  t.equal(delays.length, 3);
  t.ok(rejected && outcome instanceof TypeError, 'a TypeError of the platform');
  t.deepEqual(gaveUp.map(({ reason, status }) => [reason, status]), [['retriesExhausted', null]]);
});

test('a config that is missing, empty or full of undefined means the defaults', async (t) => {
  const keys = ['maxRetries', 'initialDelayMs', 'factor', 'maxDelayMs', 'delaysMs', 'jitter', 'attemptTimeoutMs',
    'totalTimeoutMs', 'retryStatuses', 'retryNetworkErrors', 'retryTimeouts', 'shouldRetry', 'maxRetryAfterMs',
    'longRetryAfter', 'retryAfterJitter', 'serverHints', 'onRetry', 'onGiveUp', 'onDone', 'logger', 'label', 'keepAwake',
    'cooldown', 'diagnose', 'bodyIdleTimeoutMs', 'idempotencyKey', 'retryBudget', 'fetch', 'random'];
  const absent = Object.fromEntries(keys.map((key) => [key, undefined]));
  for (const config of [undefined, {}, absent]) {
    const { url, log } = await t.script([{ body: 'fine' }]);
    t.equal(await (await t.api.fetchWithRetry(url, undefined, config)).text(), 'fine');
    t.equal((await log()).length, 1);
  }
  const { delays } = await hurried(t, { ...absent, ...played(503) });
  t.equal(delays.length, 3);
});

test('retryStatuses are taken literally', async (t) => {
  const { delays } = await hurried(t, { ...played(200), retryStatuses: [200] });
  t.equal(delays.length, 3, 'a 200 that is listed');
  const none = await hurried(t, { ...played(503), retryStatuses: [] });
  t.deepEqual([none.delays, none.outcome.status, none.info?.gaveUp], [[], 503, null]);
});

test('with maxRetries 0 there is one attempt, and the outcome is given up on', async (t) => {
  const { url, log } = await t.script([{ status: 503, body: 'why' }]);
  const { outcome, gaveUp } = await hurried(t, { maxRetries: 0 }, url);
  t.equal(await outcome.text(), 'why');
  t.equal((await log()).length, 1);
  t.deepEqual(gaveUp.map(({ reason, attempts }) => [reason, attempts]), [['retriesExhausted', 1]]);
});

test('retryNetworkErrors false delivers the first network failure', async (t) => {
  const { rejected, delays, gaveUp, info } = await hurried(t, { retryNetworkErrors: false }, `${t.deadOrigin}/`);
  t.deepEqual([rejected, delays, gaveUp, info?.attempts.length, info?.gaveUp], [true, [], [], 1, null]);
});

test('without a logger and callbacks not a word is written to the console', { alone: true }, async (t) => {
  /** @type {string[]} */
  const said = [];
  const methods = /** @type {const} */ (['log', 'warn', 'error', 'info', 'debug', 'trace']);
  const before = methods.map((name) => console[name]);
  for (const name of methods) console[name] = (...words) => void said.push(words.join(' '));
  try {
    await t.api.fetchWithRetry(NOWHERE, {}, { ...played(503, new Error('down'), 429), initialDelayMs: 1 });
  } finally {
    methods.forEach((name, index) => { console[name] = before[index]; });
  }
  t.deepEqual(said, []);
});
