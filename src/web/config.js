// Reads a config. What a value must look like is the policy's business; here the callbacks and seams
// are kept, and what is wrong with a value is put into words.

import { instance } from './instance.js';
import { nearest } from './nearest.js';

/** More entries than anyone means; reading them all would freeze the page. */
const LONGEST_LIST = 1000;

/** Stands for a value that could not be read, and, as a function, for a logger. */
const threw = () => {};

/**
 * @typedef {object} Settings
 * @property {import('./glue.js').Rules} rules
 * @property {Record<string, any>} values the config's own, and the defaults of the rest
 */

/** @type {string[] | undefined} */
let keys;
/** @type {Settings | undefined} */
let defaults;

/**
 * Reads a config, each key once; undefined is every default.
 * @param {any} config
 * @returns {Settings}
 * @throws {TypeError | RangeError} that names the key, what was given and what was expected
 */
export function readConfig(config) {
  const { Rules, keyNames } = instance();
  defaults ??= { rules: new Rules(false), values: spelledOut(false) };
  if (config === undefined) return defaults;
  keys ??= keyNames().trim().split(' ');
  if (typeof config !== 'object' || config === null || isArray(config)) throw refused('config', config, 'Tan object');
  const unknown = ownKeys(config).find((key) => !keys?.includes(key));
  if (unknown !== undefined) {
    // A key is a name, not a value; but one of any length or form may be a slip.
    const shown = /^\w{1,40}$/.test(unknown) ? unknown : '…';
    throw new TypeError(`config.${shown}: unknown key; did you mean ${nearest(unknown, keys)}?`);
  }
  /** @type {Settings} */
  const settings = { rules: new Rules(false), values: { ...defaults.values } };
  keys.forEach((key, index) => {
    const value = read(config, key);
    if (value === undefined) return;
    const expected = settings.rules.set(index, formOf(key, value));
    if (expected !== undefined) throw refused(`config.${key}`, value, expected);
    settings.values[key] = value;
  });
  return settings;
}

/**
 * @param {boolean} patient
 * @returns {Readonly<Record<string, any>>} a frozen config with every value spelled out
 */
export function spelledOut(patient) {
  const { Rules, keyNames } = instance();
  const rules = new Rules(patient);
  /** @type {Record<string, any>} */
  const config = {};
  keyNames().trim().split(' ').forEach((key, index) => {
    const value = rules.get(index);
    if (value !== undefined) config[key] = value instanceof Float64Array ? Object.freeze([...value]) : value;
  });
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
    throw refused('config', threw, 'Tan object');
  }
}

/**
 * @param {any} config
 * @param {string} key
 * @returns {any}
 */
function read(config, key) {
  try {
    const value = config[key];
    if (!Array.isArray(value) || value.length > LONGEST_LIST) return value;
    const copy = Array.from(value);
    return copy.every((item) => typeof item === 'number') ? Float64Array.from(copy) : copy;
  } catch {
    return threw;
  }
}

/**
 * @param {string} key
 * @param {any} value
 * @returns {any} as the policy is to see it
 */
function formOf(key, value) {
  if (value === threw) return null;
  if (key !== 'logger') return value;
  try {
    return typeof value.log === 'function' && typeof value.warn === 'function' ? threw : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {any} value
 * @param {string} expected behind "T" for a TypeError or "R" for a RangeError
 * @returns {Error}
 */
function refused(key, value, expected) {
  const message = `${key}: got ${kindOf(value)}; expected ${expected.slice(1)}`;
  return expected.startsWith('R') ? new RangeError(message) : new TypeError(message);
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
  if (value instanceof Float64Array || isArray(value)) {
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
