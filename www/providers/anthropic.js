// Anthropic's Messages API. https://docs.anthropic.com/en/api/messages and …/messages-streaming

/** @import { ReplyPart } from '../streams/reply.js' */
/** @import { Message, Said } from './messages.js' */
/** @import { ProviderOptions, Thinking, WireRequest } from './types.js' */
import { given, joinTexts, splitSystem } from './messages.js';
import { Provider, failed } from './provider.js';

const defaultMaxTokens = 4096;
const leastThinkingBudget = 1024;

/** Claude. See `ProviderOptions`; `version` is its own. */
export class Anthropic extends Provider {
  /** @override */
  static id = 'anthropic';
  /** @override */
  static label = 'Anthropic';
  /** @override */
  static defaultHost = 'https://api.anthropic.com';

  /** @param {ProviderOptions} [options] */
  constructor(options = {}) {
    super(options);
    this.version = options.version || '2023-06-01';
  }

  /**
   * @override
   * @param {Message[]} messages
   * @returns {WireRequest}
   */
  chatRequest(messages) {
    const { system, said } = splitSystem(messages, this.systemPrompt);
    const thinking = thinkingFields(this.thinking, this.maxTokens ?? defaultMaxTokens);
    return {
      url: this.url('/v1/messages'),
      headers: this.#headers(),
      body: given({
        model: this.model,
        system: system || undefined,
        messages: said.map(({ role, text }) => ({ role, content: text })),
        stream: this.stream,
        // Refused together with thinking.
        temperature: thinking.thinks ? undefined : this.temperature,
        ...thinking.fields,
      }),
    };
  }

  /**
   * @override
   * @param {string} [page]
   * @returns {WireRequest}
   */
  modelsRequest(page) {
    return { url: this.url('/v1/models', given({ limit: '1000', after_id: page })), headers: this.#headers() };
  }

  /**
   * @override
   * @param {any} body
   */
  readModels(body) {
    const models = (body.data ?? []).map((/** @type {any} */ { id, display_name: name }) => ({ id, name: name ?? id }));
    return body.has_more && body.last_id ? { models, next: body.last_id } : { models };
  }

  /**
   * @override
   * @param {any} event
   * @returns {ReplyPart[]}
   */
  readEvent(event) {
    switch (event.type) {
      case 'content_block_start':
        return blockParts(event.content_block);
      case 'content_block_delta':
        if (event.delta?.type === 'text_delta') return [{ token: event.delta.text }];
        if (event.delta?.type === 'thinking_delta') return [{ thinking: event.delta.thinking }];
        return [];
      case 'message_delta':
        return event.delta?.stop_reason ? [{ stopReason: event.delta.stop_reason, finished: true }] : [];
      case 'message_stop':
        return [{ done: true }];
      case 'error':
        return [failed(event, this.apiKey)];
      default:
        // message_start, ping, content_block_stop, and whatever is added: the documentation asks to ignore it.
        return [];
    }
  }

  /**
   * @override
   * @param {any} body
   * @returns {ReplyPart[]}
   */
  readBody(body) {
    if (body.type === 'error') return [failed(body, this.apiKey)];
    return [
      ...(body.content ?? []).flatMap(blockParts),
      given({ stopReason: body.stop_reason ?? undefined, done: true }),
    ];
  }

  #headers() {
    return given({
      'x-api-key': this.apiKey || undefined,
      'anthropic-version': this.version,
      // Without it the API refuses whatever carries an Origin.
      'anthropic-dangerous-direct-browser-access': 'true',
    });
  }
}

/**
 * @param {any} block
 * @returns {ReplyPart[]}
 */
function blockParts(block) {
  const token = block?.type === 'text' ? joinTexts([block]) : undefined;
  if (token !== undefined) return [{ token }];
  return block?.type === 'thinking' && block.thinking ? [{ thinking: block.thinking }] : [];
}

/**
 * Up to Claude 4.5 a budget is the only way to think, from 4.7 on it is refused and effort stands in its
 * place; so a number means the former, a word or true the latter. `display` is asked for because newer
 * models otherwise keep the text to themselves.
 * https://platform.claude.com/docs/en/build-with-claude/extended-thinking
 *
 * @param {Thinking | undefined} thinking
 * @param {number} maxTokens Of the answer; the API counts thinking into it, so a budget is added.
 * @returns {{ thinks: boolean, fields: Record<string, unknown> }}
 */
function thinkingFields(thinking, maxTokens) {
  if (thinking === undefined) return { thinks: false, fields: { max_tokens: maxTokens } };
  if (thinking === false || thinking === 0) {
    return { thinks: false, fields: { max_tokens: maxTokens, thinking: { type: 'disabled' } } };
  }
  if (typeof thinking === 'number') {
    const budget = Math.max(leastThinkingBudget, Math.floor(thinking));
    return {
      thinks: true,
      fields: { max_tokens: maxTokens + budget, thinking: { type: 'enabled', budget_tokens: budget } },
    };
  }
  return {
    thinks: true,
    fields: given({
      max_tokens: maxTokens,
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: typeof thinking === 'string' ? { effort: thinking } : undefined,
    }),
  };
}
