// Failures that people really met, in which the client has a part: aborts, bodies, streams, secrets.

import { caseOf, usual } from './cases.js';
import { inNode } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

test('P11: an abort during a wait ends it at once', async (t) => {
  const { script } = await caseOf(t, 'P11');
  for (const reason of [new DOMException('stop retrying', 'AbortError'), 'stop retrying', undefined]) {
    const { url, log } = await t.script(script);
    const controller = new AbortController();
    let told = 0;
    const call = t.api.fetchWithRetry(url, { signal: controller.signal }, { ...usual, onRetry: () => { told += 1; }, onGiveUp: () => { told += 1; } });
    await t.until(() => told === 1, 'the wait');
    const began = performance.now();
    controller.abort(reason);
    await t.rejects(call, controller.signal.reason);
    t.between(performance.now() - began, 0, 500);
    await t.sleep(50);
    t.deepEqual([told, (await log()).length], [1, 1]);
  }
});

test('P12: one signal for many calls: no listener stays', { timeoutMs: 30_000 }, async (t) => {
  const { script } = await caseOf(t, 'P12');
  const { signal } = new AbortController();
  let live = 0;
  let most = 0;
  const { addEventListener: add, removeEventListener: remove } = signal;
  signal.addEventListener = (/** @type {any[]} */ ...rest) => {
    live += 1;
    most = Math.max(most, live);
    return /** @type {any} */ (add).apply(signal, rest);
  };
  signal.removeEventListener = (/** @type {any[]} */ ...rest) => {
    live -= 1;
    return /** @type {any} */ (remove).apply(signal, rest);
  };
  const calls = t.context === 'node' ? 10 : 5;
  for (let call = 0; call < calls; call += 1) {
    const { url } = await t.script(script, { origin: t.origin });
    t.equal((await t.api.fetchWithRetry(url, { signal }, usual)).status, 200);
    t.equal(live, 0);
  }
  t.between(most, 1, 2);
});

test('P13: a Request is sent again with its body; one that is used is refused', async (t) => {
  const { script } = await caseOf(t, 'P13');
  const { url, log } = await t.script(script);
  const request = new Request(url, { method: 'POST', body: '{"model":"m","n":123}' });
  t.equal((await t.api.fetchWithRetry(request, {}, { ...usual, initialDelayMs: 100 })).status, 200);
  t.deepEqual((await log()).map(({ bodyText }) => bodyText), Array(2).fill('{"model":"m","n":123}'));
  await t.rejects(t.api.fetchWithRetry(request, {}, usual), (/** @type {any} */ error) => error instanceof TypeError);
  t.equal((await log()).length, 2);
});

test('P14: a stream that broke is shown once, and not asked for again', async (t) => {
  const { script } = await caseOf(t, 'P14');
  // Kept alive, so that Node too takes the reset for one; and late, so that the chunks are read.
  Object.assign(script[0], { keepAlive: true, resetDelayMs: 200 });
  const { url, log } = await t.script(script);
  const response = await t.api.fetchWithRetry(url, {}, usual);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  let seen = '';
  const error = await t.rejects((async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      seen += new TextDecoder().decode(value);
    }
  })());
  t.equal(seen, script[0].chunks?.join(''));
  t.equal(t.api.mayRetryStream(true, error), false);
  t.equal((await log()).length, 1);
  const early = await t.script([{ action: 'reset-before-headers' }, { body: 'fine' }]);
  t.equal(await (await t.api.fetchWithRetry(early.url, {}, { ...usual, initialDelayMs: 100 })).text(), 'fine');
});

test('P15: the key in the URL and in headers is nowhere to be read', async (t) => {
  const { script, request } = await caseOf(t, 'P15');
  const { url, log } = await t.script(script);
  /** @type {unknown[]} */
  const told = [];
  const hear = (/** @type {unknown} */ what) => void told.push(what);
  const response = await t.api.fetchWithRetry(`${url}v1beta/models/m:generateContent?alt=sse&key=FAKE_KEY_FOR_TEST_ONLY`, { headers: request.headers }, {
    ...usual, initialDelayMs: 100, onRetry: hear, onGiveUp: hear, logger: { log: hear, warn: hear },
  });
  t.deepEqual([response.status, (await log()).length], [400, 2]);
  t.ok(!/FAKE_/.test(JSON.stringify([told, t.api.retryInfo(response)])), JSON.stringify(told));
  t.ok(/FAKE_/.test(await response.text()), 'the body itself is the caller\'s');
});

test('P19: attempts are those that were asked for, and an outer layer can tell how many', async (t) => {
  const { script } = await caseOf(t, 'P19');
  for (const [maxRetries, attempts] of [[3, 4], [0, 1]]) {
    const { url, log } = await t.script(script);
    const response = await t.api.fetchWithRetry(url, {}, { ...usual, maxRetries });
    t.deepEqual([response.status, (await log()).length, t.api.retryInfo(response)?.attempts.length], [429, attempts, attempts]);
  }
});

/** @type {import('../server/step.js').Step[]} */
const in45s = [{ status: 429, headers: { 'retry-after': '45' } }, { body: 'fine' }];

test('P20: the end of a long wait is told before it begins, and whoever was told can end it', async (t) => {
  const { url, log } = await t.script(in45s);
  /** @type {any} */
  let told;
  const before = Date.now();
  const call = t.api.fetchWithRetry(url, {}, { ...usual, onRetry: ({ payload }) => { told = payload; } });
  await t.until(() => told, 'the message');
  t.between(told.retryAt, before + 45_000, Date.now() + 45_000);
  t.between(told.delayMs, 45_000, 60_000);
  t.equal(t.api.retryNow(told.id), true);
  t.equal(await (await call).text(), 'fine');
  t.equal((await log()).length, 2);
});

const long = { timeoutMs: 90_000, where: (/** @type {string} */ context) => inNode(context) && process.env.LONG === '1' };

test('P20, for real: a wait of 45 s ends when it should', long, async (t) => {
  const { url, log } = await t.script(in45s);
  t.equal(await (await t.api.fetchWithRetry(url, {}, usual)).text(), 'fine');
  t.between(t.gaps(await log())[0], 45_000, 60_000);
});
