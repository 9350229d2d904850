// One call of fetch under its signals, until the response headers.

/** Node fires a platform timeout of 2³¹ ms and more at once. */
const LONGEST_PLATFORM_TIMEOUT = 2_147_483_647;

/** An attempt under way. */
export class Attempt {
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
    /** How it ended: 0 not yet, 1 fetch resolved, 2 fetch rejected, 3 out of time. */
    this.how = 0;
    /** @type {any} what fetch gave, or the TimeoutError */
    this.value = undefined;
    this.own = new AbortController();
    const { signal } = this.own;
    try {
      this.signal = outgoing.signal ? AbortSignal.any([outgoing.signal, signal]) : signal;
    } catch {
      throw new TypeError('init.signal: expected an AbortSignal of the platform');
    }
    this.#limit(limitMs);
    outgoing.send(fetch, this.signal, isLast).then(
      (value) => this.#end(1, value),
      (error) => this.#end(2, error),
    );
  }

  /** The caller has aborted: nothing of this attempt is waited for any more. */
  abandon() {
    if (this.how === 0) this.how = 2;
    this.#disarm();
  }

  /** @returns {number} the status, if what fetch gave is a Response; else -1 */
  status() {
    try {
      const { status } = this.value;
      return typeof this.value === 'object' && typeof status === 'number' ? status : -1;
    } catch {
      return -1;
    }
  }

  /**
   * @param {string} name
   * @returns {string | undefined} a header, as far as it can be read
   */
  header(name) {
    try {
      return this.value.headers.get(name) ?? undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * The platform's timeout signal, as a clock only: it aborts this attempt's own controller. It
   * cannot be disarmed, so at the headers it is no longer heard; a stream must never be cut by it.
   * @param {number} ms
   */
  #limit(ms) {
    if (ms === Infinity) return;
    const over = () => {
      const message = `The service did not answer within ${ms} ms.`;
      const error = new DOMException(message, 'TimeoutError');
      this.#end(3, error);
      this.own.abort(error);
    };
    if (ms <= LONGEST_PLATFORM_TIMEOUT) {
      const clock = AbortSignal.timeout(ms);
      clock.addEventListener('abort', over);
      this.#disarm = () => clock.removeEventListener('abort', over);
    } else {
      const timer = setTimeout(() => this.#limit(ms - LONGEST_PLATFORM_TIMEOUT), LONGEST_PLATFORM_TIMEOUT);
      this.#disarm = () => clearTimeout(timer);
    }
  }

  /** Undone at the end, however it ends. */
  #disarm = () => {};

  /**
   * @param {number} how
   * @param {any} value
   */
  #end(how, value) {
    if (this.how !== 0) {
      // A fetch that did not heed its signal has answered: that answer is let go of.
      if (how === 1) value?.body?.cancel?.()?.catch?.(() => {});
      return;
    }
    this.how = how;
    this.value = value;
    this.#disarm();
    this.ended();
  }
}
