// A config that is wrong is refused by name, with no request made and no value shown.

import { NOWHERE, played } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

const fn = () => {};
/**
 * For each key: what it may be, and what it may not.
 * @type {Record<string, [unknown[], unknown[]]>}
 */
const KEYS = {
  maxRetries: [[0, 1, 1000, Number.MAX_SAFE_INTEGER], [-1, 1.5, NaN, Infinity, '3', null, true, 3n, [], {}, fn]],
  initialDelayMs: [[0, 0.5, 1e300], [-1, NaN, Infinity, -Infinity, '100', null, {}]],
  factor: [[1, 1.5, 100], [0, 0.99, -2, NaN, Infinity, '2', null]],
  maxDelayMs: [[0, 10, Infinity], [-1, NaN, -Infinity, '10', null]],
  delaysMs: [[[0], [1, 2, 3], [1e300]], [[], [-1], [NaN], [Infinity], ['1'], [null], [1, undefined], 5, '5', null, {}, { length: 1, 0: 5 }, new Array(1001).fill(1), new Array(2), new Array(2 ** 32 - 1)]],
  jitter: [['equal', 'full', 'none'], ['Equal', '', 'half', 0, true, null, ['full']]],
  attemptTimeoutMs: [[1, 0.5, Infinity], [0, -1, NaN, '1', null, -Infinity]],
  totalTimeoutMs: [[1, 0.5, Infinity], [0, -1, NaN, '1', null]],
  retryStatuses: [[[], [100, 599], [500, 500]], [[99], [600], [500.5], ['500'], [NaN], 500, '500', null, {}, new Array(1001).fill(500), [500, null]]],
  retryNetworkErrors: [[true, false], [0, 1, 'true', null, {}]],
  retryTimeouts: [[true, false], [0, 'false', null]],
  shouldRetry: [[fn], [true, 'fn', null, {}]],
  maxRetryAfterMs: [[0, 5, Infinity], [-1, NaN, '5', null]],
  longRetryAfter: [['clamp', 'giveUp'], ['giveup', 'CLAMP', '', null, true]],
  retryAfterJitter: [[0, 0.5, 3], [-0.1, NaN, Infinity, '0.1', null]],
  serverHints: [[true, false], [0, 'no', null]],
  onRetry: [[fn], [{}, null, 'x', true]],
  onGiveUp: [[fn], [{}, null, 'x']],
  logger: [[{ log: fn, warn: fn }, console], [{}, { log: fn }, { warn: fn }, { log: 1, warn: 1 }, null, fn, 'console']],
  label: [['Ollama', ''], [5, null, {}, new String('x'), Symbol('x')]],
  fetch: [[async () => new Response()], [null, {}, 'fetch', true]],
  random: [[() => 0.5], [null, 0.5, 'random']],
};

for (const [key, [good, bad]] of Object.entries(KEYS)) {
  test(`${key}: what it may be and what it may not`, async (t) => {
    for (const value of good) {
      const config = { ...played(200), [key]: value };
      t.equal((await t.api.fetchWithRetry(NOWHERE, {}, config)).status, 200, key);
    }
    for (const value of bad) {
      const { fetch, calls } = played(200);
      const config = { fetch, [key]: value };
      const isClear = (/** @type {any} */ error) =>
        (error instanceof TypeError || error instanceof RangeError) && error.message.includes(`config.${key}`);
      const error = await t.rejects(t.api.fetchWithRetry(NOWHERE, {}, config), isClear, `${key} ${typeof value}`);
      t.throws(() => t.api.createFetch(config), isClear, `createFetch, ${key} ${typeof value}`);
      t.match(error.message, /got .*expected /);
      t.equal(calls.length, 0, 'requests');
    }
  });
}

test('a number of the wrong size is a RangeError, another type a TypeError', async (t) => {
  const kind = async (/** @type {any} */ config) => (await t.rejects(t.api.fetchWithRetry(NOWHERE, {}, config))).name;
  t.equal(await kind({ maxRetries: -1 }), 'RangeError');
  t.equal(await kind({ retryStatuses: [99] }), 'RangeError');
  t.equal(await kind({ maxRetries: '1' }), 'TypeError');
  t.equal(await kind({ maxRetries: null }), 'TypeError');
});

test('an unknown key is refused, naming the nearest known one', async (t) => {
  for (const [unknown, meant] of [['maxRetrys', 'maxRetries'], ['retries', 'maxRetries'], ['onretry', 'onRetry'], ['timeoutMs', 'TimeoutMs'], ['delayMs', 'elaysMs'], ['Label', 'label'], ['toString', 'did you mean'], ['constructor', 'did you mean']]) {
    const { fetch, calls } = played(200);
    const config = /** @type {any} */ ({ fetch, [unknown]: 1 });
    const error = await t.rejects(t.api.fetchWithRetry(NOWHERE, {}, config), (/** @type {any} */ e) => e instanceof TypeError);
    t.ok(error.message.includes(unknown) && error.message.includes(meant), error.message);
    t.throws(() => t.api.createFetch(config), (/** @type {any} */ e) => e instanceof TypeError);
    t.equal(calls.length, 0);
    t.equal((await t.api.fetchWithRetry(NOWHERE, {}, { ...config, [unknown]: undefined })).status, 200, 'undefined is absent');
  }
});

test('a config that is no object is refused', async (t) => {
  for (const config of [null, 5, 'x', true, [], fn, Symbol('x'), 5n]) {
    await t.rejects(t.api.fetchWithRetry(NOWHERE, {}, /** @type {any} */ (config)), (/** @type {any} */ e) => e instanceof TypeError && /config/.test(e.message));
    t.throws(() => t.api.createFetch(/** @type {any} */ (config)), (/** @type {any} */ e) => e instanceof TypeError);
  }
});

test('neither a value nor an odd key is shown in an error', async (t) => {
  const secret = 'sk-SECRET-0123456789';
  for (const config of [{ label: [secret] }, { jitter: secret }, { maxRetries: secret }, { [`${secret} and more that is no name`]: 1 }, { retryStatuses: [secret] }]) {
    const error = await t.rejects(t.api.fetchWithRetry(NOWHERE, {}, /** @type {any} */ (config)));
    t.ok(!`${error.message}${error.stack}`.includes('SECRET'), error.message);
  }
});

test('a config may inherit, be a class, be frozen, and have symbols and hidden members', async (t) => {
  class Config {
    get maxRetries() { return 1; }
  }
  const hidden = Object.defineProperty({ maxRetries: 1, [Symbol('s')]: 1 }, 'hidden', { value: 1, enumerable: false });
  for (const config of [new Config(), Object.create({ maxRetries: 1 }), Object.freeze({ maxRetries: 1 }), hidden]) {
    const { fetch, calls } = played(503);
    Object.isFrozen(config) || Object.assign(config, { initialDelayMs: 0 });
    const run = t.api.fetchWithRetry(NOWHERE, {}, Object.isFrozen(config) ? { ...config, fetch, initialDelayMs: 0 } : Object.assign(config, { fetch }));
    t.equal((await run).status, 503);
    t.equal(calls.length, 2);
  }
});
