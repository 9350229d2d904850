// Reads a config. What a value must look like is in `keys.js`; here the values are read, once each,
// and what is wrong with one is put into words.

import { instance } from './instance.js';
import { FORMS, KEYS, LONGEST_LIST, numbersOf } from './keys.js';
import { nearest } from './nearest.js';

/** Stands for a value that could not be read. */
const threw = () => {};

/**
 * @typedef {object} Settings
 * @property {number[]} numbers the policy's part of them
 * @property {Record<string, any>} values the config's own, and the defaults of the rest
 */

/** @type {Settings | undefined} */
let defaults;

/**
 * Reads a config, each key once; undefined is every default.
 * @param {any} config
 * @returns {Settings}
 * @throws {TypeError | RangeError} that names the key, what was given and what was expected
 */
export function readConfig(config) {
  defaults ??= settingsOf(spelledOut(false));
  if (config === undefined) return defaults;
  if (typeof config !== 'object' || config === null || isArray(config)) throw refused('config', config, 'an object');
  const unknown = ownKeys(config).find((key) => !Object.hasOwn(KEYS, key));
  if (unknown !== undefined) {
    // A key is a name, not a value; but one of any length or form may be a slip.
    const shown = /^\w{1,40}$/.test(unknown) ? unknown : '…';
    throw new TypeError(`config.${shown}: unknown key; did you mean ${nearest(unknown.slice(0, 40), Object.keys(KEYS))}?`);
  }
  const values = { ...defaults.values };
  for (const { key, expected, fits, isKind } of FORMS) {
    const value = read(config, key);
    if (value === undefined) continue;
    if (value === threw || !fits(value)) throw refused(`config.${key}`, value, expected, isKind);
    values[key] = value;
  }
  return settingsOf(values);
}

/**
 * @param {Record<string, any>} values
 * @returns {Settings}
 */
function settingsOf(values) {
  return { numbers: numbersOf(values), values };
}

/**
 * @param {boolean} isPatient
 * @returns {Readonly<Record<string, any>>} a frozen config with every value spelled out
 * @throws {Error} where WebAssembly is forbidden: better now than at the first request
 */
export function spelledOut(isPatient) {
  instance();
  /** @type {Record<string, any>} */
  const config = {};
  for (const [key, [, byDefault, patient = byDefault]] of Object.entries(KEYS)) {
    const value = isPatient ? patient : byDefault;
    if (value !== undefined) config[key] = Object.freeze(value);
  }
  return Object.freeze(config);
}

/**
 * @param {any} config
 * @returns {string[]}
 */
function ownKeys(config) {
  try {
    return Object.keys(config);
  } catch {
    throw refused('config', threw, 'an object');
  }
}

/**
 * @param {any} config
 * @param {string} key
 * @returns {any} a list is copied
 */
function read(config, key) {
  try {
    const value = config[key];
    return Array.isArray(value) && value.length <= LONGEST_LIST ? Array.from(value) : value;
  } catch {
    return threw;
  }
}

/**
 * @param {string} key
 * @param {any} value
 * @param {string} expected
 * @param {(value: any) => boolean} [isKind] whether only its size is wrong
 * @returns {Error}
 */
function refused(key, value, expected, isKind) {
  return new (isKind?.(value) ? RangeError : TypeError)(`${key}: got ${kindOf(value)}; expected ${expected}`);
}

/**
 * What a value is, in words for an error: its type and, for numbers, its kind; never the value.
 * @param {any} value
 * @returns {string}
 */
export function kindOf(value) {
  try {
    return kind(value);
  } catch {
    return kind(threw); // a revoked proxy, or a list with such entries
  }
}

/**
 * @param {any} value
 * @returns {string}
 */
function kind(value) {
  if (value === null || value === undefined) return String(value);
  if (value === threw) return 'a value that throws when read';
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : 'an infinite number';
    if (value < 0) return 'a negative number';
    return Number.isInteger(value) ? 'a number out of range' : 'a fraction';
  }
  if (isArray(value)) {
    if (value.length === 0) return 'an empty array';
    if (value.length > LONGEST_LIST) return `an array of more than ${LONGEST_LIST}`;
    const odd = Array.from(value).find((item) => !Number.isInteger(item) || item < 100 || item > 599);
    return `an array with ${kind(odd ?? value[0])}`;
  }
  return `${/^[aeiou]/.test(typeof value) ? 'an' : 'a'} ${typeof value}`;
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
