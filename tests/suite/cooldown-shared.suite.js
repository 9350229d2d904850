// "extension": what is told in one context holds those in all others. A second instance of the package
// is as far away as another context; a channel opened by hand is as free to lie as any page of the site.

import { answer, ears, inNodeAndPages, notInServiceWorkers, settled } from './common.js';
import { gated, holding, nowhere } from './holding.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

/** @typedef {import('./toolkit.js').Toolkit} Toolkit */

const shared = /** @type {const} */ ('extension');
const CHANNEL = 'fetch-with-retry-wasm cool-down';

/**
 * @param {Toolkit} t
 * @returns {Promise<Toolkit['api']>} the package, instantiated once more
 */
const another = (t) => import(`${t.pkg}?${crypto.getRandomValues(new Uint32Array(1))[0]}`);

/**
 * @param {Toolkit} t
 * @param {string[]} urls
 * @returns a channel to the package's, closed with the test, and what it hears about these origins
 */
function tap(t, ...urls) {
  const origins = urls.map((url) => new URL(url).origin);
  /** @type {any[]} */
  const heard = [];
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => void (origins.includes(data?.origin) && heard.push(data));
  t.ended.addEventListener('abort', () => channel.close());
  return { channel, heard };
}

test('cooldown "extension": another instance is held, and those of "context" and "off" are not', { where: notInServiceWorkers }, async (t) => {
  const [other, third] = await Promise.all([another(t), another(t)]);
  const url = nowhere();
  // Asked beforehand, so that what follows is what it hears by itself.
  await other.fetchWithRetry(url, {}, { cooldown: shared, fetch: async () => answer(200) });
  const end = await holding(t, url, 1200, { cooldown: shared });
  await t.sleep(60);
  const { starts, fetch } = gated();
  const { messages, config } = ears();
  const held = other.fetchWithRetry(url, {}, { cooldown: shared, fetch, ...config });
  for (const cooldown of /** @type {const} */ (['context', 'off'])) {
    const free = third.fetchWithRetry(url, {}, { cooldown, fetch: async () => answer(200) });
    t.equal((await settled(t, free, cooldown, 500)).value?.status, 200);
  }
  await held;
  t.between(starts[0] - end, -5, 2500);
  t.deepEqual(messages.map(({ payload }) => [payload.attempt, payload.reason]), [[0, 'cooldown']]);
});

test('cooldown "extension": a late starter asks, and is held', { where: notInServiceWorkers, alone: true }, async (t) => {
  const url = nowhere();
  const end = await holding(t, url, 1200, { cooldown: shared });
  const late = await another(t);
  const { starts, fetch } = gated();
  await late.fetchWithRetry(url, {}, { cooldown: shared, fetch });
  t.between(starts[0] - end, -5, 2500);
});

test('cooldown "extension": asks once per origin, and waits 50 ms at most for an answer', async (t) => {
  const url = nowhere();
  const { origin } = new URL(url);
  const { heard } = tap(t, url);
  const { starts, fetch } = gated();
  const began = performance.now();
  await t.api.fetchWithRetry(url, {}, { cooldown: shared, fetch });
  t.between(starts[0] - began, 0, 700, 'the first call of all');
  const second = performance.now();
  await t.api.fetchWithRetry(url, {}, { cooldown: shared, fetch });
  t.between(starts[1] - second, 0, 45, 'the next');
  await t.sleep(60);
  t.deepEqual(heard, [{ origin }], 'one question, and nothing else for a call that was not held');
});

test('cooldown "extension": the question stays unasked, and unheard, after an abort', async (t) => {
  for (const isBefore of [true, false]) {
    const url = nowhere();
    const { heard } = tap(t, url);
    const own = new AbortController();
    if (isBefore) own.abort('no');
    const { starts, fetch } = gated();
    const call = t.api.fetchWithRetry(url, { signal: own.signal }, { cooldown: shared, fetch });
    own.abort('no');
    t.equal((await settled(t, call, 'the call', 500)).error, 'no');
    await t.sleep(120);
    t.equal(starts.length, 0);
    if (isBefore) t.deepEqual(heard, [], 'messages');
  }
});

test('cooldown "extension": a question is answered with the time, another origin\'s is not', async (t) => {
  const [url, unknown] = [nowhere(), nowhere()];
  const { channel, heard } = tap(t, url, unknown);
  await holding(t, url, 5000, { cooldown: shared });
  await t.sleep(60);
  heard.length = 0;
  channel.postMessage({ origin: new URL(url).origin });
  channel.postMessage({ origin: new URL(unknown).origin });
  await t.until(() => heard.length, 'the answer');
  await t.sleep(60);
  // From every instance that knows.
  for (const { origin, until } of heard) {
    t.equal(origin, new URL(url).origin);
    t.between(until - Date.now(), 3000, 5000);
  }
});

test('cooldown "extension": lies on the channel do no harm', async (t) => {
  const { channel } = tap(t);
  const url = nowhere();
  const { origin } = new URL(url);
  await t.api.fetchWithRetry(url, {}, { cooldown: shared, fetch: async () => answer(200) });
  const soon = Date.now() + 3000;
  const lies = [
    undefined, null, 0, 'lie', [], [origin, soon], true, new Date(), new Map([['origin', origin]]), 5n,
    ...[-1, -Infinity, NaN, Infinity, Number.MAX_VALUE, 8.64e15, soon * 1000, String(soon), [soon], BigInt(soon), { valueOf: 1 }, null, true]
      .map((until) => ({ origin, until })),
    ...[NaN, Infinity, -1, 'ticket', null, {}, 1n].map((ticket) => ({ origin, ticket, until: soon })),
    { origin, ticket: 0.5, until: BigInt(soon) }, { origin, ticket: -1, until: NaN }, { origin, ticket: 'x', until: 0 },
    ...[7, null, {}, [origin], '', 'null', '*', 'https:', `${origin}/`, new URL(nowhere()).origin].map((other) => ({ origin: other, until: soon })),
    { origin }, { until: soon }, { ticket: 1, until: soon },
  ];
  for (const lie of lies) channel.postMessage(lie);
  await t.sleep(80);
  const { messages, config } = ears();
  const { fetch } = gated((call) => answer(call === 1 ? 503 : 200));
  const call = t.api.fetchWithRetry(url, {}, { cooldown: shared, initialDelayMs: 300, jitter: 'none', fetch, ...config });
  await t.until(() => messages.length, 'its wait');
  for (const lie of lies) channel.postMessage(lie);
  t.equal((await settled(t, call, 'the call', 2000)).value?.status, 200);
  t.deepEqual(messages.map(({ payload }) => [payload.reason, payload.delayMs]), [['http', 300]]);
});

test('cooldown "extension": a page that floods the channel can hold a call, but not longer than its own cap and a queue', { timeoutMs: 40_000, where: inNodeAndPages }, async (t) => {
  const { channel } = tap(t);
  const url = nowhere();
  const { origin } = new URL(url);
  let sent = 0;
  const flood = setInterval(() => {
    for (let i = 0; i < 20; i += 1) {
      const ticket = -Math.random();
      sent += 1;
      channel.postMessage({ origin, until: Date.now() + 3_600_000 + sent });
      channel.postMessage({ origin, ticket, until: Date.now() + 3_600_000 });
      channel.postMessage({ origin, ticket, until: 0 });
      channel.postMessage({ origin: new URL(nowhere()).origin, until: Date.now() + 3_600_000 });
    }
  }, 20);
  t.ended.addEventListener('abort', () => clearInterval(flood));
  await t.until(() => sent > 0, 'the flood has begun');
  await t.sleep(60);
  const { starts, fetch } = gated();
  const { messages, config } = ears();
  const began = performance.now();
  const call = t.api.fetchWithRetry(url, {}, { cooldown: shared, maxRetryAfterMs: 500, fetch, ...config });
  t.equal((await settled(t, call, 'the call', 20_000)).value?.status, 200);
  clearInterval(flood);
  t.between(starts[0] - began, 495, 14_000);
  t.between(messages.length, 1, 2, 'told of it');
  // And the next origin is unimpressed.
  const next = t.api.fetchWithRetry(nowhere(), {}, { cooldown: shared, fetch: gated().fetch });
  t.equal((await settled(t, next, 'another origin', 2000)).value?.status, 200);
});
