// What everything else rests on: the right number of requests, at the right times, and an end.

import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

/** @type {import('../../pkg-template/index.js').RetryConfig} */
const quick = { initialDelayMs: 100, maxDelayMs: 400, jitter: 'none' };

test('a healthy answer is delivered after one request', async (t) => {
  const { url, log } = await t.script([{ body: 'hello', headers: { 'x-mark': 'yes' } }]);
  const response = await t.api.fetchWithRetry(url);
  t.equal(response.status, 200);
  t.equal(response.headers.get('x-mark'), 'yes');
  t.equal(response.bodyUsed, false);
  t.equal(await response.text(), 'hello');
  t.equal((await log()).length, 1, 'requests');
});

test('a 503 is retried until it has passed, with growing waits', async (t) => {
  const { url, log } = await t.script([{ status: 503, repeat: 2 }, { body: 'done' }]);
  /** @type {any[]} */
  const messages = [];
  const response = await t.api.fetchWithRetry(url, { method: 'POST', body: 'ask' }, { ...quick, onRetry: (m) => messages.push(m) });
  t.equal(await response.text(), 'done');
  const seen = await log();
  t.deepEqual(seen.map(({ method, bodyText }) => [method, bodyText]), Array(3).fill(['POST', 'ask']));
  const [first, second] = t.gaps(seen);
  t.between(first, 100, 1500, 'first wait');
  t.between(second, 200, 1600, 'second wait');
  t.deepEqual(
    messages.map(({ type, payload }) => [type, payload.attempt, payload.status, payload.delayMs]),
    [['newRetryAttempt', 1, 503, 100], ['newRetryAttempt', 2, 503, 200]],
  );
});

test('Retry-After is honoured: never earlier than it says', async (t) => {
  const { url, log } = await t.script([{ status: 429, headers: { 'retry-after': '1' } }, {}]);
  const response = await t.api.fetchWithRetry(url, {}, quick);
  t.equal(response.status, 200);
  t.between(t.gaps(await log())[0], 1000, 3000, 'wait');
});

test('a server that says nothing is cut off at the attempt timeout, and asked again', async (t) => {
  const { url, log } = await t.script([{ action: 'hang-before-headers' }, { body: 'awake' }]);
  const started = performance.now();
  const response = await t.api.fetchWithRetry(url, {}, { ...quick, attemptTimeoutMs: 1500 });
  t.between(performance.now() - started, 1600, 8000, 'the timeout and the wait');
  t.equal(await response.text(), 'awake');
  await t.until(async () => (await log())[0].closedByClientAtMs !== null, 'the hung request is closed');
  t.equal((await log()).length, 2, 'requests');
});

test('an abort during a wait rejects with its very reason, at once, and nothing follows', async (t) => {
  const { url, log } = await t.script([{ status: 503 }]);
  const controller = new AbortController();
  const reason = { because: 'the user said so' };
  let abortedAt = 0;
  /** @type {any[]} */
  const messages = [];
  const call = t.api.fetchWithRetry(url, { signal: controller.signal }, {
    initialDelayMs: 600,
    jitter: 'none',
    onRetry(message) {
      messages.push(message);
      setTimeout(() => {
        abortedAt = performance.now();
        controller.abort(reason);
      }, 100);
    },
    onGiveUp: (message) => messages.push(message),
  });
  await t.rejects(call, reason);
  t.between(performance.now() - abortedAt, 0, 250, 'time from abort to rejection');
  await t.sleep(1000);
  t.equal((await log()).length, 1, 'requests');
  t.equal(messages.length, 1, 'messages');
});

test('a 401 is delivered at once', async (t) => {
  const { url, log } = await t.script([{ status: 401, body: 'no such key' }]);
  const response = await t.api.fetchWithRetry(url);
  t.equal(response.status, 401);
  t.equal(await response.text(), 'no such key');
  t.equal((await log()).length, 1, 'requests');
});
