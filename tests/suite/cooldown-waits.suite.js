// A hold is a wait: it counts, it can be ended, it can be moved, and what is held leaves in turn.

import { answer, ears, settled } from './common.js';
import { gated, holding, nowhere, underWay } from './holding.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

test('a hold that would end after the total budget is not begun', async (t) => {
  const url = nowhere();
  await holding(t, url, 5000);
  const { config, messages } = ears();
  const { starts, fetch } = gated();
  const began = performance.now();
  const error = await t.rejects(t.api.fetchWithRetry(url, {}, { cooldown: 'context', totalTimeoutMs: 1500, fetch, ...config }));
  t.between(performance.now() - began, 0, 1200, 'at once');
  t.equal(error.name, 'TimeoutError');
  t.equal(starts.length, 0, 'requests');
  t.deepEqual(messages.map(({ type, payload }) => [type, payload.reason, payload.attempts, payload.status]), [['retryGaveUp', 'totalTimeout', 0, null]]);
  t.deepEqual(t.api.retryInfo(error), { attempts: [], gaveUp: 'totalTimeout', retryAfterMs: null, mayHaveExecuted: false });
});

test('a hold before a retry that would end after the total budget delivers what is at hand', async (t) => {
  const url = nowhere();
  const other = underWay(t, url);
  const { messages, config } = ears();
  const { fetch } = gated(async () => {
    await other.tell(5000);
    return answer(503, {}, 'busy');
  });
  const began = performance.now();
  const response = await t.api.fetchWithRetry(url, {}, { cooldown: 'context', initialDelayMs: 50, totalTimeoutMs: 4000, fetch, ...config });
  t.between(performance.now() - began, 0, 2500, 'at once');
  t.equal(await response.text(), 'busy');
  t.deepEqual(messages.map(({ payload }) => payload.reason), ['totalTimeout']);
});

test('a hold that grows past the total budget while it runs ends in a TimeoutError', async (t) => {
  const url = nowhere();
  const later = underWay(t, url);
  await holding(t, url, 1500);
  const { config, messages } = ears();
  const { starts, fetch } = gated();
  const call = t.api.fetchWithRetry(url, {}, { cooldown: 'context', totalTimeoutMs: 4000, fetch, ...config });
  await t.until(() => messages.length, 'it is held');
  const [{ error }] = await Promise.all([settled(t, call, 'the held call', 1400), later.tell(8000)]);
  t.equal(error?.name, 'TimeoutError');
  t.equal(starts.length, 0, 'requests');
  t.equal(t.api.retryInfo(error)?.gaveUp, 'totalTimeout');
});

test('a hold takes from the total budget what it lasts', async (t) => {
  const { url, log } = await t.script([{ action: 'hang-before-headers' }]);
  await holding(t, url, 600);
  const began = performance.now();
  const error = await t.rejects(t.api.fetchWithRetry(url, {}, { cooldown: 'context', totalTimeoutMs: 1400 }));
  t.between(performance.now() - began, 1395, 3500, 'the budget, hold included');
  t.equal(error.name, 'TimeoutError');
  t.equal((await log()).length, 1, 'requests');
});

test('a hold heeds abort: the very reason, at once, no request', async (t) => {
  const url = nowhere();
  await holding(t, url, 5000);
  const controller = new AbortController();
  const { config, messages } = ears();
  const { starts, fetch } = gated();
  const call = t.api.fetchWithRetry(url, { signal: controller.signal }, { cooldown: 'context', fetch, ...config });
  await t.until(() => messages.length, 'it is held');
  const reason = { enough: true };
  const abortedAt = performance.now();
  controller.abort(reason);
  await t.rejects(call, reason);
  t.between(performance.now() - abortedAt, 0, 500);
  t.deepEqual([starts.length, messages.length], [0, 1]);
});

test('retryNow ends a hold', async (t) => {
  const url = nowhere();
  await holding(t, url, 5000);
  const { config, messages } = ears();
  const { fetch } = gated();
  const call = t.api.fetchWithRetry(url, {}, { cooldown: 'context', fetch, ...config });
  await t.until(() => messages.length, 'it is held');
  t.equal(t.api.retryNow(messages[0].payload.id), true);
  t.equal((await settled(t, call, 'the call', 1500)).value?.status, 200);
  t.equal(t.api.retryNow(messages[0].payload.id), false);
});

test('a moved end is told again, with the same attempt', async (t) => {
  const url = nowhere();
  const later = underWay(t, url);
  const first = ears();
  const retry = ears();
  const busy = gated((call) => answer(call === 1 ? 503 : 200));
  const waiting = t.api.fetchWithRetry(url, {}, { cooldown: 'context', initialDelayMs: 1800, jitter: 'none', ...retry.config, fetch: busy.fetch });
  await t.until(() => retry.messages.length, 'one waits for its retry');
  await holding(t, url, 900);
  const idle = gated();
  const held = t.api.fetchWithRetry(url, {}, { cooldown: 'context', ...first.config, fetch: idle.fetch });
  await t.until(() => first.messages.length, 'one is held');
  const end = await later.tell(2600);
  await Promise.all([held, waiting]);
  t.between(busy.starts[1] - end, -5, 2500, 'the retry');
  t.between(idle.starts[0] - end, -5, 2500, 'the first attempt');
  /** @param {any[]} messages */
  const told = (messages) => messages.map(({ payload: { attempt, reason, status } }) => [attempt, reason, status]);
  t.deepEqual(told(first.messages), [[0, 'cooldown', null], [0, 'cooldown', null]]);
  t.deepEqual(told(retry.messages), [[1, 'http', 503], [1, 'cooldown', null]]);
  for (const { messages } of [first, retry]) {
    const [before, after] = messages.map(({ payload }) => payload);
    t.equal(after.id, before.id);
    t.between(after.retryAt - before.retryAt, 300, 4000, 'the new end is later');
  }
});

test('a hold is part of the wait before it', async (t) => {
  const url = nowhere();
  const other = underWay(t, url);
  const { starts, fetch } = gated(async (call) => {
    if (call === 1) await other.tell(900);
    return answer(call === 1 ? 503 : 200);
  });
  const response = await t.api.fetchWithRetry(url, {}, { cooldown: 'context', initialDelayMs: 50, jitter: 'none', fetch });
  const attempts = t.api.retryInfo(response)?.attempts ?? [];
  t.deepEqual(attempts.map(({ status }) => status), [503, 200]);
  t.between(attempts[0].waitMs, 800, 3000);
  t.between(starts[1] - starts[0], 895, 3500);
});

test('held calls leave one by one, some 100 ms apart', async (t) => {
  const url = nowhere();
  const end = await holding(t, url, 600);
  const { starts, fetch } = gated();
  await Promise.all(Array.from({ length: 6 }, () => t.api.fetchWithRetry(url, {}, { cooldown: 'context', fetch })));
  inTurn(t, starts, end);
});

test('a new 429 holds those that have not left yet', async (t) => {
  const url = nowhere();
  await holding(t, url, 500);
  const { starts, fetch } = gated((call) => answer(call === 1 ? 429 : 200, call === 1 ? { 'retry-after-ms': '800' } : {}));
  await Promise.all(Array.from({ length: 5 }, () => t.api.fetchWithRetry(url, {}, { cooldown: 'context', fetch })));
  t.equal(starts.length, 6, 'requests: one refused, five served');
  const [refused, ...rest] = starts.sort((a, b) => a - b);
  inTurn(t, rest, refused + 800);
});

/**
 * Fails unless calls were made 100 ms apart. A busy machine makes each later, but none earlier.
 * @param {import('./toolkit.js').Toolkit} t
 * @param {number[]} starts
 * @param {number} end of the cool-down
 */
function inTurn(t, starts, end) {
  starts.sort((a, b) => a - b).forEach((start, place) => {
    t.between(start - end, place * 100 - 10, place * 100 + 3000, `number ${place + 1} to leave`);
  });
}

test('a clock set back an hour lengthens no hold', { alone: true }, async (t) => {
  const url = nowhere();
  const { now } = Date;
  try {
    await holding(t, url, 600);
    const { starts, fetch } = gated();
    const began = performance.now();
    const held = t.api.fetchWithRetry(url, {}, { cooldown: 'context', fetch });
    await t.sleep(50);
    Date.now = () => now.call(Date) - 3_600_000;
    t.equal((await settled(t, held, 'the held call', 3000)).value?.status, 200);
    t.between(starts[0] - began, 500, 2500);
  } finally {
    Date.now = now;
  }
});
