// With bodyIdleTimeoutMs the Response is still the platform's own, and still behaves like one.

import { collect } from './harness.js';
import { byteReaders, bytesOf, readers } from './readers.js';

const { test, tests } = collect();
export default tests;

const guarded = { bodyIdleTimeoutMs: 5000 };

test('idle: all that is said about a Response is as the platform says it', async (t) => {
  const { url } = await t.script([{ body: 'x', headers: { 'content-type': 'text/plain', 'x-mark': 'yes' } }]);
  const there = await t.script([{ status: 302, headers: { location: url } }]);
  for (const address of [url, there.url]) {
    const [plain, response] = await Promise.all([fetch(address), t.api.fetchWithRetry(address, {}, guarded)]);
    t.ok(response instanceof Response, 'instanceof');
    t.equal(Object.getPrototypeOf(response), Response.prototype);
    t.equal(Object.prototype.toString.call(response), '[object Response]');
    for (const member of /** @type {const} */ (['url', 'type', 'redirected', 'status', 'statusText', 'ok', 'bodyUsed'])) {
      t.equal(response[member], plain[member], member);
    }
    t.equal(response.headers.get('x-mark'), 'yes');
    t.ok(response.body instanceof ReadableStream, 'the body');
    t.equal(response.body, response.body, 'the same body each time');
    const clone = response.clone();
    for (const member of /** @type {const} */ (['url', 'type', 'redirected', 'status'])) t.equal(clone[member], plain[member], `the clone's ${member}`);
    t.ok(clone instanceof Response, 'the clone');
  }
});

test('idle: with Infinity, the default, the object is untouched', async (t) => {
  const { url } = await t.script([{ body: 'x' }]);
  for (const config of [undefined, {}, { bodyIdleTimeoutMs: Infinity }]) {
    const response = await t.api.fetchWithRetry(url, {}, config);
    t.deepEqual(Reflect.ownKeys(response).map(String), Reflect.ownKeys(await fetch(url)).map(String));
    t.equal(await response.text(), 'x');
  }
});

test('idle: a body is used once', async (t) => {
  const { url } = await t.script([{ body: '{"a":1}' }]);
  for (const [name, read] of Object.entries(readers)) {
    if (name === 'formData') continue;
    const response = await t.api.fetchWithRetry(url, {}, guarded);
    t.equal(response.bodyUsed, false, name);
    const reading = read(response);
    if (name in response) t.equal(response.bodyUsed, true, `${name}, under way`);
    await reading;
    t.equal(response.bodyUsed, true, name);
    for (const again of /** @type {const} */ (['text', 'json', 'blob', 'arrayBuffer', 'formData'])) {
      await t.rejects(response[again](), (/** @type {unknown} */ e) => e instanceof TypeError, `${again} after ${name}`);
    }
    t.throws(() => response.clone(), (/** @type {unknown} */ e) => e instanceof TypeError, `clone after ${name}`);
  }
});

test('idle: a locked body is refused with a TypeError, and free again when it is released', async (t) => {
  const { url } = await t.script([{ body: 'whole' }]);
  const response = await t.api.fetchWithRetry(url, {}, guarded);
  const reader = /** @type {ReadableStream} */ (response.body).getReader();
  const isTypeError = (/** @type {unknown} */ e) => e instanceof TypeError;
  await t.rejects(response.text(), isTypeError, 'text');
  t.throws(() => response.clone(), isTypeError, 'clone');
  t.throws(() => response.body?.getReader(), isTypeError, 'a second reader');
  t.equal(response.bodyUsed, false, 'locked is not used');
  reader.releaseLock();
  t.equal(await response.text(), 'whole');
});

test('idle: large bodies arrive byte for byte', { timeoutMs: 40_000 }, async (t) => {
  const line = 'The quick brown fox jumps over the lazy dog; 0123456789 äöü €\n';
  const times = 30_000;
  const { url } = await t.script([{ bodyRepeat: { text: line, times } }]);
  const expected = line.repeat(times);
  for (const name of ['text', 'blob', 'clone', ...byteReaders]) {
    const value = await readers[name](await t.api.fetchWithRetry(url, {}, guarded));
    const text = typeof value === 'string' ? value : new TextDecoder().decode(bytesOf(value));
    t.ok(text === expected, `${name}: ${text.length} of ${expected.length} characters`);
  }
});

test('idle: every byte arrives as it is, and bad UTF-8, a byte order mark and types are read as the platform reads them', async (t) => {
  const all = new Uint8Array(2560).map((_, i) => i);
  const base64 = btoa(String.fromCharCode(...all));
  const { url } = await t.script([{ bodyBase64: base64, headers: { 'content-type': 'application/x-own; a=B' } }]);
  for (const name of byteReaders) {
    t.deepEqual([...bytesOf(await readers[name](await t.api.fetchWithRetry(url, {}, guarded)))], [...all], name);
  }
  const [plain, response] = await Promise.all([fetch(url), t.api.fetchWithRetry(url, {}, guarded)]);
  const clone = response.clone();
  t.equal(await response.text(), await plain.clone().text(), 'text');
  const [one, two] = await Promise.all([clone.blob(), plain.blob()]);
  t.deepEqual([one.type, one.size], [two.type, two.size], 'blob');
  const marked = await t.script([{ bodyBase64: btoa('\xef\xbb\xbf{"a":"\xc3\xa4"}') }]);
  t.deepEqual(await (await t.api.fetchWithRetry(marked.url, {}, guarded)).json(), { a: 'ä' });
  t.equal(await (await t.api.fetchWithRetry(marked.url, {}, guarded)).text(), '{"a":"ä"}');
});

test('idle: forms, and what is no JSON', async (t) => {
  const multipart = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n';
  const { url } = await t.script([
    { body: multipart, headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    { body: 'a=1&b=2', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { body: 'no form', headers: { 'content-type': 'text/plain' } },
  ]);
  const get = () => t.api.fetchWithRetry(url, {}, guarded);
  t.deepEqual([...(await (await get()).formData())], [['a', '1']]);
  t.deepEqual([...(await (await get()).formData())], [['a', '1'], ['b', '2']]);
  await t.rejects((await get()).formData(), (/** @type {unknown} */ e) => e instanceof TypeError);
  t.equal((await t.rejects((await get()).json())).name, 'SyntaxError');
});
