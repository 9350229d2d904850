// The browser that takes the person's place.

import { existsSync } from 'node:fs';
import { launch } from 'puppeteer-core';
import { chromiumArgs } from '../../../tests/contexts/chromium.js';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Starts Chromium.
 * @returns {Promise<import('puppeteer-core').Browser>} rejects with the line that installs it, if it is missing
 */
export async function startBrowser() {
  const own = process.env.CHROMIUM;
  const executablePath = (own ? [own] : PATHS).find((path) => existsSync(path));
  if (!executablePath) {
    throw new Error('Chromium is missing: apt-get install chromium (or name its path in CHROMIUM)');
  }
  return launch({ browser: 'chrome', executablePath, headless: true, pipe: true, args: chromiumArgs });
}
