// What a step of a script may say. Steps are checked when they are registered, because a misspelt
// key would otherwise play something else than the test believes.

import { fill } from './templates.js';

/**
 * @typedef {'respond' | 'hang-before-headers' | 'hang-mid-headers' | 'reset-before-headers'
 *   | 'accept-request-then-reset-before-headers' | 'close-before-headers' | 'garbage'
 *   | 'lie-about-length' | 'stream' | 'stream-then-reset'
 *   | 'send-headers-then-trickle-body-forever'} Action
 */

/**
 * @typedef {object} Step
 * @property {Action} [action] default "respond"
 * @property {number | string} [repeat] how many requests it serves: a number, "every attempt" or
 *   "first 3 attempts"; default 1. The last step repeats in any case.
 * @property {number} [delayMs] before anything is done
 * @property {number} [status] default 200
 * @property {string} [statusText]
 * @property {Record<string, string | string[] | null>} [headers] an array makes several lines, null
 *   takes away one that the server would add (date, connection, access-control-…, content-length)
 * @property {string} [body] `lie-about-length` and `garbage` send it too
 * @property {string} [bodyBase64] in place of body, for bytes
 * @property {{ text: string, times: number }} [bodyRepeat] in place of body, for size
 * @property {number} [bodyDelayMs] between the headers and the body
 * @property {string[]} [chunks] of a stream
 * @property {number} [chunkDelayMs] before each chunk but the first
 * @property {boolean} [leaveOpen] a stream that never ends after its last chunk
 * @property {number} [resetDelayMs] after the last chunk, so that it is read before the reset; 50
 * @property {string} [chunk] what trickles; default a space
 * @property {number} [everyMs] how often it trickles; default 100
 * @property {number} [missing] how many bytes content-length promises too much; default 10
 * @property {boolean} [cors] false: no CORS headers, and preflights are refused
 * @property {boolean} [keepAlive] true: the connection may serve a further request
 */

/** @type {Record<keyof Step, string>} */
const TYPES = {
  action: 'string',
  repeat: 'number or string',
  delayMs: 'number',
  status: 'number',
  statusText: 'string',
  headers: 'object',
  body: 'string',
  bodyBase64: 'string',
  bodyRepeat: 'object',
  bodyDelayMs: 'number',
  chunks: 'object',
  chunkDelayMs: 'number',
  leaveOpen: 'boolean',
  resetDelayMs: 'number',
  chunk: 'string',
  everyMs: 'number',
  missing: 'number',
  cors: 'boolean',
  keepAlive: 'boolean',
};

/**
 * How many requests a step serves.
 * @param {Step} step
 * @returns {number} at least 1, possibly Infinity
 */
export function repeatsOf({ repeat = 1 }) {
  if (repeat === 'every attempt') return Infinity;
  const first = typeof repeat === 'string' ? /^first (\d+) attempts?$/.exec(repeat)?.[1] : repeat;
  const count = Number(first);
  if (!Number.isInteger(count) || count < 1) {
    throw new TypeError(`repeat must be a number, "every attempt" or "first 3 attempts": ${repeat}`);
  }
  return count;
}

/**
 * Throws a TypeError that says what is wrong with the steps, if anything is.
 * @param {unknown} steps
 * @param {readonly string[]} actions the names that can be played
 * @returns {Step[]} the same steps
 */
export function checkSteps(steps, actions) {
  if (!Array.isArray(steps) || steps.length === 0) {
    throw new TypeError('steps must be an array of at least one step');
  }
  for (const [index, step] of steps.entries()) {
    for (const [key, value] of Object.entries(step)) {
      const type = Object.hasOwn(TYPES, key) ? TYPES[/** @type {keyof Step} */ (key)] : undefined;
      if (!type) throw new TypeError(`step ${index + 1}: unknown key ${key}`);
      if (!type.split(' or ').includes(typeof value)) {
        throw new TypeError(`step ${index + 1}: ${key} must be ${type}, not ${typeof value}`);
      }
    }
    if (step.action !== undefined && !actions.includes(step.action)) {
      throw new TypeError(`step ${index + 1}: unknown action ${step.action}`);
    }
    repeatsOf(step);
    fill(JSON.stringify(step), 0);
  }
  return steps;
}
