// What the tests of www/ share: a provider host, quick retries, and a conversation whose messages are kept.

/** @import { ProviderOptions } from '../../www/providers/types.js' */
/** @import { FromWorker } from '../../www/worker/protocol.js' */
/** @import { RetryConfig } from '../../www/vendor/fetch-with-retry/index.js' */
import { Conversation } from '../../www/worker/conversation.js';

/** Looks like a key, is none. */
export const key = 'sk-test-0000000000000000000000000000';

/**
 * The same rules, without the waiting; and without the cool-down, which would let one test's 429 hold all
 * others, as they share one host.
 * @type {RetryConfig}
 */
export const quick = { initialDelayMs: 20, maxDelayMs: 40, attemptTimeoutMs: 10_000, cooldown: 'off' };

/**
 * For a server that hangs.
 * @type {RetryConfig}
 */
export const impatient = { ...quick, attemptTimeoutMs: 1500 };

export const names = ['anthropic', 'google_gemini', 'ollama', 'openai_comp', 'openai_responses'];

/** What the provider host answers to "hello". */
export const greeting = 'Grüße from the test host — 你好 🙂. You said: “hello”';

let runs = 0;
/** @returns {string} A run of its own at the provider host. */
export const newRun = () => `run-${(runs += 1)}`;

const endings = new Set(['tokensDone', 'requestAborted', 'error']);

/**
 * A conversation with its messages.
 *
 * @param {string} provider
 * @param {string} host
 * @param {ProviderOptions} [options]
 * @param {RetryConfig} [retry]
 * @returns {Talk}
 */
export function talk(provider, host, options, retry = quick) {
  /** @type {FromWorker[]} */
  const messages = [];
  /** @type {Set<() => void>} */
  const waiters = new Set();
  const conversation = new Conversation((message) => {
    // As postMessage would: what cannot be cloned must not be sent.
    messages.push(structuredClone(message));
    for (const wake of waiters) wake();
  });
  conversation.receive({ type: 'init', payload: { provider, options: { host, apiKey: key, model: 'test-small', ...options }, retry } });

  /** @type {Talk['until']} */
  const until = async (wanted, count = 1) => {
    const found = () => messages.filter((message) => (typeof wanted === 'string' ? message.type === wanted : wanted(message)));
    while (found().length < count) {
      await new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`Nothing of the kind; had ${messages.map(({ type }) => type).join(' ')}`)), 8000);
        const wake = () => {
          clearTimeout(timer);
          waiters.delete(wake);
          resolve(undefined);
        };
        waiters.add(wake);
      });
    }
    return /** @type {any} */ (found()[count - 1]);
  };
  return {
    conversation,
    messages,
    until,
    async ask(text = 'hello') {
      const before = messages.filter(({ type }) => endings.has(type)).length;
      conversation.receive({ type: 'chatMessage', payload: { text } });
      return until((message) => endings.has(message.type), before + 1);
    },
    said: () => messages.flatMap((message) => (message.type === 'newToken' ? [message.payload.token] : [])).join(''),
    count: (type) => messages.filter((message) => message.type === type).length,
  };
}

/**
 * @typedef {object} Talk
 * @property {Conversation} conversation
 * @property {FromWorker[]} messages
 * @property {(wanted: string | ((message: FromWorker) => boolean), count?: number) => Promise<any>} until The
 *   count-th message of the kind, when it has come.
 * @property {(text?: string) => Promise<any>} ask Resolves with the message that ends the turn.
 * @property {() => string} said All tokens.
 * @property {(type: string) => number} count
 */
