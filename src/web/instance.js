// The WebAssembly: carried by the package, instantiated when it is first needed.

import * as glue from './glue.js';
import { bytesAsBase64 } from './bytes.js';

let isReady = false;
/** @type {WebAssembly.Module | undefined} */
let compiled;

/**
 * @returns {typeof glue} the policy
 * @throws {Error} where WebAssembly is forbidden; the next use tries again
 */
export function instance() {
  if (!isReady) {
    try {
      compiled ??= new WebAssembly.Module(bytes());
      glue.start(compiled);
    } catch (error) {
      compiled = undefined;
      throw explained(error);
    }
    isReady = true;
  }
  return glue;
}

/**
 * Prepares it.
 * @param {WebAssembly.Module | BufferSource} [source] compiled elsewhere, or its bytes
 */
export async function init(source) {
  try {
    if (!isReady && source !== undefined) {
      const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
      if (!WebAssembly.Module.exports(module).some(({ name }) => name === 'parseRetryAfter')) {
        throw new TypeError('init: expected the module of this package');
      }
      compiled ??= module;
    }
  } catch (error) {
    throw explained(error);
  }
  instance();
}

/** @returns {Promise<WebAssembly.Module>} to post to workers */
export async function compiledModule() {
  try {
    return (compiled ??= await WebAssembly.compile(bytes()));
  } catch (error) {
    throw explained(error);
  }
}

/** @returns {Uint8Array<ArrayBuffer>} the module as it is compiled */
function bytes() {
  const text = atob(bytesAsBase64);
  const decoded = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) decoded[i] = text.charCodeAt(i);
  return decoded;
}

/**
 * @param {any} error
 * @returns {Error} with the fix, where it is the content security policy
 */
function explained(error) {
  const isForbidden = typeof WebAssembly !== 'object' || /unsafe-eval|CSP|Content Security/i.test(error?.message);
  return isForbidden ? new Error(
    "fetchWithRetry: WebAssembly is forbidden here. Add 'wasm-unsafe-eval' to script-src in the "
    + 'content security policy (in an extension: "content_security_policy" in the manifest). '
    + `The browser says: ${error?.message}`,
  ) : error;
}
