// The loop of one call: attempt → decide → tell → wait → attempt … The policy decides.

import { hold, release } from './awake.js';
import { Attempt } from './attempt.js';
import { Answer, tell } from './callback.js';
import { CoolDown } from './cooldown.js';
import { guardBody } from './idle.js';
import { remember } from './info.js';
import { instance } from './instance.js';
import { Log } from './log.js';
import { Peek } from './peek.js';
import { Probe } from './probe.js';
import { discreet, plain, shortened } from './redact.js';
import { Outgoing } from './request.js';
import { Wait } from './wait.js';
import { Wake } from './wake.js';

let lastId = 0;

/** Ends a call before its outcome: an abort, or a request that can never be sent. */
class Stop {
  /** @param {unknown} reason to reject with */
  constructor(reason) {
    this.reason = reason;
  }
}

/** A call under way. */
export class Call {
  id = (lastId += 1);
  wake = new Wake();
  /** @type {{ reason: any, status: number | null, durationMs: number, waitMs: number }[]} */
  attempts = [];
  /** @type {Probe | undefined} */
  probe = undefined;
  #began = performance.now();

  /**
   * Reads the arguments, as fetch does when it is called.
   * @param {unknown} input
   * @param {unknown} init
   * @param {import('./config.js').Settings} settings
   * @throws {TypeError} for arguments that fetch cannot take
   */
  constructor(input, init, { numbers, values }) {
    this.values = values;
    this.request = new Outgoing(input, init, values.maxRetries !== 0);
    const { idempotencyKey: key, cooldown } = values;
    if (key !== false) this.request.identify(key === true ? 'Idempotency-Key' : key);
    this.policy = new (instance().Policy)(numbers);
    this.log = new Log(this);
    /** @type {CoolDown | undefined} */
    this.cooldown = cooldown === 'off' ? undefined
      : new CoolDown(this.request.origin(), cooldown === 'extension', this.wake.wake);
  }

  /** @returns {Promise<any>} a Response; rejects with an error or the caller's abort reason */
  async run() {
    const { signal } = this.request;
    const { keepAwake } = this.values;
    signal?.addEventListener?.('abort', this.wake.wake);
    if (keepAwake) hold();
    try {
      await this.#hold();
      while (!(await this.#attempt()));
      this.#heed();
      return this.#settled(this.outcome);
    } catch (stop) {
      if (!(stop instanceof Stop)) this.#settled(stop);
      throw stop instanceof Stop ? stop.reason : stop;
    } finally {
      if (keepAwake) release();
      signal?.removeEventListener?.('abort', this.wake.wake);
      this.probe?.end();
      this.cooldown?.close();
      this.request.release();
      this.policy.free();
    }
  }

  /** @type {any} the Response at hand */
  outcome = undefined;
  /** The provider's own words about the last attempt, as they may be shown. */
  quote = '';

  /**
   * @param {string} sentence
   * @returns {string} it, behind the caller's label
   */
  labelled(sentence) {
    const { label } = this.values;
    return label ? `${label}: ${sentence}` : sentence;
  }

  /** Lets go of its connection. */
  cut = () => {};

  /** @returns {boolean} whether the caller has aborted */
  isAborted() {
    return this.request.signal?.aborted === true;
  }

  /** @returns {number} milliseconds since the call began; a mocked timer's waits are counted too */
  elapsed() {
    const told = this.attempts.reduce((sum, { durationMs, waitMs }) => sum + durationMs + waitMs, 0);
    return Math.max(performance.now() - this.#began, told);
  }

  /** @returns {import('../../pkg-template/index.js').GiveUpReason | null} why the call gave up */
  why() {
    return /** @type {any} */ (this.policy.words(0) || null);
  }

  /** @returns {number} uniform in [0, 1); what the caller's source gives beyond that counts as 0 */
  random() {
    const { random } = this.values;
    const drawn = random ? tell(random) : crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32;
    return typeof drawn === 'number' ? drawn : NaN;
  }

  /** @throws {Stop} with the caller's own reason, if it has aborted */
  #heed() {
    if (this.isAborted()) throw new Stop(this.request.signal?.reason);
  }

  /** Holds the first attempt, if other calls were told to wait. */
  async #hold() {
    this.#heed();
    const { cooldown } = this;
    if (!cooldown) return;
    await this.wake.until(() => cooldown.ready || this.isAborted());
    this.#heed();
    if (cooldown.until > Date.now()) await this.#wait(0, undefined);
  }

  /** @returns {Promise<boolean>} one attempt, and the wait after it: whether there is no more to do */
  async #attempt() {
    const { policy } = this;
    const limit = policy.limit(this.elapsed());
    this.log.attempt();
    const began = performance.now();
    const attempt = new Attempt(this.request, this.values.fetch, limit, this.attempts.length >= this.values.maxRetries, this.wake.wake);
    await this.wake.until(() => attempt.how !== '' || this.isAborted());
    if (this.isAborted()) attempt.abandon();
    this.#heed();
    const durationMs = Math.round(performance.now() - began);
    const status = await this.#read(attempt);
    const reason = policy.words(2);
    this.attempts.push({ reason, status, durationMs, waitMs: 0 });
    const wait = policy.decide(this.elapsed(), this.request.once, this);
    this.log.outcome(attempt.how, status, durationMs);
    const told = policy.number(2);
    if (told !== null) this.cooldown?.tell(Date.now() + told);
    if (wait >= 0 && await this.#agrees(wait, attempt.value)) {
      if (this.values.diagnose && attempt.how === 'error') this.probe ??= new Probe(this.request.origin());
      if (await this.#wait(wait, attempt)) return false;
    }
    this.#giveUp();
    this.#heed();
    if (attempt.how !== 'response') throw attempt.value;
    this.outcome = attempt.value;
    this.cut = () => attempt.cut();
    return true;
  }

  /**
   * Tells the policy how an attempt ended.
   * @param {Attempt} attempt
   * @returns {Promise<number | null>} the status, if there is one
   */
  async #read(attempt) {
    const { policy, request } = this;
    this.quote = '';
    if (attempt.how === 'error') {
      const refusal = request.refusal(attempt.value);
      if (refusal) throw refusal;
      policy.failed(this.probe?.answered ? 2 : 1);
      return null;
    }
    if (attempt.how === 'timeout') {
      policy.failed(3);
      return null;
    }
    const status = attempt.status();
    if (status === undefined) {
      throw new TypeError('config.fetch: expected a function that gives a Response');
    }
    if (policy.response(status, attempt, Date.now())) {
      const peek = new Peek(attempt.value, this.wake.wake);
      await this.wake.pause(policy.left(this.elapsed()), () => peek.isOver || this.isAborted());
      peek.abandon(this.isAborted());
      this.#heed();
      const flat = peek.lines.join('\n');
      const hidden = request.hidden();
      const line = plain(instance().messageIn(flat), hidden);
      policy.body(flat, line, hidden.sent);
      this.quote = discreet(line, hidden);
    }
    return status;
  }

  /**
   * Asks `shouldRetry`, which may take its time.
   * @param {number} wait
   * @param {unknown} outcome
   * @returns {Promise<boolean>} if not, the policy knows why
   */
  async #agrees(wait, outcome) {
    const { policy, values: { shouldRetry } } = this;
    if (!shouldRetry) return true;
    const details = new Wait(this, wait).details(wait, false);
    const answer = new Answer(shouldRetry, details, outcome, this.wake.wake);
    await this.wake.pause(policy.left(this.elapsed()), () => answer.yes !== undefined || this.isAborted());
    this.#heed();
    if (answer.yes && wait <= policy.left(this.elapsed())) return true;
    policy.giveUp(answer.yes === false ? 0 : 1);
    return false;
  }

  /**
   * @param {number} ms
   * @param {Attempt | undefined} attempt the last, if there was one
   * @returns {Promise<boolean>} false if it would end after the total budget
   */
  async #wait(ms, attempt) {
    const wait = new Wait(this, ms);
    const isOver = await wait.until(attempt);
    this.#heed();
    const last = this.attempts.at(-1);
    if (last) last.waitMs = wait.waited;
    if (isOver) return true;
    const isAtHand = attempt !== undefined && !wait.hasBegun;
    this.policy.giveUp(isAtHand ? 1 : 2);
    if (isAtHand) return false;
    this.quote = '';
    // The outcome before is gone, or there was none.
    this.#giveUp();
    this.#heed();
    throw new DOMException('The time allowed for all attempts is over.', 'TimeoutError');
  }

  /** Tells why, if the policy gave up. */
  #giveUp() {
    const { policy, values: { onGiveUp, label = null } } = this;
    const reason = this.why();
    if (!reason) return;
    this.log.gaveUp();
    if (!onGiveUp) return;
    tell(onGiveUp, {
      type: 'retryGaveUp',
      payload: {
        id: this.id,
        reason,
        attempts: this.attempts.length,
        status: this.attempts.at(-1)?.status ?? null,
        retryAfterMs: policy.number(1),
        message: shortened(this.labelled(`${policy.words(1)} ${this.quote}`.trim())),
        providerMessage: this.quote || null,
        label,
      },
    });
  }

  /**
   * Notes how an outcome came about, and guards its body.
   * @param {any} outcome
   * @returns {any} the same
   */
  #settled(outcome) {
    const { policy, values: { bodyIdleTimeoutMs: idleMs } } = this;
    if (outcome === this.outcome && idleMs !== Infinity) guardBody(outcome, idleMs, this.cut);
    remember(outcome, {
      attempts: this.attempts,
      gaveUp: this.why(),
      retryAfterMs: policy.number(1),
      mayHaveExecuted: policy.number(3) !== null,
    });
    return outcome;
  }
}
