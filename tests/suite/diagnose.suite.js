// Blocked, or down? Of the two only one can pass.

import { ears, NOWHERE, played, quick } from './common.js';
import { watchFetch } from './globals.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

const alone = { alone: true };
const inBrowsers = (/** @type {string} */ context) => context !== 'node';
const never = () => new Promise(() => {});
const failed = new TypeError('Failed to fetch');
const opaque = async () => new Response(null);

test('diagnose: a server that allows no such origin is found out after 2 attempts', { where: inBrowsers, alone: true }, async (t) => {
  const { url, origin, log } = await t.script([{ cors: false }]);
  const { questions } = watchFetch(t);
  const { messages, config } = ears();
  const error = await t.rejects(t.api.fetchWithRetry(url, {}, { ...quick, initialDelayMs: 600, diagnose: true, ...config }));
  t.ok(error instanceof TypeError, 'the platform\'s own error');
  t.equal((await log()).length, 2, 'requests');
  t.deepEqual(questions().map(({ url }) => url), [`${origin}/`], 'questions');
  t.deepEqual(messages.map(({ payload }) => payload.reason), ['network', 'blocked']);
  t.match(messages[1].payload.message, /service answers, but the browser withholds it.*permission.*CORS/s);
  const info = t.api.retryInfo(error);
  t.deepEqual([info?.gaveUp, info?.attempts.map(({ reason, status }) => [reason, status])], ['blocked', [['network', null], ['network', null]]]);
});

test('diagnose: a refused preflight is found out too', { where: inBrowsers }, async (t) => {
  const { url, log } = await t.script([{ cors: false }]);
  const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
  const error = await t.rejects(t.api.fetchWithRetry(url, init, { ...quick, initialDelayMs: 600, diagnose: true }));
  t.equal(t.api.retryInfo(error)?.gaveUp, 'blocked');
  t.deepEqual([t.api.retryInfo(error)?.attempts.length, (await log()).length], [2, 0]);
});

test('diagnose: a host that is down is retried as ever', alone, async (t) => {
  const { questions } = watchFetch(t);
  const error = await t.rejects(t.api.fetchWithRetry(t.deadOrigin, {}, { ...quick, diagnose: true }));
  const info = t.api.retryInfo(error);
  t.deepEqual([info?.gaveUp, info?.attempts.length], ['retriesExhausted', 4]);
  t.equal(questions().length, 1, 'it is asked once a call');
});

test('diagnose: one HEAD to the origin, without CORS, credentials, referrer or cache', alone, async (t) => {
  const { all, questions } = watchFetch(t, (url) => (url.startsWith('https://service.invalid') ? Promise.reject(failed) : undefined));
  const secret = 'https://service.invalid/v1/chat?key=0123456789abcdef';
  await t.rejects(t.api.fetchWithRetry(secret, { headers: { authorization: 'Bearer abc' }, credentials: 'include' }, { ...quick, diagnose: true }), failed);
  t.equal(all.length, 5, '4 attempts and a question, all through the global fetch');
  const [{ url, init }] = questions();
  t.equal(questions().length, 1);
  t.equal(url, 'https://service.invalid/');
  t.deepEqual([init.mode, init.credentials, init.cache, init.referrerPolicy], ['no-cors', 'omit', 'no-store', 'no-referrer']);
  t.deepEqual([init.headers, init.body], [undefined, undefined]);
  t.equal(all[1], questions()[0], 'it is asked during the first wait');
});

test('diagnose: by default nothing is asked', alone, async (t) => {
  const { questions } = watchFetch(t);
  for (const config of [{}, { diagnose: false }]) await t.rejects(t.api.fetchWithRetry(t.deadOrigin, {}, { ...quick, ...config }));
  t.equal(questions().length, 0);
});

test('diagnose: asked after a network failure that is retried, and after nothing else', alone, async (t) => {
  const { all } = watchFetch(t, () => Promise.reject(failed));
  const hang = () => never();
  for (const [outcomes, config] of /** @type {[unknown[], import('../../pkg-template/index.js').RetryConfig][]} */ ([
    [[503, 200], {}],
    [[hang, 200], { attemptTimeoutMs: 100 }],
    [[failed], { maxRetries: 0 }],
    [[failed], { retryNetworkErrors: false }],
    [[failed], { shouldRetry: () => false }],
    [[200], {}],
  ])) {
    const fetch = /** @type {typeof globalThis.fetch} */ (played(...outcomes).fetch);
    await t.api.fetchWithRetry(NOWHERE, {}, { ...quick, diagnose: true, fetch, ...config }).catch(() => {});
  }
  t.deepEqual(all, []);
});

test('diagnose: a failure after the last retry is "retriesExhausted", whoever answers', alone, async (t) => {
  watchFetch(t, opaque);
  const error = await t.rejects(t.api.fetchWithRetry(NOWHERE, {}, { ...quick, ...played(new Error('reset')), diagnose: true, maxRetries: 1 }));
  t.equal(t.api.retryInfo(error)?.gaveUp, 'retriesExhausted');
});

test('diagnose: the host answers, and the next attempt succeeds, or fails in another way', alone, async (t) => {
  watchFetch(t, opaque);
  const fine = await t.api.fetchWithRetry(NOWHERE, {}, { ...quick, ...played(failed, 200), diagnose: true });
  t.equal(fine.status, 200);
  const busy = await t.api.fetchWithRetry(NOWHERE, {}, { ...quick, ...played(failed, 503, 200), diagnose: true });
  t.deepEqual([busy.status, t.api.retryInfo(busy)?.attempts.length], [200, 3]);
  const error = await t.rejects(t.api.fetchWithRetry(NOWHERE, {}, { ...quick, ...played(503, failed, failed, 200), diagnose: true }));
  t.deepEqual([t.api.retryInfo(error)?.gaveUp, t.api.retryInfo(error)?.attempts.length], ['blocked', 3]);
});

test('diagnose: the question is not waited for, and ends with the call', alone, async (t) => {
  const { questions } = watchFetch(t, never);
  const began = performance.now();
  await t.api.fetchWithRetry(NOWHERE, {}, { ...quick, ...played(failed, 200), diagnose: true });
  t.between(performance.now() - began, 55, 2000, 'the wait alone');
  t.equal(questions()[0].init.signal.aborted, true, 'at its end');
  const own = new AbortController();
  const call = t.api.fetchWithRetry(NOWHERE, { signal: own.signal }, { initialDelayMs: 9000, ...played(failed), diagnose: true });
  await t.until(() => questions().length === 2, 'the question');
  t.equal(questions()[1].init.signal.aborted, false);
  own.abort('stop');
  await t.rejects(call, 'stop');
  t.equal(questions()[1].init.signal.aborted, true, 'at the caller\'s abort');
});

test('diagnose: a global fetch that throws or gives nonsense answers nothing', alone, async (t) => {
  for (const nonsense of [() => { throw new Error('no'); }, async () => Promise.reject(undefined)]) {
    const { fetch } = globalThis;
    globalThis.fetch = /** @type {any} */ (nonsense);
    const error = await t.api.fetchWithRetry(NOWHERE, {}, { ...quick, ...played(failed), diagnose: true }).catch((e) => e);
    globalThis.fetch = fetch;
    t.deepEqual([error, t.api.retryInfo(error)?.gaveUp], [failed, 'retriesExhausted']);
  }
});
