// A wait: a chain of short timers, which the wall clock can shorten and nothing can lengthen.

import { answer, inNode, NOWHERE, played } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

/** @typedef {import('./toolkit.js').Toolkit} Toolkit */

test('a long wait is made of timers of at most 5 s', { alone: true }, async (t) => {
  const { setTimeout: set } = globalThis;
  /** @type {number[]} */
  const lengths = [];
  globalThis.setTimeout = /** @type {any} */ ((/** @type {any} */ run, /** @type {any} */ ms) => {
    if (!new Error().stack?.includes(t.pkg)) return set(run, ms);
    lengths.push(ms);
    // So that the test need not wait: a step is trusted when it fires.
    return set(run, ms === 5000 ? 5 : ms);
  });
  try {
    const { fetch } = played(() => answer(429, { 'retry-after-ms': '12250' }, ''), 200);
    t.equal((await t.api.fetchWithRetry(NOWHERE, {}, { fetch, attemptTimeoutMs: 2 ** 31 })).status, 200);
  } finally {
    globalThis.setTimeout = set;
  }
  t.deepEqual(lengths.filter((ms) => ms !== 1000 && ms < 2 ** 30), [5000, 5000, 2250]);
});

test('a clock that is set back changes nothing', { alone: true }, async (t) => {
  await withClock(async (set) => {
    const { fetch } = played(503, 200);
    const began = performance.now();
    await t.api.fetchWithRetry(NOWHERE, {}, { fetch, delaysMs: [300], jitter: 'none', onRetry: () => void setTimeout(set, 50, -3_600_000) });
    t.between(performance.now() - began, 299, 2500);
  });
});

test('nor does one that is set forward cut a hint short that fits into one step', { alone: true }, async (t) => {
  await withClock(async (set) => {
    const { fetch } = played(() => answer(429, { 'retry-after-ms': '400' }), 200);
    const began = performance.now();
    await t.api.fetchWithRetry(NOWHERE, {}, { fetch, onRetry: () => void setTimeout(set, 50, 3_600_000) });
    t.between(performance.now() - began, 399, 2500);
  });
});

test('a clock that was forward by an hour when the timer fired (sleep): the wait is over', { alone: true, where: inNode }, async (t) => {
  const { mock } = await import('node:test');
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    await withClock(async (set) => {
      const { fetch, calls } = played(() => answer(429, { 'retry-after': '600' }, ''), 200);
      const call = t.api.fetchWithRetry(NOWHERE, {}, { fetch, maxRetryAfterMs: Infinity });
      await turns();
      await advance(mock, 5000);
      t.equal(calls.length, 1);
      set(3_600_000);
      await advance(mock, 5000);
      t.equal(calls.length, 2);
      t.equal((await call).status, 200);
    });
  } finally {
    mock.timers.reset();
  }
});

test('under mocked timers a wait advances by exactly its length', { alone: true, where: inNode }, async (t) => {
  const { mock } = await import('node:test');
  for (const apis of /** @type {const} */ ([['setTimeout'], ['setTimeout', 'Date']])) {
    mock.timers.enable({ apis: [...apis] });
    try {
      const { fetch, calls } = played(() => answer(503, {}, ''), () => answer(503, {}, ''), 200);
      const call = t.api.fetchWithRetry(NOWHERE, {}, { fetch, delaysMs: [800, 12_000], jitter: 'none' });
      await turns();
      await advance(mock, 799);
      t.equal(calls.length, 1, 'a millisecond before the end');
      await advance(mock, 1);
      t.equal(calls.length, 2, 'at the end');
      await advance(mock, 5000, 5000, 1999);
      t.equal(calls.length, 2, 'a millisecond before the end of the second');
      await advance(mock, 1);
      t.equal(calls.length, 3);
      const response = await call;
      t.deepEqual(t.api.retryInfo(response)?.attempts.map(({ waitMs }) => waitMs), [800, 12_000, 0]);
    } finally {
      mock.timers.reset();
    }
  }
});

test('the total budget counts mocked waits', { alone: true, where: inNode }, async (t) => {
  const { mock } = await import('node:test');
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const { fetch, calls } = played(() => answer(503, {}, ''));
    const call = t.api.fetchWithRetry(NOWHERE, {}, { fetch, delaysMs: [4000], jitter: 'none', maxRetries: 100, totalTimeoutMs: 10_000 });
    for (let step = 0; step < 4; step += 1) {
      await turns();
      await advance(mock, 4000);
    }
    t.equal(t.api.retryInfo(await call)?.gaveUp, 'totalTimeout');
    t.equal(calls.length, 3);
  } finally {
    mock.timers.reset();
  }
});

test('a hint of more than 2^31 ms is waited for to its end', { alone: true, where: inNode, timeoutMs: 60_000 }, async (t) => {
  const { mock } = await import('node:test');
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  try {
    const { fetch, calls } = played(() => answer(429, { 'retry-after-ms': '2200000000' }, ''), 200);
    const call = t.api.fetchWithRetry(NOWHERE, {}, { fetch, maxRetryAfterMs: Infinity });
    await turns();
    // In one leap, as after a month's sleep, but for the last millisecond.
    await advance(mock, 2_199_999_999);
    t.equal(calls.length, 1);
    await advance(mock, 1);
    t.equal((await call).status, 200);
  } finally {
    mock.timers.reset();
  }
});

/**
 * @param {any} mock
 * @param {number[]} steps
 */
async function advance(mock, ...steps) {
  for (const ms of steps) {
    mock.timers.tick(ms);
    await turns();
  }
}

/** What is ready runs. Not by timers, which may be mocked. */
async function turns() {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** @param {(set: (offsetMs: number) => void) => Promise<void>} run */
async function withClock(run) {
  const { now } = Date;
  let offset = 0;
  Date.now = () => now() + offset;
  try {
    await run((ms) => { offset = ms; });
  } finally {
    Date.now = now;
  }
}
