// The package's entry: passes calls through. No policy here. The types and their documentation are
// in index.d.ts.

import { Call } from '../src/web/call.js';
import { readConfig, spelledOut } from '../src/web/config.js';
import { recall, refuse } from '../src/web/info.js';
import { instance } from '../src/web/instance.js';
import { streamError } from '../src/web/peek.js';
import { plain } from '../src/web/redact.js';

export { keepAwake } from '../src/web/awake.js';
export { compiledModule, init } from '../src/web/instance.js';
export { retryNow } from '../src/web/wait.js';

/** @type {typeof import('./index.d.ts').fetchWithRetry} */
export function fetchWithRetry(input, init, config) {
  try {
    return start(input, init, readConfig(config));
  } catch (error) {
    return refuse(error);
  }
}

/** @type {typeof import('./index.d.ts').createFetch} */
export function createFetch(config) {
  const settings = readConfig(config);
  return (input, init) => start(input, init, settings);
}

/**
 * @param {unknown} input
 * @param {unknown} init
 * @param {import('../src/web/config.js').Settings} settings
 * @returns {Promise<Response>}
 */
function start(input, init, settings) {
  try {
    return new Call(input, init, settings).run();
  } catch (error) {
    return refuse(error);
  }
}

/** @type {typeof import('./index.d.ts').retryInfo} */
export function retryInfo(outcome) {
  return recall(outcome);
}

/** @type {typeof import('./index.d.ts').mayRetryStream} */
export function mayRetryStream(streamedAny, error) {
  if (streamedAny) return false;
  const { name, flat } = streamError(error);
  const { mayPass, messageIn } = instance();
  return mayPass(name, flat, plain(messageIn(flat), { secrets: [], sent: '' }));
}

/** @type {typeof import('./index.d.ts').parseRetryAfter} */
export function parseRetryAfter(value, now = Date.now()) {
  return typeof value === 'string' ? instance().parseRetryAfter(value, Number(now)) : null;
}

/**
 * Made when first read: importing the package compiles nothing.
 * @type {Partial<Record<'default' | 'patient', Readonly<import('./index.d.ts').RetryConfig>>>}
 */
const made = {};
/** @type {typeof import('./index.d.ts').presets} */
export const presets = Object.freeze({
  get default() {
    return (made.default ??= spelledOut(false));
  },
  get patient() {
    return (made.patient ??= spelledOut(true));
  },
});
