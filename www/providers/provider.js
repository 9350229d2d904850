// What the five providers share: sending through fetchWithRetry, never throwing, lists of models. A
// provider itself is only its wire format: what a request looks like, and what an event means.

/** @import { RetryConfig } from '../vendor/fetch-with-retry/index.js' */
/** @import { ReplyFormat, ReplyPart } from '../streams/reply.js' */
/** @import { Failure } from '../lib/failure.js' */
/** @import { Message } from './messages.js' */
/** @import { Model, ModelsFailure, ModelsResult, ProviderOptions, SendFailure, SendOptions, WireRequest } from './types.js' */
import { failureOfError, failureOfResponse } from '../lib/failure.js';
import { parseHost } from '../lib/hosts.js';
import { retriesLeft, retryConfig } from '../lib/retry-config.js';
import { fetchWithRetry, mayRetryStream, retryInfo } from '../lib/retry.js';
import { StreamError, toRetryError } from '../streams/stream-error.js';
import { providerMessage, readHttpError } from './http-error.js';
import { numberOf } from './messages.js';

// A list of some thousand models is real (OpenRouter), more pages than this are a server's mistake.
const mostPages = 20;

/** @implements {ReplyFormat} */
export class Provider {
  /** The name by which settings and messages know it. */
  static id = '';
  /** Names requests in messages and log lines. */
  static label = '';
  static defaultHost = '';
  /** Whether the server runs the model on its own time, on the user's own machine. */
  static local = false;

  /** @type {'sse' | 'ndjson'} */
  framing = 'sse';

  /** @param {ProviderOptions} [options] */
  constructor(options = {}) {
    this.host = options.host?.trim() || /** @type {typeof Provider} */ (this.constructor).defaultHost;
    this.apiKey = options.apiKey?.trim() ?? '';
    this.keyOrigin = options.keyOrigin ?? '';
    this.model = options.model ?? '';
    this.stream = options.stream ?? true;
    this.systemPrompt = options.systemPrompt ?? '';
    this.temperature = numberOf(options.temperature);
    this.maxTokens = numberOf(options.maxTokens);
    this.thinking = options.thinking === '' ? undefined : options.thinking;
  }

  /**
   * Posts the chat.
   *
   * @param {Message[]} messages
   * @param {SendOptions} [options]
   * @returns {Promise<Response | SendFailure>} The Response whatever its status, its body unread. Never rejects.
   */
  async fetchResponse(messages, options = {}) {
    try {
      return await this.#send('chat', this.chatRequest(messages), options);
    } catch (error) {
      return { ok: false, is_exception: true, is_aborted: options.signal?.aborted === true, error };
    }
  }

  /**
   * Lists the models that can chat.
   *
   * @param {SendOptions} [options]
   * @returns {Promise<ModelsResult>} Never rejects.
   */
  async fetchModels(options = {}) {
    try {
      /** @type {Model[]} */
      const models = [];
      /** @type {string | undefined} */
      let page;
      for (let count = 0; count < mostPages; count += 1) {
        const answer = await this.#fetchPage(this.modelsRequest(page), options);
        if (!('json' in answer)) return answer;
        const read = this.readModels(answer.json);
        models.push(...read.models);
        page = read.next;
        if (page === undefined) break;
      }
      return { ok: true, response: models };
    } catch (error) {
      return notFetched(failureOfError(error, retryInfo(error)), options);
    }
  }

  /**
   * What an error response means to the user.
   *
   * @param {Response} response Not ok, its body unread.
   * @returns {Promise<Failure>}
   */
  async failureOf(response) {
    const { id } = /** @type {typeof Provider} */ (this.constructor);
    return failureOfResponse(id, await readHttpError(response, this.apiKey), retryInfo(response));
  }

  /** The retries that a chat may use, unless its caller says otherwise. */
  get maxRetries() {
    return this.#config('chat').maxRetries ?? 0;
  }

  /**
   * One page. A body that breaks is asked for once more, within the same budget: it is a GET, and nothing
   * of it was shown.
   *
   * @param {WireRequest} request
   * @param {SendOptions} options
   * @returns {Promise<{ json: any } | ModelsFailure>}
   */
  async #fetchPage(request, options) {
    let budget = options.maxRetries ?? this.#config('models').maxRetries ?? 0;
    for (let first = true; ; first = false) {
      const response = await this.#send('models', request, { ...options, maxRetries: budget });
      if (!response.ok) {
        const failure = await this.failureOf(response);
        return { ok: false, error: failure.message, status: failure.status, failure };
      }
      try {
        return { json: parse(await response.text()) };
      } catch (error) {
        const info = retryInfo(response);
        budget = retriesLeft(budget, info?.attempts.length ?? 1);
        const again = first && budget >= 0 && options.signal?.aborted !== true && mayRetryStream(false, toRetryError(error));
        if (!again) return notFetched(failureOfError(error, info), options);
      }
    }
  }

  /**
   * @param {'chat' | 'models'} purpose
   * @param {WireRequest} request
   * @param {SendOptions} options
   * @returns {Promise<Response>}
   */
  #send(purpose, { url, headers, body }, { signal, ...config }) {
    if (this.apiKey !== '' && this.keyOrigin !== '' && this.keyOrigin !== url.origin) {
      throw new TypeError('The key was entered for another host. Enter it again for this one.');
    }
    /** @type {RequestInit} */
    const init = {
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      // A redirect would carry a key header to another origin; cookies and caches have no business here.
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    };
    if (body !== undefined) init.body = JSON.stringify(body);
    if (signal) init.signal = signal;
    return fetchWithRetry(url, init, { ...this.#config(purpose), ...config });
  }

  /**
   * @param {'chat' | 'models'} purpose
   * @returns {RetryConfig}
   */
  #config(purpose) {
    const { label, local } = /** @type {typeof Provider} */ (this.constructor);
    return { ...retryConfig({ purpose, local, stream: this.stream }), label };
  }

  /**
   * @param {string} path Behind the host, with its slash.
   * @param {Record<string, string>} [query]
   * @returns {URL}
   * @throws {TypeError} for a bad host, without repeating it.
   */
  url(path, query = {}) {
    const url = new URL(parseHost(this.host).base + path);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  // ---- what a provider is ---------------------------------------------------------------------

  /**
   * @param {Message[]} _messages
   * @returns {WireRequest}
   */
  chatRequest(_messages) {
    return missing('how to chat.');
  }

  /**
   * @param {string} [_page] What `readModels` named as next.
   * @returns {WireRequest}
   */
  modelsRequest(_page) {
    return missing('how to list models.');
  }

  /**
   * @param {any} _body
   * @returns {{ models: Model[], next?: string }}
   */
  readModels(_body) {
    return missing('how to read its list.');
  }

  /**
   * @param {any} _data
   * @param {string} [_name]
   * @returns {ReplyPart[]}
   */
  readEvent(_data, _name) {
    return missing('what its events mean.');
  }

  /**
   * @param {any} _body
   * @returns {ReplyPart[]}
   */
  readBody(_body) {
    return missing('what its replies mean.');
  }
}

/**
 * A provider's error inside a 200.
 *
 * @param {unknown} body In the form of an error response's body.
 * @param {string} secret The key in use, to be cut out of the message.
 * @returns {ReplyPart}
 */
export function failed(body, secret) {
  return { error: { message: providerMessage(body, secret) ?? 'The provider reported a failure.', body } };
}

/**
 * @param {Failure} failure
 * @param {SendOptions} options
 * @returns {ModelsFailure}
 */
function notFetched(failure, { signal }) {
  return { ok: false, error: failure.message, status: null, failure, is_exception: true, is_aborted: signal?.aborted === true };
}

/**
 * @param {string} text
 * @returns {any}
 */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new StreamError('malformed', 'The list of models is not in the form that this provider uses.');
  }
}

/**
 * @param {string} what
 * @returns {never}
 */
function missing(what) {
  throw new Error(`A provider says ${what}`);
}
