// How patient each kind of request is. One table, so that what differs between a hosted service, a model
// on the user's own machine and a list of models can be read at a glance.

/** @import { RetryConfig } from '../vendor/fetch-with-retry/index.js' */

/**
 * What every request of the add-on has in common.
 * @type {RetryConfig}
 */
const always = {
  maxRetries: 3,
  // The default, spelled out: event pages and service workers are stopped after 30 s without it.
  keepAwake: true,
  // A chat and a batch share one rate limit.
  cooldown: 'extension',
  // Tells a missing permission from a host that is down: the commonest failure there is.
  diagnose: true,
};

// A hosted model that streams sends its headers within seconds; one that does not sends them with the
// last word, which takes a thinking model minutes (the vendors' own libraries wait 10).
const hostedStreamMs = 120_000;
const hostedPlainMs = 600_000;

// A local model may first be read from disk into memory, and then has to read a long prompt on a CPU.
const localMs = 900_000;

// Silence within a reply. Thinking models pause, and so do slow machines: these are for connections that
// died without a word, which would leave an answer unfinished for ever.
const hostedIdleMs = 120_000;

// Nobody waits minutes for a menu to fill.
const listMs = 15_000;
const listTotalMs = 60_000;

/**
 * The config of one request, to be spread before the caller's own keys.
 *
 * @param {object} request
 * @param {'chat' | 'models'} request.purpose
 * @param {boolean} request.local A server that loads its models itself, on its own time.
 * @param {boolean} request.stream Whether the answer is asked for as a stream.
 * @returns {RetryConfig}
 */
export function retryConfig({ purpose, local, stream }) {
  if (purpose === 'models') {
    return { ...always, attemptTimeoutMs: listMs, totalTimeoutMs: listTotalMs, bodyIdleTimeoutMs: listMs };
  }
  if (local) {
    // "Loading model" (llama.cpp) and "server busy" (Ollama) pass within tens of seconds, not within 7.
    return { ...always, attemptTimeoutMs: localMs, bodyIdleTimeoutMs: localMs, initialDelayMs: 2000, factor: 2.5, maxDelayMs: 20_000 };
  }
  return { ...always, attemptTimeoutMs: stream ? hostedStreamMs : hostedPlainMs, bodyIdleTimeoutMs: hostedIdleMs };
}

/**
 * The retries that a second request may still use, so that both together stay within one budget.
 *
 * @param {number} maxRetries The budget of the whole turn.
 * @param {number} attempts The attempts already made.
 * @returns {number} For the second request's `maxRetries`; negative: it must not be sent.
 */
export function retriesLeft(maxRetries, attempts) {
  return maxRetries - attempts;
}
