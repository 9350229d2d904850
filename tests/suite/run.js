// Runs the chosen tests inside a context and reports each result as it comes. The report goes over
// HTTP, the one way out that pages, all workers and Node have in common.

import { select } from './harness.js';
import { toolkitFor } from './toolkit.js';
import { describe, watchUncaught } from './uncaught.js';

/** @typedef {import('./harness.js').Test} Test */
/** @typedef {{ message: string, stack: string }} Problem */

/**
 * @typedef {{ type: 'start', names: string[] } | { type: 'begin', name: string }
 *   | { type: 'result', name: string, error: Problem | null, notes: string[] }
 *   | { type: 'uncaught', during: string[], error: Problem } | { type: 'broken', error: Problem }
 *   | { type: 'end' }} Report
 */

/**
 * @typedef {object} Config
 * @property {string} token of this run, for its reports
 * @property {string} context
 * @property {string} origin
 * @property {string} deadOrigin
 * @property {string} pkg the URL of the package
 * @property {string} [only]
 * @property {number} atOnce how many tests run together
 */

// Taken before any test can replace them.
const { fetch, setTimeout, clearTimeout } = globalThis;

/**
 * Runs the suites: at once, or, in a service worker, when it is sent its first message, because only
 * an event that it waits for keeps it from being stopped.
 * @param {import('./toolkit.js').Api} api the package
 * @param {Test[][]} suites
 * @param {Config} config
 */
export function start(api, suites, config) {
  /** @type {Promise<void> | undefined} */
  let running;
  const go = () => (running ??= run(api, suites, config));
  if (typeof ServiceWorkerGlobalScope === 'undefined') void go();
  else addEventListener('message', (event) => /** @type {any} */ (event).waitUntil(go()));
}

/**
 * @param {import('./toolkit.js').Api} api
 * @param {Test[][]} suites
 * @param {Config} config
 */
async function run(api, suites, config) {
  /** @param {Report} report */
  const tell = (report) =>
    fetch(`${config.origin}/report`, { method: 'POST', body: JSON.stringify({ token: config.token, report }) });
  /** @type {Set<string>} */
  const current = new Set();
  const { expectUncaught } = watchUncaught(
    (error) => void tell({ type: 'uncaught', during: [...current], error: describe(error) }),
  );
  const tests = select(suites, config);
  await tell({ type: 'start', names: tests.map(({ name }) => name) });

  /** @param {Test} test */
  async function runOne(test) {
    const { name } = test;
    current.add(name);
    await tell({ type: 'begin', name });
    /** @type {string[]} */
    const notes = [];
    const error = await outcome(test, { ...config, api, expectUncaught }, notes);
    current.delete(name);
    await tell({ type: 'result', name, error, notes });
  }

  await pool(tests.filter(({ alone }) => !alone), config.atOnce, runOne);
  await pool(tests.filter(({ alone }) => alone), 1, runOne);
  // What the last test left behind gets a moment to go wrong.
  await new Promise((resolve) => setTimeout(resolve, 100));
  await tell({ type: 'end' });
}

/**
 * @param {Test} test
 * @param {import('./toolkit.js').Surroundings} surroundings
 * @param {string[]} notes filled with what it has to say
 * @returns {Promise<Problem | null>} what went wrong
 */
async function outcome({ run, timeoutMs }, surroundings, notes) {
  const ended = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  try {
    const overdue = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`The test did not end within ${timeoutMs} ms`)), timeoutMs);
    });
    await Promise.race([overdue, run(toolkitFor(surroundings, { ended: ended.signal, notes }))]);
    return null;
  } catch (error) {
    return describe(error);
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}

/**
 * @param {Test[]} tests
 * @param {number} atOnce
 * @param {(test: Test) => Promise<void>} runOne
 */
async function pool(tests, atOnce, runOne) {
  const waiting = tests.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const test of waiting) await runOne(test);
    }),
  );
}
