// Decoding: whatever the cuts, the same parts come out, and a cut answer is never taken for a whole one.

import assert from 'node:assert/strict';
import { test } from 'node:test';

/** @import { ReplyPart } from '../../www/streams/reply.js' */
import { createProvider } from '../../www/providers/index.js';
import { readReply } from '../../www/streams/reply.js';
import { StreamError, toRetryError } from '../../www/streams/stream-error.js';
import { wires } from '../../www/server/wire.js';
import { names } from './helpers.js';

const ask = { model: 'm', prompt: '', system: '', stream: true, thinks: true };
const tokens = ['Grüße ', '— 你好 🙂\n', 'bye'];

/**
 * @param {Uint8Array[]} chunks
 * @param {{ type?: string, open?: boolean, onCancel?: () => void }} [options] `open`: never closes.
 */
function response(chunks, { type = 'text/event-stream', open = false, onCancel } = {}) {
  const left = [...chunks];
  const body = new ReadableStream({
    pull(controller) {
      const chunk = left.shift();
      if (chunk) controller.enqueue(chunk);
      else if (!open) controller.close();
      else return new Promise(() => {});
    },
    cancel: onCancel,
  });
  return new Response(body, { headers: { 'content-type': type } });
}

/**
 * @param {string} name
 * @param {Response} from
 * @param {boolean} [streamed]
 */
async function read(name, from, streamed = true) {
  /** @type {{ text: string, thinking: string, parts: ReplyPart[] }} */
  const all = { text: '', thinking: '', parts: [] };
  for await (const part of readReply(from, createProvider(name), streamed)) {
    all.text += part.token ?? '';
    all.thinking += part.thinking ?? '';
    all.parts.push(part);
  }
  return all;
}

/**
 * @param {string} text
 * @param {number} size
 */
function inPieces(text, size) {
  const bytes = new TextEncoder().encode(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
}

/** @param {string} name */
function streamOf(name) {
  const { type, opening, tokens: middle, closing, failure } = wires[name].stream(ask, ['Let me ', 'think'], tokens);
  return { type, begun: [...opening, ...middle].join(''), opening: opening.join(''), whole: [...opening, ...middle, ...closing].join(''), failure };
}

for (const name of names) {
  test(`${name}: a stream cut into single bytes, sevens or nothing says the same`, async () => {
    const { type, whole } = streamOf(name);
    for (const size of [1, 7, 1_000_000]) {
      const { text, thinking } = await read(name, response(inPieces(whole, size), { type }));
      assert.equal(text, tokens.join(''));
      assert.equal(thinking, 'Let me think');
    }
  });

  test(`${name}: CRLF, comments and a lost last newline change nothing`, async () => {
    const { type, whole } = streamOf(name);
    const text = type.includes('ndjson') ? `\n${whole}` : `: hello\n\nretry: 10\n${whole}`;
    for (const variant of [text.replaceAll('\n', '\r\n'), text.trimEnd()]) {
      for (const size of [1, 4096]) assert.equal((await read(name, response(inPieces(variant, size), { type }))).text, tokens.join(''));
    }
  });

  test(`${name}: a stream that ends before its last event is cut, wherever that is`, async () => {
    const { type, begun } = streamOf(name);
    const bytes = new TextEncoder().encode(begun);
    for (let end = 0; end <= bytes.length; end += 1) {
      await assert.rejects(read(name, response([bytes.subarray(0, end)], { type })), { name: 'StreamError', kind: 'truncated' });
    }
  });

  test(`${name}: a server that never closes is left after its last event, and told so`, async () => {
    const { type, whole } = streamOf(name);
    let cancelled = false;
    const started = Date.now();
    await read(name, response(inPieces(whole, 50), { type, open: true, onCancel: () => (cancelled = true) }));
    assert.ok(cancelled);
    assert.ok(Date.now() - started < 1500);
  });

  test(`${name}: an error event inside the stream is thrown, in the form of an error body`, async () => {
    const { type, begun, failure } = streamOf(name);
    await assert.rejects(read(name, response(inPieces(begun + failure, 9), { type })), (error) => {
      assert.ok(error instanceof StreamError);
      assert.equal(error.kind, 'provider');
      assert.match(error.message, /overloaded|server had an error|llama runner/i);
      assert.ok(/** @type {any} */ (toRetryError(error)).error);
      return true;
    });
  });

  test(`${name}: a reply that was not streamed comes through the same interface`, async () => {
    const body = JSON.stringify(wires[name].plain(ask, 'Let me think', tokens.join('')), null, 2);
    const { text, thinking } = await read(name, response(inPieces(body, 3), { type: 'application/json' }), false);
    assert.equal(text, tokens.join(''));
    assert.equal(thinking, 'Let me think');
    await assert.rejects(read(name, response([new TextEncoder().encode(body.slice(0, -9))], { type: 'application/json' }), false), { kind: 'truncated' });
  });

  test(`${name}: a proxy's HTML in place of a reply is called malformed, not cut`, async () => {
    const html = new TextEncoder().encode('<html><body>Please log in</body></html>');
    for (const streamed of [true, false]) {
      await assert.rejects(read(name, response([html], { type: 'text/html; charset=utf-8' }), streamed), { kind: 'malformed' });
    }
  });
}

test('SSE: data over several lines is one event', async () => {
  const bytes = new TextEncoder().encode('data: {"choices":[{"delta":\ndata: {"content":"two lines"}}]}\n\ndata: [DONE]\n\n');
  assert.equal((await read('openai_comp', response([bytes]))).text, 'two lines');
});

test('a host that ignores `stream` and answers with JSON is understood', async () => {
  const body = JSON.stringify(wires.openai_comp.plain(ask, '', 'all at once'));
  assert.equal((await read('openai_comp', response([new TextEncoder().encode(body)], { type: 'application/json' }))).text, 'all at once');
});

test('OpenAI-compatible: without [DONE] the finish reason is the end, a broken trailer included', async () => {
  const end = 'data: {"choices":[{"delta":{"content":"whole"},"finish_reason":"length"}]}\n\n';
  for (const trailer of ['', 'data: [DO', 'data: {"error":{"message":"too late"}}\n\n', 'data: nonsense\n\n']) {
    const { text, parts } = await read('openai_comp', response([new TextEncoder().encode(end + trailer)]));
    assert.equal(text, 'whole');
    assert.ok(parts.some(({ stopReason }) => stopReason === 'length'));
  }
});

test('heartbeats after the last token do not keep the turn from ending', async () => {
  const encoder = new TextEncoder();
  /** @type {ReturnType<typeof setInterval>} */
  let beat;
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode('data: {"choices":[{"delta":{"content":"whole"},"finish_reason":"stop"}]}\n\n'));
      beat = setInterval(() => controller.enqueue(encoder.encode(': beat\n\n')), 100);
    },
    cancel: () => clearInterval(beat),
  });
  const started = Date.now();
  assert.equal((await read('openai_comp', new Response(body, { headers: { 'content-type': 'text/event-stream' } }))).text, 'whole');
  assert.ok(Date.now() - started < 2000);
});

test('events of their own kind: vLLM errors, failed responses, a blocked prompt, refusals', () => {
  /**
   * @param {string} name
   * @param {any} event
   */
  const parts = (name, event) => createProvider(name).readEvent(event);
  assert.equal(parts('openai_comp', { object: 'error', message: 'engine died', code: 500 })[0].error?.message, 'engine died');
  assert.equal(parts('openai_responses', { type: 'response.failed', response: { error: { code: 'server_error', message: 'failed' } } })[0].error?.message, 'failed');
  assert.equal(parts('google_gemini', { promptFeedback: { blockReason: 'SAFETY' } })[0].error?.message, 'Gemini refused the prompt (SAFETY).');
  assert.deepEqual(parts('openai_responses', { type: 'response.refusal.delta', delta: 'No.' }), [{ token: 'No.' }]);
  assert.deepEqual(parts('openai_responses', { type: 'response.incomplete', response: { id: 'r1', status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } } }), [
    { responseId: 'r1', stopReason: 'max_output_tokens', done: true },
  ]);
  assert.deepEqual(parts('anthropic', { type: 'content_block_delta', delta: { type: 'signature_delta', signature: 'x' } }), []);
  assert.deepEqual(parts('openai_comp', { choices: [{ delta: { reasoning: 'a', reasoning_content: 'a' } }] }), [{ thinking: 'a' }]);
  assert.deepEqual(parts('openai_comp', { choices: [{ delta: { reasoning: 'b' } }] }), [{ thinking: 'b' }]);
});

test('a truncated stream is handed on as the network failure that it is', () => {
  assert.ok(toRetryError(new StreamError('truncated', 'cut')) instanceof TypeError);
  const own = new DOMException('slow', 'TimeoutError');
  assert.equal(toRetryError(own), own);
});
