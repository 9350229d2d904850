// OpenAI's Responses API. https://platform.openai.com/docs/api-reference/responses and …/responses-streaming

/** @import { ReplyPart } from '../streams/reply.js' */
/** @import { Message, Said } from './messages.js' */
/** @import { ProviderOptions, Thinking, WireRequest } from './types.js' */
import { given, joinTexts, splitSystem } from './messages.js';
import { Provider, failed } from './provider.js';

/** Models of the same list that do not chat. */
const otherKinds = /^(text-embedding|whisper|tts|dall-e|gpt-image|chatgpt-image|sora|omni-moderation|text-moderation|babbage|davinci)|-(tts|transcribe|realtime)\b/;

const leastMaxOutputTokens = 16;

/** OpenAI. `store` is its own. */
export class OpenAIResponses extends Provider {
  /** @override */
  static id = 'openai_responses';
  /** @override */
  static label = 'OpenAI';
  /** @override */
  static defaultHost = 'https://api.openai.com';

  /** @param {ProviderOptions} [options] */
  constructor(options = {}) {
    super(options);
    this.store = options.store ?? false;
  }

  /**
   * @override
   * @param {Message[]} messages
   * @returns {WireRequest}
   */
  chatRequest(messages) {
    const { system, said } = splitSystem(messages, this.systemPrompt);
    const { previousId, fresh } = this.store ? sinceStored(said) : { previousId: undefined, fresh: said };
    return {
      url: this.#api('/responses'),
      headers: this.#headers(),
      body: given({
        model: this.model,
        // Not carried over by previous_response_id, so sent each time.
        instructions: system || undefined,
        input: fresh.map(({ role, text }) => ({ role, content: text })),
        previous_response_id: previousId,
        store: this.store,
        stream: this.stream,
        temperature: this.temperature,
        max_output_tokens: this.maxTokens === undefined ? undefined : Math.max(leastMaxOutputTokens, this.maxTokens),
        reasoning: reasoning(this.thinking),
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
    return {
      models: (body.data ?? [])
        .filter((/** @type {any} */ { id }) => !otherKinds.test(id))
        .map((/** @type {any} */ { id }) => ({ id, name: id })),
    };
  }

  /**
   * @override
   * @param {any} event
   * @returns {ReplyPart[]}
   */
  readEvent(event) {
    switch (event.type) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        return [{ token: event.delta }];
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return [{ thinking: event.delta }];
      case 'response.completed':
      case 'response.incomplete':
        return [ending(event.response)];
      case 'response.failed':
        return [responseFailed(event.response, this.apiKey)];
      case 'error': {
        // Flat as documented; some gateways nest it. Brought into the form of an error response's body.
        const body = { error: event.error ?? { code: event.code, message: event.message, param: event.param } };
        return [failed(body, this.apiKey)];
      }
      default:
        return [];
    }
  }

  /**
   * @override
   * @param {any} body
   * @returns {ReplyPart[]}
   */
  readBody(body) {
    if (body.error) return [responseFailed(body, this.apiKey)];
    /** @type {ReplyPart[]} */
    const parts = (body.output ?? []).flatMap((/** @type {any} */ item) => {
      if (item.type === 'reasoning') {
        const thinking = joinTexts(item.summary);
        return thinking === undefined ? [] : [{ thinking }];
      }
      const texts = (item.content ?? []).map((/** @type {any} */ part) => ({ text: part.text ?? part.refusal }));
      const token = item.type === 'message' ? joinTexts(texts) : undefined;
      return token === undefined ? [] : [{ token }];
    });
    return [...parts, ending(body)];
  }

  /** @param {string} path */
  #api(path) {
    return this.url(/\/v1$/.test(this.host.replace(/\/+$/, '')) ? path : `/v1${path}`);
  }

  #headers() {
    return given({ authorization: this.apiKey ? `Bearer ${this.apiKey}` : undefined });
  }
}

/**
 * @param {any} response
 * @returns {ReplyPart}
 */
function ending(response) {
  return given({
    responseId: response?.id,
    stopReason: response?.incomplete_details?.reason ?? response?.status ?? undefined,
    done: true,
  });
}

/**
 * @param {any} response
 * @param {string} secret
 * @returns {ReplyPart}
 */
function responseFailed(response, secret) {
  const body = { error: response?.error ?? {} };
  return failed(body, secret);
}

/**
 * What OpenAI has not stored yet. An answer that was cut or stopped has no id, and is sent as text.
 *
 * @param {Said[]} said
 * @returns {{ previousId: string | undefined, fresh: Said[] }}
 */
function sinceStored(said) {
  const at = said.findLastIndex(({ responseId }) => responseId !== undefined);
  return { previousId: said[at]?.responseId, fresh: said.slice(at + 1) };
}

/**
 * Without a summary the reasoning stays hidden. There is no word for "off" that all models know.
 *
 * @param {Thinking | undefined} thinking
 */
function reasoning(thinking) {
  if (typeof thinking === 'string') return { effort: thinking, summary: 'auto' };
  return thinking === true || (typeof thinking === 'number' && thinking > 0) ? { summary: 'auto' } : undefined;
}
