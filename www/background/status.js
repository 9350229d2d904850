// What the page sees of unattended work, wherever that runs. Plain data; no text that was sorted is in it.

/** @import { Failure } from '../lib/failure.js' */

/**
 * @typedef {object} Result
 * @property {string} name What the user knows the text by: its beginning, or a mail's subject.
 * @property {string | null} label null: the answer named none, or there is no answer.
 * @property {string | null} failure Ready to show.
 */

/**
 * @typedef {object} Status
 * @property {'idle' | 'running' | 'done' | 'stopped'} state
 * @property {number} done
 * @property {number} total
 * @property {Result[]} results The latest, oldest first.
 * @property {Failure | null} stoppedBy What stopped it by itself. Nothing further is sent until the user starts it anew.
 * @property {string} retrying The sentence of a wait; '' when none runs.
 */

/** The key under which it lies in `storage.session`. */
export const statusSlot = 'batchStatus';

/** So that a busy mailbox does not fill the memory. */
export const mostResults = 200;

/** @type {Readonly<Status>} */
export const idle = Object.freeze({ state: 'idle', done: 0, total: 0, results: [], stoppedBy: null, retrying: '' });
