// The WebAssembly behind it: instantiated when first needed, by whatever is called first.

import { NOWHERE, notInServiceWorkers, played, settled } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

const fresh = { where: notInServiceWorkers };
let made = 0;

/**
 * @param {import('./toolkit.js').Toolkit} t
 * @returns {Promise<import('./toolkit.js').Api>} a further instance
 */
const another = (t) => import(`${t.pkg}?instance=${(made += 1)}`);

test('every export works straight after the import', fresh, async (t) => {
  /** @type {((api: import('./toolkit.js').Api) => unknown)[]} */
  const firsts = [
    (api) => t.equal(api.parseRetryAfter('5'), 5000),
    (api) => t.equal(api.retryNow(1), false),
    (api) => t.equal(api.retryInfo({}), undefined),
    (api) => t.equal(api.mayRetryStream(false, new TypeError('x')), true),
    (api) => t.equal(api.presets.default.maxRetries, 3),
    async (api) => t.equal((await api.createFetch(played(200))(NOWHERE)).status, 200),
    async (api) => t.equal((await api.fetchWithRetry(NOWHERE, {}, played(200))).status, 200),
    async (api) => t.equal(await api.keepAwake(Promise.resolve('kept')), 'kept'),
    (api) => t.throws(() => api.createFetch(/** @type {any} */ (null)), (/** @type {any} */ error) => error instanceof TypeError),
  ];
  for (const first of firsts) await first(await another(t));
});

test('init resolves, as often as it is called', async (t) => {
  t.equal(await t.api.init(), undefined);
  await Promise.all([t.api.init(), t.api.init()]);
});

test('a module compiled elsewhere is taken, and none compiled here', { ...fresh, alone: true }, async (t) => {
  const module = await t.api.compiledModule();
  t.ok(module instanceof WebAssembly.Module, 'a module');
  t.equal(await t.api.compiledModule(), module, 'the same each time');
  const api = await another(t);
  const { Module } = WebAssembly;
  const compile = WebAssembly.compile;
  const forbidden = () => { throw new Error('compiled again'); };
  try {
    WebAssembly.compile = forbidden;
    WebAssembly.Module = /** @type {any} */ (new Proxy(Module, { construct: forbidden }));
    await api.init(module);
    t.equal(api.parseRetryAfter('5'), 5000);
  } finally {
    Object.assign(WebAssembly, { Module, compile });
  }
});

test('bytes are taken as well', fresh, async (t) => {
  const url = new URL('fetch_with_retry.wasm', t.pkg);
  const bytes = url.protocol === 'file:'
    ? await (await import('node:fs/promises')).readFile(url)
    : await (await fetch(url)).arrayBuffer();
  const api = await another(t);
  await api.init(bytes);
  t.equal(api.parseRetryAfter('5'), 5000);
});

test('bytes or a module that are none: init rejects, and the next use works', fresh, async (t) => {
  const empty = Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0]);
  for (const source of [new Uint8Array([1, 2, 3]), 'wasm', {}, empty, new WebAssembly.Module(empty)]) {
    const api = await another(t);
    await t.rejects(api.init(/** @type {any} */ (source)), (/** @type {any} */ error) => error instanceof Error);
    t.equal(api.parseRetryAfter('5'), 5000, 'the next use');
  }
});

test('where WebAssembly is forbidden each use says so, and the next use tries again', { ...fresh, alone: true }, async (t) => {
  const api = await another(t);
  const { Module, compile } = WebAssembly;
  const refuse = () => { throw new WebAssembly.CompileError('call to WebAssembly.Module() blocked by CSP'); };
  const isClear = (/** @type {any} */ error) => error instanceof Error && error.message.includes('wasm-unsafe-eval');
  try {
    WebAssembly.Module = /** @type {any} */ (new Proxy(Module, { construct: refuse }));
    WebAssembly.compile = async () => refuse();
    for (const call of [() => api.fetchWithRetry(NOWHERE), () => api.init(), () => api.compiledModule(), () => api.init(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))]) {
      const promise = call();
      t.ok(promise instanceof Promise, 'a promise');
      await t.rejects(promise, isClear);
    }
    for (const call of [() => api.parseRetryAfter('5'), () => api.createFetch(), () => api.presets.default, () => api.mayRetryStream(false, new Error('x'))]) t.throws(call, isClear);
  } finally {
    Object.assign(WebAssembly, { Module, compile });
  }
  t.equal((await api.fetchWithRetry(NOWHERE, {}, played(200))).status, 200);
  t.equal((await api.compiledModule()) instanceof WebAssembly.Module, true);
});

test('where there is no WebAssembly at all likewise', { ...fresh, alone: true }, async (t) => {
  const api = await another(t);
  const before = WebAssembly;
  const isClear = (/** @type {any} */ error) => error instanceof Error && error.message.includes('wasm-unsafe-eval');
  try {
    /** @type {any} */ (globalThis).WebAssembly = undefined;
    await t.rejects(api.fetchWithRetry(NOWHERE), isClear);
    await t.rejects(api.compiledModule(), isClear);
    t.throws(() => api.parseRetryAfter('5'), isClear);
  } finally {
    /** @type {any} */ (globalThis).WebAssembly = before;
  }
  t.equal(api.parseRetryAfter('5'), 5000);
});

test('a compiled module can be posted to a worker of one\'s own', { where: (context) => context.endsWith(' page') }, async (t) => {
  const code = `import { init, parseRetryAfter } from ${JSON.stringify(t.pkg)};
    onmessage = async ({ data }) => { await init(data); postMessage(parseRetryAfter('5')); };
    postMessage('ready');`;
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })), { type: 'module' });
  const next = () => new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
  });
  t.equal(await next(), 'ready');
  worker.postMessage(await t.api.compiledModule());
  t.equal(await next(), 5000);
  worker.terminate();
});

test('two instances do not know of each other', fresh, async (t) => {
  const api = await another(t);
  const response = await api.fetchWithRetry(NOWHERE, {}, played(200));
  t.ok(api.retryInfo(response), 'its own');
  t.equal(t.api.retryInfo(response), undefined, 'another\'s');
});

test('a trap in the middle of a call hangs neither that call nor another, and the next one works', { ...fresh, alone: true }, async (t) => {
  const api = await another(t);
  const fetchIt = api.createFetch({ ...played(503, 200), delaysMs: [150], jitter: 'none' });
  const calls = [fetchIt(NOWHERE), api.fetchWithRetry(NOWHERE, {}, { fetch: () => new Promise(() => {}) })];
  await t.sleep(30);
  const { now } = Date;
  try {
    // What is thrown here passes through the WebAssembly as its own traps do: nothing in it can catch it.
    Date.now = () => { throw new WebAssembly.RuntimeError('unreachable'); };
    for (const call of calls) {
      const { error } = await settled(t, call, 'the call', 3000);
      t.ok(error instanceof WebAssembly.RuntimeError, `${error}`);
    }
  } finally {
    Date.now = now;
  }
  t.equal((await api.fetchWithRetry(NOWHERE, {}, played(200))).status, 200, 'the next call');
  t.equal((await fetchIt(NOWHERE)).status, 200, 'and a function that was made before');
});

test('the request leaves when it is made', async (t) => {
  const { fetch, calls } = played(200);
  const call = t.api.fetchWithRetry(NOWHERE, {}, { fetch });
  t.equal(calls.length, 1, 'at once, as with fetch');
  await call;
});
