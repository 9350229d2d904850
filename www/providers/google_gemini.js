// Google's Gemini API. https://ai.google.dev/api/generate-content and …/api/models
//
// The key travels in the query, as its users have it; that is why nothing here or below ever names a URL.
// With `keyInHeader` it travels as `x-goog-api-key`, out of reach of the browser's own lines about URLs too.

/** @import { ReplyPart } from '../streams/reply.js' */
/** @import { Message } from './messages.js' */
/** @import { ProviderOptions, Thinking, WireRequest } from './types.js' */
import { given, splitSystem } from './messages.js';
import { Provider, failed } from './provider.js';

/** Gemini. See `ProviderOptions`; `keyInHeader` is its own. */
export class GoogleGemini extends Provider {
  /** @override */
  static id = 'google_gemini';
  /** @override */
  static label = 'Gemini';
  /** @override */
  static defaultHost = 'https://generativelanguage.googleapis.com';

  /**
   * @param {ProviderOptions} [options]
   */
  constructor(options = {}) {
    super(options);
    this.keyInHeader = options.keyInHeader ?? false;
  }

  /**
   * @override
   * @param {Message[]} messages
   * @returns {WireRequest}
   */
  chatRequest(messages) {
    const { system, said } = splitSystem(messages, this.systemPrompt);
    const name = this.model.replace(/^models\//, '');
    const path = `/v1beta/models/${encodeURIComponent(name)}:${this.stream ? 'streamGenerateContent' : 'generateContent'}`;
    const generationConfig = given({
      temperature: this.temperature,
      maxOutputTokens: this.maxTokens,
      thinkingConfig: thinkingConfig(this.thinking),
    });
    return {
      // Without alt=sse the stream is one JSON array in pieces.
      url: this.url(path, this.#query(this.stream ? { alt: 'sse' } : {})),
      headers: this.#headers(),
      body: given({
        contents: said.map(({ role, text }) => ({ role: role === 'assistant' ? 'model' : 'user', parts: [{ text }] })),
        systemInstruction: system ? { parts: [{ text: system }] } : undefined,
        generationConfig: Object.keys(generationConfig).length > 0 ? generationConfig : undefined,
      }),
    };
  }

  /**
   * @override
   * @param {string} [page]
   * @returns {WireRequest}
   */
  modelsRequest(page) {
    const query = this.#query(given({ pageSize: '1000', pageToken: page }));
    return { url: this.url('/v1beta/models', query), headers: this.#headers() };
  }

  /**
   * @override
   * @param {any} body
   */
  readModels(body) {
    const models = (body.models ?? [])
      .filter((/** @type {any} */ { supportedGenerationMethods: methods }) => !methods || methods.includes('generateContent'))
      .map((/** @type {any} */ { name, displayName }) => {
        const id = name.replace(/^models\//, '');
        return { id, name: displayName ?? id };
      });
    return body.nextPageToken ? { models, next: body.nextPageToken } : { models };
  }

  /**
   * @override
   * @param {any} chunk
   * @returns {ReplyPart[]}
   */
  readEvent(chunk) {
    if (chunk.error) return [failed(chunk, this.apiKey)];
    const candidate = chunk.candidates?.[0];
    const blocked = chunk.promptFeedback?.blockReason;
    if (blocked && candidate === undefined) {
      // Given as an error that no retry can mend: the same prompt is blocked again.
      const message = `Gemini refused the prompt (${blocked}).`;
      return [failed({ error: { code: 400, status: 'INVALID_ARGUMENT', message } }, '')];
    }
    /** @type {ReplyPart[]} */
    const parts = (candidate?.content?.parts ?? [])
      .filter((/** @type {any} */ { text }) => text)
      .map((/** @type {any} */ { text, thought }) => (thought ? { thinking: text } : { token: text }));
    if (candidate?.finishReason) parts.push({ stopReason: candidate.finishReason, finished: true });
    return parts;
  }

  /**
   * @override
   * @param {any} body
   * @returns {ReplyPart[]}
   */
  readBody(body) {
    // Without alt=sse, or from a proxy: the chunks of a stream in one array.
    return Array.isArray(body) ? body.flatMap((chunk) => this.readEvent(chunk)) : this.readEvent(body);
  }

  /** @param {Record<string, string>} query */
  #query(query) {
    return this.apiKey && !this.keyInHeader ? { ...query, key: this.apiKey } : query;
  }

  #headers() {
    return given({ 'x-goog-api-key': this.apiKey && this.keyInHeader ? this.apiKey : undefined });
  }
}

/**
 * Gemini 2.5 takes a budget (0 off, -1 as much as needed), Gemini 3 a level; both in one request are refused,
 * and models that cannot think refuse the field.
 * https://ai.google.dev/gemini-api/docs/thinking
 *
 * @param {Thinking | undefined} thinking
 */
function thinkingConfig(thinking) {
  if (thinking === undefined) return undefined;
  if (thinking === false || thinking === 0) return { thinkingBudget: 0 };
  if (thinking === true) return { includeThoughts: true };
  if (typeof thinking === 'number') return { thinkingBudget: thinking, includeThoughts: true };
  return { thinkingLevel: thinking, includeThoughts: true };
}
