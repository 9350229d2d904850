// The three applications, each started headless with a profile of its own, so that an add-on can be installed.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, launch } from 'puppeteer-core';
import { chromiumArgs } from '../../contexts/chromium.js';
import { firefoxPrefs } from '../../contexts/firefox.js';

/**
 * @typedef {object} App
 * @property {(folder: string) => Promise<string>} install
 * @property {() => Promise<void>} close
 */

/** Thunderbird asks newcomers a number of things. */
const thunderbirdPrefs = {
  ...firefoxPrefs,
  'mail.provider.suppress_dialog_on_startup': true,
  'mailnews.start_page.enabled': false,
  'mail.spotlight.firstRunDone': true,
  'app.donation.eoy.version.viewed': 999,
  'datareporting.policy.dataSubmissionPolicyBypassNotification': true,
};

/** @type {Record<string, string>} by name of the application: where Debian puts it */
const PATHS = { thunderbird: '/usr/bin/thunderbird', firefox: '/usr/bin/firefox-esr', chromium: '/usr/bin/chromium' };

/** @param {string} name */
function find(name) {
  const path = process.env[name.toUpperCase()] ?? PATHS[name];
  if (existsSync(path)) return path;
  const debian = name === 'firefox' ? 'firefox-esr' : name;
  throw new Error(`${name} is missing: apt-get install ${debian} (or name its path in ${name.toUpperCase()})`);
}

/** @type {Readonly<Record<string, (folder: string, prefs?: Record<string, unknown>) => Promise<App>>>} further preferences for Gecko */
export const apps = {
  async chromium(folder) {
    const browser = await launch({
      browser: 'chrome',
      executablePath: find('chromium'),
      headless: true,
      enableExtensions: true,
      pipe: true,
      userDataDir: join(folder, 'chromium'),
      args: chromiumArgs,
    });
    return { install: (path) => browser.installExtension(path), close: () => browser.close() };
  },

  async firefox(folder, prefs) {
    const browser = await launch({
      browser: 'firefox',
      executablePath: find('firefox'),
      headless: true,
      userDataDir: join(folder, 'firefox'),
      extraPrefsFirefox: { ...firefoxPrefs, ...prefs },
    });
    return { install: (path) => browser.installExtension(path), close: () => browser.close() };
  },

  async thunderbird(folder, prefs) {
    const { endpoint, kill } = await startThunderbird(folder, prefs);
    const browser = await connect({ browserWSEndpoint: `${endpoint}/session`, protocol: 'webDriverBiDi' });
    return {
      install: (path) => browser.installExtension(path),
      async close() {
        await browser.disconnect().catch(() => {});
        await kill();
      },
    };
  },
};

/**
 * @param {string} folder for its profile
 * @param {Record<string, unknown>} [more] preferences
 * @param {string[]} [args]
 * @returns {Promise<{ endpoint: string, kill: () => Promise<void> }>}
 */
export async function startThunderbird(folder, more = {}, args = []) {
  const profile = join(folder, 'thunderbird');
  await mkdir(profile, { recursive: true });
  const prefs = Object.entries({ ...thunderbirdPrefs, ...more }).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  await writeFile(join(profile, 'user.js'), prefs.join('\n'));
  const child = spawn(find('thunderbird'), ['--headless', '--no-remote', '--remote-debugging-port=0', ...args, '-profile', profile], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Debian's is a script that starts the program: both are ended as one group.
    detached: true,
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const killNow = () => {
    try {
      process.kill(-(/** @type {number} */ (child.pid)), 'SIGKILL');
    } catch {
      // Gone already.
    }
  };
  process.once('exit', killNow);
  const endpoint = await new Promise((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (part) => {
      said += part;
      const [, url] = /WebDriver BiDi listening on (ws:\S+)/.exec(said) ?? [];
      if (url) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`Thunderbird ended (${code})`)));
    setTimeout(() => reject(new Error('Thunderbird did not start within 60 s')), 60_000).unref();
  });
  return {
    endpoint,
    async kill() {
      killNow();
      process.off('exit', killNow);
      await gone;
    },
  };
}
