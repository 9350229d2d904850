// A conversation with any provider, behind messages. It knows no worker and no page, so that the same code
// runs in a dedicated worker, in Chromium's service worker (which has no Worker) and in Node.

/** @import { NewRetryAttempt } from '../vendor/fetch-with-retry/index.js' */
/** @import { Failure, FailureKind } from '../lib/failure.js' */
/** @import { Logger } from '../lib/logger.js' */
/** @import { Message } from '../providers/messages.js' */
/** @import { Provider } from '../providers/provider.js' */
/** @import { Done, FromWorker, InitPayload, ToWorker } from './protocol.js' */
import { failureOfError } from '../lib/failure.js';
import { createLogger } from '../lib/logger.js';
import { keepAwake, retryNow } from '../lib/retry.js';
import { createProvider } from '../providers/index.js';
import { TurnError, runTurn } from './turn.js';

/**
 * A running turn.
 * @typedef {object} Turn
 * @property {number} number
 * @property {AbortController} controller
 * @property {string} asked
 * @property {string} text
 * @property {string} thinking
 * @property {string | null} stopReason
 * @property {string | undefined} responseId
 * @property {number | null} waitingId The wait that `retryNow` without an id means.
 * @property {Map<number, () => void>} pauses
 */

/** Answers the messages of `protocol.js`. */
export class Conversation {
  /** @type {Provider | null} */
  #provider = null;
  /** @type {InitPayload | null} */
  #settings = null;
  /** @type {Message[]} */
  #history = [];
  /** @type {Turn | null} */
  #turn = null;
  #turns = 0;
  /** @type {Logger} */
  #logger = createLogger();
  #post;

  /** @param {(message: FromWorker) => void} post Takes what is to be told: plain data. */
  constructor(post) {
    this.#post = post;
  }

  /**
   * Takes a message. Never throws; what goes wrong is posted.
   *
   * @param {ToWorker} message
   * @returns {void}
   */
  receive(message) {
    switch (message.type) {
      case 'init':
        return this.#init(message.payload);
      case 'chatMessage':
        return this.#ask(message.payload.text);
      case 'stop':
        return this.#stop();
      case 'retryNow':
        return this.#retryNow(message.payload?.id);
    }
  }

  /**
   * What was said so far, for saving. An answer that was cut or stopped is in it once, as far as it came.
   *
   * @returns {Message[]} A copy.
   */
  get history() {
    return structuredClone(this.#history);
  }

  /** @param {InitPayload} settings */
  #init(settings) {
    this.#stop();
    this.#logger = createLogger({ enabled: settings.debug === true });
    this.#settings = settings;
    this.#history = [...(settings.history ?? [])];
    try {
      this.#provider = createProvider(settings.provider, settings.options);
    } catch (error) {
      this.#provider = null;
      this.#post({ type: 'error', payload: { turn: this.#turns, ...failureOfError(error, undefined) } });
    }
  }

  /** @param {string} asked */
  #ask(asked) {
    const number = (this.#turns += 1);
    if (this.#turn !== null) return this.#refuse(number, 'busy', 'An answer is still on its way.');
    if (this.#provider === null) return this.#refuse(number, 'notReady', 'No provider is chosen yet.');
    /** @type {Turn} */
    const turn = { number, controller: new AbortController(), asked, text: '', thinking: '', stopReason: null, responseId: undefined, waitingId: null, pauses: new Map() };
    this.#turn = turn;
    this.#post({ type: 'messageSent', payload: { turn: number } });
    // The package keeps the background awake until the headers; the body has to be read as well. In a
    // dedicated worker this does nothing: there, whoever starts the worker holds it.
    void keepAwake(this.#run(turn, this.#provider));
  }

  /**
   * @param {Turn} turn
   * @param {Provider} provider
   */
  async #run(turn, provider) {
    /** @type {Failure | null} */
    let failure = null;
    try {
      const messages = [...this.#history, { role: /** @type {const} */ ('user'), content: turn.asked }];
      const reply = runTurn(provider, messages, {
        retry: this.#settings?.retry,
        signal: turn.controller.signal,
        logger: this.#logger,
        onRetry: (message) => this.#onRetry(turn, message),
        onGiveUp: (message) => this.#tell(turn, message),
        onPause: (id, wake) => turn.pauses.set(id, wake),
      });
      for await (const part of reply) {
        if (this.#turn !== turn) return;
        this.#take(turn, part);
      }
    } catch (error) {
      failure = error instanceof TurnError ? error.failure : failureOfError(error, undefined);
    }
    // Stopped turns were ended by #stop; what they throw afterwards is nobody's business.
    if (this.#turn !== turn) return;
    if (failure !== null && turn.text === '') {
      this.#end(turn);
      this.#logger.warn(`The turn failed: ${failure.kind}.`);
      this.#post({ type: 'error', payload: { turn: turn.number, ...failure } });
    } else {
      this.#end(turn, failure === null ? turn.responseId : undefined);
      /** @type {Done} */
      const done = { turn: turn.number, text: turn.text, thinking: turn.thinking, stopReason: turn.stopReason, truncated: failure !== null, failure };
      this.#post({ type: 'tokensDone', payload: done });
    }
  }

  /**
   * @param {Turn} turn
   * @param {import('../streams/reply.js').ReplyPart} part
   */
  #take(turn, { token, thinking, responseId, stopReason }) {
    turn.waitingId = null;
    turn.responseId = responseId ?? turn.responseId;
    turn.stopReason = stopReason ?? turn.stopReason;
    if (thinking !== undefined) {
      turn.thinking += thinking;
      this.#post({ type: 'newThinkingToken', payload: { turn: turn.number, token: thinking } });
    }
    if (token !== undefined) {
      turn.text += token;
      this.#post({ type: 'newToken', payload: { turn: turn.number, token } });
    }
  }

  #stop() {
    const turn = this.#turn;
    if (turn === null) return;
    this.#end(turn);
    turn.controller.abort(new DOMException('Stopped.', 'AbortError'));
    this.#post({ type: 'requestAborted', payload: { turn: turn.number, text: turn.text } });
  }

  /**
   * Ends a turn, the one place where anything is added to the history. A question without an answer is not:
   * the next one would be sent together with it.
   *
   * @param {Turn} turn
   * @param {string} [responseId] Only of a whole answer: the provider stores no other.
   */
  #end(turn, responseId) {
    this.#turn = null;
    if (turn.text === '') return;
    this.#history.push({ role: 'user', content: turn.asked });
    this.#history.push({ role: 'assistant', content: turn.text, ...(responseId === undefined ? {} : { responseId }) });
  }

  /**
   * @param {Turn} turn
   * @param {NewRetryAttempt} message
   */
  #onRetry(turn, message) {
    turn.waitingId = message.payload.id;
    this.#tell(turn, message);
  }

  /** @param {number} [id] */
  #retryNow(id = this.#turn?.waitingId ?? undefined) {
    if (this.#turn === null || id === undefined) return;
    const wake = this.#turn.pauses.get(id);
    if (wake) wake();
    else retryNow(id);
  }

  /**
   * @param {Turn} turn
   * @param {FromWorker} message
   */
  #tell(turn, message) {
    if (this.#turn === turn) this.#post(message);
  }

  /**
   * @param {number} turn
   * @param {FailureKind} kind
   * @param {string} message
   */
  #refuse(turn, kind, message) {
    this.#post({ type: 'error', payload: { turn, kind, message, providerMessage: null, status: null } });
  }
}
