// Where the page runs: in an add-on, with its storage, permissions and background, or on a web page, which has
// none of them and does what it can itself.

/** @import { Item } from '../background/job.js' */
/** @import { Status } from '../background/status.js' */
/** @import { Storage } from '../lib/keys.js' */
/** @import { Settings } from '../lib/settings.js' */
import { createJob } from '../background/job.js';
import { idle, statusSlot } from '../background/status.js';
import { createKeyStore } from '../lib/keys.js';
import { loadSettings } from '../lib/settings.js';
import { webext } from '../lib/webext.js';

/**
 * The host that `npm start` brings along.
 * @typedef {object} TestHost
 * @property {string} origin
 * @property {string[]} failures
 */

/**
 * @typedef {object} Platform
 * @property {boolean} isAddon
 * @property {Storage} storage
 * @property {Storage} keyStorage
 * @property {() => Promise<TestHost | null>} findTestHost
 * @property {(items: Item[], settings: Settings) => void} startBatch The background of an add-on reads the settings itself.
 * @property {() => void} stopBatch
 * @property {(listener: (status: Status) => void) => Promise<void>} watchBatch Calls it for the present status, too.
 * @property {() => void} resumeMail
 */

/** @returns {Platform} */
function addon() {
  const { storage, runtime } = webext;
  // Nobody answers; Chromium takes that for a failure.
  const tell = (/** @type {unknown} */ message) => void runtime.sendMessage(message).catch(() => {});
  return {
    isAddon: true,
    storage: storage.local,
    keyStorage: storage.local,
    findTestHost: async () => null,
    startBatch: (items) => tell({ type: 'startBatch', payload: { items } }),
    stopBatch: () => tell({ type: 'stopBatch' }),
    resumeMail: () => tell({ type: 'resumeMail' }),
    async watchBatch(listener) {
      storage.onChanged.addListener((/** @type {any} */ changes) => {
        if (changes[statusSlot]?.newValue) listener(changes[statusSlot].newValue);
      });
      listener((await storage.session.get(statusSlot))[statusSlot] ?? idle);
    },
  };
}

/** @returns {Platform} Settings outlive a reload, keys do not: any script of the site could read them. */
function webPage() {
  /** @type {Record<string, unknown>} */
  const memory = {};
  const storage = {
    get: async (/** @type {string} */ key) => JSON.parse(`{${JSON.stringify(key)}:${localStorage.getItem(key) ?? '{}'}}`),
    async set(/** @type {Record<string, unknown>} */ items) {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, JSON.stringify(value));
    },
  };
  const keyStorage = { get: async () => memory, set: async (/** @type {object} */ items) => void Object.assign(memory, items) };
  /** @type {(status: Status) => void} */
  let listener = () => {};
  let chosen = loadSettings(storage);
  const job = createJob({ settings: () => chosen, keys: createKeyStore(keyStorage), publish: (status) => listener(status) });
  return {
    isAddon: false,
    storage,
    keyStorage,
    async findTestHost() {
      const found = await fetch('/provider-host').catch(() => null);
      return found?.ok ? found.json() : null;
    },
    startBatch(items, settings) {
      chosen = Promise.resolve(settings);
      void job.start(items);
    },
    stopBatch: () => job.stop(),
    resumeMail: () => job.reset(),
    async watchBatch(chosen) {
      listener = chosen;
      listener(idle);
    },
  };
}

/** The one this is. */
export const platform = webext === null ? webPage() : addon();
