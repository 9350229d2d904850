// Many calls at once, played and shown: without a cool-down, with one, or both in turn on one scale.

import { lengthFor } from './axis.js';
import { prepare } from './call.js';
import { Crowd } from './crowd.js';
import { progressOf, tellRuns } from './crowd-words.js';
import { RunView } from './run-view.js';

/** @typedef {import('./stage.js').Stage} Stage */
/** @typedef {import('./stage.js').Ending} Ending */
/** @typedef {'without' | 'with' | 'both'} Mode */

// The sentence is announced, and must leave time to be spoken.
const SAY_EVERY_MS = 1500;

/**
 * The stage for scenarios of many calls.
 * @implements {Stage}
 */
export class ManyCalls {
  /** Retry now is for one wait, and here are many. */
  waitingId = null;
  /** @type {{ crowd: Crowd, view: RunView }[]} */
  #runs = [];
  #lengthMs = lengthFor(0);
  #said = '';
  #saidAt = -Infinity;
  #status;
  #parts;
  #steady;

  /**
   * @param {import('./status.js').Status} status
   * @param {{ runs: HTMLElement, counts: HTMLElement, playing: HTMLElement }} parts of the page
   * @param {() => boolean} steady whether motion is unwanted
   */
  constructor(status, parts, steady) {
    this.#status = status;
    this.#parts = parts;
    this.#steady = steady;
    new ResizeObserver(() => this.draw()).observe(parts.runs);
  }

  /**
   * @param {import('./scenarios.js').Scenario} scenario
   * @param {Mode} mode
   * @param {AbortSignal} signal
   * @returns {Promise<Ending>}
   */
  async play(scenario, mode, signal) {
    this.#runs = [];
    this.#lengthMs = lengthFor(0);
    this.#parts.runs.replaceChildren();
    this.#parts.counts.replaceChildren();
    this.#parts.playing.textContent = scenario.hint;
    for (const isWithCooldown of [false, true].filter((it) => mode === 'both' || it === (mode === 'with'))) {
      if (signal.aborted) break;
      // Each run has a limit of its own, with nothing used up.
      const url = await prepare(scenario);
      const crowd = new Crowd(scenario.calls ?? 1, isWithCooldown);
      const view = new RunView(crowd);
      this.#parts.runs.append(view.element);
      this.#parts.counts.append(view.counts);
      this.#runs.push({ crowd, view });
      this.#saidAt = -Infinity;
      await crowd.run(url, scenario, signal);
    }
    const crowds = this.#runs.map(({ crowd }) => crowd);
    const said = tellRuns(crowds);
    if (signal.aborted) return { tone: 'neutral', said: { ...said, state: 'Cancelled', detail: 'Nothing further was sent.' } };
    return { tone: said.state === 'Done' ? 'good' : 'bad', said };
  }

  /** Draws all runs as they are now, to one scale. */
  draw() {
    const wanted = lengthFor(Math.max(0, ...this.#runs.map(({ crowd }) => crowd.reachesMs)));
    const missing = wanted - this.#lengthMs;
    const crowd = this.#runs.at(-1)?.crowd;
    // The last frame is one that stays.
    this.#lengthMs += this.#steady() || crowd?.isOver || missing < 10 ? missing : missing * 0.2;
    for (const { view } of this.#runs) view.draw(this.#lengthMs);
    if (!crowd || crowd.isOver || performance.now() - this.#saidAt < SAY_EVERY_MS) return;
    const sentence = progressOf(crowd);
    if (sentence === this.#said) return;
    this.#said = sentence;
    this.#saidAt = performance.now();
    this.#status.say('busy', { state: 'Running', sentence });
  }
}
