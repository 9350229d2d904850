// The conversation as it is seen. An answer that is on its way says since when; one that was cut says so; a
// failure stands where the answer would.

import { button, byId, make } from './dom.js';

/** @import { Advice, Action } from './advice.js' */

const root = byId('transcript');
const announcer = byId('announcer');

/** What people do not have to read a second time when they see it. */
const actionWords = {
  again: 'Send again',
  allow: 'Allow access',
  key: 'Enter the key',
  host: 'Check the settings',
  models: 'Choose a model',
  newChat: 'New chat',
};

/**
 * A failure with what can be done about it.
 *
 * @param {string} sentence
 * @param {Advice | null} advice
 * @param {(action: Action) => void} onAction
 * @returns {HTMLElement}
 */
export function failureCard(sentence, advice, onAction) {
  const card = make('div', 'failure', make('p', 'sentence', sentence));
  card.setAttribute('role', 'alert');
  if (advice === null) return card;
  const { action } = advice;
  card.append(make('p', 'advice', advice.text));
  if (advice.command) card.append(make('code', 'command', advice.command));
  if (action) card.append(button(actionWords[action], () => onAction(action)));
  return card;
}

/** Keeps the end in sight, unless the reader has scrolled up. */
function follow() {
  const isAtEnd = root.scrollHeight - root.scrollTop - root.clientHeight < 120;
  return () => {
    if (isAtEnd) root.scrollTop = root.scrollHeight;
  };
}

/** Shows nothing but the welcome. */
export function clearTranscript() {
  root.replaceChildren(byId('welcome') ?? welcome);
  welcome.hidden = false;
  announcer.textContent = '';
}
const welcome = byId('welcome');

/** A question and what comes of it. */
export class Exchange {
  #answer = make('div', 'answer');
  #text = make('div', 'text');
  #waiting = make('p', 'waiting');
  /** @type {HTMLElement | null} */
  #thinking = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #clock;
  #began = Date.now();

  /**
   * @param {string} question
   * @param {string} label Of the provider.
   */
  constructor(question, label) {
    welcome.hidden = true;
    const asked = make('div', 'question', make('div', 'text', question));
    const said = make('h2', 'aside', 'You');
    this.root = make('section', 'exchange', said, asked, make('h2', 'aside', label), this.#answer);
    this.#answer.append(this.#waiting);
    root.append(this.root);
    root.scrollTop = root.scrollHeight;
    this.#phase = `Waiting for ${label}`;
    this.#clock = setInterval(() => this.#tick(), 1000);
    this.#tick();
    announcer.textContent = `${this.#phase} …`;
  }

  #phase = '';

  /** @param {boolean} isHeld Whether a retry is waited for, which the retry line tells. */
  hold(isHeld) {
    this.#waiting.hidden = isHeld;
  }

  #tick() {
    const seconds = Math.round((Date.now() - this.#began) / 1000);
    this.#waiting.textContent = `${this.#phase} … ${seconds > 2 ? `${seconds} s` : ''}`;
  }

  /** @param {string} token */
  think(token) {
    const onGrown = follow();
    if (this.#thinking === null) {
      this.#thinking = make('div', 'text');
      const details = make('details', 'thinking', make('summary', '', 'Thinking'), this.#thinking);
      this.#waiting.before(details);
      this.#phase = 'Thinking';
      this.#tick();
    }
    this.#waiting.hidden = false;
    this.#thinking.append(token);
    onGrown();
  }

  /** @param {string} token */
  add(token) {
    const onGrown = follow();
    if (!this.#text.isConnected) this.#waiting.before(this.#text);
    this.#phase = 'Writing';
    this.#waiting.hidden = true;
    this.#text.append(token);
    onGrown();
  }

  /**
   * Ends it.
   *
   * @param {object} [how]
   * @param {string} [how.note] A remark on an answer: that it was cut, or stopped.
   * @param {HTMLElement} [how.failure] In place of an answer, or under a cut one.
   */
  end({ note, failure } = {}) {
    const onGrown = follow();
    clearInterval(this.#clock);
    this.#waiting.remove();
    if (note) this.#answer.append(make('p', 'note', note));
    if (failure) this.#answer.append(failure);
    onGrown();
    // Read out whole, not token by token; failures are alerts of their own.
    const said = this.#text.textContent ?? '';
    announcer.textContent = failure ? '' : [said, note].filter(Boolean).join(' ');
  }
}
