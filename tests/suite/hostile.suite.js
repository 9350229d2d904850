// Whatever JavaScript passes in: a clear error or an answer, never a hang or a panic, and the next
// call works.

import { answer, NOWHERE, played, quick, settled } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

const { proxy: revoked, revoke } = Proxy.revocable({}, {});
revoke();
const { proxy: revokedFunction, revoke: revokeFunction } = Proxy.revocable(() => {}, {});
revokeFunction();
const { proxy: revokedArray, revoke: revokeArray } = Proxy.revocable(/** @type {any[]} */ ([]), {});
revokeArray();
const throwing = new Proxy({}, { get() { throw new Error('trap'); }, ownKeys() { throw new Error('trap'); }, has() { throw new Error('trap'); } });
/** @type {any[]} */
const none = [];
const endless = new Proxy(none, { get: (target, key) => (key === 'length' ? 2 ** 32 - 1 : key in target ? Reflect.get(target, key) : 5) });
/** @param {string} name */
const getter = (name) => Object.defineProperty({}, name, { enumerable: true, get() { throw new Error(`getter of ${name}`); } });
const cyclic = /** @type {any} */ ({});
cyclic.self = cyclic;

/**
 * @param {import('./toolkit.js').Toolkit} t
 * @param {string} what
 * @param {() => Promise<Response>} call
 */
async function survives(t, what, call) {
  /** @type {Promise<Response>} */
  let promise;
  try {
    promise = call();
  } catch (error) {
    t.fail(`${what} threw synchronously`, String(error));
    return;
  }
  t.ok(promise instanceof Promise, `${what}: a promise`);
  const outcome = await settled(t, promise, what);
  t.ok(outcome.error !== undefined || outcome.value !== undefined, `${what}: settled with undefined`);
  const next = await settled(t, t.api.fetchWithRetry(NOWHERE, {}, { ...played(503, 200), initialDelayMs: 1 }), `the call after ${what}`);
  t.equal(next.value?.status, 200, `the call after ${what}`);
}

test('odd inputs', async (t) => {
  const inputs = [undefined, null, 5, NaN, '', true, 5n, Symbol('x'), {}, [], revoked, throwing, revokedFunction, cyclic,
    { url: 'x', clone: 1 }, { url: 'http://x.invalid', clone() { throw new Error('clone'); } }, getter('url'), Object.create(null),
    { url: NOWHERE, clone: () => undefined, method: 'POST', body: {} }, { toString: () => ({}) }, () => {}];
  for (const [index, input] of inputs.entries()) {
    await survives(t, `input ${index}`, () => t.api.fetchWithRetry(/** @type {any} */ (input), {}, { ...quick, maxRetries: 1 }));
    await survives(t, `input ${index} with a fetch`, () => t.api.fetchWithRetry(/** @type {any} */ (input), {}, { ...played(503, 200), ...quick }));
  }
});

test('odd inits', async (t) => {
  let reads = 0;
  const fickle = { get aborted() { reads += 1; if (reads > 1) throw new Error('second read'); return false; }, addEventListener() {}, removeEventListener() {} };
  const inits = [5, 'x', true, Symbol('x'), 5n, [], () => {}, revoked, throwing, getter('method'), getter('body'), getter('signal'), getter('headers'), getter('other'),
    { headers: 5 }, { headers: 'x' }, { headers: revoked }, { headers: throwing }, { headers: [[]] }, { headers: [5] }, { headers: null }, { headers: { a: { toString() { throw new Error('toString'); } } } }, { headers: Symbol('x') },
    { body: revoked, method: 'POST' }, { body: throwing, method: 'POST' }, { body: {}, method: 'POST' }, { body: 5, method: 'POST' }, { body: Symbol('x'), method: 'POST' }, { body: 'x' },
    { body: { getReader: 1, [Symbol.asyncIterator]: 1 }, method: 'POST' }, { body: { locked: true }, method: 'POST' },
    { signal: 5 }, { signal: {} }, { signal: { aborted: false } }, { signal: revoked }, { signal: throwing }, { signal: new EventTarget() }, { signal: fickle },
    { signal: new Proxy(new AbortController().signal, {}) }, { signal: Object.create(new AbortController().signal) }, { method: Symbol('x') }, { method: {} }, { method: '' }, cyclic];
  for (const [index, init] of inits.entries()) {
    await survives(t, `init ${index}`, () => t.api.fetchWithRetry(`${t.deadOrigin}/`, /** @type {any} */ (init), { ...quick, maxRetries: 1 }));
    await survives(t, `init ${index} with a fetch`, () => t.api.fetchWithRetry(NOWHERE, /** @type {any} */ (init), { ...played(503, 200), ...quick }));
  }
});

test('odd configs', async (t) => {
  const keys = ['maxRetries', 'delaysMs', 'retryStatuses', 'jitter', 'logger', 'label', 'onRetry', 'fetch', 'random', 'shouldRetry', 'serverHints', 'factor'];
  const values = [revoked, revokedFunction, revokedArray, throwing, endless, cyclic, new Array(2 ** 32 - 1), [revoked], [getter('x')], Object.create(null), new Map(), new Date(), 2n ** 70n, '\ud800'];
  const configs = [revoked, throwing, revokedFunction, revokedArray, new Map(), Object.create(null), ...keys.map(getter),
    ...keys.flatMap((key) => values.map((value) => ({ [key]: value }))), { '\ud800': 1 }, { ['x'.repeat(1e6)]: 1 }, { '': 1 }, { __proto__: { maxRetrys: 1 } }];
  // A config that is taken comes as far as the abort.
  const signal = AbortSignal.abort('taken');
  for (const [index, config] of configs.entries()) {
    const what = `config ${index}`;
    const { error } = await settled(t, t.api.fetchWithRetry(NOWHERE, { signal }, /** @type {any} */ (config)), what);
    if (error === 'taken') continue;
    t.ok(error instanceof TypeError || error instanceof RangeError, `${what}: ${String(error)}`);
    t.match(error.message, /^config/, what);
  }
  await survives(t, 'all of them', () => t.api.fetchWithRetry(NOWHERE, {}, /** @type {any} */ (revoked)));
});

test('a fetch that gives no Response is a TypeError, not retried', async (t) => {
  for (const result of [undefined, null, 5, NaN, 'response', true, {}, [], { status: '200' }, { status: null }, Symbol('x'), () => {}, { get status() { throw new Error('status'); } }]) {
    for (const wrap of [(/** @type {any} */ value) => value, (/** @type {any} */ value) => Promise.resolve(value)]) {
      let calls = 0;
      const fetch = /** @type {any} */ (() => {
        calls += 1;
        return wrap(result);
      });
      const { error } = await settled(t, t.api.fetchWithRetry(NOWHERE, {}, { ...quick, fetch }), 'the call');
      t.ok(error instanceof TypeError, `a TypeError for ${String(result)}, not ${error}`);
      t.match(error.message, /fetch/);
      t.equal(calls, 1);
    }
  }
});

test('an object with a numeric status is a Response, whatever else it lacks', async (t) => {
  const bare = { status: 200 };
  t.equal(await t.api.fetchWithRetry(NOWHERE, {}, { fetch: /** @type {any} */ (() => bare) }), bare);
  for (const extra of [{}, { headers: null }, { headers: { get() { throw new Error('get'); } } }, { headers: { get: () => 5 } }, { body: {} },
    { body: { getReader() { throw new Error('reader'); } } }, { body: { getReader: () => ({}) } }, { body: { locked: true } },
    { get body() { throw new Error('body'); } }, { body: {}, clone() { throw new Error('clone'); } }, { body: {}, clone: () => ({}) }]) {
    const { fetch } = played(() => Object.create(extra, { status: { value: 503 } }), 200);
    const { value } = await settled(t, t.api.fetchWithRetry(NOWHERE, {}, { ...quick, fetch }), 'the call');
    t.equal(value?.status, 200);
  }
  for (const status of [0, 99, 600, 1e9, 429.5, NaN, Infinity]) {
    const { value } = await settled(t, t.api.fetchWithRetry(NOWHERE, {}, { ...quick, fetch: /** @type {any} */ (() => ({ status })) }), 'the call');
    t.ok(Object.is(value?.status, status), `delivered as it is: ${status}`);
  }
});

test('a fetch that rejects with anything is retried, and what it rejected with is the outcome', async (t) => {
  for (const thrown of ['a string', 0, null, false, Symbol.for('x'), { odd: true }, new Error('own'), new TypeError('own'), new DOMException('own', 'NetworkError')]) {
    for (const fails of [() => { throw thrown; }, () => Promise.reject(thrown)]) {
      let calls = 0;
      const fetch = () => {
        calls += 1;
        return /** @type {any} */ (fails());
      };
      const { error } = await settled(t, t.api.fetchWithRetry(NOWHERE, {}, { fetch, maxRetries: 2, initialDelayMs: 1 }), 'the call');
      t.equal(error, thrown);
      t.equal(calls, 3);
    }
  }
});

test('a fetch that rejects with undefined: the call does not settle with undefined', async (t) => {
  const { error } = await settled(t, t.api.fetchWithRetry(NOWHERE, {}, { fetch: () => Promise.reject(undefined), initialDelayMs: 1 }), 'the call');
  t.ok(error instanceof TypeError, `a TypeError, not ${error}`);
});

test('thenables are waited for, odd ones too', async (t) => {
  const thenables = [
    { then: (/** @type {any} */ resolve) => resolve(answer(200)) },
    { then(/** @type {any} */ resolve, /** @type {any} */ reject) { resolve(answer(200)); reject(new Error('late')); throw new Error('later'); } },
  ];
  for (const thenable of thenables) {
    const { value } = await settled(t, t.api.fetchWithRetry(NOWHERE, {}, { fetch: () => /** @type {any} */ (thenable) }), 'the call');
    t.equal(value?.status, 200);
  }
  const bad = { then() { throw new Error('then'); } };
  const { error } = await settled(t, t.api.fetchWithRetry(NOWHERE, {}, { fetch: () => /** @type {any} */ (bad), initialDelayMs: 1 }), 'the call');
  t.equal(error.message, 'then');
});

test('odd arguments of the other exports', (t) => {
  const odd = [undefined, null, NaN, -1, 1e300, 'x', '', {}, [], Symbol('x'), 5n, revoked, throwing, () => {}, cyclic];
  for (const value of odd) {
    const any = /** @type {any} */ (value);
    t.equal(t.api.retryNow(any), false);
    t.equal(t.api.retryInfo(any), undefined);
    t.equal(t.api.parseRetryAfter(any), value === undefined ? null : null);
    t.equal(typeof t.api.mayRetryStream(any, any), 'boolean');
    t.equal(typeof t.api.mayRetryStream(false, any), 'boolean');
    t.equal(t.api.parseRetryAfter('Wed, 21 Oct 2015 07:28:00 GMT', typeof value === 'number' ? value : undefined) === undefined, false);
  }
});

test('calls made from within callbacks and getters', async (t) => {
  const inner = () => t.api.fetchWithRetry(NOWHERE, {}, { ...played(503, 200), initialDelayMs: 1 });
  /** @type {Promise<Response>[]} */
  const calls = [];
  const again = () => void calls.push(inner());
  const init = { get method() { again(); return 'POST'; } };
  const config = {
    ...played(503), ...quick, get label() { again(); return 'x'; }, onRetry: again, onGiveUp: again, random: () => { again(); return 0; },
    jitter: /** @type {const} */ ('full'), logger: { log: again, warn: again }, shouldRetry: () => { again(); return true; },
  };
  t.equal((await t.api.fetchWithRetry(NOWHERE, init, config)).status, 503);
  t.ok(calls.length > 10, 'calls within');
  (await Promise.all(calls)).forEach(({ status }) => t.equal(status, 200));
});
