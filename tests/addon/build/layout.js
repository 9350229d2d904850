// The add-on as the tests install it: what users get, plus a page that opens itself and plays what it is told to,
// since puppeteer may not go to an add-on's pages in Gecko.

import { cp, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { layOut } from '../../../scripts/addon.js';

const PAGES = fileURLToPath(new URL('../pages', import.meta.url));

/** In place of the package: what every call site would do without it. */
const PLAIN_FETCH = `export * from './real.js';
export const fetchWithRetry = (input, init) => fetch(input, init);
`;

/**
 * @typedef {object} Plan What the page is to do. It is told nothing else.
 * @property {string} hub Where it reports.
 * @property {string} token By which its reports are known.
 * @property {number} atOnce
 * @property {import('../pages/run.js').Case[]} cases
 */

/**
 * @param {object} what
 * @param {string} what.to
 * @param {Plan} what.plan
 * @param {2 | 3} [what.version] of the manifest
 * @param {string[]} [what.permissions] given at once, in place of being asked for
 * @param {boolean} [what.plainFetch] with plain fetch in place of fetchWithRetry
 * @returns {Promise<void>}
 */
export async function layOutForTests({ to, plan, version = 3, permissions = [], plainFetch = false }) {
  await layOut({ to, version });
  await cp(PAGES, join(to, 'test'), { recursive: true });
  await writeFile(join(to, 'test/plan.js'), `export const plan = ${JSON.stringify(plan)};\n`);

  const path = join(to, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  manifest.background.scripts = ['test/background.js'];
  if (version === 3) {
    manifest.background.service_worker = 'test/background.js';
    manifest.host_permissions = ['http://127.0.0.1/*'];
  } else {
    manifest.permissions.push('http://127.0.0.1/*');
  }
  manifest.permissions.push(...permissions);
  await writeFile(path, JSON.stringify(manifest));

  if (!plainFetch) return;
  const folder = join(to, 'vendor/fetch-with-retry');
  await rename(join(folder, 'index.js'), join(folder, 'real.js'));
  await writeFile(join(folder, 'index.js'), PLAIN_FETCH);
}
