// What is sent again is the same, byte for byte; what can be sent only once is sent once.

import { hurried, inNode, NOWHERE, played, quick } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

const BYTES = Uint8Array.from([0, 1, 2, 127, 128, 254, 255, 13, 10, 0]);
const within = new Uint8Array(20);
within.set(BYTES, 5);

/** @type {Record<string, () => BodyInit>} */
const BODIES = {
  'a string': () => 'héllo ☃ "json"\r\n',
  'an empty string': () => '',
  'an ArrayBuffer': () => BYTES.slice().buffer,
  'a view into a larger buffer': () => within.slice().subarray(5, 15),
  'a DataView': () => new DataView(within.slice().buffer, 5, 10),
  'a view of wider elements': () => new Uint16Array(BYTES.slice().buffer),
  'a Blob': () => new Blob([BYTES, 'tail'], { type: 'application/x-thing' }),
  'URLSearchParams': () => new URLSearchParams([['a', '1 & 2'], ['a', 'ü']]),
};

for (const [kind, make] of Object.entries(BODIES)) {
  test(`${kind} is sent again, byte for byte`, async (t) => {
    const { url, log } = await t.script([{ status: 503 }, { status: 503 }, {}]);
    await t.api.fetchWithRetry(url, { method: 'POST', body: make() }, quick);
    const expected = [...new Uint8Array(await new Response(make()).arrayBuffer())];
    const seen = await log();
    t.equal(seen.length, 3);
    for (const { bodyBase64, headers } of seen) {
      t.deepEqual(Array.from(atob(bodyBase64), (c) => c.charCodeAt(0)), expected);
      t.equal(headers['content-type'], seen[0].headers['content-type']);
    }
  });
}

test('FormData is sent again: every part, with its name, file name and type', async (t) => {
  const { url, log } = await t.script([{ status: 503 }, {}]);
  const form = new FormData();
  form.append('text', 'wört');
  form.append('text', 'again');
  form.append('file', new File([BYTES], 'a "b".bin', { type: 'application/x-thing' }));
  form.append('blob', new Blob(['x']), 'named.txt');
  const call = t.api.fetchWithRetry(url, { method: 'POST', body: form }, quick);
  form.append('late', 'not sent');
  await call;
  const parts = (await log()).map(({ bodyBase64, headers }) => {
    const boundary = String(headers['content-type']).split('boundary=')[1];
    return atob(bodyBase64).replaceAll(boundary, 'BOUNDARY');
  });
  t.equal(parts.length, 2);
  t.equal(parts[0], parts[1]);
  t.match(parts[0], /named\.txt/);
  t.ok(!parts[0].includes('not sent'), 'what was added after the call is not sent');
});

test('what the caller changes after the call changes no attempt', async (t) => {
  const { url, log } = await t.script([{ status: 503, delayMs: 300 }, {}]);
  const body = BYTES.slice();
  const headers = new Headers({ 'x-mark': 'before' });
  const init = { method: 'POST', body, headers };
  const call = t.api.fetchWithRetry(url, init, quick);
  await t.until(async () => (await log()).length === 1, 'the first attempt', 10_000);
  body.fill(7);
  headers.set('x-mark', 'after');
  init.method = 'PUT';
  await call;
  t.deepEqual((await log()).map(({ method, headers: sent, bodyBase64 }) => [method, sent['x-mark'], bodyBase64]),
    Array(2).fill(['POST', 'before', btoa(String.fromCharCode(...BYTES))]));
});

test('a Request with a body is sent again, and ends up used as with fetch', async (t) => {
  const { url, log } = await t.script([{ status: 503 }, { status: 503 }, {}]);
  const request = new Request(url, { method: 'POST', body: '{"model":"m","n":123}', headers: { 'x-mark': 'yes' } });
  t.equal((await t.api.fetchWithRetry(request, {}, quick)).status, 200);
  t.equal(request.bodyUsed, true);
  t.deepEqual((await log()).map(({ method, bodyText, headers }) => [method, bodyText, headers['x-mark']]),
    Array(3).fill(['POST', '{"model":"m","n":123}', 'yes']));
});

test('a body in init takes the place of the Request\'s, every time', async (t) => {
  const { url, log } = await t.script([{ status: 503 }, {}]);
  const request = new Request(url, { method: 'POST', body: 'the request\'s' });
  await t.api.fetchWithRetry(request, { body: 'init\'s' }, quick);
  t.deepEqual((await log()).map(({ bodyText }) => bodyText), ['init\'s', 'init\'s']);
});

test('a stream is sent once; the outcome is delivered, and the reason is that it cannot be sent again', async (t) => {
  for (const outcome of [503, new TypeError('network')]) {
    const { fetch, calls } = played(outcome);
    const init = { method: 'POST', body: new ReadableStream(), duplex: 'half' };
    const { delays, gaveUp, info, outcome: got } = await hurried(t, { fetch }, NOWHERE, init);
    t.deepEqual([delays, calls.length, gaveUp.map(({ reason }) => reason)], [[], 1, ['bodyNotReplayable']]);
    t.equal(info?.gaveUp, 'bodyNotReplayable');
    if (outcome === 503) t.equal(await got.text(), 'body');
    else t.equal(got, outcome);
  }
});

test('a stream whose first attempt succeeds is nothing special', async (t) => {
  const { gaveUp, outcome } = await hurried(t, played(200), NOWHERE, { method: 'POST', body: new ReadableStream() });
  t.deepEqual([gaveUp.length, outcome.status], [0, 200]);
});

test('streams over a real socket: sent whole, once', { where: inNode }, async (t) => {
  async function* pieces() {
    yield new TextEncoder().encode('piece by ');
    yield new TextEncoder().encode('piece');
  }
  const stream = /** @type {any} */ (ReadableStream).from(pieces());
  for (const body of [stream, pieces()]) {
    const { url, log } = await t.script([{ status: 503, body: 'busy' }, {}]);
    const init = { method: 'POST', body: /** @type {any} */ (body), duplex: 'half' };
    const response = await t.api.fetchWithRetry(url, init, quick);
    t.deepEqual([response.status, await response.text()], [503, 'busy']);
    t.deepEqual((await log()).map(({ bodyText }) => bodyText), ['piece by piece']);
    t.equal(t.api.retryInfo(response)?.gaveUp, 'bodyNotReplayable');
  }
});

test('a Request made from a stream is buffered, and sent again', { where: inNode }, async (t) => {
  const { url, log } = await t.script([{ status: 503 }, {}]);
  const body = new Blob(['from a stream']).stream();
  const request = new Request(url, /** @type {any} */ ({ method: 'POST', body, duplex: 'half' }));
  t.equal((await t.api.fetchWithRetry(request, {}, quick)).status, 200);
  t.deepEqual((await log()).map(({ bodyText }) => bodyText), ['from a stream', 'from a stream']);
});

test('a body that is used or locked is refused, with no request', async (t) => {
  const used = new Request(NOWHERE, { method: 'POST', body: 'x' });
  await used.text();
  const locked = new ReadableStream();
  locked.getReader();
  for (const maxRetries of [0, 3]) {
    const { fetch, calls } = played(200);
    await t.rejects(t.api.fetchWithRetry(used, {}, { fetch, maxRetries }), (/** @type {any} */ error) => error instanceof TypeError);
    const init = { method: 'POST', body: locked, duplex: 'half' };
    await t.rejects(t.api.fetchWithRetry(NOWHERE, init, { fetch, maxRetries }), (/** @type {any} */ error) => error instanceof TypeError);
    t.equal(calls.length, 0);
  }
});

test('with maxRetries 0 nothing is cloned or copied', async (t) => {
  const body = BYTES.slice();
  const seen = played(200);
  await t.api.fetchWithRetry(NOWHERE, { method: 'POST', body }, { fetch: seen.fetch, maxRetries: 0 });
  t.equal(seen.calls[0].init.body, body);
  const request = new Request(NOWHERE, { method: 'POST', body: 'x' });
  let cloned = 0;
  request.clone = () => {
    cloned += 1;
    return request;
  };
  await t.api.fetchWithRetry(request, {}, { ...played(200), maxRetries: 0 });
  t.equal(cloned, 0);
});

test('a large body is sent again whole', async (t) => {
  const { url, log } = await t.script([{ status: 503 }, {}]);
  const body = 'x'.repeat(300_000);
  await t.api.fetchWithRetry(url, { method: 'POST', body }, quick);
  t.deepEqual((await log()).map(({ bodyText }) => bodyText.length), [300_000, 300_000]);
});
