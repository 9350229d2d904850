// Tests that go wrong in every way a test can. No suite of the product: selfcheck.js runs it to see
// that each of these is noticed, in each context, before a clean result there is believed.

import { collect } from '../suite/harness.js';

const { test, tests } = collect();
export default tests;

test('passes', (t) => t.equal(1, 1));

test('fails', (t) => t.equal('what came', 'what was expected', 'the values'));

test('hangs', { timeoutMs: 300 }, () => new Promise(() => {}));

test('leaves a rejection unhandled', async (t) => {
  void Promise.reject(new Error('nobody handles this'));
  await t.sleep(100);
});

test('throws from a timer', async (t) => {
  setTimeout(() => {
    throw new Error('nobody catches this');
  });
  await t.sleep(100);
});

test('expects what goes uncaught', { alone: true }, async (t) => {
  const errors = await t.expectUncaught(() => {
    setTimeout(() => {
      throw new RangeError('somebody waits for this');
    });
  });
  t.deepEqual(errors.map(String), ['RangeError: somebody waits for this']);
});

test('expects in vain', { alone: true }, async (t) => {
  await t.expectUncaught(() => {});
});
