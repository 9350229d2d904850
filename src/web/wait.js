// The wait before an attempt: for its own backoff or hint, longer where other calls to the origin
// were told so, shorter when the network returns or a hand ends it.

import { tell } from './callback.js';
import { instance } from './instance.js';

/** All clients of a network hear `online` together; they return spread over this long. */
const SPREAD_MS = 1000;

/** @type {Map<number, Wait>} the waits under way, by the id of their call */
const waiting = new Map();

/**
 * Ends the running wait of a call.
 * @param {unknown} id
 * @returns {boolean} false if it is not waiting
 */
export function retryNow(id) {
  const wait = waiting.get(/** @type {number} */ (id));
  if (!wait || wait.isEnded) return false;
  wait.isEnded = true;
  wait.call.wake.wake();
  return true;
}

/** One wait. */
export class Wait {
  /** Whether it was begun: told, and a discarded response let go of. */
  hasBegun = false;
  /** Whether a hand has ended it. */
  isEnded = false;
  /** Whether the network has returned. */
  isOnline = false;
  /** Milliseconds that it took. */
  waited = 0;

  /**
   * @param {import('./call.js').Call} call
   * @param {number} ms its own length
   */
  constructor(call, ms) {
    this.call = call;
    this.ms = ms;
  }

  /**
   * Tells, and waits.
   * @param {import('./attempt.js').Attempt | undefined} attempt the last, if there was one
   * @returns {Promise<boolean>} false if it would end after the total budget
   */
  async until(attempt) {
    const { call } = this;
    const online = () => {
      this.isOnline = true;
      call.wake.wake();
    };
    const began = performance.now();
    if (attempt?.how === 'error') globalThis.addEventListener?.('online', online);
    waiting.set(call.id, this);
    try {
      return await this.#run(attempt);
    } finally {
      globalThis.removeEventListener?.('online', online);
      waiting.delete(call.id);
      call.cooldown?.leave();
      // Under a mocked timer, the time that was told is the time that has passed.
      this.waited = Math.max(this.waited, Math.round(performance.now() - began));
    }
  }

  /**
   * @param {import('./attempt.js').Attempt | undefined} attempt
   * @returns {Promise<boolean>}
   */
  async #run(attempt) {
    const { call, ms } = this;
    const { cooldown, policy, values: { maxRetryAfterMs: cap } } = call;
    const began = Date.now();
    let own = ms;
    let ownEnd = began + own;
    cooldown?.enter(ownEnd + cap);
    const isOver = () => this.isEnded || call.isAborted();
    for (let toldEnd = -Infinity; ;) {
      const { until = 0, lastLeft = 0, rank = 0 } = cooldown ?? {};
      const end = (/** @type {number} */ left, /** @type {number} */ ahead) => (
        instance().leavesAt(ownEnd, began, cap, until, left, ahead));
      const leaves = cooldown ? end(lastLeft, rank) : ownEnd;
      const left = leaves === ownEnd && !this.hasBegun ? ms : Math.ceil(leaves - Date.now());
      if (leaves > ownEnd && left > policy.left(call.elapsed())) return false;
      // Moved by more than the order in which calls leave.
      if (!this.hasBegun || end(0, 0) > toldEnd) {
        toldEnd = leaves;
        this.#tell(left, this.hasBegun || !attempt);
        if (!this.hasBegun && attempt?.how === 'response') call.request.discard(attempt);
        this.hasBegun = true;
      }
      const isMoved = () => cooldown !== undefined
        && (cooldown.until !== until || cooldown.lastLeft !== lastLeft || cooldown.rank !== rank);
      if (await call.wake.pause(left, () => isOver() || this.isOnline || isMoved())) {
        this.waited = own;
        return true;
      }
      if (isOver()) return true;
      if (this.isOnline) {
        this.isOnline = false;
        own = Math.min(Math.ceil(ownEnd - Date.now()), Math.floor(SPREAD_MS * (call.random() || 0)));
        ownEnd = Date.now() + own;
      }
    }
  }

  /**
   * @param {number} left milliseconds
   * @param {boolean} held by a cool-down
   */
  #tell(left, held) {
    const { call } = this;
    call.log.wait(left, held);
    const { onRetry } = call.values;
    if (onRetry) tell(onRetry, { type: 'newRetryAttempt', payload: this.details(left, held) });
  }

  /**
   * The details of the retry that comes next.
   * @param {number} delayMs
   * @param {boolean} held by a cool-down, not by the call's own outcome
   * @returns {import('../../pkg-template/index.js').RetryDetails}
   */
  details(delayMs, held) {
    const { id, attempts, policy, values: { maxRetries, label = null } } = this.call;
    return {
      id,
      attempt: attempts.length,
      maxRetries,
      delayMs,
      retryAt: Date.now() + delayMs,
      reason: held ? 'cooldown' : attempts.at(-1)?.reason ?? 'cooldown',
      status: held ? null : attempts.at(-1)?.status ?? null,
      retryAfterMs: held ? null : policy.number(0),
      message: this.call.labelled(policy.retrying(delayMs, held)),
      label,
    };
  }
}
