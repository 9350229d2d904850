// Assertions that work in every context, with messages that say what was found: the reader of a
// failure has no debugger in the service worker it came from.

/**
 * A value as a person would write it down.
 * @param {unknown} value
 * @returns {string} one line
 */
export function show(value) {
  if (value instanceof Error || (typeof DOMException === 'function' && value instanceof DOMException)) {
    return `${value.name}: ${value.message}`;
  }
  if (typeof value === 'function') return `function ${value.name}`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof Response === 'function' && value instanceof Response) return `Response ${value.status}`;
  if (value === null || typeof value !== 'object') {
    return typeof value === 'string' ? JSON.stringify(value) : String(value);
  }
  try {
    return JSON.stringify(value, (_key, part) =>
      part === undefined || typeof part === 'number' || typeof part === 'bigint' ? plain(part) : part);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

/** @param {undefined | number | bigint} part */
const plain = (part) => (Number.isFinite(part) ? part : String(part));

/** An assertion that did not hold. */
export class AssertionError extends Error {
  /** @override */
  name = 'AssertionError';
}

/**
 * @param {string} what
 * @param {string} found
 * @returns {never}
 */
export function fail(what, found) {
  throw new AssertionError(`${what}: ${found}`);
}

/**
 * @param {unknown} value
 * @param {string} what what should be so
 */
export function ok(value, what) {
  if (!value) fail(what, `got ${show(value)}`);
}

/**
 * The very same value (Object.is).
 * @param {unknown} actual
 * @param {unknown} expected
 * @param {string} [what]
 */
export function equal(actual, expected, what = 'values differ') {
  if (!Object.is(actual, expected)) fail(what, `expected ${show(expected)}, got ${show(actual)}`);
}

/**
 * The same structure of plain data.
 * @param {unknown} actual
 * @param {unknown} expected
 * @param {string} [what]
 */
export function deepEqual(actual, expected, what = 'values differ') {
  if (!same(actual, expected)) fail(what, `expected ${show(expected)}, got ${show(actual)}`);
}

/**
 * @param {any} a
 * @param {any} b
 * @returns {boolean}
 */
function same(a, b) {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
}

/**
 * A number in [low, high].
 * @param {number | null | undefined} actual
 * @param {number} low
 * @param {number} high
 * @param {string} [what]
 */
export function between(actual, low, high, what = 'out of range') {
  if (typeof actual !== 'number' || !(actual >= low && actual <= high)) {
    fail(what, `expected ${low} to ${high}, got ${show(actual)}`);
  }
}

/**
 * @param {string} actual
 * @param {RegExp} pattern
 * @param {string} [what]
 */
export function match(actual, pattern, what = 'text does not match') {
  if (!pattern.test(actual)) fail(what, `expected ${pattern}, got ${show(actual)}`);
}

/**
 * Waits for a rejection. A `check` that is a function is asked about the error; anything else is
 * compared with it by identity.
 * @param {Promise<unknown>} promise
 * @param {unknown} [check]
 * @param {string} [what]
 * @returns {Promise<any>} the error
 */
export async function rejects(promise, check, what = 'the promise should reject') {
  let value;
  try {
    value = await promise;
  } catch (error) {
    judge(error, check, arguments.length > 1, what);
    return error;
  }
  fail(what, `it resolved with ${show(value)}`);
}

/**
 * Calls something that must throw.
 * @param {() => unknown} call
 * @param {unknown} [check] as for `rejects`
 * @param {string} [what]
 * @returns {any} the error
 */
export function throws(call, check, what = 'the call should throw') {
  let value;
  try {
    value = call();
  } catch (error) {
    judge(error, check, arguments.length > 1, what);
    return error;
  }
  fail(what, `it returned ${show(value)}`);
}

/**
 * @param {unknown} error
 * @param {unknown} check
 * @param {boolean} given
 * @param {string} what
 */
function judge(error, check, given, what) {
  if (typeof check === 'function') {
    if (!check(error)) fail(what, `rejected with the wrong error, ${show(error)}`);
  } else if (given) equal(error, check, what);
}
