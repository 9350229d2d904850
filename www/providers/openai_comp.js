// The chat completions that OpenAI began and everybody speaks: LM Studio, llama.cpp, vLLM, OpenRouter,
// Groq, Mistral, DeepSeek … https://platform.openai.com/docs/api-reference/chat

/** @import { ReplyPart } from '../streams/reply.js' */
/** @import { Message } from './messages.js' */
/** @import { WireRequest } from './types.js' */
import { parseHost } from '../lib/hosts.js';
import { given, splitSystem } from './messages.js';
import { Provider, failed } from './provider.js';

/** Any host that speaks OpenAI's chat completions. `host` with or without `/v1`. */
export class OpenAIComp extends Provider {
  /** @override */
  static id = 'openai_comp';
  /** @override */
  static label = 'OpenAI compatible';
  /** @override */
  static defaultHost = 'http://localhost:1234';
  // Most of these hosts are somebody's own machine, and the patience costs the others nothing.
  /** @override */
  static local = true;

  /**
   * @override
   * @param {Message[]} messages
   * @returns {WireRequest}
   */
  chatRequest(messages) {
    const { system, said } = splitSystem(messages, this.systemPrompt);
    return {
      url: this.#api('/chat/completions'),
      headers: this.#headers(),
      body: given({
        model: this.model,
        messages: [
          ...(system ? [{ role: 'system', content: system }] : []),
          ...said.map(({ role, text }) => ({ role, content: text })),
        ],
        stream: this.stream,
        stream_options: this.stream ? { include_usage: true } : undefined,
        temperature: this.temperature,
        [this.#limitField()]: this.maxTokens,
        reasoning_effort: typeof this.thinking === 'string' ? this.thinking : undefined,
      }),
    };
  }

  /**
   * @override
   * @returns {WireRequest}
   */
  modelsRequest() {
    return { url: this.#api('/models'), headers: this.#headers() };
  }

  /**
   * @override
   * @param {any} body
   */
  readModels(body) {
    // A few hosts (Together) answer with the bare array.
    const list = Array.isArray(body) ? body : (body.data ?? body.models ?? []);
    return { models: list.map((/** @type {any} */ { id, name }) => ({ id: id ?? name, name: name ?? id })) };
  }

  /**
   * @override
   * @param {any} chunk
   * @returns {ReplyPart[]}
   */
  readEvent(chunk) {
    const problem = errorIn(chunk, this.apiKey);
    if (problem) return [problem];
    const choice = chunk.choices?.[0];
    if (choice === undefined) return []; // the usage chunk
    return [
      ...said(choice.delta),
      ...(choice.finish_reason ? [{ stopReason: choice.finish_reason, finished: true }] : []),
    ];
  }

  /**
   * @override
   * @param {any} body
   * @returns {ReplyPart[]}
   */
  readBody(body) {
    const problem = errorIn(body, this.apiKey);
    if (problem) return [problem];
    const choice = body.choices?.[0];
    return [...said(choice?.message), given({ stopReason: choice?.finish_reason ?? undefined, done: true })];
  }

  /**
   * Hosts are given with and without /v1; a path of another version (/v4, /v1beta/openai) is left as it is.
   * @param {string} path
   */
  #api(path) {
    return this.url(/\/v\d\w*(\/|$)/.test(parseHost(this.host).base.replace(/^\w+:\/\/[^/]*/, '')) ? path : `/v1${path}`);
  }

  /** OpenAI's reasoning models refuse the old name; most other hosts know no other. */
  #limitField() {
    return parseHost(this.host).origin === 'https://api.openai.com' ? 'max_completion_tokens' : 'max_tokens';
  }

  #headers() {
    return given({ authorization: this.apiKey ? `Bearer ${this.apiKey}` : undefined });
  }
}

/**
 * `{error: {…}}` (OpenAI, llama.cpp, OpenRouter), `{error: "…"}` (LM Studio), `{object: "error", message}` (vLLM).
 *
 * @param {any} body
 * @param {string} secret
 * @returns {ReplyPart | undefined}
 */
function errorIn(body, secret) {
  if (body.error) return failed(body, secret);
  return body.object === 'error' ? failed({ error: body }, secret) : undefined;
}

/**
 * Reasoning has two names: `reasoning_content` (DeepSeek, llama.cpp, vLLM) and `reasoning` (OpenRouter, newer
 * vLLM); some hosts send both, with the same text.
 *
 * @param {any} message A delta, or a whole message.
 * @returns {ReplyPart[]}
 */
function said(message) {
  /** @type {ReplyPart[]} */
  const parts = [];
  const thinking = message?.reasoning_content ?? message?.reasoning;
  if (typeof thinking === 'string' && thinking !== '') parts.push({ thinking });
  const token = message?.content || message?.refusal;
  if (typeof token === 'string' && token !== '') parts.push({ token });
  return parts;
}
