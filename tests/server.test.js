// Proves the faulty server itself, on raw sockets: a test that trusts a fault has to know that the
// fault happens, and what it looks like from the other end.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { header, raw, soon } from './server/raw.js';
import { startFaultyServer } from './server/server.js';
import { fill } from './server/templates.js';

/** @type {import('./server/server.js').FaultyServer} */
let server;
before(async () => {
  const here = fileURLToPath(new URL('.', import.meta.url));
  server = await startFaultyServer({ serve: { '/tests/': here, '/': `${here}server` } });
});
after(() => server.close());

test('steps follow one another, repeat as told, and the last one stays', async () => {
  const { url, log } = server.script([
    { status: 500, repeat: 'first 2 attempts' },
    { status: 429, repeat: 2 },
    { status: 200, body: 'done' },
  ]);
  const seen = [];
  for (let n = 0; n < 6; n += 1) seen.push((await fetch(url)).status);
  assert.deepEqual(seen, [500, 500, 429, 429, 200, 200]);
  assert.deepEqual(log().map(({ attempt }) => attempt), [1, 2, 3, 4, 5, 6]);
});

test('a request is logged with its target, headers, body and times', async () => {
  const { url, log } = server.script([{ delayMs: 60 }]);
  await fetch(`${url}a/b?key=1`, { method: 'PUT', headers: { 'x-one': 'two' }, body: 'grüße' });
  const [entry] = log();
  assert.equal(entry.method, 'PUT');
  assert.equal(entry.path, '/a/b?key=1');
  assert.equal(entry.headers['x-one'], 'two');
  assert.equal(entry.bodyText, 'grüße');
  assert.equal(entry.bodyBase64, Buffer.from('grüße').toString('base64'));
  assert.ok(Number(entry.headersSentAtMs) - entry.atMs >= 59, 'headers are sent after the delay');
  await soon(() => entry.endedAtMs !== null);
  assert.equal(entry.closedByClientAtMs, null);
});

test('registering and reading the log work over HTTP, and a bad step is refused by name', async () => {
  /** @param {unknown} script */
  const post = (script) => fetch(`${server.origin}/script`, { method: 'POST', body: JSON.stringify(script) });
  const made = await (await post({ steps: [{ status: 418 }], ownOrigin: true })).json();
  assert.notEqual(made.origin, server.origin);
  assert.equal((await fetch(made.url)).status, 418);
  assert.equal((await (await fetch(`${server.origin}/log/${made.id}`)).json()).length, 1);
  for (const [step, word] of [
    [{ stauts: 200 }, 'stauts'],
    [{ action: 'explode' }, 'explode'],
    [{ repeat: 'often' }, 'often'],
    [{ status: '200' }, 'status'],
    [{ body: '{{http-dat:+1s}}' }, 'http-dat'],
  ]) {
    const answer = await post({ steps: [step] });
    assert.equal(answer.status, 400);
    assert.match(await answer.text(), new RegExp(String(word)));
  }
});

test('a hang says nothing, and the client going away is seen', async () => {
  const { url, log } = server.script([{ action: 'hang-before-headers' }, { action: 'hang-mid-headers' }]);
  assert.deepEqual(await raw(url, { ms: 150 }), { text: '', ended: 'open' });
  await soon(() => log()[0].closedByClientAtMs !== null);
  assert.ok(Number(log()[0].closedByClientAtMs) - log()[0].atMs >= 100);
  assert.deepEqual(await raw(url, { ms: 150 }), { text: 'HTTP/1.1 200 OK\r\nx-begun: yes\r\n', ended: 'open' });
});

test('the resets are resets, before or after the request was read; the close is a close', async () => {
  const { url, log } = server.script([
    { action: 'reset-before-headers' },
    { action: 'accept-request-then-reset-before-headers' },
    { action: 'close-before-headers' },
  ]);
  assert.deepEqual(await raw(url, { head: 'POST', body: 'hello' }), { text: '', ended: 'ECONNRESET' });
  assert.deepEqual(await raw(url, { head: 'POST', body: 'hello' }), { text: '', ended: 'ECONNRESET' });
  assert.deepEqual(await raw(url, { head: 'POST', body: 'hello' }), { text: '', ended: 'FIN' });
  assert.deepEqual(log().map(({ bodyText }) => bodyText), ['', 'hello', 'hello']);
  await soon(() => log().every(({ cutAtMs }) => cutAtMs !== null));
  assert.ok(log().every(({ closedByClientAtMs }) => closedByClientAtMs === null));
});

test('a request that never ends is reset at once by the early reset, and never by the late one', async () => {
  const { url } = server.script([
    { action: 'reset-before-headers' },
    { action: 'accept-request-then-reset-before-headers' },
  ]);
  const half = { head: 'POST\ncontent-length: 100', body: 'half', ms: 200 };
  assert.equal((await raw(url, half)).ended, 'ECONNRESET');
  assert.equal((await raw(url, half)).ended, 'open');
});

test('a stream comes in pieces, and the reset after it loses none of them', async () => {
  const chunks = ['one ', 'two ', 'three'];
  const { url, log } = server.script([
    { action: 'stream', chunks, chunkDelayMs: 40 },
    { action: 'stream-then-reset', chunks, headers: { 'content-type': 'text/event-stream' } },
    { action: 'stream', chunks, leaveOpen: true },
  ]);
  const started = performance.now();
  assert.equal(await (await fetch(url)).text(), 'one two three');
  assert.ok(performance.now() - started >= 79);
  const broken = await raw(url);
  assert.equal(broken.ended, 'ECONNRESET');
  for (const chunk of chunks) assert.ok(broken.text.includes(chunk));
  assert.equal(header('content-type', broken.text), 'text/event-stream');
  const open = await raw(url, { ms: 150 });
  assert.equal(open.ended, 'open');
  assert.ok(open.text.includes('three'));
  await soon(() => log()[2].closedByClientAtMs !== null);
});

test('a body trickles until the client has had enough', async () => {
  const action = 'send-headers-then-trickle-body-forever';
  const { url, log } = server.script([{ action, chunk: '.', everyMs: 20 }]);
  const { text, ended } = await raw(url, { ms: 250 });
  assert.equal(ended, 'open');
  assert.ok(text.split('1\r\n.\r\n').length > 4, text);
  await soon(() => log()[0].closedByClientAtMs !== null);
});

test('a length can be a lie, and an answer can be garbage', async () => {
  const { url } = server.script([
    { action: 'lie-about-length', body: 'short', missing: 7 },
    { action: 'garbage' },
    { action: 'garbage', body: 'SSH-2.0-mine\r\n' },
  ]);
  const lie = await raw(url);
  assert.equal(lie.ended, 'FIN');
  assert.equal(header('content-length', lie.text), '12');
  assert.ok(lie.text.endsWith('\r\n\r\nshort'));
  assert.match((await raw(url)).text, /^This is no HTTP/);
  assert.equal((await raw(url)).text, 'SSH-2.0-mine\r\n');
});

test('bodies can be large, or bytes; header lines can repeat, and be taken away', async () => {
  const { url } = server.script([
    { bodyRepeat: { text: '0123456789', times: 100_000 } },
    { bodyBase64: 'AP8=' },
    { headers: { 'retry-after': ['5', '6'], date: null, 'access-control-expose-headers': null } },
    { status: 204, statusText: 'Nothing' },
  ]);
  assert.equal((await (await fetch(url)).arrayBuffer()).byteLength, 1_000_000);
  assert.deepEqual([...new Uint8Array(await (await fetch(url)).arrayBuffer())], [0, 255]);
  const { text } = await raw(url);
  assert.match(text, /retry-after: 5\r\nretry-after: 6\r\n/i);
  assert.equal(header('date', text), undefined);
  assert.equal(header('access-control-expose-headers', text), undefined);
  assert.match((await raw(url)).text, /^HTTP\/1.1 204 Nothing\r\n/);
});

test('times are filled in when a step is played, and agree with the Date header', async () => {
  const { url } = server.script([
    { headers: { 'retry-after': '{{http-date:+5s}}', 'x-reset': '{{epoch-ms:+42s}}' }, body: '{{rfc3339:-1m}}' },
  ]);
  const { headers, ...response } = await fetch(url).then(async (got) => ({ headers: got.headers, text: await got.text() }));
  assert.equal(Date.parse(headers.get('retry-after') ?? '') - Date.parse(headers.get('date') ?? ''), 5000);
  assert.ok(Math.abs(Number(headers.get('x-reset')) - Date.now() - 42_000) < 1000);
  assert.ok(Math.abs(Date.parse(response.text) - Date.now() + 60_000) < 1000);
});

test('the date forms are those of RFC 9110', () => {
  const at = Date.UTC(1994, 10, 6, 8, 49, 37);
  assert.equal(fill('{{http-date}}', at), 'Sun, 06 Nov 1994 08:49:37 GMT');
  assert.equal(fill('{{rfc850:+0s}}', at), 'Sunday, 06-Nov-94 08:49:37 GMT');
  assert.equal(fill('{{asctime:-1s}}', at), 'Sun Nov  6 08:49:36 1994');
  assert.equal(fill('{{epoch-s:+1.5s}}|{{epoch-ms:-1ms}}', at), `${at / 1000 + 1}|${at - 1}`);
});

test('every answer can be read by every origin, unless the step forbids it; preflights do not count', async () => {
  const { url, log } = server.script([{}, { cors: false }]);
  const preflight = 'OPTIONS\norigin: http://a.test\naccess-control-request-method: PUT\naccess-control-request-headers: x-a';
  const until = '\r\n\r\n';
  const allowed = (await raw(url, { head: preflight, until })).text;
  assert.match(allowed, /^HTTP\/1.1 204/);
  assert.equal(header('access-control-allow-headers', allowed), 'x-a');
  assert.equal(header('access-control-max-age', allowed), '600');
  const answer = (await raw(url, { head: 'GET\norigin: http://a.test', until })).text;
  assert.equal(header('access-control-allow-origin', answer), 'http://a.test');
  assert.equal(header('access-control-expose-headers', answer), '*');
  assert.match((await raw(url, { head: preflight, until })).text, /^HTTP\/1.1 403/);
  const withheld = (await raw(url, { head: 'GET\norigin: http://a.test', until })).text;
  assert.match(withheld, /^HTTP\/1.1 200/);
  assert.doesNotMatch(withheld, /access-control/i);
  assert.equal(log().length, 2);
});

test('a bucket lets through what it allows, names the wait, and lets through again after it', async () => {
  const { url, log } = server.script({ bucket: { allow: 2, perMs: 300, retryAfter: 'ms' } });
  const answers = [await fetch(url), await fetch(url), await fetch(url)];
  assert.deepEqual(answers.map(({ status }) => status), [200, 200, 429]);
  const waitMs = Number(answers[2].headers.get('retry-after-ms'));
  assert.ok(waitMs > 0 && waitMs <= 300, String(waitMs));
  await new Promise((go) => setTimeout(go, waitMs + 2));
  assert.equal((await fetch(url)).status, 200);
  assert.equal(log().length, 4);
});

test('files are served with their type and never from outside', async () => {
  const file = await fetch(`${server.origin}/step.js`);
  assert.equal(file.headers.get('content-type'), 'text/javascript; charset=utf-8');
  assert.equal(file.headers.get('cache-control'), 'no-store');
  assert.equal((await fetch(`${server.origin}/tests/server.test.js`)).status, 200);
  for (const path of ['/../server.test.js', '/%2e%2e/server.test.js', '/..%2fserver.test.js', '/%00', '/%', '/none.js']) {
    assert.match((await raw(server.origin, { path })).text, /^HTTP\/1.1 404/, path);
  }
});

test('nothing listens at the dead origin', async () => {
  assert.equal((await raw(server.deadOrigin)).ended, 'ECONNREFUSED');
});

test('closing is prompt, whatever is going on', async () => {
  const other = await startFaultyServer();
  const hanging = fetch(other.script([{ action: 'hang-before-headers' }]).url);
  const open = fetch(other.script([{ action: 'stream', leaveOpen: true }], { origin: await other.openOrigin() }).url);
  await open;
  const started = performance.now();
  await Promise.all([other.close(), assert.rejects(hanging)]);
  assert.ok(performance.now() - started < 500);
});
