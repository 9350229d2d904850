// What the user has chosen, and what a request is made of it. The page writes it, the background reads it.
// Keys are not in here: they are kept by lib/keys.js and fetched at the moment they are sent.

/** @import { InitPayload } from '../worker/protocol.js' */
/** @import { ProviderOptions, Thinking } from '../providers/types.js' */
/** @import { KeyStore, Storage } from './keys.js' */
import { providers } from '../providers/index.js';
import { parseHost } from './hosts.js';

/**
 * @typedef {object} Settings
 * @property {string} provider A key of `providers`.
 * @property {Record<string, string>} hosts By provider; without an entry its default.
 * @property {Record<string, string>} models By provider.
 * @property {boolean} stream
 * @property {string} thinking '' for the model's own habit; 'off', or an effort.
 * @property {string} systemPrompt
 * @property {string} temperature '' for the provider's default.
 * @property {boolean} keyInHeader Gemini: not in the URL, which browsers print when a request fails.
 * @property {boolean} debug
 * @property {string} labels What the background sorts texts into.
 * @property {string | number} concurrency How many texts at a time.
 * @property {boolean} newMail Sort new mail as it arrives.
 */

/** @type {Settings} */
const defaults = {
  provider: 'openai_comp',
  hosts: {},
  models: {},
  stream: true,
  thinking: '',
  systemPrompt: '',
  temperature: '',
  keyInHeader: false,
  debug: false,
  labels: 'spam, ham',
  concurrency: 3,
  newMail: false,
};

/** The key under which they lie in the storage. */
export const settingsSlot = 'settings';

/** Providers that refuse whatever comes without a key. */
const wantKey = new Set(['anthropic', 'google_gemini', 'openai_responses']);

/**
 * @param {Storage} storage
 * @returns {Promise<Settings>}
 */
export async function loadSettings(storage) {
  const stored = (await storage.get(settingsSlot))[settingsSlot] ?? {};
  const settings = { ...defaults, ...stored };
  return Object.hasOwn(providers, settings.provider) ? settings : { ...settings, provider: defaults.provider };
}

/**
 * @param {Storage} storage
 * @param {Settings} settings
 * @returns {Promise<void>}
 */
export const saveSettings = (storage, settings) => storage.set({ [settingsSlot]: settings });

/**
 * @param {Settings} settings
 * @returns {string} As typed, or the provider's own.
 */
export const hostOf = ({ provider, hosts }) => hosts[provider] || providers[provider].defaultHost;

/**
 * @param {Settings} settings
 * @returns {string} '' before one is chosen.
 */
export const modelOf = ({ provider, models }) => models[provider] ?? '';

/**
 * Whether sending makes no sense before a key is entered.
 *
 * @param {Settings} settings
 * @param {KeyStore} keys
 * @returns {Promise<boolean>} Rejects with a TypeError for a bad host.
 */
export async function lacksKey(settings, keys) {
  return wantKey.has(settings.provider) && (await keys.mustAsk(settings.provider, hostOf(settings)));
}

/**
 * What the conversation's `init` and a provider's constructor take.
 *
 * @param {Settings} settings
 * @param {KeyStore} keys
 * @returns {Promise<InitPayload & { options: ProviderOptions }>} Rejects with a TypeError for a bad host.
 */
export async function requestOptions(settings, keys) {
  const { provider, stream, systemPrompt, temperature, keyInHeader, debug } = settings;
  const host = hostOf(settings);
  const apiKey = (await keys.keyFor(provider, host)) ?? '';
  /** @type {ProviderOptions} */
  const options = { host, apiKey, keyOrigin: parseHost(host).origin, model: modelOf(settings), stream, systemPrompt, temperature, keyInHeader };
  const thinking = thinkingOf(settings.thinking);
  if (thinking !== undefined) options.thinking = thinking;
  return { provider, options, debug };
}

/**
 * @param {string} chosen
 * @returns {Thinking | undefined}
 */
function thinkingOf(chosen) {
  return chosen === '' ? undefined : chosen === 'off' ? false : chosen;
}
