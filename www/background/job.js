// Sorts texts with the provider that the user has chosen: by hand from the page, or mail as it comes. One
// batch after the other, and what stops one stops those behind it too, until the user starts anew.

/** @import { KeyStore } from '../lib/keys.js' */
/** @import { Settings } from '../lib/settings.js' */
/** @import { FromWorker, InitPayload } from '../worker/protocol.js' */
/** @import { OpenLine } from './runner.js' */
/** @import { Result, Status } from './status.js' */
import { failureOfError } from '../lib/failure.js';
import { createLogger } from '../lib/logger.js';
import { keepAwake } from '../lib/retry.js';
import { requestOptions } from '../lib/settings.js';
import { classifyBatch } from './batch.js';
import { classifier } from './classifier.js';
import { createAsk } from './runner.js';
import { idle, mostResults } from './status.js';

/**
 * @typedef {object} Item
 * @property {string} name
 * @property {string} text
 */

/**
 * @param {object} options
 * @param {() => Promise<Settings>} options.settings
 * @param {KeyStore} options.keys
 * @param {(status: Status) => void} options.publish
 * @param {InitPayload['retry']} [options.retry] For tests.
 * @param {OpenLine} [options.open]
 * @returns {{ start: (items: Item[]) => Promise<Status>, add: (items: Item[]) => Promise<Status>, stop: () => void, reset: () => void }}
 *   `start` begins anew, also after a failure that stopped everything; `add` is for what comes by itself, and
 *   does nothing after such a failure until `start` or `reset`.
 */
export function createJob({ settings, keys, publish, retry, open }) {
  /** @type {Status} */
  let status = { ...idle };
  let controller = new AbortController();
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();

  /** @param {Partial<Status>} news */
  const tell = (news) => {
    status = { ...status, ...news };
    publish(status);
  };

  /** @param {FromWorker} message */
  const onMessage = (message) => {
    if (message.type === 'newRetryAttempt') tell({ retrying: message.payload.message });
  };

  /**
   * @param {Item[]} items
   * @param {AbortSignal} signal
   */
  async function run(items, signal) {
    if (signal.aborted || status.stoppedBy !== null) return status;
    const chosen = await settings();
    const { systemPrompt, read } = classifier(labelsOf(chosen.labels));
    const logger = createLogger({ enabled: chosen.debug });
    /** @type {InitPayload} */
    let init;
    try {
      const request = await requestOptions(chosen, keys);
      init = { ...request, options: { ...request.options, systemPrompt, stream: false, thinking: '' }, ...(retry ? { retry } : {}) };
    } catch (error) {
      // A host that is none: nothing can be sent.
      tell({ state: 'stopped', stoppedBy: failureOfError(error, undefined) });
      return status;
    }
    tell({ state: 'running', total: status.total + items.length });
    logger.log(`Sorting ${items.length} texts.`);
    const before = status.done;
    const batch = await classifyBatch(items.map(({ text }) => text), {
      ask: createAsk({ init, read, onMessage, ...(open ? { open } : {}) }),
      concurrency: Math.min(20, Math.max(1, Math.floor(Number(chosen.concurrency)) || 3)),
      signal,
      onProgress({ index, answer, done }) {
        /** @type {Result} */
        const result = { name: items[index].name, label: answer.ok ? answer.answer : null, failure: answer.ok ? null : answer.failure.message };
        tell({ done: before + done, results: [...status.results, result].slice(-mostResults), retrying: '' });
      },
      onStopped(failure) {
        logger.warn(`The batch was stopped: ${failure.kind}.`);
        tell({ stoppedBy: failure });
      },
    });
    tell({ state: batch.aborted || batch.stoppedBy ? 'stopped' : 'done', retrying: '' });
    return status;
  }

  return {
    start(items) {
      controller.abort();
      controller = new AbortController();
      const { signal } = controller;
      last = last.then(() => {
        status = { ...idle };
        return run(items, signal);
      });
      return keepAwake(/** @type {Promise<Status>} */ (last));
    },
    add(items) {
      const { signal } = controller;
      last = last.then(() => run(items, signal));
      return keepAwake(/** @type {Promise<Status>} */ (last));
    },
    stop() {
      controller.abort();
      controller = new AbortController();
    },
    reset() {
      if (status.stoppedBy !== null) tell({ ...idle });
    },
  };
}

/** @param {string} text Separated by commas. */
function labelsOf(text) {
  const labels = text.split(',').map((label) => label.trim()).filter((label) => label !== '');
  return labels.length > 1 ? labels : ['spam', 'ham'];
}
