// The log lines of one call. Each names the request by its label or its origin, nothing else of it.

import { tell } from './callback.js';

/** Writes the lines of one call, if it has a logger. */
export class Log {
  /** @param {import('./call.js').Call} call */
  constructor(call) {
    this.call = call;
  }

  /** "attempt 1 of 4" */
  attempt() {
    const { attempts, values: { maxRetries } } = this.call;
    this.#line('log', () => `attempt ${attempts.length + 1} of ${maxRetries + 1}`);
  }

  /**
   * "503 after 120 ms"
   * @param {string} how
   * @param {number | null} status
   * @param {number} ms
   */
  outcome(how, status, ms) {
    const what = { response: status, error: 'no answer', timeout: 'no answer in time' };
    this.#line('log', () => `${what[/** @type {keyof typeof what} */ (how)]} after ${ms} ms`);
  }

  /**
   * @param {number} ms
   * @param {boolean} held
   */
  wait(ms, held) {
    this.#line('log', () => this.call.labelled(this.call.policy.retrying(ms, held)));
  }

  /** Gave up. */
  gaveUp() {
    this.#line('warn', () => `gave up (${this.call.why()}) after ${this.call.attempts.length} attempts`);
  }

  /**
   * @param {'log' | 'warn'} level looked up, and called as a method
   * @param {() => string} text made only where there is a logger
   */
  #line(level, text) {
    const { id, request, values: { logger, label } } = this.call;
    if (!logger) return;
    const line = `fetchWithRetry #${id} (${label ?? request.origin()}): ${text()}`;
    tell(() => logger[level](line));
  }
}
