// How a guarded body ends otherwise: by abort, by cancel, or because there is none.

import { collect } from './harness.js';
import { answer, settled } from './common.js';
import { readers } from './readers.js';

const { test, tests } = collect();
export default tests;

const guarded = { bodyIdleTimeoutMs: 5000 };
const endless = { action: /** @type {const} */ ('stream'), chunks: ['a'], leaveOpen: true };

test('idle: an abort ends the body as it does with the platform\'s', async (t) => {
  const { url, log } = await t.script([endless]);
  const reason = { stop: 'now' };
  for (const name of ['getReader', 'text', 'pipeTo']) {
    const errors = [];
    for (const make of [fetch, (/** @type {string} */ u, /** @type {RequestInit} */ i) => t.api.fetchWithRetry(u, i, guarded)]) {
      const own = new AbortController();
      const response = await make(url, { signal: own.signal });
      const reading = readers[name](response);
      setTimeout(() => own.abort(reason), 100);
      errors.push((await settled(t, reading, name)).error);
    }
    // Gecko's text() does not know the reason; a reader does.
    if (errors[0] === reason) t.equal(errors[1], reason, name);
    else t.ok(errors[1] === reason || errors[1].name === errors[0].name, `${name}: the reason or the same error`);
  }
  await t.until(async () => (await log()).every(({ closedByClientAtMs }) => closedByClientAtMs !== null), 'the server sees the closes');
});

test('idle: cancelling closes the connection', async (t) => {
  /** @type {Record<string, (response: Response) => Promise<unknown>>} */
  const ways = {
    'body.cancel': async (response) => response.body?.cancel('enough'),
    'reader.cancel': async (response) => response.body?.getReader().cancel(),
    'cancel while a read is pending': async (response) => {
      const reader = /** @type {ReadableStream} */ (response.body).getReader();
      await reader.read();
      const pending = reader.read();
      await reader.cancel();
      t.equal((await pending).done, true, 'the pending read');
    },
    'both branches of a clone': async (response) => {
      const clone = response.clone();
      await Promise.all([response.body?.cancel(), clone.body?.cancel()]);
    },
  };
  if (Symbol.asyncIterator in ReadableStream.prototype) {
    ways['leaving an iteration'] = async (response) => {
      for await (const _part of /** @type {any} */ (response.body)) break;
    };
  }
  for (const [name, cancel] of Object.entries(ways)) {
    const { url, log } = await t.script([endless]);
    const response = await t.api.fetchWithRetry(url, {}, guarded);
    await cancel(response);
    t.equal(response.bodyUsed, true, `${name}: bodyUsed`);
    // Gecko's workers do not always let go of a body that was never read, whoever asks.
    if (/^firefox .*worker$/.test(t.context) && /^(body|reader)\.cancel|clone/.test(name)) continue;
    await t.until(async () => (await log())[0].closedByClientAtMs !== null, `${name}: the server sees the close`);
  }
});

test('idle: no timer is left that would end a body which nobody reads any more', async (t) => {
  const { url } = await t.script([endless]);
  const response = await t.api.fetchWithRetry(url, {}, { bodyIdleTimeoutMs: 300 });
  const reader = /** @type {ReadableStream} */ (response.body).getReader();
  await reader.read();
  const pending = reader.read();
  await reader.cancel();
  t.equal((await pending).done, true);
  await t.sleep(600);
});

test('idle: where there is no body, nothing is shadowed', async (t) => {
  const { url } = await t.script([{ status: 204 }, { body: 'x' }, { status: 200, body: '' }]);
  const empty = await t.api.fetchWithRetry(url, {}, guarded);
  t.equal(empty.status, 204);
  t.equal(await empty.text(), '');
  const head = await t.api.fetchWithRetry(url, { method: 'HEAD' }, guarded);
  t.equal(await head.text(), '');
  const blank = await t.api.fetchWithRetry(url, {}, guarded);
  t.equal((await blank.arrayBuffer()).byteLength, 0);
  const none = await t.api.fetchWithRetry(url, {}, { ...guarded, fetch: async () => new Response(null, { status: 204 }) });
  t.equal(none.body, null);
  t.equal(Object.hasOwn(none, 'text'), false);
});

test('idle: a Response that a custom fetch made, of any chunks', async (t) => {
  const make = () => {
    const whole = new Uint8Array([1, 2, 3, 4]);
    return new Response(new ReadableStream({
      start(controller) {
        for (const part of [whole.subarray(0, 0), whole.subarray(0, 2), whole.subarray(2)]) controller.enqueue(part);
        controller.close();
      },
    }));
  };
  for (const name of ['arrayBuffer', 'getReader', 'BYOB reader', 'clone of a clone', 'tee']) {
    const response = await t.api.fetchWithRetry('https://played.invalid/', {}, { ...guarded, fetch: async () => make() });
    const value = /** @type {ArrayBuffer} */ (await readers[name](response));
    t.deepEqual([...new Uint8Array(value)], [1, 2, 3, 4], name);
  }
});

test('idle: the chunks of a custom fetch stay its own', async (t) => {
  const chunk = new Uint8Array([1, 2, 3]);
  const body = () => new ReadableStream({ pull: (controller) => { controller.enqueue(chunk); controller.close(); } });
  const response = await t.api.fetchWithRetry('https://played.invalid/', {}, { ...guarded, fetch: async () => new Response(body()) });
  t.equal((await response.arrayBuffer()).byteLength, 3);
  t.deepEqual([...chunk], [1, 2, 3]);
});

test('idle: a stand-in for a Response keeps its body as it is', async (t) => {
  const standIn = { status: 200, headers: new Headers(), body: answer(200).body, bodyUsed: false, text: async () => 'its own' };
  const response = await t.api.fetchWithRetry('https://played.invalid/', {}, { ...guarded, fetch: async () => /** @type {any} */ (standIn) });
  t.equal(await response.text(), 'its own');
  t.equal(response.body, standIn.body);
  t.equal(new TextDecoder().decode((await response.body?.getReader().read())?.value), 'body');
});
