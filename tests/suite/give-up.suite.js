// Why a call gives up: the first reason that applies, in the order of the contract.

import { answer, hurried, jsonStep, NOWHERE, played } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

const quota = { error: { message: 'You exceeded your current quota.', type: 'insufficient_quota' } };
const json = { 'content-type': 'application/json' };
/**
 * @param {number} status
 * @param {Record<string, string>} [headers]
 * @param {unknown} [body]
 */
const says = (status, headers, body = {}) => () => answer(status, { ...json, ...headers }, JSON.stringify(body));
/** @returns {any} what can be sent once */
const stream = () => ({ method: 'POST', body: new ReadableStream(), duplex: 'half' });
const tooLong = { 'retry-after': '7200' };

/**
 * The pairs of neighbours in the order: both apply, the former is told.
 * @type {[string, unknown[], import('./common.js').RetryConfig, any, import('./common.js').GiveUpReason][]}
 */
const ORDER = [
  ['serverSaidNo before quotaExhausted', [says(429, { 'x-should-retry': 'false' }, quota)], {}, {}, 'serverSaidNo'],
  ['quotaExhausted before retriesExhausted', [503, says(429, {}, quota)], { maxRetries: 1 }, {}, 'quotaExhausted'],
  ['retriesExhausted before bodyNotReplayable', [503], { maxRetries: 0 }, stream(), 'retriesExhausted'],
  ['bodyNotReplayable before retryAfterTooLong', [says(429, tooLong)], {}, stream(), 'bodyNotReplayable'],
  ['retryAfterTooLong before totalTimeout', [says(429, tooLong)], { totalTimeoutMs: 500 }, {}, 'retryAfterTooLong'],
  ['totalTimeout before vetoed', [503], { totalTimeoutMs: 500, delaysMs: [5000], jitter: 'none', shouldRetry: () => false }, {}, 'totalTimeout'],
  ['serverSaidNo before retriesExhausted', [says(503, { 'x-should-retry': 'false' })], { maxRetries: 1 }, {}, 'serverSaidNo'],
  ['retriesExhausted before retryAfterTooLong', [503, says(429, tooLong)], { maxRetries: 1 }, {}, 'retriesExhausted'],
  ['retriesExhausted before totalTimeout', [503], { maxRetries: 0, totalTimeoutMs: 500 }, {}, 'retriesExhausted'],
];

for (const [name, outcomes, config, init, reason] of ORDER) {
  test(`${name}`, async (t) => {
    const { gaveUp, info, rejected } = await hurried(t, { ...played(...outcomes), ...config }, NOWHERE, init);
    t.deepEqual(gaveUp.map((payload) => payload.reason), [reason]);
    t.equal(info?.gaveUp, reason);
    t.equal(rejected, false, 'the response is delivered');
  });
}

test('shouldRetry is asked after every other rule, so not when one of them gives up', async (t) => {
  let asked = 0;
  for (const [, outcomes, config, init] of ORDER) {
    const maxRetries = config.maxRetries === 1 ? 1 : config.maxRetries;
    const shouldRetry = () => {
      asked += 1;
      return true;
    };
    await hurried(t, { ...played(outcomes.at(-1)), ...config, ...(maxRetries === 1 && { maxRetries: 0 }), shouldRetry }, NOWHERE, init.body ? stream() : init);
  }
  t.equal(asked, 0);
});

test('what was not of a kind that is retried is not given up on, whatever the server says', async (t) => {
  for (const outcome of [says(400, { 'x-should-retry': 'false' }), says(402, {}, quota), says(404, tooLong), says(200, { 'x-should-retry': 'false' })]) {
    const { gaveUp, info, delays } = await hurried(t, { ...played(outcome) });
    t.deepEqual([gaveUp, info?.gaveUp, delays], [[], null, []]);
  }
});

test('the payload of a give-up: every field, and nothing else', async (t) => {
  const { url } = await t.script([jsonStep(429, quota, { 'retry-after': '3' })]);
  const { gaveUp: [payload] } = await hurried(t, { label: 'The assistant' }, url);
  t.deepEqual(Object.keys(payload).sort(), ['attempts', 'id', 'label', 'message', 'providerMessage', 'reason', 'retryAfterMs', 'status']);
  const { id, message, ...rest } = payload;
  t.deepEqual(rest, {
    attempts: 1, label: 'The assistant', providerMessage: 'You exceeded your current quota.', reason: 'quotaExhausted', retryAfterMs: 3000, status: 429,
  });
  t.ok(Number.isInteger(id), 'an id');
  t.match(message, /^The assistant: .*You exceeded your current quota\.$/);
});

test('without a provider\'s message, label or response the fields are null', async (t) => {
  const { gaveUp: [{ status, retryAfterMs, providerMessage, label }] } = await hurried(t, { ...played(new TypeError('x')), maxRetries: 0 });
  t.deepEqual([status, retryAfterMs, providerMessage, label], [null, null, null, null]);
});

test('the last attempt\'s error body is looked into: why it failed is told', async (t) => {
  const busy = { error: { message: 'The model is overloaded. Please try again later.', status: 'UNAVAILABLE' } };
  const { url } = await t.script([jsonStep(503, busy)]);
  const { gaveUp: [payload], outcome } = await hurried(t, { maxRetries: 1 }, url);
  t.equal(payload.reason, 'retriesExhausted');
  t.equal(payload.providerMessage, busy.error.message);
  t.ok(payload.message.endsWith(busy.error.message), payload.message);
  t.deepEqual(await outcome.json(), busy, 'and the caller gets all of it');
});

test('with maxRetries 0 no body is looked into', async (t) => {
  let cloned = 0;
  const outcome = () => {
    const response = answer(429, json, JSON.stringify(quota));
    response.clone = () => {
      cloned += 1;
      return response;
    };
    return response;
  };
  const { gaveUp: [payload] } = await hurried(t, { ...played(outcome), maxRetries: 0 });
  t.deepEqual([payload.reason, payload.providerMessage, cloned], ['retriesExhausted', null, 0]);
});
