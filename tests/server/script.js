// Which step the next request gets. A script and a rate limit answer the same two questions, so that
// what plays them need not know which it is: what comes next, and what would a preflight be told?

import { repeatsOf } from './step.js';

/** @typedef {import('./step.js').Step} Step */

/**
 * @typedef {object} Source
 * @property {() => Step} next the step for the request that just arrived
 * @property {() => Step} peek the step that the next request will get
 */

/**
 * A rate limit: `allow` requests in any `perMs`, the rest refused.
 * @typedef {object} Bucket
 * @property {'bucket'} [kind]
 * @property {number} allow
 * @property {number} perMs
 * @property {boolean | 'ms'} [retryAfter] true sends Retry-After, "ms" retry-after-ms
 * @property {number} [status] of refusals; default 429
 */

/**
 * Plays the steps in order, each as often as it repeats, and the last for ever.
 * @param {Step[]} steps
 * @returns {Source} the script, at its beginning
 */
export function scriptOf(steps) {
  let index = 0;
  let left = repeatsOf(steps[0]);
  return {
    peek: () => steps[index],
    next() {
      const step = steps[index];
      left -= 1;
      if (left === 0 && index < steps.length - 1) {
        index += 1;
        left = repeatsOf(steps[index]);
      }
      return step;
    },
  };
}

/**
 * Lets through what the limit allows and refuses the rest, naming the time when asked to.
 * @param {Bucket} bucket
 * @param {() => number} [now] a clock in milliseconds
 * @returns {Source} the limit, with nothing used up
 */
export function bucketOf({ allow, perMs, retryAfter = false, status = 429 }, now = () => performance.now()) {
  if (!(allow >= 0) || !(perMs > 0)) throw new TypeError('a bucket needs allow and perMs');
  /** @type {number[]} */
  let admitted = [];

  /** @returns {Step} what a request that arrives now is told */
  function peek() {
    admitted = admitted.filter((at) => at > now() - perMs);
    if (admitted.length < allow) return json(200, { ok: true }, {});
    const waitMs = Math.max(0, (admitted[0] ?? now()) + perMs - now());
    /** @type {Record<string, string>} */
    const headers = {};
    if (retryAfter === 'ms') headers['retry-after-ms'] = String(Math.ceil(waitMs));
    else if (retryAfter) headers['retry-after'] = String(Math.ceil(waitMs / 1000));
    return json(status, { error: { message: 'Rate limit reached', type: 'rate_limit_error' } }, headers);
  }

  return {
    peek,
    next() {
      const step = peek();
      if (step.status === 200) admitted.push(now());
      return step;
    },
  };
}

/**
 * @param {number} status
 * @param {unknown} body
 * @param {Record<string, string>} headers
 * @returns {Step} a JSON answer
 */
function json(status, body, headers) {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
