// Firefox: its page and its three kinds of worker, all from one launch.

import { browserLane } from './browser.js';

/** Preferences that keep one test's waiting from slowing another. */
export const firefoxPrefs = {
  'network.http.max-persistent-connections-per-server': 100,
  'network.http.max-connections': 900,
  // Timers of pages in the background are slowed down, and every page but one is in the background.
  'dom.min_background_timeout_value': 4,
  'dom.timeout.enable_budget_timer_throttling': false,
};

/** The lane of Firefox. */
export const firefox = browserLane({
  name: 'firefox',
  kinds: ['page', 'worker', 'shared worker', 'service worker'],
  paths: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
  install: 'apt-get install firefox-esr',
  options: { browser: 'firefox', extraPrefsFirefox: firefoxPrefs },
});
