// retryNow: ends the running wait of a call, and of that call only.

import { NOWHERE, played } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

/**
 * A call that waits for a minute.
 * @param {import('./toolkit.js').Toolkit} t
 * @param {import('./common.js').RetryConfig} config
 * @param {RequestInit} [init]
 */
async function waiting(t, config, init) {
  /** @type {any} */
  let details;
  const call = t.api.fetchWithRetry(NOWHERE, init, {
    delaysMs: [60_000], jitter: 'none', ...config, onRetry: ({ payload }) => { details = payload; },
  });
  await t.until(() => details, 'the wait');
  await t.sleep(30);
  return { call, id: details.id };
}

test('during a wait: the retry starts now', async (t) => {
  const { fetch, calls } = played(503, 200);
  const { call, id } = await waiting(t, { fetch });
  t.equal(calls.length, 1);
  t.equal(t.api.retryNow(id), true);
  const started = performance.now();
  const response = await call;
  t.between(performance.now() - started, 0, 1000);
  t.deepEqual([response.status, calls.length], [200, 2]);
});

test('twice: the second finds nothing, and skips no further wait', async (t) => {
  const { fetch, calls } = played(503);
  const { call, id } = await waiting(t, { fetch, maxRetries: 2 }, { signal: t.ended });
  t.deepEqual([t.api.retryNow(id), t.api.retryNow(id)], [true, false]);
  await t.until(() => calls.length === 2, 'the second attempt');
  await t.sleep(100);
  t.equal(calls.length, 2, 'the wait after it has begun and is not over');
  t.equal(t.api.retryNow(id), true, 'and can be ended too');
  t.equal((await call).status, 503);
});

test('from within onRetry', async (t) => {
  const { fetch, calls } = played(503, 503, 200);
  /** @type {boolean[]} */
  const answers = [];
  const response = await t.api.fetchWithRetry(NOWHERE, {}, {
    fetch, delaysMs: [60_000], onRetry: ({ payload: { id } }) => void answers.push(t.api.retryNow(id), t.api.retryNow(id)),
  });
  t.deepEqual([response.status, calls.length, answers], [200, 3, [true, false, true, false]]);
});

test('a call that is not waiting, is over, or does not exist: false', async (t) => {
  let id = 0;
  /** @type {boolean[]} */
  const answers = [];
  const fetch = () => {
    if (id > 0) answers.push(t.api.retryNow(id));
    return Promise.resolve(new Response('', { status: id > 0 ? 200 : 503 }));
  };
  await t.api.fetchWithRetry(NOWHERE, {}, { fetch, initialDelayMs: 1, onRetry: ({ payload }) => { id = payload.id; } });
  answers.push(t.api.retryNow(id), t.api.retryNow(0), t.api.retryNow(-1), t.api.retryNow(id + 0.5), t.api.retryNow(1e9));
  t.deepEqual(answers, Array(6).fill(false));
});

test('while shouldRetry thinks there is no wait yet: false', async (t) => {
  /** @type {boolean[]} */
  const answers = [];
  await t.api.fetchWithRetry(NOWHERE, {}, {
    ...played(503, 200), initialDelayMs: 1,
    shouldRetry({ id }) {
      answers.push(t.api.retryNow(id));
      return true;
    },
  });
  t.deepEqual(answers, [false]);
});

test('of two calls that wait only the one that is named goes on', async (t) => {
  const one = played(503, 200);
  const other = played(503, 200);
  const first = await waiting(t, one);
  const second = await waiting(t, other, { signal: t.ended });
  t.ok(first.id !== second.id, 'ids differ');
  t.equal(t.api.retryNow(first.id), true);
  t.equal((await first.call).status, 200);
  await t.sleep(50);
  t.equal(other.calls.length, 1);
  t.equal(t.api.retryNow(second.id), true);
  t.equal((await second.call).status, 200);
});

test('it ends the wait for a hint too, and the wait that was made is what retryInfo tells', async (t) => {
  const { url, log } = await t.script([{ status: 429, headers: { 'retry-after': '20' } }, {}]);
  let id = 0;
  const call = t.api.fetchWithRetry(url, {}, { onRetry: ({ payload }) => { id = payload.id; } });
  await t.until(() => id, 'the wait');
  await t.sleep(200);
  t.api.retryNow(id);
  const response = await call;
  t.equal((await log()).length, 2);
  t.between(t.api.retryInfo(response)?.attempts[0].waitMs, 150, 5000, 'the wait that was made');
});
