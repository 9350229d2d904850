// What many suites need.

/** @typedef {import('../../pkg-template/index.js').RetryConfig} RetryConfig */
/** @typedef {import('../../pkg-template/index.js').GiveUpReason} GiveUpReason */
/** @typedef {import('./toolkit.js').Toolkit} Toolkit */

/**
 * Short waits of a known length.
 * @type {RetryConfig}
 */
export const quick = { initialDelayMs: 60, maxDelayMs: 200, jitter: 'none' };

/** For requests that a played fetch answers: nobody is there. */
export const NOWHERE = 'https://service.invalid/v1/chat';

/**
 * @param {string} context
 * @returns {boolean}
 */
export const inNode = (context) => context === 'node';
/**
 * What costs time and does not depend on the kind of context.
 * @param {string} context
 * @returns {boolean}
 */
export const inNodeAndPages = (context) => context === 'node' || context.endsWith(' page');
/**
 * Where the return of the network is heard: not in Node, nor in Chromium's workers, which get no such event.
 * @param {string} context
 * @returns {boolean}
 */
export const hearsOnline = (context) => context.startsWith('firefox') || context.endsWith(' page');
/**
 * Where import() is allowed, and with it a fresh instance.
 * @param {string} context
 * @returns {boolean}
 */
export const notInServiceWorkers = (context) => !context.endsWith('service worker');

/**
 * Collects what callbacks are told.
 * @returns callbacks for a config, and what they heard
 */
export function ears() {
  /** @type {any[]} */
  const messages = [];
  /** @type {string[]} */
  const lines = [];
  const hear = (/** @type {any} */ message) => void messages.push(message);
  const write = (/** @type {string} */ line) => void lines.push(line);
  return { messages, lines, config: { onRetry: hear, onGiveUp: hear, logger: { log: write, warn: write } } };
}

/**
 * A fetch that plays outcomes in order, the last for ever: a status, a function that makes a
 * Response, or anything else to reject with.
 * @param {...unknown} outcomes
 * @returns the fetch, and the calls it got
 */
export function played(...outcomes) {
  /** @type {{ input: any, init: any }[]} */
  const calls = [];
  const fetch = async (/** @type {any} */ input, /** @type {any} */ init) => {
    calls.push({ input, init });
    const outcome = outcomes[Math.min(calls.length, outcomes.length) - 1];
    if (typeof outcome === 'number') return answer(outcome);
    if (typeof outcome === 'function') return outcome();
    throw outcome;
  };
  // So that it can be spread into a config.
  return Object.defineProperty(/** @type {{ fetch: typeof fetch, calls: typeof calls }} */ ({ fetch }), 'calls', { value: calls });
}

/**
 * @param {number} status
 * @param {Record<string, string>} [headers]
 * @param {string} [body]
 * @returns {Response}
 */
export function answer(status, headers, body = 'body') {
  return new Response([204, 205, 304].includes(status) ? null : body, { status, headers });
}

/**
 * An error answer in JSON.
 * @param {number} status
 * @param {unknown} body
 * @param {Record<string, string>} [headers]
 * @returns a step for the server
 */
export function jsonStep(status, body, headers) {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/**
 * Makes a call whose waits are all ended by hand as soon as they begin.
 * @param {Toolkit} t
 * @param {RetryConfig} config
 * @param {string} [url]
 * @param {RequestInit} [init]
 * @returns what onRetry and onGiveUp were told, and the outcome
 */
export async function hurried(t, config, url = NOWHERE, init = {}) {
  /** @type {any[]} */
  const details = [];
  /** @type {any[]} */
  const gaveUp = [];
  /** @type {any} */
  let outcome;
  let rejected = false;
  try {
    outcome = await t.api.fetchWithRetry(url, init, {
      ...config,
      onRetry({ payload }) {
        details.push(payload);
        t.api.retryNow(payload.id);
      },
      onGiveUp: ({ payload }) => void gaveUp.push(payload),
    });
  } catch (error) {
    outcome = error;
    rejected = true;
  }
  return { details, delays: details.map(({ delayMs }) => delayMs), gaveUp, outcome, rejected, info: t.api.retryInfo(outcome) };
}

/**
 * For an upper bound that a busy machine may break but a fault breaks always: the first of a few
 * measurements that is below it counts.
 * @param {number} high
 * @param {() => Promise<number>} measure
 * @returns {Promise<number>} that one, or the last
 */
export async function firstBelow(high, measure) {
  let measured = Infinity;
  for (let tries = 0; tries < 5 && !(measured < high); tries += 1) measured = await measure();
  return measured;
}

/**
 * Fails unless a promise settles soon.
 * @template T
 * @param {Toolkit} t
 * @param {Promise<T>} promise
 * @param {string} what
 * @param {number} [ms]
 * @returns {Promise<{ value?: T, error?: any }>}
 */
export async function settled(t, promise, what, ms = 3000) {
  const late = {};
  const first = await Promise.race([
    promise.then((value) => ({ value }), (error) => ({ error })),
    t.sleep(ms).then(() => late),
  ]);
  if (first === late) t.fail(what, `not settled within ${ms} ms`);
  return first;
}
