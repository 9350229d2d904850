// Asks one text of a fresh conversation: in a worker of its own where there are workers, in place where there
// are none (Chromium's service worker). The conversation is the same code in both.

/** @import { FromWorker, InitPayload, ToWorker } from '../worker/protocol.js' */
/** @import { Answer } from './batch.js' */
import { keepAwake } from '../lib/retry.js';
import { Conversation } from '../worker/conversation.js';

/**
 * A conversation, wherever it runs.
 * @typedef {object} Line
 * @property {(message: ToWorker) => void} send
 * @property {() => void} close
 */

/**
 * Opens a line: `onMessage` gets what the conversation says, `onBroken` is called when it cannot speak at all.
 * @typedef {(onMessage: (message: FromWorker) => void, onBroken: () => void) => Line} OpenLine
 */

/**
 * A worker of its own for each conversation.
 *
 * @param {URL | string} [url] Default: `worker/worker.js` beside this folder.
 * @returns {OpenLine}
 */
export function inWorker(url = new URL('../worker/worker.js', import.meta.url)) {
  return (onMessage, onBroken) => {
    const worker = new Worker(url, { type: 'module' });
    worker.onmessage = (event) => onMessage(event.data);
    worker.onerror = onBroken;
    return { send: (message) => worker.postMessage(message), close: () => worker.terminate() };
  };
}

/** @returns {OpenLine} In this context. */
export function inPlace() {
  return (onMessage) => {
    const conversation = new Conversation(onMessage);
    return { send: (message) => conversation.receive(message), close: () => conversation.receive({ type: 'stop' }) };
  };
}

/** @returns {OpenLine} Whichever this context has. */
export function bestLine() {
  return typeof Worker === 'undefined' ? inPlace() : inWorker();
}

/**
 * Makes the `ask` of `classifyBatch`. Each call holds the background awake until it has its answer: a worker
 * cannot do that itself.
 *
 * @param {object} options
 * @param {InitPayload} options.init For each conversation. Not streaming suits: nobody watches.
 * @param {OpenLine} [options.open] Default: `bestLine()`.
 * @param {(answer: string) => string | null} [options.read] Makes the result of the answer's text. Default: the text.
 * @param {(message: FromWorker) => void} [options.onMessage] Sees every message, for a progress view.
 * @returns {(text: string, options: { signal: AbortSignal }) => Promise<Answer>}
 */
export function createAsk({ init, open = bestLine(), read = (answer) => answer, onMessage }) {
  return (text, { signal }) =>
    keepAwake(
      new Promise((resolve) => {
        /** @param {Answer} answer */
        const finish = (answer) => {
          signal.removeEventListener('abort', stop);
          line.close();
          resolve(answer);
        };
        const stop = () => finish(failed('rejected', 'Stopped.'));
        const line = open(
          (message) => {
            onMessage?.(message);
            const answer = answerIn(message, read);
            if (answer !== null) finish(answer);
          },
          () => finish(failed('server', 'The worker could not be started.')),
        );
        if (signal.aborted) return stop();
        signal.addEventListener('abort', stop, { once: true });
        line.send({ type: 'init', payload: init });
        line.send({ type: 'chatMessage', payload: { text } });
      }),
    );
}

/**
 * @param {FromWorker} message
 * @param {(answer: string) => string | null} read
 * @returns {Answer | null} null while the turn goes on.
 */
function answerIn(message, read) {
  switch (message.type) {
    case 'tokensDone':
      // Half an answer is no classification.
      if (message.payload.failure !== null) return { ok: false, failure: message.payload.failure };
      return { ok: true, answer: read(message.payload.text) };
    case 'error': {
      const { turn: _, ...failure } = message.payload;
      return { ok: false, failure };
    }
    case 'requestAborted':
      return failed('rejected', 'Stopped.');
    default:
      return null;
  }
}

/**
 * @param {import('../lib/failure.js').FailureKind} kind
 * @param {string} message
 * @returns {Answer}
 */
function failed(kind, message) {
  return { ok: false, failure: { kind, message, providerMessage: null, status: null } };
}
