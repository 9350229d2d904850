// The page's half of the worker: one conversation, its history, and the question that is under way. It knows
// nothing of the page.

/** @import { Message } from '../providers/messages.js' */
/** @import { FromWorker, InitPayload, ToWorker } from '../worker/protocol.js' */

/** One conversation. */
export class Session {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Message[]} */
  #history = [];
  /** @type {string | null} */
  #asked = null;
  #onMessage;

  /** @param {(message: FromWorker) => void} onMessage */
  constructor(onMessage) {
    this.#onMessage = onMessage;
  }

  /** @returns {boolean} whether an answer is under way */
  get isBusy() {
    return this.#asked !== null;
  }

  /**
   * Asks. The settings are given anew each time, so that a change counts from the next question on.
   *
   * @param {string} text
   * @param {InitPayload} init
   */
  ask(text, init) {
    this.#asked = text;
    this.#send({ type: 'init', payload: { ...init, history: this.#history } });
    this.#send({ type: 'chatMessage', payload: { text } });
  }

  stop() {
    this.#send({ type: 'stop' });
  }

  /** @param {number} id of the wait */
  retryNow(id) {
    this.#send({ type: 'retryNow', payload: { id } });
  }

  /** Forgets what was said; an answer under way with its worker, so that nothing of it comes later. */
  reset() {
    if (this.isBusy) {
      this.#worker?.terminate();
      this.#worker = null;
      this.#asked = null;
    }
    this.#history = [];
  }

  /** @param {ToWorker} message */
  #send(message) {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
  }

  #start() {
    const worker = new Worker(new URL('../worker/worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = () => {
      // It did not load, or met a fault: another one is started for the next question.
      worker.terminate();
      this.#worker = null;
      if (!this.isBusy) return;
      this.#receive({ type: 'error', payload: { turn: 0, kind: 'server', message: 'The worker failed.', providerMessage: null, status: null } });
    };
    return worker;
  }

  /** @param {FromWorker} message */
  #receive(message) {
    // After a failed `init` the question fails as well; once is enough.
    if (!this.isBusy) return;
    if (message.type === 'tokensDone' || message.type === 'requestAborted') this.#end(message.payload.text);
    else if (message.type === 'error') this.#end('');
    this.#onMessage(message);
  }

  /** @param {string} text An answer that was cut counts as far as it came. */
  #end(text) {
    const asked = /** @type {string} */ (this.#asked);
    this.#asked = null;
    if (text !== '') this.#history.push({ role: 'user', content: asked }, { role: 'assistant', content: text });
  }
}
