// The failures that people really met (tests/cases/failures.jsonl), played on real sockets. Waits of
// more than a moment are judged by what onRetry is told, and ended by hand.

import { hurried } from './common.js';

/** @typedef {import('./toolkit.js').Toolkit} Toolkit */
/** @typedef {import('../server/step.js').Step} Step */

/**
 * What a case is played with, unless it says otherwise.
 * @type {import('./common.js').RetryConfig}
 */
export const usual = {
  maxRetries: 3, initialDelayMs: 500, maxDelayMs: 8000, maxRetryAfterMs: 60_000, longRetryAfter: 'giveUp', totalTimeoutMs: 180_000,
};

/**
 * A wait without a hint.
 * @type {[number, number]}
 */
export const backoff = [50, 8000];

/**
 * A wait that is exactly the hint, or up to a second more where the server's clock shows no less.
 * @param {number} ms
 * @param {number} [more]
 * @returns {[number, number]}
 */
export const hint = (ms, more = 0) => [ms, ms + more];

const { fetch } = globalThis;

/**
 * @param {Toolkit} t
 * @param {string} id
 * @returns {Promise<{ script: Step[], request?: any }>} a copy of the case
 */
export async function caseOf(t, id) {
  const text = t.context === 'node'
    ? await (await import('node:fs/promises')).readFile(new URL('../cases/failures.jsonl', import.meta.url), 'utf8')
    : await (await fetch(`${t.origin}/tests/cases/failures.jsonl`)).text();
  const found = text.trim().split('\n').map((line) => JSON.parse(line)).find((one) => one.id === id);
  if (!found) throw new Error(`no case ${id}`);
  return found;
}

/**
 * @typedef {object} Variant
 * @property {(steps: Step[]) => unknown} [edit] what is different in the script; may give other steps
 * @property {import('./common.js').RetryConfig} [config]
 * @property {[number, number][]} [waits] each, from and to; default none
 * @property {number} [status] of the final response; default that of the last step
 * @property {string | null} [gaveUp] default null
 * @property {number | [number, number]} [retryAfterMs] that is exposed
 * @property {RegExp} [says] what the give-up message holds
 */

/**
 * Plays variants of a case, all at once.
 * @param {Toolkit} t
 * @param {string} id
 * @param {Record<string, Variant>} variants by name
 */
export async function play(t, id, variants) {
  const { script } = await caseOf(t, id);
  await Promise.all(Object.entries(variants).map(async ([name, variant]) => {
    const what = `${id}, ${name}`;
    const copy = structuredClone(script);
    const edited = variant.edit?.(copy);
    const steps = /** @type {Step[]} */ (Array.isArray(edited) ? edited : copy);
    const { url, log } = await t.script(steps);
    const { delays, details, gaveUp, outcome, info } = await hurried(t, { ...usual, ...variant.config }, url, { method: 'POST', body: '{}' });
    const { waits = [], gaveUp: reason = null, retryAfterMs, says } = variant;
    t.equal(outcome.status, variant.status ?? steps.at(-1)?.status, `${what}: final status`);
    t.equal(delays.length, waits.length, `${what}: waits ${delays}`);
    waits.forEach(([low, high], index) => t.between(delays[index], low, high, `${what}: wait ${index + 1}`));
    t.deepEqual(details.map(({ attempt }) => attempt), waits.map((_, index) => index + 1), `${what}: numbers`);
    t.equal((await log()).length, waits.length + 1, `${what}: attempts`);
    t.deepEqual([info?.gaveUp, gaveUp.map((payload) => payload.reason)], [reason, reason ? [reason] : []], `${what}: given up`);
    if (retryAfterMs !== undefined) {
      const [low, high] = Array.isArray(retryAfterMs) ? retryAfterMs : [retryAfterMs, retryAfterMs];
      t.between(info?.retryAfterMs, low, high, `${what}: retryAfterMs`);
    }
    if (says) t.match(gaveUp[0].message, says, what);
    const body = steps[Math.min(waits.length, steps.length - 1)].body ?? '';
    if (!body.includes('{{')) t.equal(await outcome.text(), body, `${what}: the body is the caller's`);
  }));
}
