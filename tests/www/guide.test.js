// The guide for moving an add-on, followed: its code is taken out of the document and run, before and after.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, symlink, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** @import { ProviderHost } from '../../www/server/provider-host.js' */
import { startProviderHost } from '../../www/server/provider-host.js';
import { greeting, newRun, quick } from './helpers.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const asked = [{ role: 'user', content: 'hello' }];

/** @type {ProviderHost} */
let server;
/** @type {string} */
let folder;
/** @type {Record<string, any>} */
let code;
before(async () => {
  server = await startProviderHost();
  folder = await mkdtemp(join(tmpdir(), 'moving-'));
  await mkdir(join(folder, 'vendor'));
  await symlink(join(root, 'pkg'), join(folder, 'vendor/fetch-with-retry'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const guide = await readFile(join(root, 'pkg-template/docs/moving-an-add-on.md'), 'utf8');
  const names = { before: 'before.js', after: 'ollama.js', answer: 'answer.js', worker: 'worker.js' };
  for (const [, name, text] of guide.matchAll(/^```js (\w+)\n(.*?)^```$/gms)) {
    if (name in names) await writeFile(join(folder, names[/** @type {keyof typeof names} */ (name)]), text);
  }
  const load = (/** @type {string} */ file) => import(pathToFileURL(join(folder, file)).href);
  code = { before: await load('before.js'), after: await load('ollama.js'), answer: await load('answer.js') };
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** @param {string} run */
const requests = (run) => server.log.filter((entry) => entry.run === run).length;

/**
 * @param {string} step
 * @param {string} failure
 */
function ollama(step, failure) {
  const run = newRun();
  return { run, provider: new code[step].Ollama({ host: server.host(failure, run), model: 'test-small' }) };
}

test('before: both call sites fail with what passes', async () => {
  assert.equal((await ollama('before', '503-twice').provider.fetchResponse(asked)).status, 503);
  assert.equal((await ollama('before', '503-twice').provider.fetchModels()).ok, false);
});

test('after: both mend it', async () => {
  const chat = ollama('after', '503-twice');
  assert.equal((await chat.provider.fetchResponse(asked, quick)).status, 200);
  assert.equal(requests(chat.run), 3);
  const list = await ollama('after', '503-twice').provider.fetchModels(quick);
  assert.equal(list.ok && list.response.length, 2);
});

test('after: a stop is told by the signal, a refusal as before', async () => {
  const signal = AbortSignal.abort();
  assert.equal((await ollama('after', 'healthy').provider.fetchResponse(asked, { ...quick, signal })).is_aborted, true);
  const refused = await ollama('after', '404').provider.fetchModels(quick);
  assert.equal(refused.status, 404);
});

for (const [failure, count, expected] of /** @type {const} */ ([
  ['healthy', 1, { text: greeting }],
  ['cut-before-token', 2, { text: greeting }],
  ['cut-mid-stream', 1, { text: 'Grüße from the ', cut: true }],
  ['503-twice', 3, { text: greeting }],
  ['404', 1, { text: '', failed: true, status: 404 }],
])) {
  test(`the stream: ${failure}`, async () => {
    const { run, provider } = ollama('after', failure);
    // The guide's patience, without the waiting.
    const hurried = { fetchResponse: (/** @type {any} */ messages, /** @type {any} */ options) => provider.fetchResponse(messages, { ...options, ...quick }) };
    let said = '';
    const end = await code.answer.readAnswer(hurried, asked, { signal: new AbortController().signal, onToken: (/** @type {string} */ token) => (said += token) });
    assert.deepEqual(end, expected);
    assert.equal(said, expected.text);
    assert.equal(requests(run), count);
  });
}

test('the worker passes the messages on, stops, and sends at once', async () => {
  /** @type {any[]} */
  const told = [];
  const self = /** @type {any} */ (globalThis);
  const original = { self: self.self, postMessage: self.postMessage };
  Object.assign(self, { self, postMessage: (/** @type {any} */ message) => told.push(structuredClone(message)) });
  try {
    await import(pathToFileURL(join(folder, 'worker.js')).href);
    const ask = (/** @type {string} */ failure) => self.onmessage({ data: { type: 'chatMessage', payload: { host: server.host(failure, newRun()), model: 'm', messages: asked } } });
    const waiting = async () => {
      while (told.at(-1)?.type !== 'newRetryAttempt') await new Promise((resolve) => setTimeout(resolve, 10));
      return told.at(-1).payload.id;
    };
    const mended = ask('429-retry-after');
    void self.onmessage({ data: { type: 'retryNow', payload: { id: await waiting() } } });
    await mended;
    assert.deepEqual(told.at(-1), { type: 'done', payload: { text: greeting } });

    const stopped = ask('429-long');
    await waiting();
    void self.onmessage({ data: { type: 'stop' } });
    await stopped;
    assert.deepEqual(told.at(-1), { type: 'done', payload: { text: '', failed: true, status: null } });
  } finally {
    delete self.onmessage;
    Object.assign(self, original);
  }
});
