// How a suite is written. Suites know nothing of where they run: the same file is loaded by Node, by
// pages and by every kind of worker, so it may use only what all of them have.

/** @typedef {import('./toolkit.js').Toolkit} Toolkit */

/**
 * @typedef {object} Options
 * @property {number} [timeoutMs] default 15000
 * @property {boolean} [alone] nothing else runs meanwhile: for what changes globals, or measures load
 * @property {(context: string) => boolean} [where] the contexts it makes sense in; default all
 */

/** @typedef {(t: Toolkit) => void | Promise<void>} Body */
/** @typedef {{ name: string, run: Body, timeoutMs: number, alone: boolean, where: (context: string) => boolean }} Test */

/**
 * Begins a suite: `const { test, tests } = collect()`, then `test('a sentence', async (t) => …)`, or
 * `test('a sentence', options, body)`, and at the end `export default tests`.
 * @returns {{ tests: Test[], test: (name: string, ...rest: [Body] | [Options, Body]) => void }}
 */
export function collect() {
  /** @type {Test[]} */
  const tests = [];
  return {
    tests,
    test(name, ...rest) {
      const [options, run] = rest.length === 1 ? [{}, rest[0]] : rest;
      tests.push({ name, run, timeoutMs: 15_000, alone: false, where: () => true, ...options });
    },
  };
}

/**
 * The tests of all suites that belong into a context and match the filter.
 * @param {Test[][]} suites
 * @param {{ context: string, only?: string }} choice `only`: part of a name, in any case of letters
 * @returns {Test[]} in the order they were written
 */
export function select(suites, { context, only = '' }) {
  const tests = suites.flat();
  const names = new Set();
  for (const { name } of tests) {
    if (names.has(name)) throw new Error(`Two tests are called "${name}"`);
    names.add(name);
  }
  return tests.filter(({ name, where }) => where(context) && name.toLowerCase().includes(only.toLowerCase()));
}
