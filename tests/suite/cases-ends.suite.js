// Failures that people really met, of which no retry is made.

import { backoff, hint, play } from './cases.js';
import { collect } from './harness.js';

/** @typedef {import('../server/step.js').Step} Step */

const { test, tests } = collect();
export default tests;

/**
 * @param {(error: any) => unknown} change
 * @returns {(steps: Step[]) => void}
 */
const error = (change) => (steps) => {
  const body = JSON.parse(String(steps[0].body));
  change(body.error);
  steps[0].body = JSON.stringify(body);
};
/**
 * @param {Record<string, string>} headers
 * @returns {(steps: Step[]) => void}
 */
const headers = (headers) => (steps) => void Object.assign(steps[0].headers ?? {}, headers);
/**
 * @param {string} body
 * @param {number} [status]
 * @returns {(steps: Step[]) => void}
 */
const body = (body, status) => (steps) => void Object.assign(steps[0], { body }, status && { status });

test('P01: out of credit (OpenAI): no retry, and the provider\'s own words', async (t) => {
  const spent = { gaveUp: 'quotaExhausted', says: /You exceeded your current quota/ };
  await play(t, 'P01', {
    'as it is': spent,
    'a retry-after beside it': { ...spent, edit: headers({ 'retry-after': '1' }) },
    'the type alone': { ...spent, edit: error((e) => { e.code = null; }) },
    ...Object.fromEntries(['credit_balance_exhausted', 'organization_spend_limit_exceeded', 'project_spend_limit_exceeded', 'organization_usage_limit_exceeded']
      .map((code) => [code, { ...spent, edit: error((e) => { e.code = code; }) }])),
  });
});

test('P03: the day\'s quota (Gemini), with a retryDelay beside it: no retry', async (t) => {
  await play(t, 'P03', {
    'as it is': { gaveUp: 'quotaExhausted', says: /quota/i },
    'limit: 0': { gaveUp: 'quotaExhausted', edit: error((e) => { e.message = e.message.replace('limit: 20', 'limit: 0'); }) },
  });
});

test('P09: asked to wait for weeks: too long, never at once', async (t) => {
  const long = (/** @type {Record<string, string>} */ own) => (/** @type {Step[]} */ steps) => {
    steps[0].headers = { 'content-type': 'application/json', ...own };
  };
  const never = { gaveUp: 'retryAfterTooLong', status: 429 };
  await play(t, 'P09', {
    'as it is': { ...never, retryAfterMs: 2_200_000_000, says: /days/ },
    'in milliseconds': { ...never, edit: long({ 'retry-after-ms': '302539000' }), retryAfterMs: 302_539_000 },
    'ten digits': { ...never, edit: long({ 'retry-after': '9999999999' }), retryAfterMs: [2 ** 31, Number.MAX_SAFE_INTEGER] },
    '26 digits': { ...never, edit: long({ 'retry-after': '9'.repeat(26) }), retryAfterMs: [2 ** 31, Number.MAX_SAFE_INTEGER] },
    'the year 9999': { ...never, edit: long({ 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }), retryAfterMs: [2 ** 31, Number.MAX_SAFE_INTEGER] },
    'Infinity is no number': { status: 429, gaveUp: 'retriesExhausted', edit: long({ 'retry-after': 'Infinity' }), waits: [backoff, backoff, backoff] },
  });
});

test('P10: asked to wait for ten minutes: said, not waited for, and not asked again earlier', async (t) => {
  const after = (/** @type {string} */ seconds) => headers({ 'retry-after': seconds });
  await play(t, 'P10', {
    'as it is': { gaveUp: 'retryAfterTooLong', retryAfterMs: 600_000, says: /10 min/ },
    'the cap itself': { edit: (steps) => [{ ...steps[0], repeat: 1, headers: { ...steps[0].headers, 'retry-after': '60' } }, { body: 'fine', status: 200 }], waits: [hint(60_000)] },
    'a second more': { edit: after('61'), gaveUp: 'retryAfterTooLong', retryAfterMs: 61_000 },
    'a cap that allows it': {
      edit: (steps) => [{ ...steps[0], repeat: 1 }, { body: 'fine', status: 200 }], config: { maxRetryAfterMs: 700_000, totalTimeoutMs: Infinity }, waits: [hint(600_000)],
    },
  });
});

test('P17: Ollama refuses the origin: 403 with nothing in it', async (t) => {
  await play(t, 'P17', { 'as it is': {}, 'as JSON': { edit: headers({ 'content-type': 'application/json' }) } });
});

test('P18: no model is loaded (LM Studio, Ollama): no loop', async (t) => {
  await play(t, 'P18', {
    'as it is': {},
    '404': { edit: (steps) => { steps[0].status = 404; } },
    'Ollama': { edit: body('{"error":"model \'x\' not found, try pulling it first"}', 404) },
    'a model that does not load': { edit: error((e) => { e.message = 'Failed to load model "gpt-oss-20b". Error: Error loading model.'; }) },
  });
});

test('P21: x-should-retry decides', async (t) => {
  const quota = JSON.stringify({ error: { message: 'You exceeded your current quota', type: 'insufficient_quota', code: 'insufficient_quota' } });
  const fine = { status: 200, body: 'fine' };
  const asked = (/** @type {string} */ value, status = 400) => (/** @type {Step[]} */ [step]) => (
    [{ ...step, status, headers: { ...step.headers, 'x-should-retry': value } }, fine]);
  await play(t, 'P21', {
    'as it is': { gaveUp: 'serverSaidNo' },
    'a 400 that says true': { edit: asked('true'), waits: [backoff] },
    'TRUE': { edit: asked('TRUE'), waits: [backoff] },
    'yes is neither': { edit: asked('yes'), status: 400 },
    'nor is nothing': { edit: asked(''), status: 400 },
    'yes on a 529': { edit: asked('yes', 529), waits: [backoff] },
    'true, but the money is spent': { edit: ([step]) => [{ ...step, status: 429, headers: { ...step.headers, 'x-should-retry': 'true' }, body: quota }], gaveUp: 'quotaExhausted' },
    'false with a retry-after': { edit: headers({ 'retry-after': '5' }), gaveUp: 'serverSaidNo', retryAfterMs: 5000 },
  });
});
