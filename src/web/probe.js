// Whether a host answers at all. A response that the browser withholds (no host permission, CORS, a
// refused origin) looks like a network failure; a request without CORS tells them apart.

/** The question, asked once a call. */
export class Probe {
  /** @param {string} origin */
  constructor(origin) {
    /** Whether the host has answered. */
    this.answered = false;
    this.own = new AbortController();
    this.#ask(origin).catch(() => {});
  }

  /** The call is over. */
  end() {
    this.own.abort();
  }

  /** @param {string} origin */
  async #ask(origin) {
    await globalThis.fetch(`${origin}/`, {
      method: 'HEAD',
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: this.own.signal,
    });
    this.answered = true;
  }
}
