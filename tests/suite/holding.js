// Cool-downs to order, for origins where nobody is: whatever is called there is played.

import { answer, ears } from './common.js';

/** @typedef {import('../../pkg-template/index.js').RetryConfig} RetryConfig */
/** @typedef {import('./toolkit.js').Toolkit} Toolkit */

/** @returns {string} a URL of an origin of its own */
export function nowhere() {
  return `https://x${crypto.getRandomValues(new Uint32Array(2)).join('-')}.invalid/v1/chat`;
}

/**
 * A call under way, which is answered when the test says so.
 * @param {Toolkit} t
 * @param {string} url
 * @param {RetryConfig & { in?: Toolkit['api'] }} [config] `in`: another instance of the package
 * @returns `tell`, which has it told to wait so long, or answered otherwise, and waits until it does;
 *   it returns when the cool-down ends at the earliest, on this context's monotonic clock
 */
export function underWay(t, url, { in: api = t.api, ...config } = {}) {
  const { messages, config: heard } = ears();
  const own = new AbortController();
  t.ended.addEventListener('abort', () => own.abort());
  /** @type {(response: Response) => void} */
  let reply = () => {};
  const fetch = () => new Promise((/** @type {(response: Response) => void} */ resolve) => { reply = resolve; });
  const call = api.fetchWithRetry(url, { signal: own.signal }, {
    cooldown: 'context', jitter: 'none', maxRetryAfterMs: 60_000, fetch, ...config, ...heard,
  });
  call.catch(() => {});
  return {
    /** @param {number | Response} outcome milliseconds, or any answer */
    async tell(outcome) {
      const answered = performance.now();
      reply(typeof outcome === 'number' ? answer(429, { 'retry-after-ms': String(outcome) }) : outcome);
      await t.until(() => messages.length, 'the call was told');
      return answered + (typeof outcome === 'number' ? outcome : messages[0].payload.delayMs);
    },
  };
}

/**
 * A call is told to wait, and begins to.
 * @param {Toolkit} t
 * @param {string} url
 * @param {number | Response} outcome milliseconds that the server asks for, or any answer
 * @param {Parameters<typeof underWay>[2]} [config]
 * @returns {Promise<number>} when the cool-down ends at the earliest, on this context's monotonic clock
 */
export async function holding(t, url, outcome, config) {
  const call = underWay(t, url, config);
  await t.sleep(config?.cooldown === 'extension' ? 80 : 0);
  return call.tell(outcome);
}

/**
 * A fetch that notes when it is called.
 * @param {(call: number) => Response | Promise<Response>} [play] default: a 200
 * @returns the fetch, and the times of its calls
 */
export function gated(play = () => answer(200)) {
  /** @type {number[]} */
  const starts = [];
  const fetch = async () => {
    starts.push(performance.now());
    return play(starts.length);
  };
  return { starts, fetch: /** @type {typeof globalThis.fetch} */ (fetch) };
}
