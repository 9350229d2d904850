// How long a wait is when no server says.

import { hurried, NOWHERE, played } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

/** @param {number} value */
const always = (value) => () => value;

test('factor and ceiling: the wait grows, and never above maxDelayMs', async (t) => {
  const { delays } = await hurried(t, {
    ...played(503), maxRetries: 5, initialDelayMs: 100, factor: 3, maxDelayMs: 1000, jitter: 'none',
  });
  t.deepEqual(delays, [100, 300, 900, 1000, 1000]);
});

test('a schedule takes the place of the three, and its last entry repeats', async (t) => {
  const { delays } = await hurried(t, {
    ...played(503), maxRetries: 4, delaysMs: [10, 20_000, 30], jitter: 'none', maxDelayMs: 5, initialDelayMs: 7, factor: 9,
  });
  t.deepEqual(delays, [10, 20_000, 30, 30]);
});

test('jitter applies to a schedule as well', async (t) => {
  const { delays } = await hurried(t, { ...played(503), delaysMs: [1000], jitter: 'full', random: always(0.25) });
  t.deepEqual(delays, [250, 250, 250]);
});

test('equal jitter spreads over the upper half, full jitter over all, none draws nothing', async (t) => {
  let drawn = 0;
  const random = (/** @type {number} */ value) => () => {
    drawn += 1;
    return value;
  };
  /**
   * @param {'equal' | 'full' | 'none'} jitter
   * @param {number} value
   */
  const first = async (jitter, value) =>
    (await hurried(t, { ...played(503), maxRetries: 1, initialDelayMs: 1000, jitter, random: random(value) })).delays[0];
  t.equal(await first('equal', 0), 500);
  t.equal(await first('equal', 0.5), 750);
  t.between(await first('equal', 0.999999), 999, 1000);
  t.equal(await first('full', 0), 0);
  t.equal(await first('full', 0.5), 500);
  t.between(await first('full', 0.999999), 999, 1000);
  const before = drawn;
  t.equal(await first('none', 0.5), 1000);
  t.equal(drawn, before, 'drawn without jitter');
});

test('what a random source gives outside [0, 1) counts as 0', async (t) => {
  for (const value of [1, -0.1, 7, NaN, Infinity, undefined, '0.5', null, {}]) {
    const random = /** @type {any} */ (always(/** @type {any} */ (value)));
    const { delays } = await hurried(t, { ...played(503), maxRetries: 1, initialDelayMs: 1000, random });
    t.deepEqual(delays, [500], String(value));
  }
});

test('by default the draws are random: calls that fail together do not return together', async (t) => {
  const firsts = await Promise.all(Array.from({ length: 30 }, async () =>
    (await hurried(t, { ...played(503), maxRetries: 1, initialDelayMs: 100_000, maxDelayMs: Infinity })).delays[0]));
  t.ok(new Set(firsts).size > 20, `different waits among ${firsts}`);
  firsts.forEach((delay) => t.between(delay, 50_000, 100_000));
});

test('huge values neither overflow nor fire at once', async (t) => {
  const { delays } = await hurried(t, {
    ...played(503), maxRetries: 3, initialDelayMs: 1e300, factor: 1e300, maxDelayMs: Infinity, jitter: 'none',
  });
  t.equal(delays.length, 3);
  delays.forEach((delay) => t.ok(Number.isFinite(delay) && delay > 2 ** 31, `a long wait, not ${delay}`));
  const { fetch, calls } = played(503);
  const stop = new AbortController();
  const call = t.api.fetchWithRetry(NOWHERE, { signal: stop.signal }, { fetch, initialDelayMs: 2 ** 31, maxDelayMs: Infinity, jitter: 'none' });
  await t.sleep(300);
  t.equal(calls.length, 1, 'a timer of 2^31 ms fires at once if it is not split');
  stop.abort('enough');
  await t.rejects(call, 'enough');
});

test('the wait that is told is the wait that is made', async (t) => {
  const { url, log } = await t.script([{ status: 503, repeat: 3 }, {}]);
  /** @type {number[]} */
  const told = [];
  await t.api.fetchWithRetry(url, {}, { initialDelayMs: 150, onRetry: ({ payload }) => void told.push(payload.delayMs) });
  const made = t.gaps(await log());
  t.equal(made.length, 3);
  made.forEach((gap, index) => t.between(gap, told[index] - 2, told[index] + 1500, `wait ${index + 1}`));
});

test('a delay of 0 is allowed', async (t) => {
  const { fetch, calls } = played(503, 503, 200);
  t.equal((await t.api.fetchWithRetry(NOWHERE, {}, { fetch, initialDelayMs: 0 })).status, 200);
  t.equal(calls.length, 3);
});
