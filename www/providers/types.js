// The shapes that providers and their callers agree on. Types only.

/** @import { NewRetryAttempt, RetryConfig, RetryGaveUp } from '../vendor/fetch-with-retry/index.js' */
/** @import { Failure } from '../lib/failure.js' */

/**
 * Options of all providers. Empty strings count as not given, so that form fields can be passed as they are.
 * @typedef {object} ProviderOptions
 * @property {string} [host] Default: the provider's own. A path is kept, for gateways.
 * @property {string} [apiKey] Default: none is sent.
 * @property {string} [keyOrigin] The origin that the key was entered for. With it, the key is refused to
 *   any other origin.
 * @property {string} [model]
 * @property {boolean} [stream] Default true.
 * @property {string} [systemPrompt]
 * @property {number | string} [temperature] Default: the provider's.
 * @property {number | string} [maxTokens] Of the answer. Default: the provider's (Anthropic wants a number: 4096).
 * @property {Thinking} [thinking] Default: the model's own habit.
 * @property {number | string} [numCtx] Ollama only: the context window, in tokens.
 * @property {string | number} [keepAlive] Ollama only: how long the model stays loaded ("10m").
 * @property {boolean} [store] OpenAI Responses only: let OpenAI keep the answer, so that a later turn need
 *   not send it again. Default false.
 * @property {boolean} [keyInHeader] Gemini only: send the key as `x-goog-api-key`, not in the URL. Default false.
 * @property {string} [version] Anthropic only: `anthropic-version`. Default 2023-06-01.
 */

/**
 * true: think, and show it; false or 0: do not; a number: a budget in tokens; a word ("low", "medium",
 * "high" …): an effort. What a provider has no word for is left out.
 * @typedef {boolean | number | string} Thinking
 */

/**
 * @typedef {object} OwnSendOptions
 * @property {AbortSignal} [signal]
 * @property {(message: NewRetryAttempt) => void} [onRetry]
 * @property {(message: RetryGaveUp) => void} [onGiveUp]
 * @property {{ log(line: string): void, warn(line: string): void }} [logger]
 *
 * @typedef {OwnSendOptions & RetryConfig} SendOptions Any further key goes to `fetchWithRetry`.
 */

/**
 * Instead of a Response, when there is none.
 * @typedef {object} SendFailure
 * @property {false} ok
 * @property {true} is_exception
 * @property {boolean} is_aborted The caller's signal ended it.
 * @property {unknown} error As `fetchWithRetry` rejected with it; `retryInfo` knows it.
 */

/**
 * @typedef {object} Model
 * @property {string} id To be given as `model`.
 * @property {string} name To be shown.
 */

/**
 * @typedef {{ ok: true, response: Model[] } | ModelsFailure} ModelsResult
 *
 * @typedef {object} ModelsFailure
 * @property {false} ok
 * @property {string} error Ready to show.
 * @property {number | null} status Null when there was no response.
 * @property {Failure} failure The same by what the user can do about it.
 * @property {boolean} [is_exception]
 * @property {boolean} [is_aborted]
 */

/**
 * @typedef {object} WireRequest
 * @property {URL} url
 * @property {Record<string, string>} headers
 * @property {Record<string, unknown>} [body] Sent as JSON by POST; without it a GET.
 */

export {};
