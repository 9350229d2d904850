// Keys, hosts, the logger: what must not leave the place that it belongs to.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parseHost } from '../../www/lib/hosts.js';
import { createKeyStore } from '../../www/lib/keys.js';
import { createLogger, harmless } from '../../www/lib/logger.js';
import { pause } from '../../www/lib/pause.js';
import { retryConfig } from '../../www/lib/retry-config.js';
import { showable } from '../../www/lib/showable.js';
import { key } from './helpers.js';

/** `storage.local`, in memory. */
function memory() {
  /** @type {Record<string, any>} */
  const items = {};
  return {
    items,
    get: async (/** @type {string} */ name) => (name in items ? { [name]: structuredClone(items[name]) } : {}),
    set: async (/** @type {Record<string, any>} */ added) => void Object.assign(items, structuredClone(added)),
  };
}

test('a key is given out for the origin it was entered for, and for no other', async () => {
  const keys = createKeyStore(memory());
  assert.equal(await keys.mustAsk('anthropic', 'https://api.anthropic.com'), true);
  await keys.setKey('anthropic', 'https://api.anthropic.com', ` ${key}\n`);
  assert.equal(await keys.keyFor('anthropic', 'api.anthropic.com/some/path'), key);
  for (const other of ['https://api.anthropic.com.evil.example', 'http://api.anthropic.com', 'https://api.anthropic.com:8443', 'https://evil.example']) {
    assert.equal(await keys.keyFor('anthropic', other), null, other);
    assert.equal(await keys.mustAsk('anthropic', other), true);
  }
  assert.equal(await keys.keyFor('openai_comp', 'https://api.anthropic.com'), null);
  await keys.setKey('openai_comp', 'https://b.example', 'sk-other');
  assert.equal(await keys.keyFor('anthropic', 'https://api.anthropic.com'), key);
  await keys.forget('anthropic');
  assert.equal(await keys.keyFor('anthropic', 'https://api.anthropic.com'), null);
  assert.equal(await keys.keyFor('openai_comp', 'https://b.example'), 'sk-other');
});

test('hosts as people write them', () => {
  assert.deepEqual(parseHost('localhost:11434/'), { origin: 'http://localhost:11434', base: 'http://localhost:11434', pattern: 'http://localhost/*' });
  assert.deepEqual(parseHost(' openrouter.ai/api/v1/ '), { origin: 'https://openrouter.ai', base: 'https://openrouter.ai/api/v1', pattern: 'https://openrouter.ai/*' });
  assert.equal(parseHost('192.168.0.7:8080').origin, 'http://192.168.0.7:8080');
  for (const bad of ['', 'http://', 'file:///etc', 'javascript://x', 'https://u:hidden@h.example']) {
    assert.throws(() => parseHost(bad), (error) => error instanceof TypeError && !/hidden|etc/.test(error.message), bad);
  }
});

test('the logger is off by default, has a prefix, and prints no URL and no key', () => {
  /** @type {string[]} */
  const lines = [];
  const sink = { log: (/** @type {string} */ line) => lines.push(line), warn: (/** @type {string} */ line) => lines.push(line) };
  createLogger({ sink }).log('silent');
  createLogger({ sink }).warn('silent too');
  assert.deepEqual(lines, []);
  const on = createLogger({ enabled: true, sink });
  on.log(`GET https://h.example/v1?key=${key} failed`);
  on.warn(`bad header ${key}`);
  assert.deepEqual(lines, ['[fetch-with-retry] GET … failed', '[fetch-with-retry] bad header …']);
  assert.equal(harmless('attempt 2 of 4: 503 after 1234 ms'), 'attempt 2 of 4: 503 after 1234 ms');
});

test("a provider's message loses URLs and the key, and keeps the model's name", () => {
  assert.equal(
    showable(`models/gemini-2.5-flash-preview-04-17 is not found\n for ${key}; see https://ai.google.dev/x?y`, key),
    'models/gemini-2.5-flash-preview-04-17 is not found for …; see …',
  );
});

test('patience suits the server: lists are short, local models long, plain replies longer than streams', () => {
  const list = retryConfig({ purpose: 'models', local: true, stream: true });
  const streamed = retryConfig({ purpose: 'chat', local: false, stream: true });
  const plain = retryConfig({ purpose: 'chat', local: false, stream: false });
  const local = retryConfig({ purpose: 'chat', local: true, stream: true });
  const times = [list, streamed, plain, local].map(({ attemptTimeoutMs = 0 }) => attemptTimeoutMs);
  assert.deepEqual(times, [...times].sort((a, b) => a - b));
  assert.ok(times[0] <= 15_000 && times[3] >= 600_000);
});

test('a pause ends by its time, by hand, or by abort with the reason, and leaves no listener', async () => {
  const controller = new AbortController();
  let listeners = 0;
  const { signal } = controller;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (/** @type {[any, any, any]} */ ...args) => (listeners++, add(...args));
  signal.removeEventListener = (/** @type {[any, any]} */ ...args) => (listeners--, remove(...args));
  await pause(5, signal).done;
  const long = pause(60_000, signal);
  long.wake();
  await long.done;
  assert.equal(listeners, 0);
  const stopped = pause(60_000, signal);
  const reason = new Error('stop');
  controller.abort(reason);
  await assert.rejects(stopped.done, (error) => error === reason);
  await assert.rejects(pause(60_000, signal).done, (error) => error === reason);
});
