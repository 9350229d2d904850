// What retryInfo tells about an outcome of this package, and that it tells nothing of any other.

import { answer, hurried, NOWHERE, played, quick } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

test('attempts, their waits and durations, and the last hint', async (t) => {
  const { url } = await t.script([
    { status: 503, delayMs: 200 }, { status: 429, headers: { 'retry-after-ms': '120' } }, { action: 'accept-request-then-reset-before-headers' }, { status: 201 },
  ]);
  // Gecko repeats a GET that was reset by itself.
  const response = await t.api.fetchWithRetry(url, { method: 'POST', body: 'ask' }, quick);
  const info = t.api.retryInfo(response);
  t.deepEqual(info?.attempts.map(({ reason, status }) => [reason, status]), [['http', 503], ['http', 429], ['network', null], ['http', 201]]);
  t.deepEqual([info?.gaveUp, info?.retryAfterMs, info?.mayHaveExecuted], [null, 120, true]);
  const waits = info?.attempts.map(({ waitMs }) => waitMs) ?? [];
  t.between(waits[0], 60, 1500);
  t.between(waits[1], 120, 1500);
  t.between(waits[2], 200, 2000);
  t.equal(waits[3], 0, 'after the last');
  t.between(info?.attempts[0].durationMs, 195, 3000, 'duration');
  t.ok(info?.attempts.every(({ durationMs }) => durationMs >= 0 && Number.isFinite(durationMs)), 'durations');
});

test('a call that succeeds at once', async (t) => {
  const response = await t.api.fetchWithRetry(NOWHERE, {}, played(200));
  const info = t.api.retryInfo(response);
  t.deepEqual({ ...info, attempts: info?.attempts.map(({ reason, status, waitMs }) => ({ reason, status, waitMs })) },
    { attempts: [{ reason: 'http', status: 200, waitMs: 0 }], gaveUp: null, retryAfterMs: null, mayHaveExecuted: false });
});

test('for errors too: network failures and timeouts', async (t) => {
  const failure = new TypeError('network');
  await t.rejects(t.api.fetchWithRetry(NOWHERE, {}, { ...quick, ...played(failure), maxRetries: 1 }), failure);
  t.deepEqual([t.api.retryInfo(failure)?.gaveUp, t.api.retryInfo(failure)?.attempts.length], ['retriesExhausted', 2]);
  const { outcome } = await hurried(t, { fetch: () => new Promise(() => {}), attemptTimeoutMs: 20, maxRetries: 1 });
  t.deepEqual(t.api.retryInfo(outcome)?.attempts.map(({ reason, status }) => [reason, status]), [['timeout', null], ['timeout', null]]);
});

test('undefined for an abort reason, and for what did not come from here', async (t) => {
  const reason = new Error('mine');
  await t.rejects(t.api.fetchWithRetry(NOWHERE, { signal: AbortSignal.abort(reason) }, played(200)), reason);
  const during = new AbortController();
  const later = { own: 'reason' };
  const call = t.api.fetchWithRetry(NOWHERE, { signal: during.signal }, { ...played(503), delaysMs: [9000] });
  await t.sleep(30);
  during.abort(later);
  await t.rejects(call, later);
  const { url } = await t.script([{}]);
  const foreign = await fetch(url);
  const ours = await t.api.fetchWithRetry(url);
  for (const value of [reason, later, foreign, ours.clone(), new Error('x'), {}, null, undefined, 5, 'x']) {
    t.equal(t.api.retryInfo(value), undefined);
  }
  t.ok(t.api.retryInfo(ours), 'and defined for ours');
});

test('mayHaveExecuted: only what an attempt before the last may have done', async (t) => {
  const may = async (/** @type {unknown[]} */ outcomes, config = {}) => {
    const { info } = await hurried(t, { ...played(...outcomes), retryStatuses: [408, 429, 500, 502, 503, 504, 520, 522, 524, 529], ...config });
    return info?.mayHaveExecuted;
  };
  for (const status of [500, 502, 504, 520, 522, 524]) t.equal(await may([status, 200]), true, String(status));
  for (const status of [408, 429, 503, 529]) t.equal(await may([status, 200]), false, String(status));
  t.equal(await may([new TypeError('network'), 200]), true, 'network');
  t.equal(await may([() => new Promise(() => {}), 200], { attemptTimeoutMs: 20 }), true, 'timeout');
  t.equal(await may([500], { maxRetries: 0 }), false, 'the last attempt\'s own answer is at hand');
  t.equal(await may([new TypeError('network')], { maxRetries: 0 }), false, 'the last attempt\'s failure');
  t.equal(await may([500, 429, 200]), true, 'any before');
});

test('the last hint stays, also when the attempts after it had none', async (t) => {
  const { info } = await hurried(t, played(() => answer(429, { 'retry-after': '7' }), 503, 200));
  t.equal(info?.retryAfterMs, 7000);
});

test('the history grows with the call and is the same data at each asking, without secrets', async (t) => {
  const response = await t.api.fetchWithRetry(`${NOWHERE}?key=SECRETKEY`, { headers: { a: 'SECRETVALUE' } }, { ...played(503), initialDelayMs: 0, maxRetries: 20 });
  const info = t.api.retryInfo(response);
  t.equal(info?.attempts.length, 21);
  t.deepEqual(structuredClone(info), t.api.retryInfo(response));
  t.ok(!JSON.stringify(info).includes('SECRET'), 'no secrets');
});

test('what is handed out is the caller\'s own: changing it changes nothing', async (t) => {
  const failure = new TypeError('network');
  await t.rejects(t.api.fetchWithRetry(NOWHERE, {}, { ...played(failure), retryNetworkErrors: false }), failure);
  t.api.retryInfo(failure)?.attempts.splice(0);
  t.equal(t.api.retryInfo(failure)?.attempts.length, 1, 'as it was');
  // Nor does it make a refusal of it, which would not be retried.
  const { fetch, calls } = played(failure, 200);
  t.equal((await t.api.fetchWithRetry(NOWHERE, {}, { ...quick, fetch })).status, 200);
  t.equal(calls.length, 2);
});
