// One turn: the request, its reply, and the one case in which a reply is asked for again. fetchWithRetry ends
// at the headers; what breaks after them is decided here, because only here is known whether the user has
// seen anything of it.

/** @import { NewRetryAttempt, RetryConfig, RetryGaveUp } from '../vendor/fetch-with-retry/index.js' */
/** @import { Failure } from '../lib/failure.js' */
/** @import { Logger } from '../lib/logger.js' */
/** @import { Message } from '../providers/messages.js' */
/** @import { Provider } from '../providers/provider.js' */
/** @import { ReplyPart } from '../streams/reply.js' */
import { failureOfError } from '../lib/failure.js';
import { pause } from '../lib/pause.js';
import { retriesLeft } from '../lib/retry-config.js';
import { mayRetryStream, retryInfo } from '../lib/retry.js';
import { readReply } from '../streams/reply.js';
import { toRetryError } from '../streams/stream-error.js';

/** Before a broken stream is asked for again, unless the config names another first backoff. Milliseconds. */
const defaultPauseMs = 1000;

/** Ids of the waits below are negative, those of the package positive. */
let lastPauseId = 0;

/** A turn without an answer, or without the rest of it. */
export class TurnError extends Error {
  /** @param {Failure} failure */
  constructor(failure) {
    super(failure.message);
    this.name = 'TurnError';
    this.failure = failure;
  }
}

/**
 * @typedef {object} TurnOptions
 * @property {AbortSignal} signal
 * @property {(message: NewRetryAttempt) => void} onRetry
 * @property {(message: RetryGaveUp) => void} onGiveUp
 * @property {(id: number, wake: () => void) => void} onPause A wait of the turn's own begins; `wake` ends it.
 * @property {Logger} logger
 * @property {RetryConfig} [retry]
 */

/**
 * Asks, and yields the reply's parts as they come.
 *
 * @param {Provider} provider
 * @param {Message[]} messages
 * @param {TurnOptions} options
 * @returns {AsyncGenerator<ReplyPart, void, void>}
 * @throws {TurnError} when there is no answer, or no more of it; the signal's reason when it was aborted.
 */
export async function* runTurn(provider, messages, options) {
  const { signal, logger, retry } = options;
  const total = retry?.maxRetries ?? provider.maxRetries;
  let spent = 0;
  for (let first = true; ; first = false) {
    const outcome = await provider.fetchResponse(messages, {
      ...retry,
      maxRetries: retriesLeft(total, spent),
      signal,
      logger,
      onRetry: (message) => options.onRetry(renumber(message, spent, total)),
      onGiveUp: options.onGiveUp,
    });
    signal.throwIfAborted();
    if ('is_exception' in outcome) throw new TurnError(failureOfError(outcome.error, retryInfo(outcome.error)));
    const info = retryInfo(outcome);
    if (!outcome.ok) throw new TurnError(await provider.failureOf(outcome));

    let begun = false;
    try {
      for await (const part of readReply(outcome, provider, provider.stream)) {
        begun ||= part.token !== undefined || part.thinking !== undefined;
        yield part;
      }
      return;
    } catch (error) {
      signal.throwIfAborted();
      spent += info?.attempts.length ?? 1;
      const again = first && retriesLeft(total, spent) >= 0 && mayRetryStream(begun, toRetryError(error));
      if (!again) throw new TurnError(failureOfError(error, info));
      logger.log('The reply broke before its first token; it is asked for once more.');
    }
    await announcedPause(spent, total, options);
  }
}

/**
 * Both loops count as one to the user: "2 of 3" after "1 of 3".
 *
 * @param {NewRetryAttempt} message
 * @param {number} spent Attempts of the first loop.
 * @param {number} maxRetries
 * @returns {NewRetryAttempt}
 */
function renumber(message, spent, maxRetries) {
  if (spent === 0) return message;
  const { payload } = message;
  const attempt = payload.attempt + spent;
  const text = payload.message.replace(`(${payload.attempt} of ${payload.maxRetries})`, `(${attempt} of ${maxRetries})`);
  return { ...message, payload: { ...payload, attempt, maxRetries, message: text } };
}

/**
 * A wait that is told like the package's own: a retry is never a frozen spinner.
 *
 * @param {number} spent
 * @param {number} maxRetries
 * @param {TurnOptions} options
 */
async function announcedPause(spent, maxRetries, { signal, retry, onRetry, onPause }) {
  const most = retry?.initialDelayMs ?? defaultPauseMs;
  const delayMs = Math.round(most / 2 + (Math.random() * most) / 2);
  const id = (lastPauseId -= 1);
  const { done, wake } = pause(delayMs, signal);
  onPause(id, wake);
  onRetry({
    type: 'newRetryAttempt',
    payload: {
      id,
      attempt: spent,
      maxRetries,
      delayMs,
      retryAt: Date.now() + delayMs,
      reason: 'network',
      status: null,
      retryAfterMs: null,
      message: `The reply broke off before it began. Retrying in ${Math.max(1, Math.round(delayMs / 1000))} s (${spent} of ${maxRetries}).`,
      providerMessage: null,
      label: null,
    },
  });
  await done;
}
