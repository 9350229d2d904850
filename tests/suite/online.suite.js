// The network's return ends a wait after a network failure: in windows, and in Gecko's workers.

import { answer, ears, hearsOnline, NOWHERE, played, settled } from './common.js';
import { holding, nowhere } from './holding.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

const alone = { alone: true, where: hearsOnline };
const failed = new TypeError('Failed to fetch');
const slow = { initialDelayMs: 9000, jitter: /** @type {const} */ ('none') };
const online = () => void globalThis.dispatchEvent(new Event('online'));

test('online: ends a wait after a network failure, within a random second', alone, async (t) => {
  await Promise.all([0, 0.4, 0.9].map(async (drawn) => {
    const { messages, config } = ears();
    const call = t.api.fetchWithRetry(NOWHERE, {}, { ...slow, ...played(failed, 200), ...config, random: () => drawn });
    await t.until(() => messages.length, 'its wait');
    await t.sleep(200);
    const back = performance.now();
    online();
    const { value } = await settled(t, call, `${drawn}`, 4000);
    t.between(performance.now() - back, drawn * 1000 - 5, drawn * 1000 + 1500, `${drawn}`);
    t.equal(value?.status, 200);
    t.equal(messages.length, 1, 'told once');
    t.between(t.api.retryInfo(value)?.attempts[0].waitMs, 195, 5000, 'what was really waited');
  }));
});

test('online: the random second does not make a wait longer', alone, async (t) => {
  const began = performance.now();
  const { messages, config } = ears();
  const call = t.api.fetchWithRetry(NOWHERE, {}, { ...slow, initialDelayMs: 500, ...played(failed, 200), ...config, random: () => 0.99 });
  await t.until(() => messages.length, 'its wait');
  online();
  await call;
  t.between(performance.now() - began, 495, 950);
});

test('online: no other wait is ended', alone, async (t) => {
  const hang = () => new Promise(() => {});
  await Promise.all([503, 429, hang].map(async (outcome) => {
    const { messages, config } = ears();
    const began = performance.now();
    const call = t.api.fetchWithRetry(NOWHERE, {}, { ...slow, initialDelayMs: 1200, attemptTimeoutMs: 100, ...played(outcome, 200), ...config, random: () => 0 });
    await t.until(() => messages.length, 'its wait');
    online();
    await call;
    t.between(performance.now() - began, 1195, 5000, String(outcome));
  }));
});

test('online: a cool-down that holds the call goes on', alone, async (t) => {
  const url = nowhere();
  const { messages, config } = ears();
  const call = t.api.fetchWithRetry(url, {}, { ...slow, ...played(failed, () => answer(200)), ...config, cooldown: 'context', random: () => 0 });
  await t.until(() => messages.length, 'its wait');
  const end = await holding(t, url, 1200);
  online();
  t.equal((await settled(t, call, 'the call', 5000)).value?.status, 200);
  t.between(performance.now() - end, -5, 3000);
});

test('online: an abort after it ends the second, and nobody listens afterwards', alone, async (t) => {
  const own = new AbortController();
  const { messages, config } = ears();
  const play = played(failed, 200);
  const call = t.api.fetchWithRetry(NOWHERE, { signal: own.signal }, { ...slow, ...play, ...config, random: () => 0.99 });
  await t.until(() => messages.length, 'its wait');
  online();
  await t.sleep(50);
  own.abort('stop');
  await t.rejects(call, 'stop');
  online();
  await t.sleep(100);
  t.equal(play.calls.length, 1);
});

test('online: no listener is added where the event never comes', { alone: true, where: (context) => !hearsOnline(context) }, async (t) => {
  const before = globalThis.addEventListener;
  /** @type {string[]} */
  const added = [];
  globalThis.addEventListener = /** @type {any} */ ((/** @type {string} */ name) => void added.push(name));
  try {
    await t.api.fetchWithRetry(NOWHERE, {}, { ...played(failed, 200), initialDelayMs: 10 });
  } finally {
    globalThis.addEventListener = before;
  }
  t.deepEqual(added, []);
});
