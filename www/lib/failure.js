// What went wrong, by what the user can do about it. Interfaces choose their advice by `kind`; most failures
// of such add-ons are permanent (a key, a permission, a spent quota), and then a retry is no advice.

/** @import { RetryInfo } from '../vendor/fetch-with-retry/index.js' */
/** @import { HttpError } from '../providers/http-error.js' */
import { StreamError } from '../streams/stream-error.js';
import { harmless } from './logger.js';

/**
 * - `settings`: no request was made: a bad host, key or model. `message` says which.
 * - `key`: the key is missing, wrong or not allowed.
 * - `quota`: no money, or the day's allowance is spent. Waiting does not help.
 * - `rateLimit`, `overloaded`: still so after all retries. Waiting helps.
 * - `origins`: Ollama refuses add-ons: set OLLAMA_ORIGINS.
 * - `blocked`: the host answers, the browser withholds it: host permission, or CORS.
 * - `model`: there is no such model, or none is loaded.
 * - `tooLong`: more than the model can read.
 * - `rejected`: any other refusal. `server`: any other failure of the server.
 * - `moved`: the host redirects, which is not followed, as it would carry the key along.
 * - `network`, `timeout`: no answer at all, after all retries.
 * - `truncated`, `malformed`, `provider`: a reply that began well; see StreamErrorKind.
 * - `busy`, `notReady`: the page's own order of messages.
 * @typedef {'settings' | 'key' | 'quota' | 'rateLimit' | 'overloaded' | 'origins' | 'blocked' | 'model' |
 *   'tooLong' | 'rejected' | 'server' | 'moved' | 'network' | 'timeout' | 'truncated' | 'malformed' |
 *   'provider' | 'busy' | 'notReady'} FailureKind
 */

/**
 * @typedef {object} Failure Plain data.
 * @property {FailureKind} kind
 * @property {string} message Ready to show; in English, so translate by kind where that matters.
 * @property {string | null} providerMessage The provider's own words, when it said any.
 * @property {number | null} status
 */

const quotaWords =
  /insufficient_quota|credit_balance_exhausted|spend_limit|billing_(error|hard_limit)|credit balance is too low|insufficient (balance|credits|funds)|budget_exceeded|payment required|(per|by)[-_ ]?day/i;
const keyWords = /api[-_ ]?key[-_ ]?(not valid|invalid)|invalid[-_ ](x-)?api[-_ ]?key|authentication_error/i;
const modelWords = /model[-_ ]not[-_ ]found|model\b.*(not found|does not exist)|no models? (is |are )?loaded|models\/\S+ is not found|^model: /i;
const lengthWords = /context[-_ ]length|context window|prompt is too long|too many tokens|exceeds? .*(context|token)/i;

/**
 * An error response.
 *
 * @param {string} provider A key of `providers`.
 * @param {HttpError} error
 * @param {RetryInfo | undefined} info
 * @returns {Failure}
 */
export function failureOfResponse(provider, { status, providerMessage, body }, info) {
  const kind = info?.gaveUp === 'quotaExhausted' ? 'quota' : kindOfStatus(provider, status, `${providerMessage ?? ''}\n${body}`);
  return { kind, message: providerMessage ?? sentences[kind] ?? `The server answered ${status}.`, providerMessage, status };
}

/**
 * @param {string} provider
 * @param {number} status
 * @param {string} text
 * @returns {FailureKind}
 */
function kindOfStatus(provider, status, text) {
  if (status === 402 || quotaWords.test(text)) return 'quota';
  if (status === 401 || keyWords.test(text)) return 'key';
  if (status === 403) return provider === 'ollama' ? 'origins' : 'key';
  if (modelWords.test(text) || (status === 404 && /model/i.test(text))) return 'model';
  if (status === 413 || lengthWords.test(text)) return 'tooLong';
  if (status === 429) return 'rateLimit';
  if (status === 503 || status === 529) return 'overloaded';
  // 0 is what a browser shows of a redirect that is not followed.
  if (status === 0 || (status >= 300 && status < 400)) return 'moved';
  return status >= 500 ? 'server' : 'rejected';
}

/**
 * Anything thrown: by `fetchWithRetry`, by the body's reader, by `readReply`.
 *
 * @param {unknown} error
 * @param {RetryInfo | undefined} info Of the error, or of the response whose body broke.
 * @returns {Failure}
 */
export function failureOfError(error, info) {
  const kind = kindOfError(error, info);
  const said = error instanceof StreamError ? error.message : kind === 'settings' && error instanceof Error ? harmless(error.message) : undefined;
  return {
    kind,
    message: said ?? sentences[kind] ?? 'The request failed.',
    providerMessage: error instanceof StreamError && error.kind === 'provider' ? error.message : null,
    status: null,
  };
}

/**
 * @param {unknown} error
 * @param {RetryInfo | undefined} info
 * @returns {FailureKind}
 */
function kindOfError(error, info) {
  if (error instanceof StreamError) return quotaWords.test(JSON.stringify(error.body ?? '')) ? 'quota' : error.kind;
  if (info?.gaveUp === 'blocked') return 'blocked';
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timeout';
  return info === undefined || info.attempts.length === 0 ? 'settings' : 'network';
}

/** @type {Partial<Record<FailureKind, string>>} */
const sentences = {
  key: 'The provider refuses the key.',
  origins: 'Ollama refuses requests of add-ons. Allow them with OLLAMA_ORIGINS.',
  quota: 'The quota is spent.',
  rateLimit: 'Too many requests. Try again later.',
  overloaded: 'The service is overloaded. Try again later.',
  blocked: 'The host answers, but the browser withholds the answer.',
  model: 'The model was not found.',
  moved: 'The host redirects to another address. Enter that one.',
  network: 'The host cannot be reached.',
  timeout: 'The host did not answer in time.',
  truncated: 'The reply was cut off.',
  malformed: 'The reply is not in the form that this provider uses.',
};
