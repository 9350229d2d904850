// The menu of models, filled by the provider's own list; a name can be typed as well, since lists may be
// forbidden, or long in coming.

/** @import { SettingsPanel } from './settings-panel.js' */
import { failureOfError } from '../lib/failure.js';
import { parseHost } from '../lib/hosts.js';
import { createLogger } from '../lib/logger.js';
import { retryNow } from '../lib/retry.js';
import { hostOf, modelOf, requestOptions } from '../lib/settings.js';
import { requestHost } from '../lib/webext.js';
import { createProvider } from '../providers/index.js';
import { adviceFor } from './advice.js';
import { byId, retryLine } from './dom.js';
import { failureCard } from './transcript.js';

const connection = /** @type {HTMLFormElement} */ (byId('connection'));
const select = /** @type {HTMLSelectElement} */ (connection.elements.namedItem('model'));
const typed = /** @type {HTMLInputElement} */ (connection.elements.namedItem('modelName'));
const line = retryLine('models-line');
const state = byId('models-state');

/** The value of the entry that opens a text field; no model is called so. */
const other = '\0other';

/** The menu. */
export class ModelPicker {
  #controller = new AbortController();

  /** @param {SettingsPanel} panel */
  constructor(panel) {
    this.panel = panel;
    select.addEventListener('change', () => {
      byId('model-row').hidden = select.value !== other;
      if (select.value === other) typed.focus();
      else this.#choose(select.value);
    });
    typed.addEventListener('change', () => this.#choose(typed.value.trim()));
    line.addEventListener('stop', () => this.#controller.abort());
    line.addEventListener('retrynow', (event) => retryNow(event.detail.id));
  }

  /** @returns {HTMLElement} where a model is chosen at present */
  get target() {
    return byId('model-row').hidden ? select : typed;
  }

  /** Forgets the list: it was another provider's. */
  reset() {
    this.#controller.abort();
    line.clear();
    byId('models-failure').replaceChildren();
    state.textContent = '';
    this.#offer([]);
  }

  /** @returns {Promise<boolean>} To be called in the click itself. */
  askPermission() {
    try {
      return requestHost(parseHost(hostOf(this.panel.settings)).pattern);
    } catch {
      return Promise.resolve(false);
    }
  }

  /**
   * @param {Promise<boolean>} [asked] For permission.
   * @param {import('../lib/settings.js').Settings} [settings] Default: those for the next request.
   */
  async load(asked, settings = this.panel.forRequest()) {
    this.#controller.abort();
    const controller = (this.#controller = new AbortController());
    byId('models-failure').replaceChildren();
    state.textContent = 'Asking for the models …';
    await asked?.catch(() => false);
    let sentence = '';
    try {
      const { provider, options } = await requestOptions(settings, this.panel.keys);
      const result = await createProvider(provider, options).fetchModels({
        signal: controller.signal,
        logger: createLogger({ enabled: settings.debug }),
        onRetry: (message) => void line.receive(message),
        onGiveUp: ({ payload }) => void (sentence = payload.message),
      });
      if (controller.signal.aborted) {
        if (controller === this.#controller) this.#settle('Stopped.');
        return;
      }
      if (result.ok) {
        this.#settle(`${result.response.length} models`);
        this.#offer(result.response);
      } else {
        await this.#fail(sentence || result.error, result.failure, settings);
      }
    } catch (error) {
      const failure = failureOfError(error, undefined);
      await this.#fail(failure.message, failure, settings);
    }
  }

  /** @param {string} text */
  #settle(text) {
    line.clear();
    state.textContent = text;
  }

  /**
   * @param {string} sentence
   * @param {import('../lib/failure.js').Failure} failure
   * @param {import('../lib/settings.js').Settings} settings
   */
  async #fail(sentence, failure, settings) {
    this.#settle('');
    const advice = await adviceFor(failure, settings).catch(() => null);
    const card = failureCard(sentence, advice, (action) => {
      if (action === 'key' || action === 'host') this.panel.show(action);
      else void this.load(action === 'allow' ? this.askPermission() : undefined);
    });
    byId('models-failure').replaceChildren(card);
  }

  /** @param {Array<{ id: string, name: string }>} models */
  #offer(models) {
    const chosen = modelOf(this.panel.settings);
    const isListed = models.some(({ id }) => id === chosen);
    const entries = models.map(({ id, name }) => new Option(name, id));
    if (chosen !== '' && !isListed) entries.unshift(new Option(chosen, chosen));
    if (chosen === '' && models.length === 0) entries.unshift(new Option('– connect first –', ''));
    select.replaceChildren(...entries, new Option('Another one …', other));
    select.value = chosen;
    if (chosen === '' && models.length > 0) {
      select.value = models[0].id;
      this.#choose(models[0].id);
    }
    byId('model-row').hidden = true;
  }

  /** @param {string} model */
  #choose(model) {
    const { provider, models } = this.panel.settings;
    this.panel.change({ models: { ...models, [provider]: model } });
  }
}
