// What is sent is what fetch would have sent; what it could never send is told at once.

import { answer, ears, inNode, NOWHERE, played, quick } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

const inBrowsers = (/** @type {string} */ context) => context !== 'node';
const inPages = (/** @type {string} */ context) => context.endsWith(' page');

test('a Request keeps its referrer and its policy', { where: inBrowsers }, async (t) => {
  for (const init of /** @type {RequestInit[]} */ ([{}, { referrerPolicy: 'no-referrer' }, { referrer: '' }, { referrerPolicy: 'unsafe-url' }, { referrerPolicy: 'origin' }])) {
    const { url, log } = await t.script([{ body: 'x' }]);
    await (await fetch(new Request(url, init))).text();
    await (await t.api.fetchWithRetry(new Request(url, init))).text();
    const [bare, ours] = (await log()).map(({ headers }) => headers.referer);
    t.equal(ours, bare, JSON.stringify(init));
  }
});

test('a retry is not answered from the HTTP cache', { where: inPages }, async (t) => {
  const headers = { 'cache-control': 'max-age=60' };
  const { url, log } = await t.script([{ status: 503, headers }, { body: 'fresh', headers }]);
  t.equal(await (await t.api.fetchWithRetry(url, {}, quick)).text(), 'fresh');
  t.equal((await log()).length, 2, 'requests');
});

test('a cache mode of the caller\'s own stays', async (t) => {
  const { fetch, calls } = played(503, 200);
  await t.api.fetchWithRetry(NOWHERE, { cache: 'force-cache' }, { ...quick, fetch });
  t.deepEqual(calls.map(({ init }) => init.cache), ['force-cache', 'force-cache']);
  const plain = played(503, 200);
  await t.api.fetchWithRetry(NOWHERE, {}, { ...quick, fetch: plain.fetch });
  t.deepEqual(plain.calls.map(({ init }) => init.cache), [undefined, 'no-cache']);
});

test('a timeout that only the call knows of cuts a stream, long after the headers', { where: inNode, timeoutMs: 30_000 }, async (t) => {
  const { setFlagsFromString } = await import('node:v8');
  const { runInNewContext } = await import('node:vm');
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  const { url } = await t.script([{ action: 'send-headers-then-trickle-body-forever', everyMs: 100, repeat: 20 }]);
  const read = async () => {
    const response = await t.api.fetchWithRetry(url, { signal: AbortSignal.timeout(600) });
    return response.text().then(() => 'read', (error) => error.name);
  };
  const ends = Array.from({ length: 10 }, read);
  for (let turn = 0; turn < 10; turn += 1) {
    await t.sleep(50);
    gc();
  }
  t.deepEqual([...new Set(await Promise.all(ends))], ['TimeoutError']);
});

test('many calls at once on one signal: one listener, and no warning', async (t) => {
  const { signal } = new AbortController();
  let listeners = 0;
  const { addEventListener } = signal;
  signal.addEventListener = (/** @type {any[]} */ ...args) => {
    listeners += 1;
    return addEventListener.apply(signal, /** @type {any} */ (args));
  };
  await Promise.all(Array.from({ length: 30 }, () => t.api.fetchWithRetry(NOWHERE, { signal }, { ...played(503, 200), delaysMs: [50] })));
  t.equal(listeners, 1);
});

test('a body that is no stream of the platform\'s is neither copied nor kept', async (t) => {
  let copied = 0;
  let destroyed = 0;
  const body = { pipe() {}, on() {}, destroy() { destroyed += 1; } };
  const response = () => ({
    status: 503, headers: new Headers({ 'content-type': 'application/json' }), body, clone() { copied += 1; return this; },
  });
  const { fetch } = played(response, response, 200);
  t.equal((await t.api.fetchWithRetry(NOWHERE, {}, { ...quick, fetch: /** @type {any} */ (fetch) })).status, 200);
  t.deepEqual([copied, destroyed], [0, 2]);
});

test('a body that can only be piped is sent once', async (t) => {
  const { fetch, calls } = played(503, 200);
  const body = /** @type {any} */ ({ pipe() {}, getHeaders: () => ({}) });
  const response = await t.api.fetchWithRetry(NOWHERE, { method: 'POST', body }, { ...quick, fetch });
  t.deepEqual([calls.length, t.api.retryInfo(response)?.gaveUp], [1, 'bodyNotReplayable']);
});

test('made by createFetch it may be installed as the global fetch, also twice', { alone: true }, async (t) => {
  const before = globalThis.fetch;
  const { fetch, calls } = played(503, 503, 200);
  try {
    globalThis.fetch = /** @type {any} */ (fetch);
    const first = t.api.createFetch({ ...quick, maxRetries: 1 });
    globalThis.fetch = first;
    const second = t.api.createFetch(quick);
    globalThis.fetch = second;
    t.equal((await t.api.fetchWithRetry(NOWHERE, {}, { maxRetries: 0 })).status, 503, 'what the inner ones gave up on');
    t.equal(calls.length, 2);
    t.equal((await globalThis.fetch(NOWHERE)).status, 200);
  } finally {
    globalThis.fetch = before;
  }
});

test('what can never be sent is told at once, by the argument at fault', { alone: true }, async (t) => {
  const before = globalThis.fetch;
  let calls = 0;
  globalThis.fetch = (input, init) => {
    calls += 1;
    return before(input, init);
  };
  try {
    for (const [url, init, argument] of /** @type {[string, RequestInit, RegExp][]} */ ([
      ['localhost:11434/api/chat', {}, /^input: .*http:\/\/ missing/],
      ['ftp://localhost/x', {}, /^input: .*http:\/\/ missing/],
      ['htp://localhost/x', {}, /^input: /],
      [`${new URL(t.origin).protocol}//localhost:6000/`, {}, /^input: .*port/],
    ])) {
      calls = 0;
      const { messages, config } = ears();
      const error = await t.rejects(t.api.fetchWithRetry(url, init, { ...config, initialDelayMs: 5000 }));
      t.ok(error instanceof TypeError, 'a TypeError');
      t.match(error.message, argument);
      t.deepEqual([calls, messages], [1, []], url);
    }
  } finally {
    globalThis.fetch = before;
  }
});

test('aborted inside a callback, nothing further is called', async (t) => {
  for (const where of ['log', 'warn', 'onRetry', 'shouldRetry', 'onGiveUp', 'random', 'fetch']) {
    const own = new AbortController();
    /** @type {string[]} */
    const called = [];
    const hear = (/** @type {string} */ name) => () => {
      called.push(name);
      if (name === where) own.abort('stop');
      return true;
    };
    const attempt = () => {
      hear('fetch')();
      return answer(503);
    };
    const { error } = await t.api.fetchWithRetry(NOWHERE, { signal: own.signal }, {
      ...played(attempt), maxRetries: 1, initialDelayMs: 5, onRetry: hear('onRetry'), onGiveUp: hear('onGiveUp'), shouldRetry: hear('shouldRetry'),
      random: () => (hear('random')(), 0.5), logger: { log: hear('log'), warn: hear('warn') },
    }).then((value) => ({ value, error: undefined }), (reason) => ({ error: reason }));
    t.equal(error, 'stop', where);
    t.equal(called.at(-1), where, `the last that was called: ${called}`);
  }
});
