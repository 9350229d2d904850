// createFetch and presets: configs made once.

import { answer, hurried, NOWHERE, played, quick } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

test('createFetch gives a fetch with the config built in', async (t) => {
  const { url, log } = await t.script([{ status: 503 }, { body: 'fine' }, { status: 503 }, { body: 'again' }]);
  const own = t.api.createFetch(quick);
  t.equal(await (await own(url, { method: 'POST', body: 'x' })).text(), 'fine');
  t.equal(await (await own(new Request(url))).text(), 'again');
  t.deepEqual((await log()).map(({ method }) => method), ['POST', 'POST', 'GET', 'GET']);
});

test('what is wrong with a request rejects, and never throws; nor does it with fetchWithRetry', async (t) => {
  const own = t.api.createFetch();
  for (const call of [() => own(/** @type {any} */ (undefined)), () => own('http://[bad'), () => own(NOWHERE, /** @type {any} */ (5)), () => t.api.fetchWithRetry(/** @type {any} */ (undefined)), () => t.api.fetchWithRetry(NOWHERE, {}, /** @type {any} */ ({ nonsense: 1 }))]) {
    const promise = call();
    t.ok(promise instanceof Promise, 'a promise');
    await t.rejects(promise, (/** @type {any} */ error) => error instanceof TypeError);
  }
});

test('the config is read when the fetch is made', async (t) => {
  const { fetch, calls } = played(503);
  const config = { ...quick, fetch, maxRetries: 1, retryStatuses: [503] };
  const own = t.api.createFetch(config);
  config.maxRetries = 5;
  config.retryStatuses.pop();
  await own(NOWHERE);
  t.equal(calls.length, 2);
});

test('it has no use for this, and its results have an info', async (t) => {
  const own = t.api.createFetch({ ...quick, ...played(503, 200) });
  const response = await own.call(/** @type {any} */ (undefined), NOWHERE);
  t.equal(t.api.retryInfo(response)?.attempts.length, 2);
});

test('presets.default spells out every default', (t) => {
  const expected = {
    maxRetries: 3, initialDelayMs: 1000, factor: 2, maxDelayMs: 10_000, jitter: 'equal', attemptTimeoutMs: 120_000, totalTimeoutMs: Infinity,
    retryStatuses: [408, 429, 500, 502, 503, 504, 529], retryNetworkErrors: true, retryTimeouts: true, maxRetryAfterMs: 30_000,
    longRetryAfter: 'clamp', retryAfterJitter: 0, serverHints: true,
    keepAwake: true, cooldown: 'off', diagnose: false, bodyIdleTimeoutMs: Infinity, idempotencyKey: false,
    retryBudget: Infinity,
  };
  for (const [key, value] of Object.entries(expected)) {
    t.deepEqual(/** @type {any} */ (t.api.presets.default)[key], value, key);
  }
});

test('presets.patient differs in what the contract says, and in nothing else', (t) => {
  const { default: plain, patient } = /** @type {any} */ (t.api.presets);
  const expected = {
    ...plain, maxRetries: 4, totalTimeoutMs: 150_000, initialDelayMs: 500, maxDelayMs: 32_000, jitter: 'equal', maxRetryAfterMs: 120_000,
    longRetryAfter: 'giveUp', retryStatuses: [408, 429, 500, 502, 503, 504],
  };
  t.deepEqual(patient, expected);
});

test('presets are frozen through and through, and the same at each reading', (t) => {
  const { presets } = t.api;
  for (const value of [presets, presets.default, presets.patient, presets.unattended, presets.default.retryStatuses, presets.patient.retryStatuses]) {
    t.ok(Object.isFrozen(value), 'frozen');
  }
  t.equal(presets.default, presets.default);
  t.deepEqual(Object.keys(presets).sort(), ['default', 'patient', 'unattended']);
  t.throws(() => { /** @type {any} */ (presets).default = 1; }, (/** @type {any} */ error) => error instanceof TypeError);
});

test('presets can be used as they are and spread', async (t) => {
  const { delays } = await hurried(t, { ...t.api.presets.patient, ...played(503), random: () => 0 });
  t.deepEqual(delays, [250, 500, 1000, 2000]);
  const { delays: long } = await hurried(t, { ...t.api.presets.patient, ...played(() => answer(429, { 'retry-after': '120' }), 200) });
  t.deepEqual(long, [120_000]);
  const over = await hurried(t, { ...t.api.presets.patient, ...played(() => answer(429, { 'retry-after': '121' })) });
  t.deepEqual([over.delays, over.info?.gaveUp], [[], 'retryAfterTooLong']);
  const overload = await hurried(t, { ...t.api.presets.patient, ...played(529) });
  t.deepEqual([overload.delays, overload.outcome.status, overload.info?.gaveUp], [[], 529, null]);
  const { url } = await t.script([{}]);
  t.equal((await t.api.fetchWithRetry(url, {}, t.api.presets.default)).status, 200);
});
