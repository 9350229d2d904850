// A key belongs to the origin it was entered for. Were it kept by provider alone, one changed host field
// would hand it to whoever runs that host.

import { parseHost } from './hosts.js';

/**
 * The part of `storage.local` that is used; `browser.storage.local` and `chrome.storage.local` both fit.
 * @typedef {object} Storage
 * @property {(key: string) => Promise<Record<string, any>>} get
 * @property {(items: Record<string, any>) => Promise<void>} set
 */

const slot = 'providerKeys';

/**
 * @param {Storage} storage
 * @returns {KeyStore}
 */
export function createKeyStore(storage) {
  /** @returns {Promise<Record<string, { origin: string, key: string }>>} */
  const all = async () => (await storage.get(slot))[slot] ?? {};

  return {
    async keyFor(provider, host) {
      const entry = (await all())[provider];
      return entry !== undefined && entry.origin === parseHost(host).origin ? entry.key : null;
    },
    async setKey(provider, host, key) {
      const { origin } = parseHost(host);
      await storage.set({ [slot]: { ...(await all()), [provider]: { origin, key: key.trim() } } });
    },
    async forget(provider) {
      const { [provider]: _, ...others } = await all();
      await storage.set({ [slot]: others });
    },
    async mustAsk(provider, host) {
      return (await this.keyFor(provider, host)) === null;
    },
  };
}

/**
 * @typedef {object} KeyStore
 * @property {(provider: string, host: string) => Promise<string | null>} keyFor The key, or null when
 *   there is none for this host's origin. Rejects with a TypeError for a bad host.
 * @property {(provider: string, host: string, key: string) => Promise<void>} setKey Binds it to the
 *   host's origin; replaces what the provider had.
 * @property {(provider: string) => Promise<void>} forget
 * @property {(provider: string, host: string) => Promise<boolean>} mustAsk Whether the interface has to
 *   ask for a key: after a change of the host to another origin it has to.
 */
