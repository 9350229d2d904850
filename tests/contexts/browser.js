// What the browsers have in common: where to find them, and how a run is hosted in a page.

import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launch } from 'puppeteer-core';

/** @typedef {import('puppeteer-core').Browser} Browser */

/**
 * Describes a browser's contexts.
 * @param {object} what
 * @param {string} what.name
 * @param {string[]} what.kinds of contexts it has
 * @param {string[]} what.paths where it may be
 * @param {string} what.install the command that brings it
 * @param {import('puppeteer-core').LaunchOptions} what.options
 * @returns {import('./contexts.js').Lane}
 */
export function browserLane({ name, kinds, paths, install, options }) {
  return {
    name,
    contexts: kinds.map((kind) => `${name} ${kind}`),
    async open({ folder, server }) {
      const profile = join(folder, `${name}-profile`);
      await mkdir(profile);
      const browser = await launch({
        headless: true,
        executablePath: find(name, paths, install),
        userDataDir: profile,
        ...options,
      });
      return {
        run: (context, begun) => runIn(browser, context.slice(name.length + 1), server.origin, begun),
        close: () => browser.close(),
      };
    },
  };
}

/**
 * @param {string} name
 * @param {string[]} paths
 * @param {string} install
 */
function find(name, paths, install) {
  const variable = name.toUpperCase();
  const own = process.env[variable];
  const found = (own ? [own] : paths).find((path) => existsSync(path));
  if (!found) throw new Error(`${name} is missing: ${install} (or name its path in ${variable})`);
  return found;
}

/**
 * @param {Browser} browser
 * @param {string} kind
 * @param {string} origin
 * @param {import('./contexts.js').Begun} begun
 */
async function runIn(browser, kind, origin, { job, writeModule }) {
  const module = await writeModule('http');
  const page = await browser.newPage();
  const gone = () => job.abandon(new Error('The browser went away'));
  browser.once('disconnected', gone);
  try {
    const query = new URLSearchParams({ kind, token: job.token, module });
    await page.goto(`${origin}/tests/contexts/host.html?${query}`);
    await job.ended.catch(() => {});
  } catch (error) {
    job.abandon(error);
  } finally {
    browser.off('disconnected', gone);
    await page.close().catch(() => {});
  }
}
