// One logger for the whole add-on: off unless the user asks, always with the same prefix, and unable to
// print what must not be printed, whoever hands it a line.

import { withoutUrls } from './showable.js';

/**
 * @typedef {object} Logger
 * @property {(line: string) => void} log
 * @property {(line: string) => void} warn
 */

const prefix = '[fetch-with-retry]';
const longest = 400;

/**
 * Cuts every URL, and every run that could be a key, out of a line. Lines are written to hold neither;
 * this is the second lock.
 *
 * @param {unknown} line
 * @returns {string} At most 400 characters.
 */
export function harmless(line) {
  return withoutUrls(String(line))
    .replace(/[\w+/=.~-]{24,}/g, '…')
    .slice(0, longest);
}

/**
 * @param {object} [options]
 * @param {boolean} [options.enabled] Default false: nothing is printed, warnings neither.
 * @param {Logger} [options.sink] Where lines go. Default: the console.
 * @returns {Logger} To be given to `fetchWithRetry` as it is.
 */
export function createLogger({ enabled = false, sink = console } = {}) {
  return {
    log(line) {
      if (enabled) sink.log(`${prefix} ${harmless(line)}`);
    },
    warn(line) {
      if (enabled) sink.warn(`${prefix} ${harmless(line)}`);
    },
  };
}
