// The five wire formats from the server's side: what a healthy provider sends. A stream is given in three
// parts, so that the host can break it before, within and after the answer.

/**
 * @typedef {object} Ask What was asked, read out of a request.
 * @property {string} model
 * @property {string} prompt The user's last words.
 * @property {string} system
 * @property {boolean} stream
 * @property {boolean} thinks
 */

/**
 * @typedef {object} Script
 * @property {string} type The content type.
 * @property {string[]} opening Everything before the first token.
 * @property {string[]} tokens One chunk each.
 * @property {string[]} closing
 * @property {string} failure An error event of this provider, in the same framing.
 */

/**
 * @typedef {object} Wire
 * @property {(body: any, path: string) => Ask} read
 * @property {(ask: Ask, thinking: string[], tokens: string[]) => Script} stream
 * @property {(ask: Ask, thinking: string, text: string) => unknown} plain
 * @property {unknown} models
 */

const modelNames = ['test-small', 'test-large'];

/**
 * @param {any} data
 * @param {string} [name]
 */
const sse = (data, name) => `${name ? `event: ${name}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
/** @param {any} data */
const line = (data) => `${JSON.stringify(data)}\n`;
/**
 * @param {any} messages
 * @param {string} role
 */
const lastText = (messages, role) => String(messages?.findLast?.((/** @type {any} */ m) => m.role === role)?.content ?? '');

/** @type {Wire} */
const anthropic = {
  read: (body) => ({
    model: body.model,
    prompt: lastText(body.messages, 'user'),
    system: body.system ?? '',
    stream: body.stream === true,
    thinks: body.thinking !== undefined && body.thinking.type !== 'disabled',
  }),
  stream(ask, thinking, tokens) {
    /** @param {any} data */
    const event = (data) => sse(data, data.type);
    const at = thinking.length > 0 ? 1 : 0;
    return {
      type: 'text/event-stream',
      opening: [
        event({ type: 'message_start', message: { id: 'msg_test', type: 'message', role: 'assistant', model: ask.model, content: [], stop_reason: null, usage: { input_tokens: 9, output_tokens: 1 } } }),
        event({ type: 'ping' }),
        ...(at ? [event({ type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } })] : []),
        ...thinking.map((text) => event({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: text } })),
        ...(at ? [event({ type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2lnbmF0dXJl' } }), event({ type: 'content_block_stop', index: 0 })] : []),
        event({ type: 'content_block_start', index: at, content_block: { type: 'text', text: '' } }),
      ],
      tokens: tokens.map((text) => event({ type: 'content_block_delta', index: at, delta: { type: 'text_delta', text } })),
      closing: [
        event({ type: 'content_block_stop', index: at }),
        event({ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 15 } }),
        event({ type: 'message_stop' }),
      ],
      failure: event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
    };
  },
  plain: (ask, thinking, text) => ({
    id: 'msg_test',
    type: 'message',
    role: 'assistant',
    model: ask.model,
    content: [...(thinking ? [{ type: 'thinking', thinking, signature: 'c2lnbmF0dXJl' }] : []), { type: 'text', text }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 9, output_tokens: 15 },
  }),
  models: {
    data: modelNames.map((id) => ({ type: 'model', id, display_name: `Claude ${id}`, created_at: '2025-01-01T00:00:00Z' })),
    has_more: false,
    first_id: modelNames[0],
    last_id: modelNames[1],
  },
};

/** @type {Wire} */
const googleGemini = {
  read: (body, path) => ({
    model: /models\/([^/:]+):/.exec(path)?.[1] ?? '',
    prompt: body.contents?.findLast?.((/** @type {any} */ m) => m.role === 'user')?.parts?.[0]?.text ?? '',
    system: body.systemInstruction?.parts?.[0]?.text ?? '',
    stream: path.includes(':streamGenerateContent'),
    thinks: body.generationConfig?.thinkingConfig?.includeThoughts === true,
  }),
  stream(ask, thinking, tokens) {
    /**
     * @param {any} parts
     * @param {any} [more]
     */
    const chunk = (parts, more) => sse({ candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }], modelVersion: ask.model });
    return {
      type: 'text/event-stream',
      opening: thinking.map((text) => chunk([{ text, thought: true }])),
      tokens: tokens.map((text) => chunk([{ text }])),
      closing: [chunk([{ text: '' }], { finishReason: 'STOP' })],
      failure: sse({ error: { code: 503, message: 'The model is overloaded. Please try again later.', status: 'UNAVAILABLE' } }),
    };
  },
  plain: (ask, thinking, text) => ({
    candidates: [{ content: { parts: [...(thinking ? [{ text: thinking, thought: true }] : []), { text }], role: 'model' }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 15, totalTokenCount: 24 },
    modelVersion: ask.model,
  }),
  models: {
    models: [
      ...modelNames.map((id) => ({ name: `models/${id}`, displayName: `Gemini ${id}`, supportedGenerationMethods: ['generateContent', 'countTokens'] })),
      { name: 'models/test-embedding', displayName: 'Embedding', supportedGenerationMethods: ['embedContent'] },
    ],
  },
};

/** @type {Wire} */
const ollama = {
  read: (body) => ({
    model: body.model,
    prompt: lastText(body.messages, 'user'),
    system: lastText(body.messages, 'system'),
    stream: body.stream !== false,
    thinks: Boolean(body.think),
  }),
  stream({ model }, thinking, tokens) {
    /** @param {any} message */
    const part = (message) => line({ model, created_at: '2025-10-26T17:15:24.097767Z', message: { role: 'assistant', content: '', ...message }, done: false });
    return {
      type: 'application/x-ndjson',
      opening: thinking.map((text) => part({ thinking: text })),
      tokens: tokens.map((text) => part({ content: text })),
      closing: [line({ model, message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop', eval_count: 15 })],
      failure: line({ error: 'llama runner process no longer running: -1' }),
    };
  },
  plain: ({ model }, thinking, content) => ({
    model,
    message: { role: 'assistant', content, ...(thinking ? { thinking } : {}) },
    done: true,
    done_reason: 'stop',
  }),
  models: { models: modelNames.map((name) => ({ name: `${name}:latest`, model: `${name}:latest`, size: 815319791 })) },
};

/** @type {Wire} */
const openaiComp = {
  read: (body) => ({
    model: body.model,
    prompt: lastText(body.messages, 'user'),
    system: lastText(body.messages, 'system'),
    stream: body.stream === true,
    thinks: body.reasoning_effort !== undefined,
  }),
  stream({ model }, thinking, tokens) {
    /**
     * @param {any} delta
     * @param {string | null} [reason]
     */
    const chunk = (delta, reason = null) => sse({ id: 'chatcmpl-test', object: 'chat.completion.chunk', created: 1700000000, model, choices: [{ index: 0, delta, finish_reason: reason }] });
    return {
      type: 'text/event-stream; charset=utf-8',
      opening: [': keep-alive\n\n', chunk({ role: 'assistant', content: '' }), ...thinking.map((text) => chunk({ reasoning_content: text }))],
      tokens: tokens.map((content) => chunk({ content })),
      closing: [
        chunk({}, 'stop'),
        sse({ id: 'chatcmpl-test', object: 'chat.completion.chunk', model, choices: [], usage: { prompt_tokens: 9, completion_tokens: 15, total_tokens: 24 } }),
        sse('[DONE]'),
      ],
      failure: sse({ error: { message: 'The server had an error while processing your request. Sorry about that!', type: 'server_error', param: null, code: null } }),
    };
  },
  plain: ({ model }, thinking, content) => ({
    id: 'chatcmpl-test',
    object: 'chat.completion',
    model,
    choices: [{ index: 0, message: { role: 'assistant', content, ...(thinking ? { reasoning_content: thinking } : {}) }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 9, completion_tokens: 15, total_tokens: 24 },
  }),
  models: { object: 'list', data: [...modelNames, 'text-embedding-3-small'].map((id) => ({ id, object: 'model', created: 1700000000, owned_by: 'test' })) },
};

/** @type {Wire} */
const openaiResponses = {
  read: (body) => ({
    model: body.model,
    prompt: lastText(body.input, 'user'),
    system: body.instructions ?? '',
    stream: body.stream === true,
    thinks: body.reasoning !== undefined,
  }),
  stream({ model }, thinking, tokens) {
    let number = 0;
    /** @param {any} data */
    const event = (data) => sse({ ...data, sequence_number: number++ }, data.type);
    const response = { id: 'resp_test', object: 'response', model, output: [], error: null };
    const at = { item_id: 'item_test', output_index: 0 };
    return {
      type: 'text/event-stream; charset=utf-8',
      opening: [
        event({ type: 'response.created', response: { ...response, status: 'in_progress' } }),
        event({ type: 'response.in_progress', response: { ...response, status: 'in_progress' } }),
        ...thinking.map((delta) => event({ type: 'response.reasoning_summary_text.delta', ...at, summary_index: 0, delta })),
      ],
      tokens: tokens.map((delta) => event({ type: 'response.output_text.delta', ...at, content_index: 0, delta })),
      closing: [
        event({ type: 'response.output_text.done', ...at, content_index: 0, text: tokens.join('') }),
        event({ type: 'response.completed', response: { ...response, status: 'completed' } }),
      ],
      failure: event({ type: 'error', code: 'server_error', message: 'The server had an error while processing your request.', param: null }),
    };
  },
  plain: ({ model }, thinking, text) => ({
    id: 'resp_test',
    object: 'response',
    status: 'completed',
    model,
    error: null,
    incomplete_details: null,
    output: [
      ...(thinking ? [{ type: 'reasoning', id: 'rs_test', summary: [{ type: 'summary_text', text: thinking }] }] : []),
      { type: 'message', id: 'item_test', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] },
    ],
  }),
  models: openaiComp.models,
};

/**
 * By the names that `www/providers/index.js` uses.
 * @type {Readonly<Record<string, Wire>>}
 */
export const wires = Object.freeze({
  anthropic,
  google_gemini: googleGemini,
  ollama,
  openai_comp: openaiComp,
  openai_responses: openaiResponses,
});
