// Failures that people really met, which pass if one waits for the right time.

import { caseOf, hint, play, usual } from './cases.js';
import { hurried } from './common.js';
import { collect } from './harness.js';

/** @typedef {import('../server/step.js').Step} Step */

const { test, tests } = collect();
export default tests;

const fine = { status: 200, body: '{"ok": true}' };

/**
 * @param {(error: any, body: any) => unknown} change
 * @returns {(steps: Step[]) => void}
 */
const error = (change) => (steps) => {
  const body = JSON.parse(String(steps[0].body));
  change(body.error, body);
  steps[0].body = JSON.stringify(body);
};
/**
 * @param {Record<string, string>} own
 * @returns {(steps: Step[]) => void}
 */
const headers = (own) => (steps) => void Object.assign(steps[0].headers ?? {}, own);

test('P02: the model is overloaded (Gemini 503): retried, growing', async (t) => {
  await play(t, 'P02', { 'as it is': { waits: [[250, 500], [500, 1000]] } });
});

test('P04: the delay is in the body alone, as a duration with a fraction (Gemini)', async (t) => {
  const delay = (/** @type {unknown} */ value) => error((e) => { e.details[2].retryDelay = value; });
  const without = (/** @type {(error: any) => void} */ change) => error((e) => {
    e.details.pop();
    change(e);
  });
  await play(t, 'P04', {
    'as it is': { waits: [hint(45_838)], retryAfterMs: 45_838 },
    '34.4s': { edit: delay('34.4s'), waits: [hint(34_400)] },
    '36s': { edit: delay('36s'), waits: [hint(36_000)] },
    '0s': { edit: delay('0s'), waits: [hint(50)] },
    '1.5s': { edit: delay('1.5s'), waits: [hint(1500)] },
    'quotaResetDelay': { edit: without((e) => e.details.push({ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', metadata: { quotaResetDelay: '373.801628ms' } })), waits: [hint(374)] },
    'hours, in a sentence': { edit: without((e) => { e.message = 'Your quota will reset after 8h44m7s.'; }), status: 429, gaveUp: 'retryAfterTooLong', retryAfterMs: 31_447_000 },
    'an array': { edit: (steps) => { steps[0].body = `[${steps[0].body}]`; }, waits: [hint(45_838)] },
    ...Object.fromEntries(['-5s', 'abc', 39, {}].map((value) => [`nonsense: ${value}`, { edit: delay(value), waits: [[250, 500]] }])),
  });
});

test('P05: the reset is in the body, as epoch milliseconds (OpenRouter)', async (t) => {
  const reset = (/** @type {string} */ value) => error((e) => { e.metadata.headers['X-RateLimit-Reset'] = value; });
  const asHeader = (/** @type {string} */ value) => (/** @type {Step[]} */ steps) => {
    error((e) => { delete e.metadata; })(steps);
    headers({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': value })(steps);
  };
  await play(t, 'P05', {
    'as it is': { waits: [hint(42_000, 1000)] },
    'of the day': {
      edit: (steps) => {
        error((e) => { e.message = 'Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000 free model requests per day'; })(steps);
        reset('{{epoch-ms:+15h}}')(steps);
        return [{ ...steps[0] }];
      },
      gaveUp: 'quotaExhausted', retryAfterMs: [54_000_000, 54_001_000],
    },
    'in the past': { edit: reset('{{epoch-ms:-3s}}'), waits: [[250, 500]] },
    'a header, milliseconds': { edit: asHeader('{{epoch-ms:+42s}}'), waits: [hint(42_000, 1000)] },
    'a header, seconds': { edit: asHeader('{{epoch-s:+42s}}'), waits: [hint(42_000, 1000)] },
    'a header, relative': { edit: asHeader('42'), waits: [hint(42_000)] },
  });
});

test('P06: a Retry-After that cannot be read is no hint, and no hot loop', async (t) => {
  const one = (/** @type {string | string[]} */ value) => (/** @type {Step[]} */ [step]) => (
    [{ ...step, headers: { 'content-type': 'application/json', 'retry-after': value } }, fine]);
  await play(t, 'P06', {
    'as it is': { waits: [[250, 500], [500, 1000], [1000, 2000]] },
    'a date': { edit: one('{{http-date:+5s}}'), waits: [hint(5000)] },
    ...Object.fromEntries(['soon', 'NaN', 'Infinity', '1e3', '0x10'].map((value) => [value, { edit: one(value), waits: [[250, 500]] }])),
    'spaces': { edit: one(' 5 '), waits: [hint(5000)] },
    '5.0': { edit: one('5.0'), waits: [hint(5000)] },
    '0.314': { edit: one('0.314'), waits: [hint(314)] },
    '1.5': { edit: one('1.5'), waits: [hint(1500)] },
    'two lines': { edit: one(['5', '5']), waits: [hint(5000)] },
  });
});

test('P07: negative, or long past: the ordinary backoff', async (t) => {
  await play(t, 'P07', { 'as it is': { waits: [[250, 500], [500, 1000], [1000, 2000]] } });
});

test('P08: Retry-After: 0 is soon, again and again', async (t) => {
  await play(t, 'P08', {
    'as it is': { waits: [hint(50), hint(50), hint(50)], gaveUp: 'retriesExhausted' },
    'the second succeeds': { edit: ([step]) => [{ ...step, repeat: 1 }, fine], waits: [hint(50)] },
  });
});

test('P16: the local server\'s queue is full (Ollama), or it is still loading (llama.cpp)', async (t) => {
  const says = (/** @type {unknown} */ body) => (/** @type {Step[]} */ steps) => steps.slice(0, 2).forEach((step) => { step.body = JSON.stringify(body); });
  const waits = /** @type {[number, number][]} */ ([[250, 500], [500, 1000]]);
  await play(t, 'P16', {
    'as it is': { waits },
    'in the cloud': { edit: says({ error: 'Server overloaded, please retry shortly (ref: UUID-PLACEHOLDER)' }), waits },
    'loading': { edit: says({ error: { code: 503, message: 'Loading model', type: 'unavailable_error' } }), waits },
  });
  const { script: [busy] } = await caseOf(t, 'P16');
  const { url } = await t.script([busy]);
  const delays = await Promise.all(Array.from({ length: 30 }, async () => (await hurried(t, { ...usual, maxRetries: 1 }, url)).delays[0]));
  t.ok(new Set(delays).size > 5, `30 calls do not return together: ${delays}`);
});

test('P22: the delay is in a sentence alone (Azure, Groq, OpenAI)', async (t) => {
  const says = (/** @type {string} */ message) => error((e) => { e.message = message; });
  await play(t, 'P22', {
    'as it is': { waits: [hint(45_000)] },
    '17 seconds': { edit: says('Rate limit is exceeded. Try again in 17 seconds.'), waits: [hint(17_000)] },
    '4.77s': { edit: says('Rate limit reached for model. Limit 6000, Used 5034, Requested 1443. Please try again in 4.77s. Need more tokens? Visit us.'), waits: [hint(4770)] },
    '50.597142857s': { edit: says('Please try again in 50.597142857s.'), waits: [hint(50_598)] },
    '20ms': { edit: says('Please try again in 20ms'), waits: [hint(50)] },
    '9m38.016s': { edit: says('Rate limit reached for tokens per day. Please try again in 9m38.016s.'), status: 429, gaveUp: 'retryAfterTooLong', retryAfterMs: 578_016 },
    '86400 seconds': { edit: says('Please retry after 86400 seconds.'), status: 429, gaveUp: 'retryAfterTooLong', retryAfterMs: 86_400_000 },
    'a header beside it': { edit: headers({ 'retry-after': '2' }), waits: [hint(2000)] },
    'an echo, outside any error': { edit: (steps) => { steps[0].body = '{"echo":"my prompt: try again in 1s please"}'; }, waits: [[250, 500]] },
  });
});

test('P23: the reset of the limit that is used up, as a Go duration (OpenAI)', async (t) => {
  const requests = (/** @type {string} */ reset) => headers({ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': reset, 'x-ratelimit-remaining-tokens': '5' });
  const config = { maxRetryAfterMs: 4_000_000, totalTimeoutMs: Infinity };
  await play(t, 'P23', {
    'as it is': { waits: [hint(50)] },
    '2m59.56s': { edit: requests('2m59.56s'), status: 429, gaveUp: 'retryAfterTooLong', retryAfterMs: 179_560 },
    ...Object.fromEntries(/** @type {[string, number][]} */ ([['6m0s', 360_000], ['1s', 1000], ['7.66s', 7660], ['1h0m0s', 3_600_000], ['12ms', 50]])
      .map(([value, ms]) => [value, { edit: requests(value), config, waits: [hint(ms)] }])),
    ...Object.fromEntries(['', 'abc', '-1'].map((value) => [`nonsense: ${value}`, { edit: requests(value), waits: [[250, 500]] }])),
    'both are used up': { edit: headers({ 'x-ratelimit-remaining-requests': '0' }), waits: [hint(8640)] },
    'retry-after beside it': { edit: headers({ 'retry-after': '3' }), waits: [hint(3000)] },
  });
});

test('P24: overloaded (Anthropic 529): retried, and never at once', async (t) => {
  await play(t, 'P24', { 'as it is': { waits: [[250, 500], [500, 1000], [1000, 2000]] } });
});
