// One call of fetch under its signals, until the response headers.

import { cancel, isNode } from './peek.js';

/** Node fires a platform timeout of 2³¹ ms and more at once. */
const LONGEST_PLATFORM_TIMEOUT = 2_147_483_647;

/** @param {any} response */
const letGo = async (response) => cancel(response?.body);

/** An attempt under way. */
export class Attempt {
  /** How it ended: 'response', 'error' or 'timeout'; an empty string while it has not. */
  how = '';
  /** @type {any} what fetch gave, or the TimeoutError */
  value = undefined;
  #own = new AbortController();

  /**
   * Starts it. Whatever happens, `ended` is called once, unless it is abandoned before.
   * @param {import('./request.js').Outgoing} outgoing
   * @param {typeof fetch | undefined} fetch
   * @param {number} limitMs whole milliseconds until the headers; Infinity for no limit
   * @param {boolean} isLast
   * @param {() => void} ended
   */
  constructor(outgoing, fetch, limitMs, isLast, ended) {
    this.ended = ended;
    const { signal: own } = this.#own;
    const signal = outgoing.signal ? AbortSignal.any([outgoing.signal, own]) : own;
    if (limitMs < Infinity) this.#limit(limitMs, limitMs);
    outgoing.send(fetch, signal, isLast).then(
      (value) => this.#end('response', value),
      (error) => this.#end('error', error === undefined ? new TypeError('fetch rejected with undefined') : error),
    );
  }

  /** The caller has aborted: nothing of this attempt is waited for any more. */
  abandon() {
    this.how ||= 'error';
    this.#disarm();
  }

  /**
   * Lets go of the connection, after the body was cancelled: Gecko keeps it until something arrives.
   * Node lets go of it by itself, and would report a rejection where the body was cloned.
   */
  cut() {
    if (!isNode) this.#own.abort();
  }

  /** @returns {number | undefined} the status, if what fetch gave is a Response */
  status() {
    try {
      const { status } = this.value;
      return typeof this.value === 'object' && typeof status === 'number' ? status : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * @param {string} name
   * @returns {string | undefined} a header, as far as it can be read: all with host permission, the
   *   exposed ones in pages
   */
  header(name) {
    try {
      const value = this.value.headers.get(name);
      return typeof value === 'string' ? value : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * The platform's timeout signal, as a clock only: it aborts this attempt's own controller. It
   * cannot be disarmed, so at the headers it is no longer heard; a stream must never be cut by it.
   * @param {number} left
   * @param {number} whole
   */
  #limit(left, whole) {
    if (left > LONGEST_PLATFORM_TIMEOUT) {
      const later = () => this.#limit(left - LONGEST_PLATFORM_TIMEOUT, whole);
      const timer = setTimeout(later, LONGEST_PLATFORM_TIMEOUT);
      this.#disarm = () => clearTimeout(timer);
      return;
    }
    const clock = AbortSignal.timeout(left);
    const over = () => {
      const error = new DOMException(`The service did not answer within ${whole} ms.`, 'TimeoutError');
      this.#end('timeout', error);
      this.#own.abort(error);
    };
    clock.addEventListener('abort', over);
    this.#disarm = () => clock.removeEventListener('abort', over);
  }

  /** Undone at the end, however it ends. */
  #disarm = () => {};

  /**
   * @param {string} how
   * @param {any} value
   */
  #end(how, value) {
    if (this.how !== '') {
      // A fetch that did not heed its signal has answered: that answer is let go of.
      if (how === 'response') void letGo(value);
      return;
    }
    this.how = how;
    this.value = value;
    this.#disarm();
    this.ended();
  }
}
