/**
 * `<retry-line>`: tells a person that a request is being tried again, with a countdown, and lets them
 * stop it or go on at once. Importing the module defines the element; it needs nothing else, also under
 * a strict content security policy.
 *
 * ```js
 * import 'fetch-with-retry-wasm/retry-line';
 *
 * const line = document.querySelector('retry-line');
 * worker.onmessage = ({ data }) => {
 *   if (line.receive(data)) return;   // newRetryAttempt, retryGaveUp
 *   line.clear();                     // anything else: the answer comes, or the turn is over
 * };
 * line.addEventListener('stop', () => controller.abort());
 * line.addEventListener('retrynow', ({ detail }) => retryNow(detail.id));
 * ```
 *
 * Attributes: `focus-after`, the id of the element that gets the focus when a button of the line goes
 * away while it has it (default: the element that had it before). `state` is set by the element, for
 * styles: `idle`, `waiting`, `trying` (the wait is over, the request under way), `gaveUp`.
 *
 * Parts: `line`, `sentence`, `state`, `countdown`, `attempt`, `actions`, `retry-now`, `stop`, `track`, `bar`.
 *
 * Custom properties: `--retry-line-color`, `-soft-color`, `-accent` (the bar), `-track-color`,
 * `-bar-height`, `-button-color`, `-button-background`, `-button-hover`, `-button-border`, `-radius`, `-focus`.
 *
 * The sentence is a live region (`role="status"`); the countdown can be read but is not announced.
 */

import type { NewRetryAttempt, RetryGaveUp } from './index.js';

export type RetryLineMessage = NewRetryAttempt | RetryGaveUp;

/** The words, to be translated. `{…}` is filled in; what is not given stays English. */
export interface RetryLineStrings {
  stop: string;
  retryNow: string;
  /** Default "Retrying in {time}". */
  retryingIn: string;
  /** The same before a first attempt that is held by a cool-down. Default "Sending in {time}". */
  sendingIn: string;
  /** The wait is over. Default "Trying again …". */
  retrying: string;
  /** Default "Retry {attempt} of {maxRetries}". */
  attempt: string;
  /** Default "{n} s", "{n} min", "{n} h". */
  seconds: string;
  minutes: string;
  hours: string;
  /** The sentence, made of the message's reason and status. Default, and for undefined: its `message`. */
  sentence(message: RetryLineMessage): string | undefined;
}

export class RetryLine extends HTMLElement {
  /**
   * Shows a message of the package.
   * @returns whether it was one; any other is ignored, so that a whole channel may be passed through
   */
  receive(message: { type: string; payload?: unknown }): boolean;
  /** Shows nothing: the call has succeeded, or is over. */
  clear(): void;
  /** What is shown; null: nothing. Setting it is `receive`, or `clear`. */
  get message(): RetryLineMessage | null;
  set message(message: RetryLineMessage | null);
  /** All words in use. Setting some leaves the others in English. */
  get strings(): Omit<RetryLineStrings, 'sentence'> & Partial<RetryLineStrings>;
  set strings(strings: Partial<RetryLineStrings>);
}

/** `detail.id` is the call's, for `retryNow(id)`. Both bubble, out of shadow trees too. */
export type RetryLineEvent = CustomEvent<{ id: number }>;

declare global {
  interface HTMLElementTagNameMap {
    'retry-line': RetryLine;
  }
  interface HTMLElementEventMap {
    stop: RetryLineEvent;
    retrynow: RetryLineEvent;
  }
}
