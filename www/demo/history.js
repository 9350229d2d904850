// What has happened in a call so far, as spans of time. The time line, the list for screen readers and
// the final sentence are all read from here, so they cannot disagree.

/**
 * @typedef {object} Span
 * @property {'attempt' | 'wait' | 'answer'} kind
 * @property {number} number of its kind, from 1
 * @property {number} from milliseconds since the call began
 * @property {number | null} to null while it runs
 * @property {number | null} plannedTo when a wait is to end; null for the other kinds
 * @property {boolean} isHeld whether a wait is for what another call was told
 * @property {'running' | 'ok' | 'failed' | 'early' | 'cancelled'} state "early" is a wait ended by hand
 * @property {string} note how it ended, in a few words
 */

/** The spans of one call, one after another. */
export class History {
  /** @type {Span[]} */
  spans = [];
  #now;
  #began;

  /**
   * @param {() => number} [now] milliseconds
   * @param {number} [began] when the call did, on the same clock
   */
  constructor(now = () => performance.now(), began = now()) {
    this.#now = now;
    this.#began = began;
  }

  /** @returns {number} milliseconds since the call began */
  get elapsedMs() {
    return this.#now() - this.#began;
  }

  /** @returns {Span | undefined} the one that runs */
  get current() {
    return this.spans.findLast(({ to }) => to === null);
  }

  /**
   * Begins a span; what still runs has ended by that.
   * @param {Span['kind']} kind
   * @param {number} [plannedMs]
   * @param {boolean} [isHeld]
   * @returns {Span} the new one
   */
  begin(kind, plannedMs, isHeld = false) {
    const from = this.elapsedMs;
    if (this.current) this.end(this.current, 'ok');
    const number = this.count(kind) + 1;
    const plannedTo = plannedMs === undefined ? null : from + plannedMs;
    /** @type {Span} */
    const span = { kind, number, from, to: null, plannedTo, isHeld, state: 'running', note: '' };
    this.spans.push(span);
    return span;
  }

  /**
   * Ends a span, once: an attempt that runs out of time is ended by whoever hears of it first.
   * @param {Span} span
   * @param {Span['state']} state
   * @param {string} [note]
   */
  end(span, state, note = '') {
    if (span.to !== null) return;
    Object.assign(span, { to: this.elapsedMs, state, note });
  }

  /**
   * @param {Span['kind']} kind
   * @returns {number} how many there have been
   */
  count(kind) {
    return this.spans.filter((span) => span.kind === kind).length;
  }

  /**
   * @param {Span['kind']} kind
   * @returns {number} the milliseconds that those took together
   */
  total(kind) {
    const ofKind = this.spans.filter((span) => span.kind === kind);
    return ofKind.reduce((sum, { from, to }) => sum + (to ?? this.elapsedMs) - from, 0);
  }
}
