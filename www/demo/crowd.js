// Many calls at once to one server, each with a history of its own. Nothing here knows how it is shown.

import { call } from './call.js';
import { History } from './history.js';

/** @typedef {import('./history.js').Span} Span */

/** The calls of one run. */
export class Crowd {
  /** @type {History[]} */
  histories;
  isOver = false;
  isWithCooldown;

  /**
   * @param {number} size
   * @param {boolean} isWithCooldown
   */
  constructor(size, isWithCooldown) {
    this.isWithCooldown = isWithCooldown;
    const began = performance.now();
    // They begin together: one clock, and one zero.
    this.histories = Array.from({ length: size }, () => new History(() => performance.now(), began));
  }

  /** @returns {number} milliseconds since the run began, or that it took */
  get elapsedMs() {
    if (!this.isOver) return this.histories[0].elapsedMs;
    return Math.max(0, ...this.histories.map(({ spans }) => spans.at(-1)?.to ?? 0));
  }

  /** @returns {number} how many requests have been sent */
  get requests() {
    return this.histories.reduce((sum, history) => sum + history.count('attempt'), 0);
  }

  /** @returns {number} how many calls have their whole answer */
  get answered() {
    return this.histories.filter(({ spans }) => spans.at(-1)?.kind === 'answer' && spans.at(-1)?.state === 'ok').length;
  }

  /** @returns {number} until when something is planned, or has lasted */
  get reachesMs() {
    const waits = this.histories.flatMap(({ current }) => current?.plannedTo ?? 0);
    return Math.max(this.elapsedMs, ...waits);
  }

  /**
   * Makes all the calls.
   * @param {string} url
   * @param {import('./scenarios.js').Scenario} scenario
   * @param {AbortSignal} signal
   */
  async run(url, scenario, signal) {
    const config = configOf(scenario, this.isWithCooldown);
    try {
      await Promise.all(
        this.histories.map((history, index) => call(`${url}/${index + 1}`, { ...scenario, config }, history, signal)),
      );
    } finally {
      this.isOver = true;
    }
  }
}

/**
 * @param {import('./scenarios.js').Scenario} scenario
 * @param {boolean} isWithCooldown
 * @returns {import('./scenarios.js').Scenario['config']} the config of the calls
 */
export function configOf({ config }, isWithCooldown) {
  const { cooldown, ...others } = config;
  return isWithCooldown && cooldown ? { ...others, cooldown } : others;
}
