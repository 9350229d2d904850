// One key for all attempts of a call, a fresh one for each call.

import { NOWHERE, played, quick } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

const HEADER = 'Idempotency-Key';

/**
 * @param {ReturnType<typeof played>} fetch
 * @param {string} [header]
 * @returns {(string | null)[]} what the platform would send, attempt by attempt
 */
const keys = ({ calls }, header = HEADER) => calls.map(({ input, init }) => new Headers(init.headers ?? input.headers).get(header));

test('idempotencyKey: the server gets the same key with every attempt', async (t) => {
  const { url, log } = await t.script([{ status: 503, repeat: 2 }, {}]);
  await t.api.fetchWithRetry(url, { method: 'POST', body: 'once', headers: { 'x-own': 'kept' } }, { ...quick, idempotencyKey: true });
  const seen = (await log()).map(({ headers }) => headers);
  t.equal(seen.length, 3);
  t.match(String(seen[0]['idempotency-key']), /^[0-9a-f-]{32,36}$/);
  t.deepEqual(seen.map((headers) => headers['idempotency-key']), Array(3).fill(seen[0]['idempotency-key']));
  t.deepEqual(seen.map((headers) => headers['x-own']), Array(3).fill('kept'));
});

test('idempotencyKey: a fresh key for each call', async (t) => {
  const found = new Set();
  const fetching = t.api.createFetch({ ...quick, idempotencyKey: true, fetch: async (input, init) => {
    found.add(new Headers(init?.headers).get(HEADER));
    return new Response('');
  } });
  for (let i = 0; i < 50; i += 1) await fetching(NOWHERE);
  t.equal(found.size, 50);
});

test('idempotencyKey: a string names the header', async (t) => {
  const fetch = played(503, 200);
  await t.api.fetchWithRetry(NOWHERE, {}, { ...quick, ...fetch, idempotencyKey: 'X-Request-Id' });
  const [first, second] = keys(fetch, 'x-request-id');
  t.ok(first && first === second, 'the same, under that name');
  t.deepEqual(keys(fetch), [null, null], 'and not under the other');
});

test('idempotencyKey: the caller\'s own is kept, however it is given', async (t) => {
  const own = { 'idempotency-key': 'mine' };
  for (const [input, init] of /** @type {[any, RequestInit][]} */ ([
    [NOWHERE, { headers: own }],
    [NOWHERE, { headers: new Headers(own) }],
    [NOWHERE, { headers: [['IDEMPOTENCY-KEY', 'mine']] }],
    [new Request(NOWHERE, { headers: own }), {}],
    [new Request(NOWHERE), { headers: own }],
    [new Request(NOWHERE, { method: 'POST', body: 'x', headers: own }), {}],
    [new URL(NOWHERE), { headers: { ...own, 'x-other': '1' } }],
  ])) {
    const fetch = played(503, 200);
    await t.api.fetchWithRetry(input, init, { ...quick, ...fetch, idempotencyKey: true });
    t.deepEqual(keys(fetch), ['mine', 'mine']);
  }
});

test('idempotencyKey: added to what a Request or init has', async (t) => {
  const request = new Request(NOWHERE, { headers: { 'x-one': '1', authorization: 'Bearer abc' } });
  const inits = /** @type {RequestInit[]} */ ([{}, { headers: { 'x-two': '2' } }, { headers: [['x-two', '2'], ['x-two', '3']] }]);
  for (const init of inits) {
    const fetch = played(503, 200);
    await t.api.fetchWithRetry(request, init, { ...quick, ...fetch, idempotencyKey: true });
    const [key, again] = keys(fetch);
    t.ok(key && key === again, 'the same key');
    const plain = new Request(request, init);
    for (const name of ['x-one', 'x-two', 'authorization']) {
      t.deepEqual(keys(fetch, name), Array(2).fill(plain.headers.get(name)), name);
    }
  }
  t.equal(request.headers.get(HEADER), null, 'the caller\'s Request is as it was');
});

test('idempotencyKey: a Request with a body is sent with it, and again', async (t) => {
  const { url, log } = await t.script([{ status: 503 }, {}]);
  await t.api.fetchWithRetry(new Request(url, { method: 'POST', body: 'once' }), {}, { ...quick, idempotencyKey: true });
  const seen = await log();
  t.deepEqual(seen.map(({ method, bodyText }) => [method, bodyText]), [['POST', 'once'], ['POST', 'once']]);
  t.ok(seen[0].headers['idempotency-key'], 'a key');
  t.equal(seen[0].headers['idempotency-key'], seen[1].headers['idempotency-key']);
});

test('idempotencyKey: by default, and with false, there is none', async (t) => {
  for (const config of [{}, { idempotencyKey: false }, { idempotencyKey: undefined }]) {
    const fetch = played(503, 200);
    await t.api.fetchWithRetry(NOWHERE, {}, { ...quick, ...fetch, ...config });
    t.deepEqual(keys(fetch), [null, null]);
  }
  t.equal(t.api.presets.default.idempotencyKey, false);
});

test('idempotencyKey: what is no header\'s name is refused', async (t) => {
  for (const bad of ['', ' ', 'a b', 'a:', 'a\nb', 'ключ', 0, 1, null, {}, []]) {
    const fetch = played(200);
    const error = await t.rejects(t.api.fetchWithRetry(NOWHERE, {}, { ...fetch, idempotencyKey: /** @type {any} */ (bad) }));
    t.ok(error instanceof TypeError, `${bad}`);
    t.match(error.message, /idempotencyKey/);
    t.equal(fetch.calls.length, 0);
  }
});

test('idempotencyKey: bad headers are refused without their values', async (t) => {
  const fetch = played(200);
  const error = await t.rejects(t.api.fetchWithRetry(NOWHERE, { headers: { authorization: 'secret\n123' } }, { ...fetch, idempotencyKey: true }));
  t.ok(error instanceof TypeError, 'a TypeError');
  t.match(error.message, /^init\.headers: (?!.*secret)/);
  t.equal(fetch.calls.length, 0);
});
