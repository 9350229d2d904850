// `npm start -- --screenshots DIR`: the page's states, light and dark, wide and narrow, for looking at.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startBrowser } from './browser.js';
import { Person } from './person.js';

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const SIZES = { wide: { width: 1280, height: 900 }, narrow: { width: 360, height: 740 } };
const SCHEMES = ['light', 'dark'];

/** @type {Record<string, (person: Person) => Promise<void>>} by file name */
const STATES = {
  '1-ready': async () => {},
  async '2-waiting'(person) {
    await person.choose('rate-limit');
    await person.send();
    await person.until('Waiting');
    await pause(1600);
  },
  async '3-arriving'(person) {
    await person.click('Retry now');
    await person.until('Arriving');
    await pause(600);
  },
  async '4-done'(person) {
    await person.untilOver();
    await person.choose('overloaded');
    await person.send();
    await person.untilOver();
  },
  async '5-hang'(person) {
    await person.choose('hang');
    await person.send();
    await pause(2200);
  },
  async '6-hang-done'(person) {
    await person.untilOver();
  },
  async '7-gave-up'(person) {
    await person.choose('down');
    await person.send();
    await person.untilOver();
  },
  async '8-broken-stream'(person) {
    await person.choose('broken-stream');
    await person.send();
    await person.untilOver();
  },
  async '9-cancelled'(person) {
    await person.choose('reset');
    await person.send();
    await person.until('Waiting');
    await pause(300);
    await person.press('Escape');
    await person.untilOver();
  },
  async '10-crowd'(person) {
    await person.choose('crowd');
    await person.send();
    await person.untilRun(2);
    await pause(4500);
  },
  async '11-crowd-done'(person) {
    await person.untilOver(60_000);
  },
};

/**
 * Takes them all.
 * @param {string} origin of the page
 * @param {string} folder made if it is missing
 */
export async function takeScreenshots(origin, folder) {
  await mkdir(folder, { recursive: true });
  const browser = await startBrowser();
  try {
    const looks = SCHEMES.flatMap((scheme) => Object.entries(SIZES).map(([size, viewport]) => ({ scheme, size, viewport })));
    for (const { scheme, size, viewport } of looks) {
      const page = await browser.newPage();
      await page.setViewport({ ...viewport, deviceScaleFactor: size === 'narrow' ? 2 : 1 });
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      const person = new Person(page);
      await person.open(`${origin}/`);
      for (const [name, reach] of Object.entries(STATES)) {
        await reach(person);
        await page.screenshot({ path: join(folder, `${name}-${size}-${scheme}.png`), fullPage: true });
      }
      await page.close();
    }
  } finally {
    await browser.close();
  }
  console.log(`Screenshots are in ${folder}`);
}
