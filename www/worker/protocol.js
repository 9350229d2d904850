// The messages between a page and its worker. Types only; the page's half of the contract.
//
// A turn begins with `messageSent` and ends with exactly one of `tokensDone`, `requestAborted` and `error`.
// After `stop` nothing more of the turn comes but `requestAborted`, which comes at once.

/** @import { NewRetryAttempt, RetryConfig, RetryGaveUp } from '../vendor/fetch-with-retry/index.js' */
/** @import { Failure } from '../lib/failure.js' */
/** @import { Message } from '../providers/messages.js' */
/** @import { ProviderOptions } from '../providers/types.js' */

/**
 * `init`: begins a conversation, ending a turn that may be running. Plain data:
 *   - `provider`: a key of `providers`; `options`: for its constructor;
 *   - `history`: what was said before. Default: nothing;
 *   - `retry`: keys of RetryConfig in place of the add-on's own, for tests and the curious. No functions;
 *   - `debug`: log to the console. Default false.
 * `chatMessage`: asks. `stop`: ends the running turn; without one, nothing.
 * `retryNow`: ends the running wait: that of `id`, or without it the turn's last.
 *
 * @typedef {{ type: 'init', payload: InitPayload }
 *   | { type: 'chatMessage', payload: { text: string } }
 *   | { type: 'stop', payload?: undefined }
 *   | { type: 'retryNow', payload?: { id?: number } }} ToWorker
 *
 * @typedef {object} InitPayload
 * @property {string} provider
 * @property {ProviderOptions} [options]
 * @property {Message[]} [history]
 * @property {RetryConfig} [retry]
 * @property {boolean} [debug]
 */

/**
 * `newRetryAttempt` and `retryGaveUp` are the package's own, as they are (a wait before a broken stream is
 * asked for again has a negative `id`). In all others `turn` counts from 1.
 *
 * `tokensDone`: the answer, whole in `text`. With `truncated: true` it broke off after it had begun: `text` is
 * what arrived, `failure` says why, and nothing is asked for again. `stopReason` is the provider's word
 * (`max_tokens`, `length`, `SAFETY` …) or null.
 * `requestAborted`: the user stopped it; `text` is what had arrived, perhaps nothing.
 * `error`: there is no answer. The question is not part of what later turns send.
 *
 * @typedef {NewRetryAttempt | RetryGaveUp
 *   | { type: 'messageSent', payload: { turn: number } }
 *   | { type: 'newToken' | 'newThinkingToken', payload: { turn: number, token: string } }
 *   | { type: 'tokensDone', payload: Done }
 *   | { type: 'requestAborted', payload: { turn: number, text: string } }
 *   | { type: 'error', payload: { turn: number } & Failure }} FromWorker
 *
 * @typedef {object} Done
 * @property {number} turn
 * @property {string} text
 * @property {string} thinking
 * @property {string | null} stopReason
 * @property {boolean} truncated
 * @property {Failure | null} failure
 */

export {};
