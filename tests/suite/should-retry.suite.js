// shouldRetry: asked last, and its answer stands.

import { answer, hurried, NOWHERE, played, quick } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

test('false, a throw, a rejection: vetoed; the outcome at hand is delivered', async (t) => {
  const noes = [() => false, () => { throw new Error('no'); }, () => Promise.reject(new Error('no')), async () => false,
    () => t.sleep(30).then(() => false), () => undefined, () => 0, () => null];
  for (const [index, shouldRetry] of noes.entries()) {
    for (const outcome of [503, new TypeError('network')]) {
      const { fetch, calls } = played(outcome);
      const { details, gaveUp, outcome: got } = await hurried(t, { fetch, shouldRetry: /** @type {any} */ (shouldRetry) });
      t.deepEqual([details.length, gaveUp.map(({ reason }) => reason), calls.length], [0, ['vetoed'], 1], `answer ${index}`);
      if (outcome === 503) t.deepEqual([got.status, await got.text()], [503, 'body']);
      else t.equal(got, outcome);
    }
  }
});

test('true, now or later: retried', async (t) => {
  for (const shouldRetry of [() => true, async () => true, () => t.sleep(30).then(() => true)]) {
    const { outcome, details } = await hurried(t, { ...played(503, 200), shouldRetry });
    t.deepEqual([outcome.status, details.length], [200, 1]);
  }
});

test('it is asked before each retry, with the details that onRetry will be told, and the outcome', async (t) => {
  /** @type {[any, any][]} */
  const asked = [];
  const failure = new TypeError('network');
  /** @type {any[]} */
  const told = [];
  await t.api.fetchWithRetry(NOWHERE, {}, {
    ...quick, ...played(503, failure, 200), label: 'x',
    shouldRetry(details, outcome) {
      asked.push([details, outcome]);
      return true;
    },
    onRetry: ({ payload }) => void told.push(payload),
  });
  t.equal(asked.length, 2);
  t.equal(/** @type {Response} */ (asked[0][1]).status, 503);
  t.equal(asked[1][1], failure);
  asked.forEach(([{ retryAt, ...details }], index) => {
    const { retryAt: _, ...expected } = told[index];
    t.deepEqual(details, expected);
    t.equal(typeof retryAt, 'number');
  });
});

test('it may read a clone of the response, and the caller still gets all of it', async (t) => {
  const { url, log } = await t.script([{ status: 503, body: 'the reason' }]);
  /** @type {string[]} */
  const read = [];
  const response = await t.api.fetchWithRetry(url, {}, {
    ...quick,
    async shouldRetry(_details, outcome) {
      read.push(await /** @type {Response} */ (outcome).clone().text());
      return read.length < 2;
    },
  });
  t.deepEqual([await response.text(), read], ['the reason', ['the reason', 'the reason']]);
  t.equal((await log()).length, 2);
});

test('one that reads the response itself does not break the retry', async (t) => {
  const { url } = await t.script([{ status: 503, body: 'x' }, { body: 'fine' }]);
  const response = await t.api.fetchWithRetry(url, {}, {
    ...quick, shouldRetry: async (_details, outcome) => Boolean(await /** @type {Response} */ (outcome).text()),
  });
  t.equal(await response.text(), 'fine');
});

test('it is not asked about what is not retried, nor after the last attempt', async (t) => {
  let asked = 0;
  const shouldRetry = () => {
    asked += 1;
    return true;
  };
  await hurried(t, { ...played(200), shouldRetry });
  await hurried(t, { ...played(404), shouldRetry });
  t.equal(asked, 0);
  await hurried(t, { ...played(503), maxRetries: 2, shouldRetry });
  t.equal(asked, 2);
});

test('it cannot make a status retryable, nor lengthen or shorten the wait', async (t) => {
  const { details } = await hurried(t, {
    ...played(() => answer(503, { 'retry-after': '5' }), 200),
    shouldRetry(asked) {
      Object.assign(asked, { delayMs: 1, attempt: 9 });
      return true;
    },
  });
  t.deepEqual(details.map(({ delayMs, attempt }) => [delayMs, attempt]), [[5000, 1]]);
});
