// The time of everything: no wait is begun that would end after it, and an attempt is cut at it.

import { answer, firstBelow, hurried, inNodeAndPages, NOWHERE, played, quick, settled } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

const never = () => new Promise(() => {});

test('a wait that would end after the budget is not begun: the outcome is delivered at once', async (t) => {
  const { url, log } = await t.script([{ status: 503, body: 'as it is' }]);
  const started = performance.now();
  const { outcome, gaveUp, details } = await hurried(t, { totalTimeoutMs: 4000, delaysMs: [5000], jitter: 'none' }, url);
  t.between(performance.now() - started, 0, 3000, 'time');
  t.equal(await outcome.text(), 'as it is');
  t.deepEqual([details, gaveUp.map(({ reason }) => reason), (await log()).length], [[], ['totalTimeout'], 1]);
});

test('a hint beyond the budget likewise', async (t) => {
  const { gaveUp, delays } = await hurried(t, { ...played(() => answer(429, { 'retry-after': '9' })), totalTimeoutMs: 8000 });
  t.deepEqual([delays, gaveUp[0].reason, gaveUp[0].retryAfterMs], [[], 'totalTimeout', 9000]);
});

test('an attempt is cut at the end of the budget', async (t) => {
  const { url, log } = await t.script([{ status: 503 }, { action: 'hang-before-headers' }]);
  const started = performance.now();
  const { info, outcome, gaveUp } = await unhurried(t, url, { ...quick, totalTimeoutMs: 1500 });
  t.between(performance.now() - started, 1500, 5000, 'time');
  t.ok(outcome instanceof DOMException && outcome.name === 'TimeoutError', `a TimeoutError, not ${outcome}`);
  t.deepEqual([gaveUp, info?.gaveUp, info?.attempts.map(({ reason }) => reason)], [['totalTimeout'], 'totalTimeout', ['http', 'timeout']]);
  await t.until(async () => (await log())[1].closedByClientAtMs !== null, 'the server sees the close');
});

test('an attempt cut by the budget is totalTimeout, also on the last attempt and when timeouts are not retried', async (t) => {
  for (const config of [{ maxRetries: 0 }, { retryTimeouts: false }, { attemptTimeoutMs: 5000 }]) {
    const { outcome, gaveUp } = await hurried(t, { fetch: never, totalTimeoutMs: 60, ...config });
    t.deepEqual([outcome.name, gaveUp.map(({ reason }) => reason)], ['TimeoutError', ['totalTimeout']], JSON.stringify(config));
  }
});

test('an attempt that ran out of its own time within the budget is retried', async (t) => {
  const { delays } = await hurried(t, { fetch: never, attemptTimeoutMs: 40, totalTimeoutMs: 60_000, maxRetries: 1 });
  t.equal(delays.length, 1);
});

test('the budget ends at the final headers: a stream may take longer', async (t) => {
  const { url } = await t.script([{ action: 'stream', chunks: ['a', 'b', 'c', 'd'], chunkDelayMs: 400 }]);
  const response = await t.api.fetchWithRetry(url, {}, { totalTimeoutMs: 900, attemptTimeoutMs: 900 });
  t.equal(await response.text(), 'abcd');
});

test('a shouldRetry that never answers costs no more than the budget', async (t) => {
  const started = performance.now();
  const { outcome, gaveUp } = await hurried(t, { ...played(503), ...quick, totalTimeoutMs: 300, shouldRetry: () => /** @type {any} */ (never()) });
  t.between(performance.now() - started, 299, 2500);
  t.deepEqual([outcome.status, gaveUp[0].reason], [503, 'totalTimeout']);
});

test('a shouldRetry that takes so long that the wait no longer fits', async (t) => {
  const shouldRetry = () => t.sleep(250).then(() => true);
  const { details, gaveUp } = await hurried(t, { ...played(503), delaysMs: [200], jitter: 'none', totalTimeoutMs: 400, shouldRetry });
  t.deepEqual([details, gaveUp[0]?.reason], [[], 'totalTimeout']);
});

test('the look into an error body costs no more than the budget', { where: inNodeAndPages }, async (t) => {
  const json = { 'content-type': 'application/json' };
  const took = await firstBelow(950, async () => {
    const { url } = await t.script([{ status: 503, headers: json, action: 'send-headers-then-trickle-body-forever' }]);
    const started = performance.now();
    const stop = new AbortController();
    const { value } = await settled(t, t.api.fetchWithRetry(url, { signal: stop.signal }, { ...quick, totalTimeoutMs: 600 }), 'the call', 8000);
    const ended = performance.now();
    stop.abort();
    // On a busy machine the attempt itself may have been cut.
    return value?.status === 503 ? ended - started : Infinity;
  });
  t.between(took, 0, 950, 'time until it was delivered');
});

test('the budget counts from the call, waits and attempts alike', async (t) => {
  const { fetch, calls } = played(() => t.sleep(100).then(() => answer(503)));
  const started = performance.now();
  const call = t.api.fetchWithRetry(NOWHERE, {}, { fetch, maxRetries: 50, delaysMs: [100], jitter: 'none', totalTimeoutMs: 1000 });
  const outcome = await call.catch((error) => error); // an attempt that was cut
  t.between(performance.now() - started, 0, 1600, 'time');
  t.equal(t.api.retryInfo(outcome)?.gaveUp, 'totalTimeout');
  t.between(calls.length, 1, 5, 'attempts');
});

/**
 * @param {import('./toolkit.js').Toolkit} t
 * @param {string} url
 * @param {import('./common.js').RetryConfig} config
 */
async function unhurried(t, url, config) {
  /** @type {string[]} */
  const gaveUp = [];
  const call = t.api.fetchWithRetry(url, {}, { ...config, onGiveUp: ({ payload }) => void gaveUp.push(payload.reason) });
  const outcome = await call.catch((error) => error);
  return { gaveUp, outcome, info: t.api.retryInfo(outcome) };
}
