// The caller's abort: its very reason, at once, wherever the call is, and nothing after it.

import { jsonStep, NOWHERE, played, quick, settled } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

const REASONS = [new Error('stop'), 'stop', 0, null, false, { stop: true }, new DOMException('own', 'TimeoutError')];

test('aborted before the call: its reason, and no request', async (t) => {
  for (const reason of REASONS) {
    const { fetch, calls } = played(200);
    const { ears, messages } = listening();
    await t.rejects(t.api.fetchWithRetry(NOWHERE, { signal: AbortSignal.abort(reason) }, { fetch, ...ears }), reason);
    t.deepEqual([calls.length, messages.length], [0, 0]);
  }
  const plain = AbortSignal.abort();
  const error = await t.rejects(t.api.fetchWithRetry(NOWHERE, { signal: plain }), plain.reason);
  t.equal(error.name, 'AbortError');
});

test('aborted during an attempt: its very reason, the server sees the close, nothing follows', async (t) => {
  for (const reason of [{ own: 'object' }, 'a string', new DOMException('own', 'TimeoutError')]) {
    const { url, log } = await t.script([{ action: 'hang-before-headers' }]);
    const controller = new AbortController();
    const { ears, messages } = listening();
    const call = t.api.fetchWithRetry(url, { signal: controller.signal }, { ...quick, ...ears });
    await t.until(async () => (await log()).length === 1, 'the request arrives');
    const abortedAt = performance.now();
    controller.abort(reason);
    await t.rejects(call, reason);
    t.between(performance.now() - abortedAt, 0, 500, 'time from abort to rejection');
    await t.until(async () => (await log())[0].closedByClientAtMs !== null, 'the server sees the close');
    await t.sleep(250);
    t.deepEqual([(await log()).length, messages.length], [1, 0]);
  }
});

test('aborted during a long wait: at once, and no request follows', async (t) => {
  for (const reason of ['stop', undefined]) {
    const { fetch, calls } = played(503, 200);
    const controller = new AbortController();
    const call = t.api.fetchWithRetry(NOWHERE, { signal: controller.signal }, { fetch, delaysMs: [700], jitter: 'none' });
    await t.sleep(100);
    t.equal(calls.length, 1);
    const abortedAt = performance.now();
    controller.abort(reason);
    await t.rejects(call, controller.signal.reason);
    t.between(performance.now() - abortedAt, 0, 500);
    await t.sleep(900);
    t.equal(calls.length, 1);
  }
});

test('the signal of a Request is heard, unless init says that there is none', async (t) => {
  const controller = new AbortController();
  const { fetch, calls } = played(503);
  const request = new Request(NOWHERE, { signal: controller.signal });
  const call = t.api.fetchWithRetry(request, {}, { fetch, delaysMs: [5000] });
  await t.sleep(50);
  controller.abort('the request\'s');
  await t.rejects(call, 'the request\'s');
  t.equal(calls.length, 1);
  const second = played(200);
  t.equal((await t.api.fetchWithRetry(request, { signal: null }, second)).status, 200);
});

test('init\'s signal goes before the Request\'s', async (t) => {
  const own = new AbortController();
  const other = new AbortController();
  const request = new Request(NOWHERE, { signal: other.signal });
  const call = t.api.fetchWithRetry(request, { signal: own.signal }, { ...played(503), delaysMs: [300], maxRetries: 1 });
  await t.sleep(50);
  other.abort('nobody listens');
  t.equal((await call).status, 503);
  t.equal(await t.rejects(t.api.fetchWithRetry(request, { signal: AbortSignal.abort('own') }, played(503))), 'own');
});

test('aborted from within onRetry: no wait, no request', async (t) => {
  const controller = new AbortController();
  const { fetch, calls } = played(503);
  const started = performance.now();
  const call = t.api.fetchWithRetry(NOWHERE, { signal: controller.signal }, {
    fetch, delaysMs: [5000], onRetry: () => controller.abort('from within'),
  });
  await t.rejects(call, 'from within');
  t.between(performance.now() - started, 0, 1500);
  t.equal(calls.length, 1);
});

test('aborted from within onGiveUp or the last log line: the reason goes out', async (t) => {
  for (const where of ['onGiveUp', 'warn']) {
    const controller = new AbortController();
    const abort = () => controller.abort(where);
    const config = where === 'warn' ? { logger: { log() {}, warn: abort } } : { onGiveUp: abort };
    await t.rejects(t.api.fetchWithRetry(NOWHERE, { signal: controller.signal }, { ...played(503), maxRetries: 0, ...config }), where);
  }
});

test('aborted while shouldRetry thinks: at once', async (t) => {
  const controller = new AbortController();
  const { fetch, calls } = played(503);
  const { ears, messages } = listening();
  const call = t.api.fetchWithRetry(NOWHERE, { signal: controller.signal }, { fetch, ...ears, shouldRetry: () => new Promise(() => {}) });
  await t.sleep(50);
  controller.abort('enough');
  const { error } = await settled(t, call, 'the call', 1000);
  t.equal(error, 'enough');
  t.deepEqual([calls.length, messages.length], [1, 0]);
});

test('aborted while an error body is looked into: at once', async (t) => {
  const { status, headers } = jsonStep(503, {});
  const { url, log } = await t.script([{ status, headers, action: 'send-headers-then-trickle-body-forever', everyMs: 50 }]);
  const controller = new AbortController();
  const call = t.api.fetchWithRetry(url, { signal: controller.signal }, quick);
  await t.until(async () => (await log())[0]?.headersSentAtMs, 'the headers are sent');
  await t.sleep(150);
  const abortedAt = performance.now();
  controller.abort('enough');
  await t.rejects(call, 'enough');
  t.between(performance.now() - abortedAt, 0, 500);
  await t.until(async () => (await log())[0].closedByClientAtMs !== null, 'the server sees the close');
});

test('a fetch that rejects for an abort of its own making is a failure like any other', async (t) => {
  const own = new DOMException('not the caller\'s', 'AbortError');
  const { fetch, calls } = played(own);
  const signal = new AbortController().signal;
  t.equal(await t.rejects(t.api.fetchWithRetry(NOWHERE, { signal }, { ...quick, fetch })), own);
  t.equal(calls.length, 4);
});

test('a fetch that ignores the abort is not waited for', async (t) => {
  const controller = new AbortController();
  const call = t.api.fetchWithRetry(NOWHERE, { signal: controller.signal }, { fetch: () => new Promise(() => {}) });
  await t.sleep(20);
  controller.abort('now');
  t.equal((await settled(t, call, 'the call', 1000)).error, 'now');
});

/** Callbacks that collect everything. */
function listening() {
  /** @type {any[]} */
  const messages = [];
  const hear = (/** @type {any} */ message) => void messages.push(message);
  return { messages, ears: { onRetry: hear, onGiveUp: hear } };
}
