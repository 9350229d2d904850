// Reads a config as plain data. What may be asked for is the policy's business.

/** More entries than anyone means; reading them all would freeze the page. */
const LONGEST_LIST = 1000;

/** A value that stands for one that could not be read. */
const threw = () => {};

/**
 * Reads the known keys, each once.
 * @param {any} config
 * @param {string[]} known
 * @returns {unknown[] | string} the values in the order of `known`, lists of numbers as Float64Array;
 *   or the name of the first key that is not known
 */
export function readConfig(config, known) {
  for (const key of Object.keys(config)) {
    if (!known.includes(key)) return key;
  }
  return known.map((key) => {
    try {
      const value = config[key];
      return Array.isArray(value) ? numbers(value) : value;
    } catch {
      return threw;
    }
  });
}

/**
 * @param {any[]} list
 * @returns {unknown} as numbers, if it holds nothing else
 */
function numbers(list) {
  if (list.length > LONGEST_LIST) return list;
  const copy = Array.from(list);
  return copy.every((item) => typeof item === 'number') ? Float64Array.from(copy) : copy;
}

/**
 * What a value is, in words for an error: its type and, for numbers, its kind; never the value.
 * @param {any} value
 * @returns {string}
 */
export function kindOf(value) {
  if (value === null || value === undefined) return String(value);
  if (value === threw) return 'a value that throws when read';
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : 'an infinite number';
    if (value < 0) return 'a negative number';
    return Number.isInteger(value) ? 'a number out of range' : 'a fraction';
  }
  if (value instanceof Float64Array) {
    return value.length === 0 ? 'an empty array' : `an array with ${kindOf(value.find(isOdd) ?? value[0])}`;
  }
  if (isArray(value)) {
    const odd = value.find((item) => typeof item !== 'number');
    return value.length > LONGEST_LIST ? `an array of more than ${LONGEST_LIST}` : `an array with ${kindOf(odd)}`;
  }
  return /^[aeiou]/.test(typeof value) ? `an ${typeof value}` : `a ${typeof value}`;
}

/**
 * @param {number} number
 * @returns {boolean} the likeliest culprit in a list
 */
function isOdd(number) {
  return !Number.isInteger(number) || number < 100 || number > 599;
}

/**
 * @param {any} value
 * @returns {value is any[]} a revoked proxy throws
 */
function isArray(value) {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

/**
 * @param {any} value
 * @returns {boolean} whether it is an object, and neither array nor function
 */
export function isPlain(value) {
  return typeof value === 'object' && value !== null && !isArray(value);
}
