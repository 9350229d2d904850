// Chromium: its page and its three kinds of worker, all from one launch.

import { browserLane } from './browser.js';

/** How Chromium is started, here and wherever else it is driven. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The lane of Chromium. */
export const chromium = browserLane({
  name: 'chromium',
  kinds: ['page', 'worker', 'shared worker', 'service worker'],
  paths: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  install: 'apt-get install chromium',
  options: { browser: 'chrome', pipe: true, args: chromiumArgs },
});
