// `npm run screenshots [DIR]`: the chat in each of its states, light and dark, wide and narrow, for looking at.
// DIR is dist/screenshots/ by default, which git ignores.

import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { startBrowser } from '../www/demo/check/browser.js';
import { root } from './tools.js';

/** @typedef {import('puppeteer-core').Page} Page */

const SIZES = { wide: { width: 1280, height: 800 }, narrow: { width: 360, height: 740 } };
const QUESTION = 'Why do queues at rate limits grow faster than they shrink?';

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * @param {Page} page
 * @param {string} failure of the test host
 * @param {string} provider
 */
async function choose(page, failure, provider = 'anthropic') {
  await settings(page, true);
  await page.select('[name=provider]', provider);
  await page.select('[name=testFailure]', failure);
  await page.waitForFunction(() => /\d models/.test(document.getElementById('models-state')?.textContent ?? ''));
}

/**
 * @param {Page} page
 * @param {boolean} isOpen
 */
async function settings(page, isOpen) {
  const now = await page.$eval('#toggle-settings', (button) => button.getAttribute('aria-expanded') === 'true');
  if (now !== isOpen) await page.click('#toggle-settings');
}

/**
 * @param {Page} page
 * @param {string} text
 */
async function ask(page, text = QUESTION) {
  const isNarrow = (page.viewport()?.width ?? 0) < 960;
  if (isNarrow) await settings(page, false);
  await page.type('#question', text);
  await page.keyboard.press('Enter');
}

/** @param {Page} page */
const over = (page) => page.waitForSelector('#send:not([hidden])');

/**
 * Presses "Retry now" until the turn is over.
 * @param {Page} page
 */
async function hurry(page) {
  while (!(await page.$('#send:not([hidden])'))) {
    await page.$eval('#line', (line) => line.shadowRoot?.querySelector('button')?.click());
    await pause(100);
  }
}

/** @type {Record<string, (page: Page) => Promise<unknown>>} by file name, one after the other */
const STATES = {
  '01-welcome': async (page) => settings(page, false),
  '02-settings': async (page) => settings(page, true),
  async '03-answer'(page) {
    await choose(page, 'healthy');
    await ask(page);
    await over(page);
  },
  async '04-streaming'(page) {
    await choose(page, 'slow');
    await ask(page, 'And what helps?');
    await page.waitForFunction(() => document.querySelectorAll('.answer .text').length > 1);
  },
  async '05-retry'(page) {
    await over(page);
    await choose(page, '429-long', 'google_gemini');
    await ask(page);
    await page.waitForSelector('#line[state=waiting]');
    await pause(1500);
  },
  async '06-trying'(page) {
    await page.click('#new-chat');
    await choose(page, 'hang-always', 'google_gemini');
    await ask(page);
    await pause(3600);
  },
  async '07-stopped'(page) {
    await page.keyboard.press('Escape');
    await over(page);
  },
  async '08-gave-up'(page) {
    await page.click('#new-chat');
    await choose(page, '503-always', 'openai_responses');
    await ask(page);
    await hurry(page);
  },
  async '09-quota'(page) {
    await page.click('#new-chat');
    await choose(page, 'quota', 'google_gemini');
    await ask(page);
    await over(page);
  },
  async '10-blocked'(page) {
    await page.click('#new-chat');
    await choose(page, 'no-cors', 'anthropic');
    await ask(page);
    await hurry(page);
  },
  async '11-origins'(page) {
    await page.click('#new-chat');
    await choose(page, '403', 'ollama');
    await ask(page);
    await over(page);
  },
  async '12-no-model'(page) {
    await page.click('#new-chat');
    await choose(page, '404', 'ollama');
    await ask(page);
    await over(page);
  },
  async '13-bad-key'(page) {
    await page.click('#new-chat');
    await choose(page, '401', 'openai_responses');
    await ask(page);
    await over(page);
  },
  async '14-cut'(page) {
    await page.click('#new-chat');
    await choose(page, 'cut-mid-stream', 'openai_comp');
    await ask(page);
    await over(page);
  },
  async '15-models-failed'(page) {
    await choose(page, '401', 'anthropic');
    await page.click('#load-models');
    await page.waitForSelector('#models-failure .failure');
  },
  async '16-key'(page) {
    await page.select('[name=testFailure]', '');
    await page.type('[name=key]', 'sk-test-0000000000000000000000000000');
    await page.keyboard.press('Tab');
    await pause(100);
  },
  async '17-batch'(page) {
    await page.select('[name=testFailure]', 'healthy');
    await choose(page, '503-twice', 'ollama');
    await page.click('#background > summary');
    await page.type('[name=texts]', 'You are the winner of our lottery\nMinutes of the meeting\nA prize is waiting for you\nLunch on Friday?');
    await page.click('#batch-start');
    await pause(500);
    await page.$eval('#batch-results', (list) => list.scrollIntoView());
  },
  async '18-batch-done'(page) {
    await page.waitForFunction(() => /4 of 4/.test(document.getElementById('batch-state')?.textContent ?? ''));
    await page.$eval('#batch-results', (list) => list.scrollIntoView());
  },
  async '19-batch-quota'(page) {
    await choose(page, 'quota', 'ollama');
    await page.click('#batch-start');
    await page.waitForFunction(() => /Stopped/.test(document.getElementById('batch-state')?.textContent ?? ''));
    await page.$eval('#batch-state', (line) => line.scrollIntoView());
  },
};

const folder = resolve(process.argv[2] ?? join(root, 'dist/screenshots'));
await mkdir(folder, { recursive: true });
const server = spawn(process.execPath, [`${root}www/start.js`, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const browser = await startBrowser();
try {
  /** @type {string} */
  const chat = await new Promise((found) => server.stdout.on('data', (text) => {
    const [address] = /http:\S+\/chat\//.exec(String(text)) ?? [];
    if (address) found(address);
  }));
  await Promise.all(['light', 'dark'].flatMap((scheme) => Object.entries(SIZES).map(async ([size, viewport]) => {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(`${size} ${scheme}: ${error}`));
    await page.setViewport({ ...viewport, deviceScaleFactor: size === 'narrow' ? 2 : 1 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.goto(chat);
    await page.waitForSelector('[name=provider] option');
    for (const [name, reach] of Object.entries(STATES)) {
      await reach(page);
      await page.screenshot({ path: join(folder, `${name}-${size}-${scheme}.png`) });
    }
  })));
  console.log(`Screenshots are in ${folder}`);
} finally {
  await browser.close();
  server.kill();
}
