// What a config may say: each key, what its value must look like, its default, and the default of
// `presets.patient` where that is another. Nothing here reads a config; that is `config.js`.

/** More entries than anyone means; reading them all would freeze the page. */
export const LONGEST_LIST = 1000;

/**
 * What a value must look like.
 * @typedef {object} Form
 * @property {string} expected in words
 * @property {(value: any) => boolean} fits
 * @property {(value: any) => boolean} [isKind] if it does not fit: whether only its size is wrong
 * @property {(value: any) => number} [rank] as the policy takes it; a list has none
 */

/** @type {(value: any) => boolean} */
const isNumber = (value) => typeof value === 'number';
/** @type {(value: any) => boolean} */
const isFunction = (value) => typeof value === 'function';
/** @type {(value: any) => boolean} */
const isList = (value) => Array.isArray(value) && value.length <= LONGEST_LIST && value.every(isNumber);

/** @type {(expected: string, least: number, most?: number, isWhole?: boolean) => Form} */
const number = (expected, least, most = Number.MAX_VALUE, isWhole = false) => ({
  expected,
  fits: (value) => isNumber(value) && value >= least && value <= most && (!isWhole || Number.isInteger(value)),
  isKind: isNumber,
  rank: Number,
});
/** @type {(expected: string, entry: Form, least: number) => Form} */
const list = (expected, entry, least) => ({
  expected,
  fits: (value) => isList(value) && value.length >= least && value.every(entry.fits),
  isKind: isList,
});
/** @type {(expected: string, ...words: string[]) => Form} */
const word = (expected, ...words) => ({
  expected,
  fits: (value) => words.includes(value),
  rank: (value) => words.indexOf(value),
});

/** @type {Form} */
const flag = { expected: 'true or false', fits: (value) => typeof value === 'boolean', rank: Number };
/** @type {Form} */
const callback = { expected: 'a function', fits: isFunction };
const delay = number('milliseconds of at least 0', 0);
const cap = number('milliseconds of at least 0, or Infinity', 0, Infinity);
const timeout = number('milliseconds of more than 0, or Infinity', Number.MIN_VALUE, Infinity);
const status = number('', 100, 599, true);

/**
 * Every key that is known. The first 15 are the policy's: `Policy::of` takes them in this order.
 * @type {Record<string, [form: Form, byDefault?: any, patient?: any]>}
 */
export const KEYS = {
  maxRetries: [number('an integer of at least 0', 0, Number.MAX_SAFE_INTEGER, true), 3, 4],
  initialDelayMs: [delay, 1000, 500],
  factor: [number('a number of at least 1', 1), 2],
  maxDelayMs: [cap, 10_000, 32_000],
  delaysMs: [list('an array of 1 to 1000 numbers, milliseconds of at least 0', delay, 1)],
  jitter: [word('"equal", "full" or "none"', 'equal', 'full', 'none'), 'equal'],
  attemptTimeoutMs: [timeout, 120_000],
  totalTimeoutMs: [timeout, Infinity, 150_000],
  // 408 and 429 (RFC 9110, RFC 6585), the 5xx that pass, and 529 ("overloaded", Anthropic). That one
  // `patient` leaves to the caller, whose move to another model beats waiting.
  retryStatuses: [
    list('an array of integers from 100 to 599', status, 0),
    [408, 429, 500, 502, 503, 504, 529], [408, 429, 500, 502, 503, 504],
  ],
  retryNetworkErrors: [flag, true],
  retryTimeouts: [flag, true],
  maxRetryAfterMs: [cap, 30_000, 120_000],
  longRetryAfter: [word('"clamp" or "giveUp"', 'clamp', 'giveUp'), 'clamp', 'giveUp'],
  retryAfterJitter: [number('a share of at least 0', 0), 0],
  serverHints: [flag, true],
  keepAwake: [flag, true],
  cooldown: [word('"off", "context" or "extension"', 'off', 'context', 'extension'), 'off'],
  diagnose: [flag, false],
  bodyIdleTimeoutMs: [timeout, Infinity],
  idempotencyKey: [{
    expected: 'true, false or the name of a header',
    // `token` of RFC 9110 §5.6.2.
    fits: (value) => flag.fits(value) || (typeof value === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(value)),
  }, false],
  shouldRetry: [callback],
  onRetry: [callback],
  onGiveUp: [callback],
  random: [callback],
  fetch: [callback],
  logger: [{ expected: 'an object with log() and warn()', fits: isLogger }],
  label: [{ expected: 'a string', fits: (value) => typeof value === 'string' }],
};

/** Each key with its form. */
export const FORMS = Object.entries(KEYS).map(([key, [form]]) => ({ key, ...form }));
const RANKED = FORMS.slice(0, 15).filter(({ rank }) => rank);

/**
 * The values of the policy's keys, as it takes them.
 * @param {Record<string, any>} values
 * @returns {number[]} the lists last, behind the length of the statuses
 */
export function numbersOf(values) {
  const { retryStatuses: statuses, delaysMs: delays = [] } = values;
  const scalars = RANKED.map(({ key, rank }) => /** @type {(value: any) => number} */ (rank)(values[key]));
  return [...scalars, statuses.length, ...statuses, ...delays];
}

/**
 * @param {any} value
 * @returns {boolean}
 */
function isLogger(value) {
  try {
    return typeof value === 'object' && isFunction(value.log) && isFunction(value.warn);
  } catch {
    return false;
  }
}
