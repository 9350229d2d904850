// What goes out, as a server receives it: each provider's own wire format, whole.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';

/** @import { LogEntry, ProviderHost } from '../../www/server/provider-host.js' */
/** @import { ProviderOptions } from '../../www/providers/types.js' */
import { createProvider } from '../../www/providers/index.js';
import { startProviderHost } from '../../www/server/provider-host.js';
import { key, names, newRun, quick } from './helpers.js';

/** @type {ProviderHost} */
let server;
before(async () => {
  server = await startProviderHost();
});
after(() => server.close());

/** @type {import('../../www/providers/messages.js').Message[]} */
const messages = [
  { role: 'user', content: [{ type: 'text', text: 'first' }, { type: 'image' }] },
  { role: 'assistant', content: 'answer' },
  { role: 'user', content: '  ' },
  { role: 'user', content: 'second' },
];
const full = { apiKey: key, model: 'test-small', systemPrompt: 'Be brief.', temperature: '0.5', maxTokens: '100' };

/**
 * @param {string} name
 * @param {ProviderOptions} options
 * @param {typeof messages} [said]
 * @returns {Promise<LogEntry>} The chat as received.
 */
async function chat(name, options, said = messages) {
  const run = newRun();
  const host = server.host('healthy', run) + (options.host ?? '');
  const outcome = await createProvider(name, { ...full, ...options, host }).fetchResponse(said, quick);
  assert.ok(outcome instanceof Response, name);
  assert.equal(outcome.status, 200);
  await outcome.text();
  const entry = server.log.find((one) => one.run === run);
  assert.ok(entry);
  return entry;
}

test('Anthropic: headers, system apart, max_tokens always', async () => {
  const { path, headers, body } = await chat('anthropic', {});
  assert.equal(path, '/v1/messages');
  assert.equal(headers['x-api-key'], key);
  assert.equal(headers['anthropic-version'], '2023-06-01');
  assert.equal(headers['anthropic-dangerous-direct-browser-access'], 'true');
  assert.equal(headers['content-type'], 'application/json');
  assert.equal(headers.authorization, undefined);
  assert.deepEqual(body, {
    model: 'test-small',
    system: 'Be brief.',
    messages: [
      { role: 'user', content: 'first' },
      { role: 'assistant', content: 'answer' },
      { role: 'user', content: 'second' },
    ],
    stream: true,
    temperature: 0.5,
    max_tokens: 100,
  });
  assert.equal((await chat('anthropic', { maxTokens: '' })).body.max_tokens, 4096);
});

test('Anthropic: a thinking budget comes on top of the answer, without temperature', async () => {
  const budget = (await chat('anthropic', { thinking: 2000 })).body;
  assert.deepEqual(budget.thinking, { type: 'enabled', budget_tokens: 2000 });
  assert.equal(budget.max_tokens, 2100);
  assert.equal('temperature' in budget, false);
  assert.equal((await chat('anthropic', { thinking: 10 })).body.thinking.budget_tokens, 1024);
  const effort = (await chat('anthropic', { thinking: 'low' })).body;
  assert.deepEqual(effort.thinking, { type: 'adaptive', display: 'summarized' });
  assert.deepEqual(effort.output_config, { effort: 'low' });
  assert.deepEqual((await chat('anthropic', { thinking: false })).body.thinking, { type: 'disabled' });
});

test('Gemini: the key in the query, roles and parts, both endpoints', async () => {
  const streamed = await chat('google_gemini', { thinking: 512 });
  assert.equal(streamed.path, `/v1beta/models/test-small:streamGenerateContent?alt=sse&key=${key}`);
  assert.deepEqual(streamed.body, {
    contents: [
      { role: 'user', parts: [{ text: 'first' }] },
      { role: 'model', parts: [{ text: 'answer' }] },
      { role: 'user', parts: [{ text: 'second' }] },
    ],
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    generationConfig: { temperature: 0.5, maxOutputTokens: 100, thinkingConfig: { thinkingBudget: 512, includeThoughts: true } },
  });
  const plain = await chat('google_gemini', { stream: false, temperature: '', maxTokens: '', systemPrompt: '', model: 'models/test-small' });
  assert.equal(plain.path, `/v1beta/models/test-small:generateContent?key=${key}`);
  assert.deepEqual(Object.keys(plain.body), ['contents']);
  const header = await chat('google_gemini', { keyInHeader: true });
  assert.equal(header.path, '/v1beta/models/test-small:streamGenerateContent?alt=sse');
  assert.equal(header.headers['x-goog-api-key'], key);
  assert.deepEqual((await chat('google_gemini', { thinking: 0 })).body.generationConfig.thinkingConfig, { thinkingBudget: 0 });
  assert.deepEqual((await chat('google_gemini', { thinking: 'low' })).body.generationConfig.thinkingConfig, { thinkingLevel: 'low', includeThoughts: true });
});

test('Ollama: options, think, and the system prompt as first message', async () => {
  const { path, headers, body } = await chat('ollama', { apiKey: '', numCtx: '8192', thinking: true, keepAlive: '10m' });
  assert.equal(path, '/api/chat');
  assert.equal(headers.authorization, undefined);
  assert.deepEqual(body, {
    model: 'test-small',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'first' },
      { role: 'assistant', content: 'answer' },
      { role: 'user', content: 'second' },
    ],
    stream: true,
    think: true,
    keep_alive: '10m',
    options: { temperature: 0.5, num_predict: 100, num_ctx: 8192 },
  });
  assert.equal((await chat('ollama', { stream: false, thinking: 'high' })).body.think, 'high');
  assert.equal((await chat('ollama', {})).headers.authorization, `Bearer ${key}`);
});

test('OpenAI compatible: with and without /v1, and with a version of its own', async () => {
  const { path, headers, body } = await chat('openai_comp', { thinking: 'high' });
  assert.equal(path, '/v1/chat/completions');
  assert.equal(headers.authorization, `Bearer ${key}`);
  assert.deepEqual(body, {
    model: 'test-small',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'first' },
      { role: 'assistant', content: 'answer' },
      { role: 'user', content: 'second' },
    ],
    stream: true,
    stream_options: { include_usage: true },
    temperature: 0.5,
    max_tokens: 100,
    reasoning_effort: 'high',
  });
  for (const suffix of ['/v1', '/v1/']) assert.equal((await chat('openai_comp', { host: suffix })).path, '/v1/chat/completions');
  const urls = { 'https://api.z.example/api/paas/v4': '/api/paas/v4/chat/completions', 'https://g.example/v1beta/openai/': '/v1beta/openai/chat/completions' };
  for (const [host, path] of Object.entries(urls)) assert.equal(createProvider('openai_comp', { host }).chatRequest([]).url.pathname, path);
  const plain = (await chat('openai_comp', { stream: false })).body;
  assert.equal('stream_options' in plain, false);
  assert.equal(createProvider('openai_comp', { host: 'https://api.openai.com', maxTokens: 9 }).chatRequest([]).body?.max_completion_tokens, 9);
});

test('OpenAI Responses: instructions and input; stored answers are referred to, others sent', async () => {
  const { path, headers, body } = await chat('openai_responses', { thinking: 'low' });
  assert.equal(path, '/v1/responses');
  assert.equal(headers.authorization, `Bearer ${key}`);
  assert.deepEqual(body, {
    model: 'test-small',
    instructions: 'Be brief.',
    input: [
      { role: 'user', content: 'first' },
      { role: 'assistant', content: 'answer' },
      { role: 'user', content: 'second' },
    ],
    store: false,
    stream: true,
    temperature: 0.5,
    max_output_tokens: 100,
    reasoning: { effort: 'low', summary: 'auto' },
  });
  /** @type {typeof messages} */
  const history = [
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'stored', responseId: 'resp_1' },
    { role: 'user', content: 'two' },
    { role: 'assistant', content: 'stopped half-way' },
    { role: 'user', content: 'three' },
  ];
  const stored = (await chat('openai_responses', { store: true }, history)).body;
  assert.equal(stored.previous_response_id, 'resp_1');
  assert.deepEqual(stored.input.map((/** @type {any} */ { content }) => content), ['two', 'stopped half-way', 'three']);
  const unstored = (await chat('openai_responses', {}, history)).body;
  assert.equal('previous_response_id' in unstored, false);
  assert.equal(unstored.input.length, 5);
});

test('the lists of models: what can chat, under the id that a chat takes', async () => {
  const expected = { anthropic: 'test-small', google_gemini: 'test-small', ollama: 'test-small:latest', openai_comp: 'test-small', openai_responses: 'test-small' };
  for (const name of names) {
    const run = newRun();
    const result = await createProvider(name, { ...full, host: server.host('healthy', run) }).fetchModels(quick);
    assert.ok(result.ok, name);
    assert.equal(result.response[0].id, expected[/** @type {keyof typeof expected} */ (name)]);
    assert.equal(result.response.some(({ id }) => /embedding/.test(id)), name === 'openai_comp');
    assert.equal(server.log.find((entry) => entry.run === run)?.method, 'GET');
  }
});

test('lists of several pages are read to their end', async () => {
  const own = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://h').searchParams;
    const first = !query.has('after_id') && !query.has('pageToken');
    const id = query.get('after_id') ?? query.get('pageToken') ?? 'a';
    const body = request.headers['anthropic-version']
      ? { data: [{ id: first ? 'a' : `b after ${id}` }], has_more: first, last_id: 'a' }
      : { models: [{ name: `models/${first ? 'a' : `b after ${id}`}` }], ...(first ? { nextPageToken: 'a' } : {}) };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await new Promise((resolve) => own.listen(0, '127.0.0.1', () => resolve(undefined)));
  const host = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (own.address()).port}`;
  for (const name of ['anthropic', 'google_gemini']) {
    const result = await createProvider(name, { host, apiKey: key }).fetchModels(quick);
    assert.deepEqual(result.ok && result.response.map(({ id }) => id), ['a', 'b after a']);
  }
  own.closeAllConnections();
  own.close();
});

test('a key bound to another origin is not sent anywhere', async () => {
  const run = newRun();
  const provider = createProvider('anthropic', { ...full, host: server.host('healthy', run), keyOrigin: 'https://api.anthropic.com' });
  const outcome = await provider.fetchResponse(messages, quick);
  assert.ok('is_exception' in outcome && outcome.error instanceof TypeError);
  assert.equal(outcome.is_aborted, false);
  assert.equal((await provider.fetchModels(quick)).ok, false);
  assert.equal(server.log.some((entry) => entry.run === run), false);
});

test('an aborted request, and a host that is none, resolve to an object and name no address', async () => {
  const signal = AbortSignal.abort(new Error('user'));
  const aborted = await createProvider('ollama', { host: server.origin }).fetchResponse(messages, { signal });
  assert.deepEqual({ ...aborted }, { ok: false, is_exception: true, is_aborted: true, error: signal.reason });
  for (const host of ['http://user:secret-word@h.example', 'http://[secret-word', 'ftp://secret-word']) {
    const outcome = await createProvider('ollama', { host }).fetchResponse(messages);
    assert.ok('is_exception' in outcome && !outcome.is_aborted && outcome.error instanceof TypeError);
    assert.doesNotMatch(String(outcome.error.stack), /secret-word/);
    const models = await createProvider('ollama', { host }).fetchModels();
    assert.equal(!models.ok && models.failure.kind, 'settings');
  }
});
