// The arguments are what fetch takes: in every form, read once, and the same for each attempt.

import { NOWHERE, played, quick } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

/** @param {import('./toolkit.js').Entry[]} log */
const gist = (log) => log.map(({ method, bodyText, headers }) => [method, bodyText, headers['x-mark']]);

test('a URL, a Request and whatever can be made a string', async (t) => {
  const { url, log } = await t.script([{}]);
  for (const input of [url, new URL(url), new Request(url), { toString: () => url }]) {
    t.equal((await t.api.fetchWithRetry(/** @type {any} */ (input))).status, 200);
  }
  t.equal((await log()).length, 4);
});

test('method, headers and body are the same in each attempt', async (t) => {
  for (const headers of [{ 'x-mark': 'm' }, [['x-mark', 'm']], new Headers({ 'x-mark': 'm' })]) {
    const { url, log } = await t.script([{ status: 503 }, {}]);
    await t.api.fetchWithRetry(url, { method: 'PATCH', body: 'b', headers: /** @type {any} */ (headers) }, quick);
    t.deepEqual(gist(await log()), Array(2).fill(['PATCH', 'b', 'm']));
  }
});

test('inherited members of init count: a PUT stays a PUT', async (t) => {
  class Asked {
    get method() { return 'PUT'; }
    get headers() { return { 'x-mark': 'class' }; }
    get body() { return 'of a class'; }
  }
  const inherits = Object.create({ method: 'PUT', body: 'of a class', headers: { 'x-mark': 'class' } });
  for (const init of [new Asked(), inherits]) {
    const { url, log } = await t.script([{ status: 503 }, {}]);
    await t.api.fetchWithRetry(url, init, quick);
    t.deepEqual(gist(await log()), Array(2).fill(['PUT', 'of a class', 'class']));
  }
});

test('a Request can be init, as for fetch', async (t) => {
  const { url, log } = await t.script([{ status: 503 }, {}]);
  const init = new Request(`${url}elsewhere`, { method: 'DELETE', headers: { 'x-mark': 'request' } });
  await t.api.fetchWithRetry(`${url}here`, init, quick);
  t.deepEqual((await log()).map(({ path, method, headers }) => [path, method, headers['x-mark']]),
    Array(2).fill(['/here', 'DELETE', 'request']));
});

test('init goes before the Request, member by member', async (t) => {
  const { url, log } = await t.script([{ status: 503 }, {}]);
  const request = new Request(url, { method: 'POST', body: 'kept', headers: { 'x-mark': 'request' } });
  await t.api.fetchWithRetry(request, { method: 'PUT' }, quick);
  t.deepEqual(gist(await log()), Array(2).fill(['PUT', 'kept', 'request']));
});

test('a Request without a body is sent each time', async (t) => {
  const { url, log } = await t.script([{ status: 503 }, { status: 503 }, {}]);
  const request = new Request(url, { headers: { 'x-mark': 'r' } });
  await t.api.fetchWithRetry(request, undefined, quick);
  t.deepEqual(gist(await log()), Array(3).fill(['GET', '', 'r']));
  t.equal(request.bodyUsed, false);
});

test('every member is read once, at the call', async (t) => {
  /** @type {Record<string, number>} */
  const reads = {};
  const members = { method: 'POST', body: 'b', headers: { a: 'b' }, signal: new AbortController().signal, credentials: 'omit' };
  const init = {};
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(init, name, { enumerable: true, get: () => {
      reads[name] = (reads[name] ?? 0) + 1;
      return value;
    } });
  }
  const call = t.api.fetchWithRetry(NOWHERE, init, { ...played(503, 503, 200), ...quick });
  const atOnce = { ...reads };
  await call;
  t.deepEqual(reads, { method: 1, body: 1, headers: 1, signal: 1, credentials: 1 });
  t.deepEqual(atOnce, reads, 'read before the call returned');
});

test('the caller\'s init is left as it is, and may be frozen', async (t) => {
  const signal = new AbortController().signal;
  const init = Object.freeze({ method: 'POST', body: 'b', headers: Object.freeze({ a: 'b' }), signal });
  const { fetch, calls } = played(503, 200);
  await t.api.fetchWithRetry(NOWHERE, init, { fetch, ...quick });
  t.deepEqual(Object.keys(init), ['method', 'body', 'headers', 'signal']);
  t.equal(init.signal, signal);
  t.ok(calls[0].init !== init && calls[0].init !== calls[1].init, 'each attempt has an init of its own');
});

test('members that are unknown here reach fetch', async (t) => {
  const { fetch, calls } = played(200);
  await t.api.fetchWithRetry(NOWHERE, /** @type {any} */ ({ dispatcher: 'agent', priority: 'low', cache: 'no-store' }), { fetch });
  const { dispatcher, priority, cache } = calls[0].init;
  t.deepEqual([dispatcher, priority, cache], ['agent', 'low', 'no-store']);
});

test('init may be null, as for fetch', async (t) => {
  const { url } = await t.script([{}]);
  t.equal((await t.api.fetchWithRetry(url, /** @type {any} */ (null))).status, 200);
});

test('two calls can share one init and run together', async (t) => {
  const { url, log } = await t.script([{ status: 503, repeat: 2 }, {}]);
  const init = { method: 'POST', body: new Uint8Array([1, 2, 3]) };
  const both = await Promise.all([t.api.fetchWithRetry(url, init, quick), t.api.fetchWithRetry(url, init, quick)]);
  t.deepEqual(both.map(({ status }) => status), [200, 200]);
  t.deepEqual((await log()).map(({ bodyBase64 }) => bodyBase64), Array(4).fill('AQID'));
});
