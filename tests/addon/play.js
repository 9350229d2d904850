// One run: lays an add-on out, installs it, and waits for what its page reports.

/** @import { Reports, startHub } from './build/hub.js' */
/** @import { Case } from './pages/run.js' */
import { join } from 'node:path';
import { layOutForTests } from './build/layout.js';

/** Longer than any run takes, even on a busy machine. */
const longestMs = 150_000;

/**
 * @param {object} run
 * @param {{ install: (folder: string) => Promise<unknown> }} run.app
 * @param {Awaited<ReturnType<typeof startHub>>} run.hub
 * @param {string} run.folder for the add-on
 * @param {Case[]} run.cases
 * @param {2 | 3} [run.version] of the manifest
 * @param {string[]} [run.permissions]
 * @param {string} [run.token]
 * @param {boolean} [run.plainFetch]
 * @param {number} [run.atOnce]
 * @returns {Promise<Reports>} rejects when the page says that it is broken, or nothing
 */
export async function playCases({ app, hub, folder, cases, version = 3, permissions = [], plainFetch = false, atOnce = 12, token = crypto.randomUUID() }) {
  const reports = hub.open(token);
  const to = join(folder, `addon-${token}`);
  await layOutForTests({ to, version, permissions, plainFetch, plan: { hub: hub.origin, token, atOnce, cases } });
  await app.install(to);
  const timer = setTimeout(() => {
    const left = cases.filter(({ name }) => !reports.outcomes.has(name)).map(({ name }) => name);
    reports.fail(new Error(`${left.length} cases did not report: ${left.slice(0, 5).join('; ')} …`));
  }, longestMs);
  await reports.done.finally(() => clearTimeout(timer));
  return reports;
}
