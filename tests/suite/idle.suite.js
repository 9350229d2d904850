// bodyIdleTimeoutMs: a body on which nothing arrives ends, however it is read; a slow one does not.

import { collect } from './harness.js';
import { settled } from './common.js';
import { pump, readers } from './readers.js';

const { test, tests } = collect();
export default tests;

const form = { 'content-type': 'application/x-www-form-urlencoded' };

test('a body that falls silent ends in a TimeoutError, at every way of reading it', async (t) => {
  await Promise.all(Object.entries(readers).map(async ([name, read]) => {
    const { url, log } = await t.script([{ action: 'stream', headers: form, chunks: ['a=1'], leaveOpen: true }]);
    const response = await t.api.fetchWithRetry(url, {}, { bodyIdleTimeoutMs: 700 });
    const began = performance.now();
    const { value, error } = await settled(t, read(response), name, 6000);
    t.equal(error?.name, 'TimeoutError', `${name}, which gave ${value}`);
    t.ok(error instanceof DOMException, `${name}: a DOMException`);
    t.between(performance.now() - began, 690, 5000, name);
    await t.until(async () => (await log())[0].closedByClientAtMs !== null, `${name}: the server sees the close`);
    t.equal(response.bodyUsed, true, `${name}: bodyUsed`);
  }));
});

test('what arrived before the silence was read', async (t) => {
  const { url } = await t.script([{ action: 'stream', chunks: ['data: 1\n\n', 'data: 2\n\n'], chunkDelayMs: 50, leaveOpen: true }]);
  const response = await t.api.fetchWithRetry(url, {}, { bodyIdleTimeoutMs: 800 });
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  let text = '';
  const error = await t.rejects((async () => {
    for (;;) text += new TextDecoder().decode((await reader.read()).value);
  })());
  t.equal(text, 'data: 1\n\ndata: 2\n\n');
  t.equal(error.name, 'TimeoutError');
  t.equal(await t.rejects(reader.read()), error, 'the same again');
  t.equal(t.api.mayRetryStream(false, error), true, 'a further try can help');
});

test('each read has the whole time: a long answer that keeps coming is not cut', async (t) => {
  const chunks = Array.from({ length: 8 }, (_, i) => `${i};`);
  const { url } = await t.script([{ action: 'stream', chunks, chunkDelayMs: 250 }]);
  await Promise.all(Object.entries(readers).filter(([name]) => !/json|formData/.test(name)).map(async ([name, read]) => {
    // Gecko makes equal requests wait for one another.
    const response = await t.api.fetchWithRetry(`${url}?${name}`, {}, { bodyIdleTimeoutMs: 1200 });
    const began = performance.now();
    const { value, error } = await settled(t, read(response), name, 10_000);
    t.equal(error, undefined, name);
    t.between(performance.now() - began, 1250, 9000, `${name}: longer than the timeout`);
    t.equal(typeof value === 'string' ? value : new TextDecoder().decode(/** @type {ArrayBuffer} */ (value)), chunks.join(''), name);
  }));
});

test('comments and pings count as life', async (t) => {
  const chunks = [...Array(7).fill(': ping\n\n'), 'data: done\n\n'];
  const { url } = await t.script([{ action: 'stream', chunks, chunkDelayMs: 300 }]);
  const response = await t.api.fetchWithRetry(url, {}, { bodyIdleTimeoutMs: 1200 });
  t.equal(await response.text(), chunks.join(''));
});

test('a slow reader is not an idle server', async (t) => {
  const { url } = await t.script([{ action: 'stream', chunks: ['a', 'b', 'c'], chunkDelayMs: 40 }]);
  const response = await t.api.fetchWithRetry(url, {}, { bodyIdleTimeoutMs: 500 });
  await t.sleep(900);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const first = await reader.read();
  t.equal(first.done, false);
  await t.sleep(900);
  const rest = await pump(reader);
  t.equal(new TextDecoder().decode(first.value) + new TextDecoder().decode(rest), 'abc');
});

test('the time to the headers is not the body\'s', async (t) => {
  const { url } = await t.script([{ delayMs: 900, body: 'late' }]);
  const response = await t.api.fetchWithRetry(url, {}, { bodyIdleTimeoutMs: 400 });
  t.equal(await response.text(), 'late');
});

test('an error answer\'s body ends too, and is no reason for a retry', async (t) => {
  const { url, log } = await t.script([{ action: 'stream', status: 404, chunks: ['not'], leaveOpen: true }]);
  const response = await t.api.fetchWithRetry(url, {}, { bodyIdleTimeoutMs: 500 });
  t.equal((await t.rejects(response.text())).name, 'TimeoutError');
  t.equal((await log()).length, 1);
});

test('a piped body that falls silent aborts what it is piped to', async (t) => {
  const { url } = await t.script([{ action: 'stream', chunks: ['a'], leaveOpen: true }]);
  const response = await t.api.fetchWithRetry(url, {}, { bodyIdleTimeoutMs: 500 });
  /** @type {any} */
  let aborted;
  const sink = new WritableStream({ abort: (reason) => void (aborted = reason) });
  const error = await t.rejects(/** @type {ReadableStream} */ (response.body).pipeTo(sink));
  t.equal(error.name, 'TimeoutError');
  t.equal(aborted, error);
});

test('a body that breaks is an error of the platform, not a timeout', async (t) => {
  const { url } = await t.script([{ action: 'lie-about-length', body: 'a' }]);
  const response = await t.api.fetchWithRetry(url, {}, { bodyIdleTimeoutMs: 4000 });
  const began = performance.now();
  const error = await t.rejects(response.text());
  t.between(performance.now() - began, 0, 3000);
  t.ok(error.name !== 'TimeoutError', 'its name');
});
