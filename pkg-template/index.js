// The package's entry: carries the WebAssembly, instantiates it when it is first needed, and passes
// calls through. No policy here. The types and their documentation are in index.d.ts.

import * as wasm from './glue.js';
import { bytesAsBase64 } from './bytes.js';

let ready = false;
/** @type {WebAssembly.Module | undefined} */
let compiled;

/** @returns {typeof wasm} the exports of the instance */
function instance() {
  if (!ready) {
    try {
      compiled ??= new WebAssembly.Module(bytes());
      wasm.initSync({ module: compiled });
    } catch (error) {
      throw explained(error);
    }
    ready = true;
  }
  return wasm;
}

/** @returns {Uint8Array<ArrayBuffer>} the module as it is compiled */
function bytes() {
  const text = atob(bytesAsBase64);
  const decoded = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) decoded[i] = text.charCodeAt(i);
  return decoded;
}

/**
 * @param {unknown} error
 * @returns {Error} with the fix, where the fix is known
 */
function explained(error) {
  const cause = error instanceof Error ? error.message : String(error);
  if (typeof WebAssembly === 'object' && !/wasm-unsafe-eval|unsafe-eval|CSP|Content Security/i.test(cause)) {
    return error instanceof Error ? error : new Error(cause);
  }
  return new Error(
    "fetchWithRetry: WebAssembly is forbidden here. Add 'wasm-unsafe-eval' to script-src in the "
    + 'content security policy (in an extension: "content_security_policy" in the manifest). '
    + `The browser says: ${cause}`,
  );
}

/** @type {typeof import('./index.d.ts').fetchWithRetry} */
export function fetchWithRetry(input, init, config) {
  try {
    return instance().fetchWithRetry(input, init, config);
  } catch (error) {
    return Promise.reject(error);
  }
}

/** @type {typeof import('./index.d.ts').createFetch} */
export function createFetch(config) {
  return instance().createFetch(config);
}

/** @type {typeof import('./index.d.ts').retryNow} */
export function retryNow(id) {
  return instance().retryNow(id);
}

export { keepAwake } from '../src/web/awake.js';

/** @type {typeof import('./index.d.ts').retryInfo} */
export function retryInfo(outcome) {
  return instance().retryInfo(outcome);
}

/** @type {typeof import('./index.d.ts').mayRetryStream} */
export function mayRetryStream(streamedAny, error) {
  return instance().mayRetryStream(streamedAny, error);
}

/** @type {typeof import('./index.d.ts').parseRetryAfter} */
export function parseRetryAfter(value, now) {
  return instance().parseRetryAfter(value, now);
}

/**
 * Made when first read: importing the package compiles nothing.
 * @type {Partial<Record<'default' | 'patient', Readonly<import('./index.d.ts').RetryConfig>>>}
 */
const made = {};
/** @type {typeof import('./index.d.ts').presets} */
export const presets = Object.freeze({
  get default() {
    return (made.default ??= instance().preset(false));
  },
  get patient() {
    return (made.patient ??= instance().preset(true));
  },
});

/** @type {typeof import('./index.d.ts').init} */
export async function init(source) {
  if (ready || source === undefined) {
    instance();
    return;
  }
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  compiled ??= module;
  instance();
}

/** @type {typeof import('./index.d.ts').compiledModule} */
export async function compiledModule() {
  return (compiled ??= await WebAssembly.compile(bytes()));
}
