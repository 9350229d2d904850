// What is going on, in a word, a sentence and a number. The sentence is announced politely; the number
// changes ten times a second and is therefore kept out of what is announced.

import { seconds } from './words.js';

/**
 * @typedef {object} Said
 * @property {string} state a word
 * @property {string} sentence
 * @property {string} [detail]
 */

/** The status panel. */
export class Status {
  #panel;
  #parts;
  #countdown;
  #left;

  /** @param {HTMLElement} panel */
  constructor(panel) {
    /** @param {string} selector */
    const find = (selector) => /** @type {HTMLElement} */ (panel.querySelector(selector));
    this.#panel = panel;
    this.#parts = { state: find('.state'), sentence: find('.sentence'), detail: find('.detail') };
    this.#countdown = find('.countdown');
    this.#left = find('.left');
  }

  /**
   * @param {'idle' | 'busy' | 'waiting' | 'good' | 'bad' | 'neutral'} tone
   * @param {Said} said
   */
  say(tone, { state, sentence, detail = '' }) {
    this.#panel.dataset.tone = tone;
    this.#parts.state.textContent = state;
    this.#parts.sentence.textContent = sentence;
    this.#parts.detail.textContent = detail;
  }

  /**
   * Shows how long it is until the next attempt.
   * @param {number | null} ms null: nothing is waited for
   */
  count(ms) {
    this.#countdown.toggleAttribute('data-idle', ms === null);
    const text = seconds(Math.max(ms ?? 0, 0));
    if (this.#left.textContent !== text) this.#left.textContent = text;
  }
}
