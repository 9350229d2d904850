// Not Rust, since it is what JavaScript imports before there is any: the package's entry, which passes calls
// through. The types and their documentation are in index.d.ts.

import * as wasm from './glue.js';
import { call, use } from './loader.js';

export { compiledModule, init } from './loader.js';

/** @type {typeof import('./index.d.ts').fetchWithRetry} */
export const fetchWithRetry = (input, init, config) => call(() => wasm.fetchWithRetry(input, init, config));

/** @type {typeof import('./index.d.ts').createFetch} */
export function createFetch(config) {
  let { made, of } = use((generation) => ({ made: wasm.createFetch(config), of: generation }));
  // The same function for ever, also when the instance that made the first has trapped.
  return Object.assign(/** @type {typeof made} */ ((input, init, overrides) => call((generation) => {
    if (of !== generation) [made, of] = [wasm.createFetch(config), generation];
    return made(input, init, overrides);
  })), made);
}

/** @type {typeof import('./index.d.ts').keepAwake} */
export function keepAwake(work) {
  try {
    return use(() => wasm.keepAwake(work));
  } catch (error) {
    return Promise.reject(error);
  }
}

/** @type {typeof import('./index.d.ts').retryNow} */
export const retryNow = (id) => use(() => wasm.retryNow(id));

/** @type {typeof import('./index.d.ts').retryInfo} */
export const retryInfo = (outcome) => use(() => wasm.retryInfo(outcome));

/** @type {typeof import('./index.d.ts').mayRetryStream} */
export const mayRetryStream = (streamedAny, error) => use(() => wasm.mayRetryStream(streamedAny, error));

/** @type {typeof import('./index.d.ts').parseRetryAfter} */
export const parseRetryAfter = (value, now) => use(() => wasm.parseRetryAfter(value, now));

/**
 * Made when first read: importing the package compiles nothing.
 * @type {Partial<Record<keyof typeof import('./index.d.ts').presets, Readonly<import('./index.d.ts').RetryConfig>>>}
 */
const made = {};
/** @type {typeof import('./index.d.ts').presets} */
export const presets = Object.freeze({
  get default() {
    return (made.default ??= use(() => wasm.presetDefault()));
  },
  get patient() {
    return (made.patient ??= use(() => wasm.presetPatient()));
  },
  get unattended() {
    return (made.unattended ??= use(() => wasm.presetUnattended()));
  },
});
