// After the headers: the body is the caller's. No timeout of ours cuts it, the caller's abort still
// does, and what broke is not sent again.

import { inNode, jsonStep, NOWHERE, played, quick } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

test('an attempt timeout shorter than a stream that flows does not cut it', async (t) => {
  const chunks = Array.from({ length: 8 }, (_, index) => `data: ${index}\n\n`);
  const { url, log } = await t.script([{ action: 'stream', chunks, chunkDelayMs: 200, headers: { 'content-type': 'text/event-stream' } }]);
  const response = await t.api.fetchWithRetry(url, {}, { attemptTimeoutMs: 700 });
  t.equal(await response.text(), chunks.join(''));
  t.equal((await log())[0].closedByClientAtMs, null);
});

test('nor does it cut a stream that pauses for longer', async (t) => {
  const { url } = await t.script([{ status: 503 }, { action: 'stream', chunks: ['a', 'b'], chunkDelayMs: 1500 }]);
  const response = await t.api.fetchWithRetry(url, {}, { ...quick, attemptTimeoutMs: 700 });
  t.equal(await response.text(), 'ab');
});

test('the caller\'s abort ends the body, with its very reason, and the server sees the close', async (t) => {
  for (const retriesBefore of [0, 1]) {
    const steps = retriesBefore ? [{ status: 503 }] : [];
    const { url, log } = await t.script([...steps, { action: 'stream', chunks: ['one', 'two'], chunkDelayMs: 100, leaveOpen: true }]);
    const controller = new AbortController();
    const response = await t.api.fetchWithRetry(url, { signal: controller.signal }, { ...quick, attemptTimeoutMs: 60_000 });
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
    t.ok((await reader.read()).value?.length, 'a first chunk');
    const reason = { because: 'stop' };
    controller.abort(reason);
    await t.rejects((async () => {
      for (;;) if ((await reader.read()).done) return;
    })(), reason);
    await t.until(async () => (await log()).at(-1)?.closedByClientAtMs, 'the server sees the close');
    t.equal((await log()).length, 1 + retriesBefore);
  }
});

test('the signal of a Request ends the body too', async (t) => {
  const { url, log } = await t.script([{ action: 'stream', chunks: ['one'], leaveOpen: true }]);
  const controller = new AbortController();
  const response = await t.api.fetchWithRetry(new Request(url, { signal: controller.signal }));
  controller.abort();
  await t.rejects(response.text());
  await t.until(async () => (await log())[0].closedByClientAtMs, 'the server sees the close');
});

test('cancelling the body closes the connection, where it does so with the platform\'s fetch (not in Gecko\'s workers)', async (t) => {
  const closes = async (/** @type {typeof globalThis.fetch} */ get) => {
    const { url, log } = await t.script([{ action: 'stream', chunks: ['one'], leaveOpen: true }]);
    const controller = new AbortController();
    const response = await get(url, { signal: controller.signal });
    await response.body?.cancel();
    const end = performance.now() + 2000;
    while (!(await log())[0].closedByClientAtMs && performance.now() < end) await t.sleep(50);
    controller.abort();
    return performance.now() < end;
  };
  // Gecko's own fetch does so four times of five.
  for (let tries = 0; tries < 4; tries += 1) {
    const [plain, ours] = await Promise.all([closes(fetch), closes(t.api.fetchWithRetry)]);
    if (ours || !plain) return;
  }
  t.fail('it closes the connection', 'where the platform\'s did, 4 times');
});

test('a stream that breaks is an error for its reader, after what came, and is not requested again', async (t) => {
  const chunks = ['data: {"content":"Hello "}\n\n', 'data: {"content":"wor"}\n\n'];
  const { url, log } = await t.script([{ action: 'stream-then-reset', chunks, chunkDelayMs: 50, resetDelayMs: 200, keepAlive: true, headers: { 'content-type': 'text/event-stream' } }, {}]);
  const response = await t.api.fetchWithRetry(url, {}, quick);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let seen = '';
  const error = await t.rejects((async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      seen += decoder.decode(value, { stream: true });
    }
  })());
  t.equal(seen, chunks.join(''));
  t.equal(t.api.mayRetryStream(false, error), true, 'the caller may ask again if nothing was shown');
  t.equal(t.api.mayRetryStream(true, error), false);
  await t.sleep(300);
  t.equal((await log()).length, 1);
});

test('error events within a stream pass through untouched', async (t) => {
  const chunks = ['event: content\ndata: {"text":"Hi"}\n\n', 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n'];
  const { url, log } = await t.script([{ action: 'stream', chunks, headers: { 'content-type': 'text/event-stream' } }]);
  t.equal(await (await t.api.fetchWithRetry(url, {}, quick)).text(), chunks.join(''));
  t.equal((await log()).length, 1);
});

test('the response is the platform\'s own: its URL, type, headers and clone are there', async (t) => {
  const { url } = await t.script([{ status: 503 }, { body: 'fine', headers: { 'x-mark': 'm' } }]);
  const response = await t.api.fetchWithRetry(`${url}path?q=1`, {}, quick);
  t.ok(response instanceof Response, 'a Response');
  t.equal(response.url, `${url}path?q=1`);
  t.deepEqual([response.ok, response.redirected, response.bodyUsed, response.headers.get('x-mark')], [true, false, false, 'm']);
  t.equal(await response.clone().text(), 'fine');
  t.equal(await response.text(), 'fine');
});

test('the last error response is delivered unread, small or large', async (t) => {
  for (const times of [1, 3000]) {
    const { url } = await t.script([{ ...jsonStep(503, {}), body: undefined, bodyRepeat: { text: `"${'x'.repeat(98)}"`, times } }]);
    const response = await t.api.fetchWithRetry(url, {}, { ...quick, maxRetries: 1 });
    t.equal(response.bodyUsed, false);
    t.equal((await response.text()).length, 100 * times);
  }
});

test('a body that is kept for long can still be aborted: nothing that carries the abort is collected', { where: inNode }, async (t) => {
  const { setFlagsFromString } = await import('node:v8');
  const { runInNewContext } = await import('node:vm');
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  const { url, log } = await t.script([{ action: 'stream', chunks: ['one'], leaveOpen: true }]);
  const controller = new AbortController();
  const response = await t.api.fetchWithRetry(url, { signal: controller.signal });
  for (let round = 0; round < 5; round += 1) {
    await t.sleep(20);
    gc();
  }
  controller.abort('late');
  await t.rejects(response.text());
  await t.until(async () => (await log())[0].closedByClientAtMs, 'the server sees the close');
});

test('a response without a body, and one to HEAD', async (t) => {
  const { url } = await t.script([{ status: 503 }, { status: 204 }, { status: 503, body: 'x' }, {}]);
  t.equal((await t.api.fetchWithRetry(url, {}, quick)).status, 204);
  t.equal((await t.api.fetchWithRetry(url, { method: 'HEAD' }, quick)).status, 200);
  t.equal((await t.api.fetchWithRetry(NOWHERE, {}, { ...quick, ...played(() => new Response(null, { status: 503 }), 200) })).status, 200);
});
