// Twenty calls at once against a server that lets five through at a time.

import { collect } from './harness.js';
import { inNodeAndPages } from './common.js';
import { startPeers } from './peers.js';

const { test, tests } = collect();
export default tests;

/** @typedef {import('./toolkit.js').Toolkit} Toolkit */
/** @typedef {import('../../pkg-template/index.js').RetryConfig} RetryConfig */

const CALLS = 20;
const MOST_PER_SUCCESS = 2.0;
const bucket = { allow: 5, perMs: 4000, retryAfter: true };
const config = { maxRetries: 6 };

/**
 * @param {{ played: import('./toolkit.js').Played, statuses: number[] }} run
 * @returns what it came to
 */
async function figures({ played, statuses }) {
  const requests = (await played.log()).length;
  const served = statuses.filter((status) => status === 200).length;
  return { requests, served, perSuccess: requests / served };
}

/**
 * Judges a run with cool-down against one without.
 * @param {Toolkit} t
 * @param {string} what
 * @param {(config: RetryConfig) => Promise<{ played: import('./toolkit.js').Played, statuses: number[] }>} run
 */
async function compare(t, what, run) {
  const cooldown = what === 'one context' ? 'context' : 'extension';
  const [held, free] = await Promise.all([run({ ...config, cooldown }), run({ ...config, cooldown: 'off' })]);
  const [withIt, without] = [await figures(held), await figures(free)];
  t.note(`${CALLS} calls of ${what}, requests per success: ${withIt.perSuccess.toFixed(2)} with a cool-down, ${without.perSuccess.toFixed(2)} without (${without.served} of ${CALLS} served)`);
  t.equal(withIt.served, CALLS, 'all are served');
  t.between(withIt.perSuccess, 1.75, MOST_PER_SUCCESS, 'requests per success');
  t.ok(without.perSuccess > withIt.perSuccess, `fewer than the ${without.requests} without, got ${withIt.requests}`);
}

test('a crowd in one context needs 2 requests per success at most', { timeoutMs: 60_000, alone: true, where: inNodeAndPages }, (t) =>
  compare(t, 'one context', async (config) => {
    const played = await t.script({ bucket });
    const responses = await Promise.all(Array.from({ length: CALLS }, () => t.api.fetchWithRetry(played.url, {}, config)));
    return { played, statuses: responses.map(({ status }) => status) };
  }));

test('a crowd of twenty workers needs 2 requests per success at most', { timeoutMs: 90_000, alone: true, where: inNodeAndPages }, async (t) => {
  const peers = await startPeers(t, CALLS);
  await compare(t, 'twenty workers', async (config) => {
    const played = await t.script({ bucket });
    const results = await Promise.all(peers.map((peer) => peer.call(played.url, config)));
    return { played, statuses: results.map(({ status }) => status) };
  });
});
