// One call, played and shown: the sentence, the countdown, the time line and the answer.

import { call, prepare } from './call.js';
import { History } from './history.js';
import { retryNow } from './package.js';
import { tell } from './words.js';

/** @typedef {import('./stage.js').Stage} Stage */
/** @typedef {import('./stage.js').Ending} Ending */

/** @type {Record<import('./call.js').Outcome['kind'], Ending['tone']>} */
const TONES = { answered: 'good', cancelled: 'neutral', refused: 'bad', gaveUp: 'bad', broken: 'bad' };

/**
 * The stage for scenarios of one call.
 * @implements {Stage}
 */
export class OneCall {
  /** @type {number | null} */
  waitingId = null;
  #history = new History();
  #status;
  #timeline;
  #answer;
  #playing;

  /**
   * @param {import('./status.js').Status} status
   * @param {import('./timeline.js').Timeline} timeline
   * @param {{ answer: HTMLElement, playing: HTMLElement }} parts of the page
   */
  constructor(status, timeline, { answer, playing }) {
    this.#status = status;
    this.#timeline = timeline;
    this.#answer = answer;
    this.#playing = playing;
  }

  /**
   * @param {import('./scenarios.js').Scenario} scenario
   * @param {unknown} mode for many calls only
   * @param {AbortSignal} signal
   * @param {() => void} changed called when the wait under way is another
   * @returns {Promise<Ending>}
   */
  async play(scenario, mode, signal, changed) {
    this.#answer.textContent = '';
    this.#answer.dataset.empty = 'Nothing has arrived yet.';
    this.#playing.textContent = scenario.title;
    try {
      const url = await prepare(scenario);
      const history = new History();
      this.#history = history;
      this.#timeline.show(history);
      const outcome = await call(url, scenario, history, signal, this.#watcher(changed));
      return { tone: TONES[outcome.kind], said: tell(outcome, history) };
    } finally {
      this.waitingId = null;
    }
  }

  /** Draws the call as it is now. */
  draw() {
    this.#timeline.draw();
    const { current, elapsedMs } = this.#history;
    this.#status.count(current?.plannedTo == null ? null : current.plannedTo - elapsedMs);
  }

  /** Ends the wait under way. */
  retryNow() {
    const wait = this.#history.current;
    if (this.waitingId !== null && retryNow(this.waitingId) && wait) this.#history.end(wait, 'early');
  }

  /**
   * @param {() => void} changed
   * @returns {import('./call.js').Watcher}
   */
  #watcher(changed) {
    return {
      onAttempt: (number) => {
        this.waitingId = null;
        changed();
        this.#status.say('busy', { state: 'Sending', sentence: `Attempt ${number}: waiting for the service to answer.` });
      },
      onWait: ({ id, message }) => {
        this.waitingId = id;
        changed();
        this.#status.say('waiting', { state: 'Waiting', sentence: message });
      },
      onAnswer: () => this.#status.say('busy', { state: 'Arriving', sentence: 'The answer is arriving.' }),
      onText: (text) => this.#answer.append(text),
    };
  }
}
