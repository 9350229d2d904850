// The look into an error body: it finds what there is, costs at most its second, and leaves the body
// to the caller.

import { answer, firstBelow, hurried, jsonStep, NOWHERE, played, quick } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

/** @param {string} retryDelay */
const gemini = (retryDelay) => ({
  error: {
    code: 429, message: 'Resource has been exhausted (e.g. check quota).', status: 'RESOURCE_EXHAUSTED',
    details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay }],
  },
});
const quota = { error: { message: 'You exceeded your current quota, please check your plan.', type: 'insufficient_quota', code: 'insufficient_quota' } };

test('a hint in a body is waited for, and the caller\'s body is whole', async (t) => {
  const { url, log } = await t.script([jsonStep(429, gemini('0.35s'), {}), jsonStep(429, gemini('0.2s'))]);
  const response = await t.api.fetchWithRetry(url, {}, { ...quick, maxRetries: 2 });
  const [first, second] = t.gaps(await log());
  t.between(first, 350, 2500);
  t.between(second, 200, 2500);
  t.equal(response.bodyUsed, false);
  t.deepEqual(await response.json(), gemini('0.2s'));
  t.equal(t.api.retryInfo(response)?.retryAfterMs, 200);
});

test('the order: headers, then the body; and an array of errors reads like one', async (t) => {
  for (const [headers, body, delay] of /** @type {[Record<string, string>, unknown, number][]} */ ([
    [{ 'retry-after': '2' }, gemini('36s'), 2000],
    [{}, gemini('7.5s'), 7500],
    [{}, [gemini('3s')], 3000],
    [{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '4s' }, gemini('9s'), 4000],
    [{}, { error: { message: 'Rate limit reached. Please try again in 1.2s.', type: 'rate_limit_exceeded' } }, 1200],
  ])) {
    const { url } = await t.script([jsonStep(429, body, headers), {}]);
    t.deepEqual((await hurried(t, {}, url)).delays, [delay], JSON.stringify(body));
  }
});

test('a spent quota ends at once, with the provider\'s words', async (t) => {
  for (const headers of /** @type {Record<string, string>[]} */ ([{}, { 'retry-after': '1' }, { 'x-should-retry': 'true' }])) {
    const { url, log } = await t.script([jsonStep(429, quota, headers)]);
    const { outcome, gaveUp: [payload], details } = await hurried(t, {}, url);
    t.deepEqual([payload.reason, payload.providerMessage, details.length], ['quotaExhausted', quota.error.message, 0]);
    t.ok(payload.message.endsWith(quota.error.message), payload.message);
    t.deepEqual(await outcome.json(), quota);
    t.equal((await log()).length, 1);
  }
});

test('x-should-retry decides over an error status', async (t) => {
  const cases = /** @type {[number, string, number][]} */ ([
    [400, 'true', 1], [404, 'TRUE', 1], [529, 'false', 0], [503, 'False', 0], [400, 'yes', 0], [503, 'yes', 1], [503, '', 1], [200, 'true', 0], [302, 'true', 0],
  ]);
  for (const [status, value, retries] of cases) {
    const { delays } = await hurried(t, played(() => answer(status, { 'x-should-retry': value }), 200));
    t.equal(delays.length, retries, `${status} ${value}`);
  }
});

test('serverHints false: Retry-After and nothing else', async (t) => {
  const { url } = await t.script([jsonStep(429, quota, { 'x-should-retry': 'false' }), jsonStep(429, gemini('9s')), jsonStep(429, {}, { 'retry-after': '3' }), {}]);
  const { delays, outcome } = await hurried(t, { serverHints: false, initialDelayMs: 100, jitter: 'none' }, url);
  t.deepEqual(delays, [100, 200, 3000]);
  t.equal(outcome.status, 200);
});

test('HTML, text and event streams are neither looked into nor waited for', async (t) => {
  for (const type of ['text/html', 'text/plain', 'text/event-stream', 'application/octet-stream']) {
    const gap = await firstBelow(950, async () => {
      const { url, log } = await t.script([
        { status: 503, headers: { 'content-type': type }, action: 'send-headers-then-trickle-body-forever', chunk: '<p>retry in 9 s</p>' }, {},
      ]);
      const response = await t.api.fetchWithRetry(url, {}, quick);
      t.equal(t.api.retryInfo(response)?.retryAfterMs, null);
      return t.gaps(await log())[0];
    });
    t.between(gap, 60, 950, type);
  }
});

test('a JSON body that trickles costs at most its second', async (t) => {
  const { status, headers } = jsonStep(503, {});
  const { url, log } = await t.script([{ status, headers, action: 'send-headers-then-trickle-body-forever' }, {}]);
  await t.api.fetchWithRetry(url, {}, quick);
  t.between(t.gaps(await log())[0], 1000, 3000, 'a second, and the wait');
});

test('a body beyond 64 KiB is no hint and no delay', async (t) => {
  const { status, headers } = jsonStep(503, {});
  const chunks = ['{"error":{"message":"', ...Array(12).fill('x'.repeat(8192))];
  const gap = await firstBelow(950, async () => {
    const { url, log } = await t.script([{ status, headers, action: 'stream', chunks, leaveOpen: true }, {}]);
    await t.api.fetchWithRetry(url, {}, quick);
    return t.gaps(await log())[0];
  });
  t.between(gap, 60, 950);
});

test('bodies that are odd JSON, or none, are no hint', async (t) => {
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  const bodies = ['', 'null', '5', '"Retry-After: 5"', 'true', '[]', '{}', '{', '{"error":', '{"error":null}', '{"error":{"message":null}}', 'NaN', deep, '\ufeff{}', '{"__proto__":{"error":1}}',
    '{"error":{"details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":{}}]}}', '{"error":{"details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"-5s"}]}}',
    JSON.stringify(Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`key${index}`, index])))];
  for (const body of bodies) {
    const { details, outcome } = await hurried(t, { ...played(() => answer(429, { 'content-type': 'application/json' }, body), 200), initialDelayMs: 123, jitter: 'none' });
    t.deepEqual([details.map(({ delayMs, retryAfterMs }) => [delayMs, retryAfterMs]), outcome.status], [[[123, null]], 200], body.slice(0, 60));
  }
});

test('bytes that are no text, and a body that breaks, are no hint', async (t) => {
  const { headers } = jsonStep(503, {});
  const { url, log } = await t.script([
    { status: 503, headers, bodyBase64: '//79gICA' }, { status: 503, headers, action: 'stream-then-reset', chunks: ['{"error":'] },
    { status: 503, headers, action: 'lie-about-length', body: '{}' }, {},
  ]);
  t.equal((await t.api.fetchWithRetry(url, {}, quick)).status, 200);
  t.equal((await log()).length, 4);
});

test('neither a success nor what is not retried is looked into', async (t) => {
  for (const status of [200, 201, 400, 401, 404]) {
    let cloned = 0;
    const outcome = () => {
      const response = answer(status, { 'content-type': 'application/json' }, JSON.stringify(quota));
      response.clone = () => {
        cloned += 1;
        return response;
      };
      return response;
    };
    const { outcome: response } = await hurried(t, played(outcome));
    t.deepEqual([cloned, response.bodyUsed], [0, false], String(status));
  }
});

test('text of the user\'s own that a server echoes is no hint', async (t) => {
  const body = JSON.stringify({ prompt: 'Please try again in 20s. insufficient_quota', echo: { retryDelay: '30s' } });
  const { details } = await hurried(t, { ...played(() => answer(429, { 'content-type': 'application/json' }, body), 200), initialDelayMs: 50, jitter: 'none' });
  t.deepEqual(details.map(({ delayMs }) => delayMs), [50]);
});

test('parallel looks into large bodies do not starve each other', async (t) => {
  const message = { error: { message: 'x'.repeat(30_000), type: 'overloaded_error' } };
  const { url } = await t.script([{ ...jsonStep(503, message), repeat: 8 }, {}]);
  const responses = await Promise.all(Array.from({ length: 8 }, () => t.api.fetchWithRetry(url, {}, quick)));
  responses.forEach(({ status }) => t.equal(status, 200));
});

test('a body that was aborted in the midst of a look is the abort, not a failure', async (t) => {
  const { status, headers } = jsonStep(503, {});
  const { url } = await t.script([{ status, headers, action: 'send-headers-then-trickle-body-forever', everyMs: 20 }]);
  for (const ms of [50, 300, 700]) {
    const controller = new AbortController();
    const call = t.api.fetchWithRetry(url, { signal: controller.signal }, quick);
    setTimeout(() => controller.abort(`after ${ms}`), ms);
    await t.rejects(call, `after ${ms}`);
  }
  t.equal((await t.api.fetchWithRetry(NOWHERE, {}, played(200))).status, 200);
});
