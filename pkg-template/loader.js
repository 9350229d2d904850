// Not Rust, since it is what loads it: compiles and instantiates the WebAssembly when it is first needed, and
// anew after a trap.

import { bytesAsBase64 } from './bytes.js';
import { __wbg_reset_state as startAgain, initSync } from './glue.js';

/** @type {WebAssembly.Module | undefined} */
let compiled;
let isAlive = false;
/** Which instance it is: functions that an earlier one made are dead. */
let generation = 0;
/**
 * What ends the calls in flight, should their instance trap.
 * @type {Set<(reason: unknown) => void>}
 */
const inFlight = new Set();

/** Marks an error that ended an instance. */
const TRAP = Symbol.for('fetch-with-retry-wasm trap');

/**
 * Uses the instance. One that traps (its memory is exhausted, say) is thrown away.
 * @template T
 * @param {(generation: number) => T} action
 * @returns {T}
 * @throws {Error} where WebAssembly is forbidden; the next use tries again
 */
export function use(action) {
  instantiate();
  try {
    return action(generation);
  } catch (error) {
    if (typeof WebAssembly === 'object' && error instanceof WebAssembly.RuntimeError) throwAway(error);
    throw error;
  }
}

/**
 * As `use`, for calls: they reject where `use` throws, and when their instance is thrown away.
 * @template T
 * @param {(generation: number) => Promise<T>} action
 * @returns {Promise<T>}
 */
export function call(action) {
  return new Promise((resolve, reject) => {
    inFlight.add(reject);
    const failed = (/** @type {any} */ error) => {
      inFlight.delete(reject);
      if (error?.[TRAP]) {
        delete error[TRAP]; // once: the error is the caller's now
        throwAway(error);
      }
      reject(error);
    };
    try {
      use(action).then((value) => {
        inFlight.delete(reject);
        resolve(value);
      }, failed);
    } catch (error) {
      failed(error);
    }
  });
}

/** @param {unknown} trap */
function throwAway(trap) {
  isAlive = false;
  for (const end of inFlight) end(trap);
  inFlight.clear();
}

function instantiate() {
  if (isAlive) return;
  try {
    compiled ??= new WebAssembly.Module(bytes());
  } catch (error) {
    throw forbidden(error);
  }
  try {
    if (generation === 0) start(compiled);
    else startAgain();
  } catch (error) {
    compiled = undefined;
    throw error instanceof WebAssembly.CompileError ? forbidden(error) : error;
  }
  generation += 1;
  isAlive = true;
}

/**
 * The platform takes a module of another realm, the glue only asks whether it is of this one's class; so it is
 * for that moment. (A clone would do, were it not that Firefox holds a policy against cloning, too.)
 * @param {WebAssembly.Module} module
 */
function start(module) {
  const itsOwn = Object.getPrototypeOf(module);
  Object.setPrototypeOf(module, WebAssembly.Module.prototype);
  try {
    initSync({ module });
  } finally {
    Object.setPrototypeOf(module, itsOwn);
  }
}

/** @type {typeof import('./index.d.ts').compiledModule} */
export async function compiledModule() {
  try {
    const module = compiled ?? await WebAssembly.compile(bytes());
    return (compiled ??= module);
  } catch (error) {
    throw forbidden(error);
  }
}

/** @type {typeof import('./index.d.ts').init} */
export async function init(source) {
  if (source === undefined) await compiledModule();
  else if (!isAlive) compiled ??= await moduleOf(source);
  instantiate();
}

/**
 * @param {any} source
 * @returns {Promise<WebAssembly.Module>} this package's
 */
async function moduleOf(source) {
  let module = source;
  // Told by what can be done with it: another realm's module is of another class.
  if (!holds(() => WebAssembly.Module.exports(source))) {
    try {
      module = await WebAssembly.compile(source);
    } catch (error) {
      throw typeof WebAssembly !== 'object' || holds(() => WebAssembly.validate(source)) ? forbidden(error) : error;
    }
  }
  if (!WebAssembly.Module.exports(module).some(({ name }) => name === 'fetchWithRetry')) {
    throw new TypeError('init: expected the module of this package');
  }
  return module;
}

/** @param {() => unknown} test */
function holds(test) {
  try {
    return Boolean(test());
  } catch {
    return false;
  }
}

/** @returns {Uint8Array<ArrayBuffer>} the module that the package carries */
function bytes() {
  if ('fromBase64' in Uint8Array) return /** @type {any} */ (Uint8Array).fromBase64(bytesAsBase64);
  const text = atob(bytesAsBase64);
  const decoded = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) decoded[i] = text.charCodeAt(i);
  return decoded;
}

/**
 * Good bytes are refused: whatever words the platform has for it, if any, it is a policy.
 * @param {any} cause
 */
function forbidden(cause) {
  return new Error(
    "fetchWithRetry: WebAssembly is forbidden here. Add 'wasm-unsafe-eval' to script-src of the content security policy: "
    + 'an extension\'s in its manifest ("content_security_policy"); a page\'s own, which counts for content scripts '
    + 'too. A module compiled elsewhere is taken by init(module). '
    + `The platform says: ${cause?.message || cause?.name || 'nothing'}`,
    { cause },
  );
}
