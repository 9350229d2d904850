// The two seams, fetch and random, and what stands behind them by default.

import { answer, NOWHERE, played, quick } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

test('by default the global fetch is called, on its global, looked up at each attempt', { alone: true }, async (t) => {
  const before = globalThis.fetch;
  /** @type {[string, unknown][]} */
  const calls = [];
  /** @this {unknown} */
  function second() {
    calls.push(['second', this]);
    return Promise.resolve(answer(200));
  }
  /** @this {unknown} */
  function first() {
    calls.push(['first', this]);
    globalThis.fetch = second;
    return Promise.resolve(answer(503));
  }
  globalThis.fetch = first;
  try {
    t.equal((await t.api.fetchWithRetry(NOWHERE, {}, quick)).status, 200);
  } finally {
    globalThis.fetch = before;
  }
  t.deepEqual(calls.map(([name]) => name), ['first', 'second']);
  t.ok(calls.every(([, self]) => self === globalThis), 'this is the global');
});

test('a fetch of one\'s own gets the input, the init and a signal for each attempt', async (t) => {
  const { fetch, calls } = played(503, 200);
  await t.api.fetchWithRetry(NOWHERE, { method: 'POST', body: 'b', headers: { a: 'b' } }, { ...quick, fetch });
  t.equal(calls.length, 2);
  for (const { input, init } of calls) {
    t.equal(String(input), NOWHERE);
    t.deepEqual([init.method, init.body, new Headers(init.headers).get('a')], ['POST', 'b', 'b']);
    t.ok(init.signal instanceof AbortSignal, 'a signal');
  }
});

test('config.fetch may be the platform\'s fetch itself', async (t) => {
  const { url } = await t.script([{ status: 503 }, { body: 'fine' }]);
  const response = await t.api.fetchWithRetry(url, {}, { ...quick, fetch: globalThis.fetch });
  t.equal(await response.text(), 'fine');
});

test('random is asked for each backoff that is spread, and for nothing else', async (t) => {
  let drawn = 0;
  const random = () => {
    drawn += 1;
    return 0.5;
  };
  await t.api.fetchWithRetry(NOWHERE, {}, { ...played(503), initialDelayMs: 1, random });
  t.equal(drawn, 3);
  await t.api.fetchWithRetry(NOWHERE, {}, { ...played(200), random });
  t.equal(drawn, 3);
});

test('a call within a call: the package as its own fetch', async (t) => {
  const { fetch, calls } = played(503);
  const inner = t.api.createFetch({ ...quick, fetch, maxRetries: 1 });
  const response = await t.api.fetchWithRetry(NOWHERE, {}, { ...quick, fetch: inner, maxRetries: 1 });
  t.equal(response.status, 503);
  t.equal(calls.length, 2, 'what the inner call gave up on the outer one does not retry');
  t.equal(t.api.retryInfo(response)?.gaveUp, 'retriesExhausted');
  const bad = t.api.fetchWithRetry('http://[bad', {}, { ...quick, fetch: t.api.createFetch() });
  const error = await t.rejects(bad, (/** @type {any} */ e) => e instanceof TypeError);
  t.match(error.message, /input/, 'the clean error of the inner call');
});
