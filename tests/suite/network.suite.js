// Failures below HTTP, on real sockets, and the return of the network.

import { hearsOnline, hurried, inNodeAndPages, NOWHERE, played, quick } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

for (const action of /** @type {const} */ (['reset-before-headers', 'accept-request-then-reset-before-headers', 'close-before-headers', 'garbage'])) {
  test(`${action}: retried, as a network failure`, async (t) => {
    const { url, log } = await t.script([{ action }, { body: 'fine' }]);
    /** @type {any[]} */
    const told = [];
    const response = await t.api.fetchWithRetry(url, { method: 'POST', body: 'ask' }, { ...quick, onRetry: ({ payload }) => void told.push(payload) });
    t.equal(await response.text(), 'fine');
    t.deepEqual(told.map(({ reason, status, attempt }) => [reason, status, attempt]), [['network', null, 1]]);
    t.deepEqual((await log()).at(-1)?.bodyText, 'ask');
  });
}

test('a failure for good: the platform\'s own error of the last attempt', async (t) => {
  /** @type {unknown[]} */
  const errors = [];
  const fetch = (/** @type {any} */ input, /** @type {any} */ init) => globalThis.fetch(input, init).catch((error) => {
    errors.push(error);
    throw error;
  });
  const error = await t.rejects(t.api.fetchWithRetry(`${t.deadOrigin}/`, {}, { ...quick, fetch, maxRetries: 2 }));
  t.equal(errors.length, 3);
  t.equal(error, errors[2]);
});

test('an answer that CORS withholds is a network failure', { where: (context) => context.endsWith(' page') }, async (t) => {
  const { url, log } = await t.script([{ cors: false }]);
  const error = await t.rejects(t.api.fetchWithRetry(url, {}, { ...quick, maxRetries: 1 }));
  t.ok(error instanceof TypeError, 'a TypeError');
  t.equal((await log()).length, 2);
});

const dispatches = { alone: true, where: hearsOnline };

test('online ends the wait after a network failure, within a random second', dispatches, async (t) => {
  for (const [random, low, high] of /** @type {const} */ ([[0, 0, 900], [0.6, 590, 3000]])) {
    const { fetch, calls } = played(new TypeError('offline'), 200);
    let told = 0;
    const call = t.api.fetchWithRetry(NOWHERE, {}, { fetch, delaysMs: [60_000], jitter: 'none', random: () => random, onRetry: () => { told += 1; } });
    await t.until(() => told > 0, 'the wait');
    const began = performance.now();
    dispatchEvent(new Event('online'));
    t.equal((await call).status, 200);
    t.between(performance.now() - began, low, high, `with random ${random}`);
    t.deepEqual([calls.length, told], [2, 1]);
  }
});

test('online does not end a wait for a server, and cannot lengthen one', dispatches, async (t) => {
  const { fetch, calls } = played(503, 200);
  const controller = new AbortController();
  const call = t.api.fetchWithRetry(NOWHERE, { signal: controller.signal }, { fetch, delaysMs: [60_000], random: () => 0 });
  await t.sleep(50);
  dispatchEvent(new Event('online'));
  await t.sleep(150);
  t.equal(calls.length, 1);
  controller.abort('enough');
  await t.rejects(call, 'enough');
  const short = t.api.fetchWithRetry(NOWHERE, {}, { ...played(new TypeError('offline'), 200), delaysMs: [200], jitter: 'none', random: () => 0.99 });
  await t.sleep(30);
  const began = performance.now();
  dispatchEvent(new Event('online'));
  t.equal((await short).status, 200);
  t.between(performance.now() - began, 0, 800, 'the rest of the wait');
});

test('online is not listened to when nobody waits for it', dispatches, async (t) => {
  const { addEventListener: add, removeEventListener: remove } = globalThis;
  let live = 0;
  globalThis.addEventListener = /** @type {any} */ ((/** @type {string} */ type, /** @type {any[]} */ ...rest) => {
    if (type === 'online') live += 1;
    return /** @type {any} */ (add)(type, ...rest);
  });
  globalThis.removeEventListener = /** @type {any} */ ((/** @type {string} */ type, /** @type {any[]} */ ...rest) => {
    if (type === 'online') live -= 1;
    return /** @type {any} */ (remove)(type, ...rest);
  });
  try {
    let during = 0;
    await t.api.fetchWithRetry(NOWHERE, {}, { ...played(new TypeError('x'), 200), delaysMs: [20], onRetry: () => { during = live; } });
    t.ok(during <= 1, `${during} listeners`);
    t.ok(live <= 0, `${live} left`);
  } finally {
    Object.assign(globalThis, { addEventListener: add, removeEventListener: remove });
  }
});

test('a body that is shorter than promised is an error for its reader', { where: inNodeAndPages }, async (t) => {
  const { url, log } = await t.script([{ action: 'lie-about-length', body: 'half' }, {}]);
  const response = await t.api.fetchWithRetry(url, {}, quick);
  await t.rejects(response.text());
  t.equal((await log()).length, 1);
});

test('a fetch that rejects with undefined is a network failure that has a name', async (t) => {
  const { fetch, calls } = played(undefined);
  const { outcome, rejected, info } = await hurried(t, { fetch, maxRetries: 1 });
  t.ok(rejected && outcome instanceof TypeError, 'a TypeError');
  t.deepEqual([calls.length, info?.gaveUp], [2, 'retriesExhausted']);
});

test('a relative URL is a given fetch\'s business, also after it failed', async (t) => {
  const { fetch, calls } = played(new TypeError('network'), 200);
  const response = await t.api.fetchWithRetry('/v1/chat', {}, { ...quick, fetch });
  t.deepEqual([response.status, calls.length], [200, 2]);
  // But not a header that no fetch can send.
  const bad = played(new TypeError('network'));
  await t.rejects(t.api.fetchWithRetry('/v1/chat', { headers: { a: 'b\nc' } }, { ...quick, ...bad }), (/** @type {any} */ error) => error.message.startsWith('init.headers'));
  t.equal(bad.calls.length, 1);
});
