// What the background does, by the name in its plan.

import { fetchWithRetry, keepAwake, retryInfo } from './package.js';
import { lead } from './crowd.js';

/** @typedef {import('./rig.js').Plan} Plan */

/** @type {Record<Plan['what'], (plan: Plan) => Promise<unknown>>} */
export const plays = {
  awake: (plan) => waitLong(plan, {}),
  asleep: (plan) => waitLong(plan, { keepAwake: false }),

  async stream({ url }) {
    const response = await fetchWithRetry(url, {}, { keepAwake: false });
    return keepAwake(response.text());
  },

  async diagnose({ urls = {} }) {
    const outcomes = await Promise.all(Object.entries(urls).map(async ([name, url]) => [name, await diagnosed(url)]));
    return Object.fromEntries(outcomes);
  },

  cooldown: lead,
};

/**
 * @param {Plan} plan
 * @param {import('../../pkg-template/index.js').RetryConfig} config
 */
async function waitLong({ url }, config) {
  const response = await fetchWithRetry(url, {}, { maxRetryAfterMs: 60_000, ...config });
  return { status: response.status, text: await response.text(), attempts: retryInfo(response)?.attempts.length };
}

/** @param {string} url */
async function diagnosed(url) {
  /** @type {string[]} */
  const said = [];
  const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
  const config = {
    diagnose: true,
    // So that the question is answered before the second attempt, however busy the machine is.
    delaysMs: [3000],
    jitter: /** @type {const} */ ('none'),
    onGiveUp: (/** @type {import('../../pkg-template/index.js').RetryGaveUp} */ { payload }) => void said.push(payload.message),
  };
  const outcome = await fetchWithRetry(url, init, config).catch((error) => error);
  const info = retryInfo(outcome);
  const text = outcome instanceof Response ? await outcome.text() : null;
  return { status: outcome.status ?? null, text, name: outcome.name ?? null, attempts: info?.attempts.length, gaveUp: info?.gaveUp, said };
}
