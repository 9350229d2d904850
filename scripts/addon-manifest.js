// The add-on's manifest: one for Thunderbird, Firefox and Chromium, and one in version 2, which most of
// Thunderbird's add-ons still are. Each reader warns of the keys that are meant for another, and ignores them.

const WASM_CSP = "script-src 'self' 'wasm-unsafe-eval'; object-src 'self'";

/** Of hosts, those that a user may enter; none is granted before it is used. */
const HOSTS = ['https://*/*', 'http://*/*'];

/** Thunderbird's, for sorting new mail; asked for when that is switched on. */
const MAIL = ['accountsRead', 'messagesRead'];

const ICONS = { 48: 'chat/icon-48.png', 128: 'chat/icon-128.png' };

const common = {
  name: 'Chat with retry',
  description: 'Talks to language models, and is patient with them: what fails in passing is tried again.',
  icons: ICONS,
  options_ui: { page: 'chat/index.html', open_in_tab: true },
};

/**
 * @param {string} id
 * @param {string} least
 */
const gecko = (id, least) => ({
  gecko: {
    id,
    strict_min_version: least,
    // What the user types goes to the provider that the user chose, and nowhere else. New mail, once that is
    // switched on, likewise.
    data_collection_permissions: { required: ['websiteContent'], optional: ['personalCommunications'] },
  },
});

/**
 * The manifest.
 * @param {2 | 3} version of the manifest
 * @param {string} addonVersion
 * @returns {Record<string, any>}
 */
export function manifest(version, addonVersion) {
  const button = { default_title: common.name, default_icon: ICONS };
  if (version === 2) {
    return {
      manifest_version: 2,
      ...common,
      version: addonVersion,
      browser_specific_settings: gecko('chat-mv2@fetch-with-retry.example', '128.0'),
      background: { scripts: ['background/main.js'], type: 'module' },
      content_security_policy: WASM_CSP,
      permissions: ['storage'],
      optional_permissions: [...MAIL, ...HOSTS],
      browser_action: button,
    };
  }
  return {
    manifest_version: 3,
    ...common,
    version: addonVersion,
    minimum_chrome_version: '121',
    browser_specific_settings: gecko('chat@fetch-with-retry.example', '128.0'),
    // Gecko takes the first, Chromium the last.
    background: { scripts: ['background/main.js'], service_worker: 'background/main.js', type: 'module' },
    content_security_policy: { extension_pages: WASM_CSP },
    permissions: ['storage'],
    optional_permissions: MAIL,
    optional_host_permissions: HOSTS,
    action: button,
  };
}
