// The network goes and returns, as far as a browser can be told so, and the browser itself says that it is
// back: a page's call that failed without it goes on at once, not at the end of its backoff.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch } from 'puppeteer-core';
import { chromiumArgs } from './contexts/chromium.js';
import { startFaultyServer } from './server/server.js';

const TESTS = fileURLToPath(new URL('.', import.meta.url));
const PKG = process.env.PKG ?? join(TESTS, '../pkg');

/** @type {Record<string, import('puppeteer-core').LaunchOptions>} */
const browsers = {
  chromium: { browser: 'chrome', executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', pipe: true, args: chromiumArgs },
  firefox: { browser: 'firefox', executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr' },
};

/**
 * Runs in the page: a call whose backoff would last a minute.
 * @param {string} pkg
 * @param {string} url
 * @returns {Promise<any[]>} its attempts
 */
const callFromPage = async (pkg, url) => {
  const { fetchWithRetry, retryInfo } = await import(pkg);
  const config = { initialDelayMs: 60_000, maxDelayMs: 60_000, jitter: 'none', onRetry: () => { document.title = 'waiting'; } };
  const response = await fetchWithRetry(url, {}, config);
  return retryInfo(response).attempts.map((/** @type {any} */ { reason, status, waitMs }) => [reason, status, waitMs]);
};

for (const [name, options] of Object.entries(browsers)) {
  it(`${name}: offline, then online`, { timeout: 60_000 }, async () => {
    const server = await startFaultyServer({ serve: { '/pkg/': PKG, '/tests/': TESTS } });
    const browser = await launch({ headless: true, ...options });
    try {
      const page = await browser.newPage();
      await page.goto(`${server.origin}/tests/contexts/host.html?kind=none`);
      const pkg = `${server.origin}/pkg/index.js`;
      await page.evaluate((url) => import(url), pkg);
      const { url, log } = server.script([{ body: 'back' }]);
      await page.setOfflineMode(true);
      const call = page.evaluate(callFromPage, pkg, url);
      await page.waitForFunction(() => document.title === 'waiting');
      await new Promise((resolve) => setTimeout(resolve, 500));
      assert.equal(log().length, 0);
      await page.setOfflineMode(false);
      const [first, second] = await call;
      assert.deepEqual([first.slice(0, 2), second], [['network', null], ['http', 200, 0]]);
      assert.ok(first[2] < 10_000, `it waited ${first[2]} ms`);
      assert.equal(log().length, 1);
    } finally {
      await browser.close();
      await server.close();
    }
  });
}
