// The settings as a form: what is chosen counts at once and is stored; a key is stored and never shown again.

/** @import { KeyStore } from '../lib/keys.js' */
/** @import { Settings } from '../lib/settings.js' */
/** @import { TestHost } from './platform.js' */
import { parseHost } from '../lib/hosts.js';
import { createKeyStore } from '../lib/keys.js';
import { hostOf, lacksKey, loadSettings, modelOf, saveSettings } from '../lib/settings.js';
import { providers } from '../providers/index.js';
import { byId, field, make } from './dom.js';
import { ModelPicker } from './model-picker.js';
import { platform } from './platform.js';

const connection = /** @type {HTMLFormElement} */ (byId('connection'));
const panel = byId('settings');
const toggle = byId('toggle-settings');
/** Beside the conversation, or in its place. */
const isWide = matchMedia('(min-width: 60rem)');

const plainFields = ['systemPrompt', 'temperature', 'thinking', 'labels', 'concurrency'];
const checks = ['stream', 'keyInHeader', 'debug'];

/** The panel; `settings` are those in force. */
export class SettingsPanel {
  /** A name of the test host's failures; '' for a real host. */
  #failure = '';
  #runs = 0;

  /**
   * @param {Settings} settings
   * @param {KeyStore} keys
   * @param {TestHost | null} testHost
   * @param {() => void} onChange
   */
  constructor(settings, keys, testHost, onChange) {
    this.settings = settings;
    this.keys = keys;
    this.testHost = testHost;
    this.onChange = onChange;
    this.models = new ModelPicker(this);
    for (const [id, { label }] of Object.entries(providers)) field(connection, 'provider').add(new Option(label, id));
    if (testHost) this.#offerTestHost(testHost);
    this.#fill();
    this.#listen();
    this.toggle(isWide.matches || modelOf(settings) === '');
    this.#loadFromTestHost();
  }

  /**
   * @param {() => void} onChange Called for every change.
   * @returns {Promise<SettingsPanel>}
   */
  static async open(onChange) {
    const [settings, testHost] = await Promise.all([loadSettings(platform.storage), platform.findTestHost()]);
    return new SettingsPanel(settings, createKeyStore(platform.keyStorage), testHost, onChange);
  }

  /** @returns {boolean} whether there is room for it beside the conversation */
  get isWide() {
    return isWide.matches;
  }

  /** @returns {boolean} */
  get isTestHost() {
    return this.#failure !== '';
  }

  /** @returns {string} whom the user talks to */
  get label() {
    return `${providers[this.settings.provider].label}${this.isTestHost ? ` (test host: ${this.#failure})` : ''}`;
  }

  /**
   * The settings for one request. At the test host each request is a run of its own, so that it fails anew.
   *
   * @param {string} [failure]
   * @returns {Settings}
   */
  forRequest(failure = this.#failure) {
    const { settings, testHost } = this;
    if (!this.isTestHost || testHost === null) return settings;
    const host = `${testHost.origin}/${failure}/${Date.now()}-${(this.#runs += 1)}`;
    return { ...settings, hosts: { ...settings.hosts, [settings.provider]: host } };
  }

  /**
   * Opens the panel at a field.
   *
   * @param {'host' | 'key' | 'model'} name
   * @param {string} [problem]
   */
  show(name, problem = '') {
    this.toggle(true);
    const target = name === 'model' ? this.models.target : field(connection, name);
    byId('host-problem').textContent = problem;
    target.focus();
    target.scrollIntoView({ block: 'nearest' });
  }

  /** @param {boolean} isOpen */
  toggle(isOpen) {
    panel.hidden = !isOpen;
    toggle.setAttribute('aria-expanded', String(isOpen));
    document.body.classList.toggle('with-settings', isOpen);
  }

  /** @param {Partial<Settings>} changes */
  change(changes) {
    this.settings = { ...this.settings, ...changes };
    void saveSettings(platform.storage, this.settings);
    this.onChange();
  }

  /** @param {TestHost} testHost */
  #offerTestHost({ failures }) {
    const select = field(connection, 'testFailure');
    select.add(new Option('A real host', ''));
    const group = /** @type {HTMLOptGroupElement} */ (make('optgroup'));
    group.label = 'The test host, which fails as you choose';
    group.append(...failures.map((name) => new Option(name, name)));
    select.add(group);
    select.value = this.#failure = 'healthy';
    byId('test-row').hidden = false;
    select.addEventListener('change', () => {
      this.#failure = select.value;
      this.#fill();
      this.onChange();
      this.#loadFromTestHost();
    });
  }

  /** The menu is to be full whatever fails; `Connect` fails as chosen. */
  #loadFromTestHost() {
    if (this.isTestHost) void this.models.load(undefined, this.forRequest('healthy'));
  }

  #fill() {
    const { settings } = this;
    field(connection, 'provider').value = settings.provider;
    field(connection, 'host').value = hostOf(settings);
    byId('host-row').hidden = byId('key-row').hidden = this.isTestHost;
    for (const name of plainFields) if (named(name)) named(name).value = settings[/** @type {keyof Settings} */ (name)];
    for (const name of checks) named(name).checked = settings[/** @type {keyof Settings} */ (name)];
    this.models.reset();
    void this.#showKey();
  }

  /** Says whether there is a key, and for which host; never what it is. */
  async #showKey() {
    const { settings, keys } = this;
    const state = byId('key-state');
    field(connection, 'key').value = '';
    byId('host-problem').textContent = '';
    try {
      const { host } = new URL(parseHost(hostOf(settings)).origin);
      const isKept = !(await keys.mustAsk(settings.provider, hostOf(settings)));
      const isWanted = await lacksKey(settings, keys);
      state.textContent = isKept ? `A key for ${host} is kept.` : isWanted ? `Enter your key for ${host}.` : `No key for ${host} is kept; enter one if it wants one.`;
      field(connection, 'key').placeholder = isKept ? '••••••••' : '';
      byId('forget-key').hidden = !isKept;
    } catch (error) {
      byId('host-problem').textContent = error instanceof TypeError ? error.message : '';
      state.textContent = '';
      byId('forget-key').hidden = true;
    }
  }

  async #keepKey() {
    const { settings, keys } = this;
    const typed = field(connection, 'key').value.trim();
    if (typed === '') return;
    // Gone from the page before anything else happens.
    field(connection, 'key').value = '';
    await keys.setKey(settings.provider, hostOf(settings), typed).catch(() => {});
    await this.#showKey();
  }

  #listen() {
    toggle.addEventListener('click', () => this.toggle(panel.hidden));
    field(connection, 'provider').addEventListener('change', (/** @type {any} */ { target }) => {
      this.change({ provider: target.value });
      this.#fill();
      this.#loadFromTestHost();
    });
    field(connection, 'host').addEventListener('change', (/** @type {any} */ { target }) => {
      const { provider, hosts } = this.settings;
      this.change({ hosts: { ...hosts, [provider]: target.value.trim() } });
      this.models.reset();
      void this.#showKey();
    });
    field(connection, 'key').addEventListener('change', () => void this.#keepKey());
    byId('forget-key').addEventListener('click', () => {
      field(connection, 'key').focus();
      void this.keys.forget(this.settings.provider).then(() => this.#showKey());
    });
    connection.addEventListener('submit', (event) => {
      event.preventDefault();
      const asked = this.models.askPermission();
      void this.#keepKey().then(() => this.models.load(asked));
    });
    for (const name of plainFields) named(name)?.addEventListener('change', () => this.change({ [name]: named(name).value }));
    for (const name of checks) named(name).addEventListener('change', () => this.change({ [name]: named(name).checked }));
    for (const id of ['answers', 'privacy']) byId(id).addEventListener('submit', (event) => event.preventDefault());
  }
}

/**
 * The field of this name, in whichever form.
 *
 * @param {string} name
 * @returns {any}
 */
const named = (name) => document.querySelector(`#settings [name="${name}"]`);
