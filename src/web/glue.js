// The seam between JavaScript and the policy: numbers pass as they are, strings and lists through
// the memory of the WebAssembly. It stands in for the glue that wasm-bindgen writes, whose classes,
// loaders and workarounds weigh five times as much and are not needed here; the build refuses a
// module that wants more than this gives.

/** @type {any} the exports of the instance */
let wasm;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @type {any} gives what the policy asks for while it is asked itself: a header, or a random number */
let asked;

/** @param {WebAssembly.Module} module */
export function start(module) {
  wasm = new WebAssembly.Instance(module, {
    glue: {
      /** @type {(to: number, at: number, length: number) => void} */
      header(to, at, length) {
        const value = asked.header(decoder.decode(new Uint8Array(wasm.memory.buffer, at, length)));
        const given = value === undefined ? [0, 0] : pass(value);
        new Uint32Array(wasm.memory.buffer).set(given, to / 4);
      },
      random: () => asked.random(),
      __wbindgen_throw() {
        throw new Error('The policy refused a call.'); // used after it was freed
      },
    },
  }).exports;
}

/**
 * @param {string} text
 * @returns {[at: number, length: number]} where the policy finds it; it lets go of it
 */
function pass(text) {
  const bytes = encoder.encode(text);
  const at = wasm.__wbindgen_malloc(bytes.length, 1);
  new Uint8Array(wasm.memory.buffer).set(bytes, at);
  return [at, bytes.length];
}

/**
 * @param {[at: number, length: number]} place of a string
 * @returns {string} it; the place is let go of
 */
function taken([at, length]) {
  const text = decoder.decode(new Uint8Array(wasm.memory.buffer, at, length));
  wasm.__wbindgen_free(at, length, 1);
  return text;
}

/**
 * One call, as the policy sees it: it is told how an attempt ended, and answers what comes next. See
 * `src/call.rs`.
 */
export class Policy {
  #call;

  /** @param {number[]} numbers of the config */
  constructor(numbers) {
    const at = wasm.__wbindgen_malloc(numbers.length * 8, 8);
    new Float64Array(wasm.memory.buffer).set(numbers, at / 8);
    this.#call = wasm.call_new(at, numbers.length);
  }

  /** Lets go of it. */
  free() {
    wasm.__wbg_call_free(this.#call, 0);
  }

  /**
   * @param {number} elapsedMs since the call began
   * @returns {number} milliseconds for the next attempt
   */
  limit(elapsedMs) {
    return wasm.call_limit(this.#call, elapsedMs);
  }

  /**
   * @param {number} elapsedMs since the call began
   * @returns {number} milliseconds left of the total budget
   */
  left(elapsedMs) {
    return wasm.call_left(this.#call, elapsedMs);
  }

  /**
   * @param {number} status
   * @param {{ header(name: string): string | undefined }} headers
   * @param {number} nowMs
   * @returns {boolean} whether the body is to be looked into
   */
  response(status, headers, nowMs) {
    asked = headers;
    return wasm.call_response(this.#call, status, nowMs) > 0;
  }

  /**
   * @param {string} flat the body
   * @param {string} plain its sentence
   * @param {string} sent the request's body
   */
  body(flat, plain, sent) {
    wasm.call_body(this.#call, ...pass(flat), ...pass(plain), ...pass(sent));
  }

  /** @param {1 | 2 | 3} how */
  failed(how) {
    wasm.call_failed(this.#call, how);
  }

  /**
   * @param {number} elapsedMs since the call began
   * @param {boolean} once whether the body can be sent once only
   * @param {{ random(): number }} source
   * @returns {number} milliseconds to wait before a retry; -1, deliver; -2, give up
   */
  decide(elapsedMs, once, source) {
    asked = source;
    return wasm.call_decide(this.#call, elapsedMs, once);
  }

  /** @param {0 | 1 | 2} why */
  giveUp(why) {
    wasm.call_giveUp(this.#call, why);
  }

  /**
   * @param {0 | 1 | 2} which
   * @returns {string}
   */
  words(which) {
    return taken(wasm.call_words(this.#call, which));
  }

  /**
   * @param {0 | 1 | 2 | 3} which
   * @returns {number | null} milliseconds
   */
  number(which) {
    return orNull(wasm.call_number(this.#call, which));
  }

  /**
   * @param {number} waitMs
   * @param {boolean} held by a cool-down
   * @returns {string}
   */
  retrying(waitMs, held) {
    return taken(wasm.call_retrying(this.#call, waitMs, held));
  }
}

/**
 * @param {number} ownEnd
 * @param {number} began
 * @param {number} cap
 * @param {number} until
 * @param {number} lastLeft
 * @param {number} rank
 * @returns {number} when a waiting call may go
 */
export function leavesAt(ownEnd, began, cap, until, lastLeft, rank) {
  return wasm.leavesAt(ownEnd, began, cap, until, lastLeft, rank);
}

/**
 * @param {string} value
 * @param {number} now epoch milliseconds
 * @returns {number | null}
 */
export function parseRetryAfter(value, now) {
  return orNull(wasm.parseRetryAfter(...pass(value), now));
}

/**
 * @param {string} flat
 * @returns {string} the provider's sentence in a body
 */
export function messageIn(flat) {
  return taken(wasm.messageIn(...pass(flat)));
}

/**
 * @param {string} name of an error that a stream's reader threw; or empty
 * @param {string} flat a provider's error event
 * @param {string} plain its sentence
 * @returns {boolean} whether another try can mend it
 */
export function mayPass(name, flat, plain) {
  return wasm.mayPass(...pass(name), ...pass(flat), ...pass(plain)) > 0;
}

/** @type {(ms: number) => number | null} */
const orNull = (ms) => (Number.isNaN(ms) ? null : ms);
