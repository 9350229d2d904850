// What one call was told holds the others to the same origin.

import { answer, ears, settled } from './common.js';
import { gated, holding, nowhere, underWay } from './holding.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

/** @typedef {import('../../pkg-template/index.js').RetryConfig} RetryConfig */

test('cooldown: a first attempt is held until the time that another call was told', async (t) => {
  const { url, log } = await t.script([{ status: 429, headers: { 'retry-after-ms': '1000' } }, { body: 'ok' }]);
  const first = ears();
  const teller = t.api.fetchWithRetry(url, {}, { cooldown: 'context', ...first.config });
  await t.until(() => first.messages.length, 'the first call was told');
  const heard = ears();
  const held = t.api.fetchWithRetry(`${url}another/path`, {}, { cooldown: 'context', label: 'Summary', ...heard.config });
  t.deepEqual((await Promise.all([teller, held])).map(({ status }) => status), [200, 200]);
  const [told, second, third] = await log();
  t.between(second.atMs - (told.headersSentAtMs ?? 0), 1000, 4000, 'the first to leave');
  t.between(third.atMs - (told.headersSentAtMs ?? 0), 1000, 4000, 'the next');
  t.equal(heard.messages.length, 1, 'messages');
  const { type, payload } = heard.messages[0];
  const { id, delayMs, retryAt, message, ...rest } = payload;
  t.equal(type, 'newRetryAttempt');
  t.deepEqual(rest, { attempt: 0, maxRetries: 3, reason: 'cooldown', status: null, retryAfterMs: null, providerMessage: null, label: 'Summary' });
  t.between(delayMs, 1, 1100, 'the hold, and 100 ms for whoever goes first');
  t.between(retryAt - Date.now(), -4000, 0, 'its end is over');
  t.match(message, /^Summary: Other requests .*told to wait.* Sending in [\d.]+ s\.$/);
  t.between(id, 1, Infinity);
  t.match(heard.lines.join('\n'), /told to wait/);
});

test('cooldown: a 429 without a hint names its caller\'s own backoff; a 503 names nothing', async (t) => {
  for (const [status, headers, isTold] of /** @type {[number, Record<string, string>, boolean][]} */ ([
    [429, {}, true], [503, {}, false], [503, { 'retry-after-ms': '700' }, true],
  ])) {
    const url = nowhere();
    const end = await holding(t, url, answer(status, headers), { delaysMs: [700] });
    const { starts, fetch } = gated();
    const began = performance.now();
    await t.api.fetchWithRetry(url, {}, { cooldown: 'context', fetch });
    if (isTold) t.between(starts[0] - end, -5, 2500, `${status}: at the end of the backoff`);
    else t.between(starts[0] - began, 0, 400, `${status}: at once`);
  }
});

test('cooldown: "off" neither tells nor heeds, and is the default', async (t) => {
  for (const [tells, heeds] of /** @type {RetryConfig['cooldown'][][]} */ ([
    ['off', 'context'], ['context', 'off'], [undefined, 'context'], ['context', undefined],
  ])) {
    const url = nowhere();
    await holding(t, url, 3000, { cooldown: tells });
    const { config, messages } = ears();
    const { fetch } = gated();
    const call = t.api.fetchWithRetry(url, {}, { cooldown: heeds, fetch, ...config });
    t.equal((await settled(t, call, `${tells} and ${heeds}`, 1500)).value?.status, 200);
    t.deepEqual(messages, []);
  }
});

test('cooldown: another origin is not held, nor one whose time is up', async (t) => {
  const url = nowhere();
  const end = await holding(t, url, 400);
  const { config, messages } = ears();
  const { fetch } = gated();
  const call = t.api.fetchWithRetry(nowhere(), {}, { cooldown: 'context', fetch, ...config });
  t.equal((await settled(t, call, 'the other origin', 350)).value?.status, 200);
  await t.sleep(end - performance.now() + 300);
  const later = t.api.fetchWithRetry(url, {}, { cooldown: 'context', fetch, ...config });
  t.equal((await settled(t, later, 'after the end', 1000)).value?.status, 200);
  t.deepEqual(messages, []);
});

test('cooldown: hints on outcomes that are not retried are not told', async (t) => {
  const headers = { 'retry-after-ms': '3000' };
  for (const [outcome, config] of /** @type {[() => Response, RetryConfig][]} */ ([
    [() => answer(200, headers), {}],
    [() => answer(404, headers), {}],
    [() => answer(429, headers), { retryStatuses: [503] }],
    [() => answer(429, { ...headers, 'x-should-retry': 'false' }), {}],
  ])) {
    const url = nowhere();
    await t.api.fetchWithRetry(url, {}, { cooldown: 'context', fetch: async () => outcome(), ...config });
    const { fetch } = gated();
    const call = t.api.fetchWithRetry(url, {}, { cooldown: 'context', fetch });
    t.equal((await settled(t, call, 'the next call', 1500)).value?.status, 200);
  }
});

test('cooldown: a hold lasts at most the held call\'s maxRetryAfterMs, in either mode', async (t) => {
  for (const longRetryAfter of /** @type {const} */ (['clamp', 'giveUp'])) {
    const url = nowhere();
    await holding(t, url, 20_000);
    const { config, messages } = ears();
    const { starts, fetch } = gated();
    const began = performance.now();
    await t.api.fetchWithRetry(url, {}, { cooldown: 'context', maxRetryAfterMs: 500, longRetryAfter, fetch, ...config });
    t.between(starts[0] - began, 495, 2500, longRetryAfter);
    t.deepEqual(messages.map(({ payload }) => [payload.attempt, payload.reason]), [[0, 'cooldown']]);
    t.between(messages[0].payload.delayMs, 490, 500, 'what it was told');
  }
});

test('cooldown: a hint that its caller gives up on holds the others all the same', async (t) => {
  const url = nowhere();
  const { info } = await gaveUp();
  t.equal(info?.gaveUp, 'retryAfterTooLong');
  const { starts, fetch } = gated();
  const began = performance.now();
  await t.api.fetchWithRetry(url, {}, { cooldown: 'context', maxRetryAfterMs: 400, fetch });
  t.between(starts[0] - began, 395, 2500);

  /** One call that will not wait. */
  async function gaveUp() {
    const fetch = async () => answer(429, { 'retry-after': '60' });
    const response = await t.api.fetchWithRetry(url, {}, { cooldown: 'context', longRetryAfter: 'giveUp', fetch });
    return { info: t.api.retryInfo(response) };
  }
});

test('cooldown: a success ends nothing early', async (t) => {
  const url = nowhere();
  const end = await holding(t, url, 700);
  const { starts, fetch } = gated();
  const held = t.api.fetchWithRetry(url, {}, { cooldown: 'context', fetch });
  const { fetch: other } = gated();
  t.equal((await t.api.fetchWithRetry(url, {}, { fetch: other })).status, 200);
  await held;
  t.between(starts[0] - end, -5, 2500);
});

test('however many origins there are, a call under way keeps its cool-down', async (t) => {
  const url = nowhere();
  const call = underWay(t, url);
  await t.sleep(0);
  for (let index = 0; index < 250; index += 1) {
    await t.api.fetchWithRetry(nowhere(), {}, { cooldown: 'context', fetch: gated().fetch });
  }
  const end = await call.tell(700);
  const { starts, fetch } = gated();
  await t.api.fetchWithRetry(url, {}, { cooldown: 'context', fetch });
  t.between(starts[0] - end, -5, 2500);
});

test('chance comes from one source, and Math.random is none', { alone: true }, async (t) => {
  const { random } = Math;
  Math.random = () => t.fail('Math.random was asked', 'it is a second source');
  try {
    const url = nowhere();
    await holding(t, url, 150);
    const { starts, fetch } = gated();
    await t.api.fetchWithRetry(url, {}, { cooldown: 'context', fetch });
    t.equal(starts.length, 1);
  } finally {
    Math.random = random;
  }
});
