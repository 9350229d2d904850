// What can be sent again, and what cannot: the caller's arguments, read once and kept, as fetch
// itself reads them once. Nothing here decides whether to send again.

import { kindOf } from './config.js';
import { isRefusal } from './info.js';
import { cancel, endLook } from './peek.js';
import { SHORTEST_SECRET } from './redact.js';

/**
 * The members of RequestInit that are known (Fetch standard, and what engines add). They are named
 * because a caller's init may inherit them, or have them as accessors of a class, which neither
 * spreading nor for-in sees.
 */
const MEMBERS = [
  'body', 'cache', 'credentials', 'duplex', 'headers', 'integrity', 'keepalive', 'method', 'mode',
  'priority', 'redirect', 'referrer', 'referrerPolicy', 'signal', 'targetAddressSpace', 'window',
];

const isGecko = /Gecko\//.test(globalThis.navigator?.userAgent);
const LONGEST_DRAIN_BYTES = 65_536;
const LONGEST_DRAIN_MS = 1000;

/** One request that can be made several times. */
export class Outgoing {
  /**
   * Reads the arguments, and copies what the caller could change between two attempts.
   * @param {unknown} input as fetch takes it
   * @param {unknown} init as fetch takes it
   * @param {boolean} mayRetry whether there can be a second attempt; if not, nothing is copied
   * @throws {TypeError} that names the argument, without its value
   */
  constructor(input, init, mayRetry) {
    this.init = readInit(init);
    /** @type {Request | undefined} */
    this.request = isRequest(input) ? input : undefined;
    this.url = this.request ? '' : asUrl(input);
    const { signal, body } = this.init;
    /** The caller's signal: init's, or else the Request's; null says that there is none. */
    this.signal = (signal === undefined ? this.request?.signal : signal) ?? undefined;
    if (this.signal !== undefined && !isSignal(this.signal)) {
      throw refused('init.signal', `got ${kindOf(this.signal)}; expected an AbortSignal`);
    }
    const hasBody = body !== undefined && body !== null;
    /** Whether the body is a stream, which is consumed by the first attempt. */
    this.once = hasBody && isStream(body);
    if (hasBody && body.locked === true) {
      throw refused('init.body', 'its stream is locked; expected one that nobody reads');
    }
    if (!hasBody && this.request?.bodyUsed) {
      throw refused('input', 'the body of this Request has been used already');
    }
    /** @type {Request | undefined} a second copy of a Request whose body is used up by sending it */
    this.spare = undefined;
    /** @type {(() => unknown) | undefined} ends the drain of a discarded response */
    this.end = undefined;
    this.sent = false;
    if (mayRetry) {
      if (hasBody && !this.once) this.init.body = copyOfBody(body);
      if (this.init.headers) this.init.headers = copyOfHeaders(this.init.headers);
      if (!hasBody && this.request && mayHaveBody(this.request)) this.spare = this.request.clone();
    }
  }

  /**
   * Gives every attempt the same fresh key, unless the caller has set one.
   * @param {string} header
   * @throws {TypeError} for headers that HTTP does not allow
   */
  identify(header) {
    /** @type {Headers} */
    let headers;
    try {
      headers = new Headers(this.init.headers ?? this.request?.headers);
    } catch {
      throw refused('init.headers', 'expected header names and values that HTTP allows');
    }
    if (headers.has(header)) return;
    // randomUUID is missing where the context is not secure.
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    headers.set(header, Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''));
    this.init.headers = headers;
  }

  /**
   * Calls fetch; whatever it does, the outcome is a promise.
   * @param {typeof fetch | undefined} fetch the caller's; else the global one, as it is now
   * @param {AbortSignal | undefined} signal of this attempt
   * @param {boolean} isLast whether no further attempt can follow
   * @returns {Promise<unknown>} what fetch gave
   */
  async send(fetch, signal, isLast) {
    // Gecko lets a GET wait for the one before it to the same URL, its body included. Chromium, where
    // that one is cancelled just now, may send the new one twice.
    if (isGecko) this.end?.();
    let input = this.request ?? this.url;
    if (this.request && this.spare) {
      // The caller's own object goes first: it ends up used, as with the platform's fetch.
      if (this.sent) input = isLast ? this.spare : this.spare.clone();
      if (this.sent && isLast) this.spare = undefined;
      this.sent = true;
    }
    const init = { ...this.init, signal };
    return fetch === undefined ? globalThis.fetch(input, init) : fetch(input, init);
  }

  /**
   * Drains a response that nobody will read, so that its connection can serve the next attempt
   * (browsers have six to a host), then cancels it. Nothing waits for it.
   * @param {import('./attempt.js').Attempt} attempt that gave it
   */
  async discard(attempt) {
    let timer;
    let end;
    try {
      const { body } = attempt.value;
      if (!body || body.locked) return;
      const reader = body.getReader();
      endLook(attempt.value);
      this.end?.(); // the drain of the response before
      end = this.end = () => cancel(reader).then(() => attempt.cut());
      timer = setTimeout(end, LONGEST_DRAIN_MS);
      for (let size = 0; size < LONGEST_DRAIN_BYTES;) {
        const { done, value } = await reader.read();
        if (done) return;
        size += value.byteLength;
      }
      end();
    } catch {
      // It broke, which is as good.
    } finally {
      clearTimeout(timer);
      if (this.end === end) this.end = undefined;
    }
  }

  /** The call is over: lets go of what was kept for a further attempt, and of a drain under way. */
  release() {
    this.end?.();
    if (this.spare) void cancel(this.spare.body);
    this.spare = undefined;
  }

  /**
   * Asked after fetch failed: whether the arguments are at fault, which no retry mends. The
   * platform's own words are not passed on, since they hold the URL or the header's value.
   * @param {unknown} error what fetch rejected with
   * @returns {Error | undefined} what is wrong, without any value
   */
  refusal(error) {
    if (!(error instanceof TypeError) && !(error instanceof RangeError)) return undefined;
    if (isRefusal(error)) return error; // of this package, called as the fetch
    const url = this.request?.url ?? this.url;
    const { body, headers, method } = this.init;
    const fails = (/** @type {RequestInit} */ init) => {
      try {
        return !new Request(url, { ...init, signal: undefined });
      } catch {
        return true;
      }
    };
    if (fails({})) {
      return refused('input', 'expected a valid URL without user name and password');
    }
    if (method !== undefined && fails({ method })) {
      return refused('init.method', 'expected an HTTP method that fetch allows');
    }
    if (headers !== undefined && fails({ headers })) {
      return refused('init.headers', 'expected header names and values that HTTP allows');
    }
    // A stand-in: looking must not use up the real body.
    const standIn = this.once ? new ReadableStream() : '';
    const hasBody = body !== undefined && body !== null;
    if (fails({ method: this.request?.method, ...this.init, body: hasBody ? standIn : undefined })) {
      return refused('init', 'expected members that fetch allows together');
    }
    return undefined;
  }

  /**
   * What of the request may not be repeated: the values of its query, path, userinfo and headers, the
   * media types excepted; and its body.
   * @returns {import('./redact.js').Private}
   */
  hidden() {
    const { body } = this.init;
    /** @type {string[]} */
    const values = [];
    try {
      const url = new URL(this.request?.url ?? this.url, globalThis.location?.href);
      values.push(url.username, url.password, url.hash.slice(1), url.search.slice(1));
      values.push(...url.pathname.split('/'), ...url.searchParams.values());
      const headers = [this.request?.headers, new Headers(this.init.headers)];
      for (const [name, value] of headers.flatMap((list) => [...(list ?? [])])) {
        if (!/^(content-type|accept)$/.test(name)) values.push(value);
      }
    } catch {
      // Not a URL: then there is no answer to quote from either.
    }
    return {
      secrets: values.filter((value) => value.length >= SHORTEST_SECRET),
      sent: typeof body === 'string' ? body : '',
    };
  }

  /** @returns {string} the origin of the request's URL, or an empty string */
  origin() {
    try {
      return new URL(this.request?.url ?? this.url, globalThis.location?.href).origin;
    } catch {
      return '';
    }
  }
}

/**
 * @param {any} init
 * @returns {Record<string, any>} a plain copy, each member read once
 */
function readInit(init) {
  /** @type {Record<string, any>} */
  const copy = {};
  if (init === undefined || init === null) return copy;
  if (typeof init !== 'object' && typeof init !== 'function') {
    throw refused('init', `got ${kindOf(init)}; expected an object`);
  }
  let member = '';
  try {
    for (member of MEMBERS) {
      const value = init[member];
      if (value !== undefined) copy[member] = value;
    }
    for (member in init) {
      if (!MEMBERS.includes(member)) copy[member] = init[member];
    }
  } catch {
    throw refused(`init.${MEMBERS.includes(member) ? member : '*'}`, 'reading it threw');
  }
  return copy;
}

/**
 * Whether it is a Request, of this realm or another.
 * @param {any} input
 * @returns {input is Request}
 */
function isRequest(input) {
  try {
    return typeof input === 'object' && input !== null
      && typeof input.url === 'string' && typeof input.clone === 'function';
  } catch {
    return false;
  }
}

/**
 * @param {any} input
 * @returns {string}
 */
function asUrl(input) {
  if (typeof input === 'string') return input;
  if (input === undefined || input === null || typeof input === 'symbol') {
    throw refused('input', `got ${kindOf(input)}; expected a URL or a Request`);
  }
  try {
    return String(input);
  } catch {
    throw refused('input', 'it cannot be made a string; expected a URL or a Request');
  }
}

/** Asks the platform itself; another realm's signal has it too. */
const aborted = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'aborted')?.get;

/**
 * @param {any} signal
 * @returns {boolean} whether it is an AbortSignal, and does not only look like one
 */
function isSignal(signal) {
  try {
    aborted?.call(signal);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {any} body
 * @returns {boolean} a ReadableStream, or in Node any async iterable
 */
function isStream(body) {
  return typeof body === 'object'
    && (typeof body.getReader === 'function' || typeof body[Symbol.asyncIterator] === 'function');
}

/**
 * @param {Request} request
 * @returns {boolean} Gecko does not tell (there is no Request.body)
 */
function mayHaveBody(request) {
  return request.body === undefined ? !/^(GET|HEAD)$/.test(request.method) : request.body !== null;
}

/**
 * @param {any} body
 * @returns {BodyInit}
 */
function copyOfBody(body) {
  if (body instanceof ArrayBuffer) return body.slice(0);
  if (ArrayBuffer.isView(body)) {
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice();
  }
  if (body instanceof URLSearchParams) return new URLSearchParams(body);
  if (body instanceof FormData) {
    const copy = new FormData();
    for (const [name, value] of body) copy.append(name, value);
    return copy;
  }
  return body; // a string or a Blob, which do not change
}

/**
 * @param {any} headers
 * @returns {HeadersInit}
 */
function copyOfHeaders(headers) {
  try {
    if (headers instanceof Headers) return new Headers(headers);
    if (Symbol.iterator in headers) return Array.from(headers, (pair) => /** @type {[string, string]} */ ([...pair]));
    const copy = { ...headers };
    for (const name in copy) copy[name] = `${copy[name]}`;
    return copy;
  } catch {
    throw refused('init.headers', `got ${kindOf(headers)}; expected headers`);
  }
}

/**
 * @param {string} argument
 * @param {string} what
 * @returns {TypeError}
 */
function refused(argument, what) {
  return new TypeError(`${argument}: ${what}`);
}
