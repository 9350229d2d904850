// Runs every suite in every context. The environment narrows it:
//   CONTEXT=node,chromium-page   contexts, or whole lanes (node, chromium, firefox)
//   ONLY=abort                   part of the tests' names
//   AT_ONCE=6                    tests that run together in a context
//   LANES=2                      lanes that run together
//   PKG=dir                      another build of the package

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openBench } from './contexts/bench.js';
import { chooseLanes } from './contexts/contexts.js';
import { checkThatFaultsAreNoticed } from './contexts/selfcheck.js';

const { CONTEXT, ONLY, AT_ONCE, LANES, PKG } = process.env;
const lanes = chooseLanes(CONTEXT);
const bench = await openBench({ pkg: PKG, only: ONLY, atOnce: Number(AT_ONCE ?? 6) });

describe('the suites in their contexts', { concurrency: Number(LANES ?? 2) }, () => {
  after(() => bench.close());
  for (const lane of lanes) {
    it(lane.name, async (t) => {
      const opened = await lane.open(bench);
      try {
        for (const context of lane.contexts) await t.test(context, (t) => runContext(t, opened, context));
      } finally {
        await opened.close();
      }
    });
  }
});

/**
 * @param {import('node:test').TestContext} t
 * @param {import('./contexts/contexts.js').Opened} opened
 * @param {string} context
 */
async function runContext(t, opened, context) {
  let trusted = false;
  await t.test(`${context} › faults are noticed here`, async () => {
    await checkThatFaultsAreNoticed(bench, opened, context);
    trusted = true;
  });
  if (!trusted) return;
  const begun = await bench.begin(context);
  const { job, tests } = begun;
  const running = opened.run(context, begun).catch((error) => job.abandon(error));
  for (const { name } of tests) {
    await t.test(`${context} › ${name}`, async (t) => {
      for (const note of await job.result(name)) t.diagnostic(note);
    });
  }
  await t.test(`${context} › nothing goes uncaught`, async () => {
    await job.ended;
    assert.deepEqual(job.uncaught, []);
  });
  await running;
}
