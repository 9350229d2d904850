// Whether a context notices faults at all: a harness that swallowed them would find everything in order.

import assert from 'node:assert/strict';

/** @type {Record<string, RegExp | null>} */
const EXPECTED = {
  passes: null,
  fails: /the values: expected "what was expected", got "what came"/,
  hangs: /did not end within 300 ms/,
  'leaves a rejection unhandled': null,
  'throws from a timer': null,
  'expects what goes uncaught': null,
  'expects in vain': /an uncaught error was expected: none came/,
};

/**
 * Runs the faulty suite and throws unless everything in it was reported for what it is.
 * @param {import('./bench.js').Bench} bench
 * @param {import('./contexts.js').Opened} opened
 * @param {string} context
 */
export async function checkThatFaultsAreNoticed(bench, opened, context) {
  const begun = await bench.begin(context, { files: ['contexts/faulty.suite.js'] });
  const { job, tests } = begun;
  const running = opened.run(context, begun).catch((error) => job.abandon(error));
  await job.ended;
  await running;
  assert.deepEqual(tests.map(({ name }) => name), Object.keys(EXPECTED));
  for (const [name, pattern] of Object.entries(EXPECTED)) {
    if (pattern) await assert.rejects(job.result(name), pattern, name);
    else await job.result(name);
  }
  const uncaught = job.uncaught.join('\n');
  assert.match(uncaught, /nobody handles this/);
  assert.match(uncaught, /nobody catches this/);
  assert.equal(job.uncaught.length, 2, uncaught);
}
