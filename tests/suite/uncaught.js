// Nothing may go uncaught while tests run, except what a test says it causes: some faults show
// nowhere else.

import { fail, show } from './assert.js';

/** @typedef {{ errors: unknown[], match: (error: unknown) => boolean }} Claim */

/**
 * Starts watching this context.
 * @param {(error: unknown) => void} report told of each error that no test expected
 * @returns {{ expectUncaught: (run: () => unknown, match?: (error: any) => boolean) => Promise<any[]> }}
 */
export function watchUncaught(report) {
  /** @type {Set<Claim>} */
  const claims = new Set();
  listen((error) => {
    const claim = [...claims].find(({ match }) => match(error));
    if (claim) claim.errors.push(error);
    else report(error);
  });

  return {
    async expectUncaught(run, match = () => true) {
      /** @type {Claim} */
      const claim = { errors: [], match };
      claims.add(claim);
      try {
        await run();
        // The platform reports them in tasks of its own: wait for the first, then for its company.
        for (let tries = 0; tries < 40 && claim.errors.length === 0; tries += 1) await sleep(25);
        await sleep(100);
      } finally {
        claims.delete(claim);
      }
      if (claim.errors.length === 0) fail('an uncaught error was expected', 'none came');
      return claim.errors;
    },
  };
}

/** @param {(error: unknown) => void} hear */
function listen(hear) {
  if (typeof addEventListener !== 'function') {
    process.on('uncaughtException', hear);
    process.on('unhandledRejection', hear);
    return;
  }
  addEventListener('error', (event) => {
    // Also fired, without bubbling, for scripts that do not load; those have no message.
    if (!(event instanceof ErrorEvent)) return;
    event.preventDefault();
    hear(event.error ?? event.message);
  });
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    hear(event.reason);
  });
}

const { setTimeout } = globalThis;

/**
 * @param {number} ms
 * @returns {Promise<void>}
 */
function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * An error as it is reported: browsers leave the message out of `stack`, or put it in.
 * @param {unknown} error
 * @returns {{ message: string, stack: string }}
 */
export function describe(error) {
  const stack = error instanceof Error && error.stack ? error.stack : '';
  return { message: show(error), stack };
}
