// What a test is handed: the package, a server that plays to it, and the means to judge.

import * as assert from './assert.js';

/** @typedef {import('../server/server.js').Definition} Definition */
/** @typedef {import('../server/log.js').Entry} Entry */
/** @typedef {typeof import('../../pkg-template/index.js')} Api */

/**
 * What is the same for all tests of a run.
 * @typedef {object} Surroundings
 * @property {Api} api
 * @property {string} pkg the URL of the same, for those who need a fresh instance
 * @property {string} context
 * @property {string} origin of the server
 * @property {string} deadOrigin
 * @property {(run: () => unknown, match?: (error: any) => boolean) => Promise<any[]>} expectUncaught
 */

/**
 * @typedef {object} Played
 * @property {string} id
 * @property {string} origin
 * @property {string} url ends with a slash; anything may follow
 * @property {() => Promise<Entry[]>} log the requests so far
 */

/** @typedef {ReturnType<typeof toolkitFor>} Toolkit */

// Taken before any test can replace them.
const { fetch, setTimeout } = globalThis;

/**
 * Makes the toolkit of one test.
 * @param {Surroundings} surroundings
 * @param {{ ended: AbortSignal, notes: string[] }} test `ended`: aborted when the test is over
 * @returns the toolkit
 */
export function toolkitFor({ api, pkg, context, origin, deadOrigin, expectUncaught }, { ended, notes }) {
  /**
   * @param {string} path
   * @param {RequestInit} [init]
   */
  async function ask(path, init) {
    const response = await fetch(`${origin}${path}`, init);
    const value = await response.json();
    if (!response.ok) throw new Error(value.error);
    return value;
  }

  /**
   * Scripts the server. Each script has an origin of its own unless it names one, so that tests do
   * not share connections, preflights or cool-downs. For browsers it is always a foreign origin.
   * @param {Definition} definition steps, or `{ bucket }`
   * @param {{ origin?: string }} [where]
   * @returns {Promise<Played>} the endpoint
   */
  async function script(definition, where = {}) {
    const steps = Array.isArray(definition) ? { steps: definition } : definition;
    const body = JSON.stringify({ ...steps, ...(where.origin ? where : { ownOrigin: true }) });
    const made = await ask('/script', { method: 'POST', body });
    return { ...made, log: () => ask(`/log/${made.id}`) };
  }

  /** @param {number} ms */
  function sleep(ms) {
    return new Promise((/** @type {(value?: undefined) => void} */ resolve) => setTimeout(resolve, ms));
  }

  /**
   * Waits until something has become true, for what the server notices a moment later.
   * @template T
   * @param {() => T | Promise<T>} condition
   * @param {string} what
   * @param {number} [ms]
   * @returns {Promise<T>} the first truthy value
   */
  async function until(condition, what, ms = 5000) {
    const end = performance.now() + ms;
    for (;;) {
      const value = await condition();
      if (value) return value;
      if (performance.now() > end) assert.fail(what, `not within ${ms} ms`);
      await sleep(20);
    }
  }

  /**
   * The times between attempts as the server saw them: from the answer to one, or its end without an
   * answer, to the arrival of the next. Never shorter than the client's wait, except after a hang: when
   * the client hangs up is noticed a little after it has begun to wait.
   * @param {Entry[]} log
   * @returns {number[]}
   */
  function gaps(log) {
    return log.slice(1).map((entry, index) => {
      const { headersSentAtMs, closedByClientAtMs, cutAtMs, atMs } = log[index];
      return Math.round((entry.atMs - (headersSentAtMs ?? closedByClientAtMs ?? cutAtMs ?? atMs)) * 10) / 10;
    });
  }

  /**
   * Tells whoever reads the results of something that was measured.
   * @param {string} text
   */
  const note = (text) => void notes.push(text);

  return { ...assert, api, pkg, context, origin, deadOrigin, ended, expectUncaught, script, sleep, until, gaps, note };
}
