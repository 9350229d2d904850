// Ollama's own API. https://docs.ollama.com/api/chat, …/api/tags, …/api/errors

/** @import { ReplyPart } from '../streams/reply.js' */
/** @import { Message } from './messages.js' */
/** @import { ProviderOptions, Thinking, WireRequest } from './types.js' */
import { given, numberOf, splitSystem } from './messages.js';
import { Provider, failed } from './provider.js';

/** Ollama, on the user's machine or in its cloud. `numCtx` and `keepAlive` are its own. */
export class Ollama extends Provider {
  /** @override */
  static id = 'ollama';
  /** @override */
  static label = 'Ollama';
  /** @override */
  static defaultHost = 'http://localhost:11434';
  /** @override */
  static local = true;

  /** @override */
  framing = /** @type {const} */ ('ndjson');

  /** @param {ProviderOptions} [options] */
  constructor(options = {}) {
    super(options);
    this.numCtx = numberOf(options.numCtx);
    this.keepAlive = options.keepAlive || undefined;
  }

  /**
   * @override
   * @param {Message[]} messages
   * @returns {WireRequest}
   */
  chatRequest(messages) {
    const { system, said } = splitSystem(messages, this.systemPrompt);
    const options = given({
      temperature: this.temperature,
      num_predict: this.maxTokens,
      // Ollama's default window is small, and what does not fit is cut off without a word.
      num_ctx: this.numCtx,
    });
    return {
      url: this.url('/api/chat'),
      headers: this.#headers(),
      body: given({
        model: this.model,
        messages: [
          ...(system ? [{ role: 'system', content: system }] : []),
          ...said.map(({ role, text }) => ({ role, content: text })),
        ],
        stream: this.stream,
        think: think(this.thinking),
        keep_alive: this.keepAlive,
        options: Object.keys(options).length > 0 ? options : undefined,
      }),
    };
  }

  /**
   * @override
   * @returns {WireRequest}
   */
  modelsRequest() {
    return { url: this.url('/api/tags'), headers: this.#headers() };
  }

  /**
   * @override
   * @param {any} body
   */
  readModels(body) {
    return {
      models: (body.models ?? []).map((/** @type {any} */ { model, name }) => ({ id: model ?? name, name: name ?? model })),
    };
  }

  /**
   * @override
   * @param {any} line
   * @returns {ReplyPart[]}
   */
  readEvent(line) {
    if (line.error !== undefined) return [failed(line, this.apiKey)];
    /** @type {ReplyPart[]} */
    const parts = [];
    if (line.message?.thinking) parts.push({ thinking: line.message.thinking });
    if (line.message?.content) parts.push({ token: line.message.content });
    if (line.done) parts.push(given({ stopReason: line.done_reason, done: true }));
    return parts;
  }

  /**
   * @override
   * @param {any} body
   * @returns {ReplyPart[]}
   */
  readBody(body) {
    return this.readEvent(body);
  }

  /** None locally; a bearer token for Ollama's cloud or a guarding proxy. */
  #headers() {
    return given({ authorization: this.apiKey ? `Bearer ${this.apiKey}` : undefined });
  }
}

/**
 * A switch, or for some models (gpt-oss) a level; budgets are unknown to Ollama.
 *
 * @param {Thinking | undefined} thinking
 */
function think(thinking) {
  return typeof thinking === 'number' ? thinking > 0 : thinking;
}
