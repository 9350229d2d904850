// The time of one attempt: fresh for each, over at the headers, not running during a wait.

import { hurried, inNodeAndPages, NOWHERE, played, quick } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

const never = () => new Promise(() => {});

test('every attempt gets a time of its own; the last one\'s TimeoutError is the outcome', async (t) => {
  const { url, log } = await t.script([{ action: 'hang-before-headers' }]);
  /** @type {any[]} */
  const messages = [];
  const started = performance.now();
  const error = await t.rejects(t.api.fetchWithRetry(url, {}, {
    ...quick, maxRetries: 2, attemptTimeoutMs: 700, onRetry: (m) => messages.push(m.payload), onGiveUp: (m) => messages.push(m.payload),
  }));
  t.between(performance.now() - started, 3 * 700 + 60 + 120, 9000, 'three times the timeout, and the waits');
  t.ok(error instanceof DOMException && error.name === 'TimeoutError', `a TimeoutError, not ${error}`);
  t.deepEqual(messages.map(({ reason, status }) => [reason, status]), [['timeout', null], ['timeout', null], ['retriesExhausted', null]]);
  await t.until(async () => (await log()).every(({ closedByClientAtMs }) => closedByClientAtMs !== null), 'all are hung up');
  t.deepEqual(t.api.retryInfo(error)?.attempts.map(({ reason }) => reason), ['timeout', 'timeout', 'timeout']);
  t.ok(t.api.retryInfo(error)?.attempts.every(({ durationMs }) => durationMs >= 699), 'durations');
});

test('the time of an attempt does not run during the wait after it', async (t) => {
  const { url, log } = await t.script([{ status: 503 }, { delayMs: 500, body: 'slow' }]);
  const response = await t.api.fetchWithRetry(url, {}, { delaysMs: [1500], jitter: 'none', attemptTimeoutMs: 1800 });
  t.equal(await response.text(), 'slow');
  t.equal((await log()).length, 2);
});

test('retryTimeouts false: the first timeout is the outcome', async (t) => {
  const { delays, outcome, gaveUp, info } = await hurried(t, { fetch: never, attemptTimeoutMs: 50, retryTimeouts: false });
  t.equal(outcome.name, 'TimeoutError');
  t.deepEqual([delays, gaveUp, info?.gaveUp], [[], [], null]);
});

test('a fetch that does not heed its signal is not waited for either', async (t) => {
  /** @type {AbortSignal[]} */
  const signals = [];
  const fetch = (/** @type {any} */ _input, /** @type {any} */ init) => {
    signals.push(init.signal);
    return never();
  };
  const { outcome, delays } = await hurried(t, { fetch: /** @type {any} */ (fetch), attemptTimeoutMs: 50, maxRetries: 1 });
  t.equal(outcome.name, 'TimeoutError');
  t.deepEqual([delays.length, signals.map(({ aborted }) => aborted)], [1, [true, true]]);
  t.ok(signals[0] !== signals[1], 'signals are not reused');
});

test('an answer that comes after its attempt timed out is let go of', async (t) => {
  let cancelled = false;
  const late = new Response(new ReadableStream({ cancel: () => void (cancelled = true) }));
  const { fetch } = played(() => t.sleep(200).then(() => late), 200);
  const response = await t.api.fetchWithRetry(NOWHERE, {}, { ...quick, fetch, attemptTimeoutMs: 50 });
  t.equal(response.status, 200);
  await t.until(() => cancelled, 'the late answer is cancelled');
});

test('no limit, limits beyond 2^31 ms and fractions do not fire at once', async (t) => {
  for (const attemptTimeoutMs of [Infinity, 2 ** 31, 2 ** 31 - 1, 2 ** 31 + 0.5, 2 ** 53, 1e300, 400.5]) {
    const { url, log } = await t.script([{ delayMs: 100, body: 'in time' }]);
    const response = await t.api.fetchWithRetry(url, {}, { attemptTimeoutMs });
    t.equal(await response.text(), 'in time', String(attemptTimeoutMs));
    t.equal((await log()).length, 1);
  }
});

test('a timeout of a fraction of a millisecond is one', async (t) => {
  const { outcome } = await hurried(t, { fetch: never, attemptTimeoutMs: 0.1, maxRetries: 0 });
  t.equal(outcome.name, 'TimeoutError');
});

test('a caller\'s own AbortSignal.timeout() is an abort, although its reason is a TimeoutError', async (t) => {
  const { url, log } = await t.script([{ action: 'hang-before-headers' }]);
  const signal = AbortSignal.timeout(600);
  /** @type {any[]} */
  const messages = [];
  const error = await t.rejects(t.api.fetchWithRetry(url, { signal }, { ...quick, onRetry: (m) => messages.push(m), onGiveUp: (m) => messages.push(m) }));
  t.equal(error, signal.reason);
  await t.sleep(400);
  t.deepEqual([messages.length, (await log()).length], [0, 1]);
});

test('half a header is no answer', { where: inNodeAndPages }, async (t) => {
  const { url } = await t.script([{ action: 'hang-mid-headers' }, { body: 'whole' }]);
  const response = await t.api.fetchWithRetry(url, {}, { ...quick, attemptTimeoutMs: 1000 });
  t.equal(await response.text(), 'whole');
});
