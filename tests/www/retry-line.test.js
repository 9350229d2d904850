// <retry-line> on a page whose policy allows scripts of its own and nothing else, in Chromium and Firefox.

/** @import { Browser, Page } from 'puppeteer-core' */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch } from 'puppeteer-core';
import { chromiumArgs } from '../contexts/chromium.js';
import { startFaultyServer } from '../server/server.js';

const PAGE = fileURLToPath(new URL('retry-line/', import.meta.url));
const PKG = fileURLToPath(new URL('../../pkg/', import.meta.url));

/** @type {Array<[string, string, import('puppeteer-core').LaunchOptions]>} */
const browsers = [
  ['chromium', process.env.CHROMIUM ?? '/usr/bin/chromium', { browser: 'chrome', pipe: true, args: chromiumArgs }],
  ['firefox', process.env.FIREFOX ?? '/usr/bin/firefox-esr', { browser: 'firefox' }],
];

/** @type {Awaited<ReturnType<typeof startFaultyServer>>} */
let server;
before(async () => {
  server = await startFaultyServer({ serve: { '/page/': PAGE, '/pkg/': PKG } });
});
after(() => server.close());

/**
 * A wait as the package tells it.
 * @param {object} [changes]
 */
const retry = (changes = {}) => ({
  type: 'newRetryAttempt',
  payload: {
    id: 7,
    attempt: 2,
    maxRetries: 3,
    delayMs: 8400,
    retryAt: Date.now() + 8400,
    reason: 'http',
    status: 503,
    retryAfterMs: null,
    message: 'Anthropic: The service is overloaded (503). Retrying in 8.4 s (2 of 3).',
    label: 'Anthropic',
    ...changes,
  },
});
const gaveUp = { type: 'retryGaveUp', payload: { id: 7, reason: 'retriesExhausted', attempts: 4, status: 503, message: 'Gave up after 4 attempts.' } };

for (const [name, executablePath, options] of browsers) {
  describe(name, () => {
    /** @type {Browser} */
    let browser;
    /** @type {Page} */
    let page;
    before(async () => {
      assert.ok(existsSync(executablePath), `${name} is missing`);
      browser = await launch({ headless: true, executablePath, ...options });
      page = await browser.newPage();
      await page.goto(`${server.origin}/page/`);
      await page.waitForFunction(() => customElements.get('retry-line') !== undefined);
    });
    after(() => browser?.close());

    /**
     * Tells the element something, and gives back what it then looks like.
     * @param {object | null} message null: clear
     * @returns {Promise<any>}
     */
    const tell = (message) =>
      page.evaluate((/** @type {any} */ told) => {
        const line = /** @type {any} */ (document.querySelector('retry-line'));
        const taken = told === null ? line.clear() : line.receive(told);
        const part = (/** @type {string} */ each) => line.shadowRoot.querySelector(`[part="${each}"]`);
        const isSeen = (/** @type {string} */ each) => part(each).getBoundingClientRect().height > 0;
        const texts = Object.fromEntries(['sentence', 'countdown', 'attempt', 'stop', 'retry-now'].map((each) => [each, part(each).textContent]));
        return { taken, state: line.getAttribute('state'), ...texts, seen: ['state', 'stop', 'retry-now', 'track'].filter(isSeen) };
      }, message);

    test('idle: nothing is seen, and the live region is there already', async () => {
      const look = await tell({ type: 'newToken', payload: { token: 'x' } });
      assert.equal(look.taken, false);
      assert.deepEqual([look.state, look.sentence, look.seen], ['idle', '', []]);
      const roles = await page.evaluate(() => {
        const root = /** @type {ShadowRoot} */ (document.querySelector('retry-line')?.shadowRoot);
        return ['sentence', 'countdown'].map((part) => ['role', 'aria-live'].map((name) => root.querySelector(`[part=${part}]`)?.getAttribute(name)));
      });
      assert.deepEqual(roles, [['status', 'polite'], ['timer', 'off']]);
    });

    test('a wait: the sentence, the time left, which retry of how many, both buttons', async () => {
      const look = await tell(retry());
      assert.equal(look.taken, true);
      assert.equal(look.state, 'waiting');
      assert.equal(look.sentence, 'Anthropic: The service is overloaded (503). Retrying in 8.4 s (2 of 3).');
      assert.match(String(look.countdown), /^Retrying in [89] s$/);
      assert.equal(look.attempt, 'Retry 2 of 3');
      assert.deepEqual(look.seen, ['state', 'stop', 'retry-now', 'track']);
      await page.waitForFunction(() => /in [1-7] s/.test(document.querySelector('retry-line')?.shadowRoot?.querySelector('[part=countdown]')?.textContent ?? ''));
    });

    test('a long wait is told in minutes, a held first attempt as such', async () => {
      assert.equal((await tell(retry({ retryAt: Date.now() + 600_000 }))).countdown, 'Retrying in 10 min');
      const held = await tell(retry({ attempt: 0, reason: 'cooldown', message: 'Other requests to this service were told to wait. Sending in 8.4 s.' }));
      assert.match(String(held.countdown), /^Sending in/);
      assert.equal(held.attempt, '');
    });

    test('the buttons: by keyboard, as events that leave shadow trees; the focus stays until it has to go, then goes back', async () => {
      await page.focus('#question');
      await tell(retry());
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      const focused = () => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.getAttribute('part') ?? document.activeElement?.id);
      assert.equal(await focused(), 'retry-now');
      // A second press, while the request is under way, is none.
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      assert.equal(await focused(), 'stop');
      const heard = await page.evaluate(() => /** @type {any} */ (globalThis).heard);
      assert.deepEqual(heard, [['retrynow', { id: 7 }, true, true], ['stop', { id: 7 }, true, true]]);
      await tell(null);
      assert.equal(await focused(), 'question');
    });

    test('when the time is up it says so by itself, and a new wait begins anew', async () => {
      await tell(retry({ delayMs: 50, retryAt: Date.now() + 50 }));
      await page.waitForSelector('retry-line[state=trying]');
      assert.equal((await tell(retry())).state, 'waiting');
    });

    test('giving up: the sentence alone', async () => {
      const look = await tell(gaveUp);
      assert.deepEqual([look.state, look.sentence, look.seen], ['gaveUp', 'Gave up after 4 attempts.', []]);
    });

    test('translated: words as templates, the sentence as a function', async () => {
      await page.evaluate(() => {
        const line = /** @type {any} */ (document.querySelector('retry-line'));
        line.strings = { stop: 'Anhalten', retryingIn: 'Neuer Versuch in {time}', attempt: '{attempt} von {maxRetries}', sentence: (/** @type {any} */ { payload }) => `Der Dienst ist überlastet (${payload.status}).` };
      });
      const look = await tell(retry());
      assert.deepEqual([look.stop, look['retry-now'], look.attempt, look.sentence], ['Anhalten', 'Retry now', '2 von 3', 'Der Dienst ist überlastet (503).']);
      assert.match(String(look.countdown), /^Neuer Versuch in [89] s$/);
    });

    test('nothing of it needed what the page forbids', async () => {
      assert.deepEqual(await page.evaluate(() => /** @type {any} */ (globalThis).forbidden), []);
      assert.equal(await page.evaluate(() => document.querySelector('retry-line')?.shadowRoot?.querySelector('[part=line]')?.computedStyleMap?.().get('display')?.toString() ?? 'flex'), 'flex');
    });
  });
}

test('loading it where there are no elements does no harm', async () => {
  await import('../../pkg-template/retry-line.js');
});
