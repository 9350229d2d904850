// What a case can be: a turn of a conversation in its worker, one that is stopped, a list of models, a batch in the
// background, a question of permission. Each gives back plain data.

/** @import { FromWorker, InitPayload } from '../../../www/worker/protocol.js' */
import { createKeyStore, createLogger, createProvider } from './addon.js';

const scope = /** @type {any} */ (globalThis);
const api = scope.browser ?? scope.chrome;

const endings = new Set(['tokensDone', 'requestAborted', 'error']);

/** A conversation in a worker of its own, with its messages kept. */
class Talk {
  /** @type {Array<FromWorker & { at: number }>} */
  messages = [];
  /** @type {Set<() => void>} */
  #waiters = new Set();
  #worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });

  constructor() {
    this.#worker.onmessage = ({ data }) => {
      this.messages.push({ ...data, at: Math.round(performance.now()) });
      for (const wake of this.#waiters) wake();
    };
  }

  /** @param {import('../../../www/worker/protocol.js').ToWorker} message */
  send(message) {
    this.#worker.postMessage(message);
  }

  /**
   * @param {(type: string) => boolean} wanted
   * @param {number} from Messages before it do not count.
   */
  async until(wanted, from = 0) {
    const deadline = performance.now() + 20_000;
    while (!this.messages.slice(from).some(({ type }) => wanted(type))) {
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) throw new Error(`nothing came of it; had ${this.messages.map(({ type }) => type).join(' ')}`);
      await new Promise((resolve) => {
        const wake = () => resolve(this.#waiters.delete(wake));
        this.#waiters.add(wake);
        setTimeout(wake, leftMs);
      });
    }
  }

  /** @param {string} text */
  async ask(text) {
    const from = this.messages.length;
    this.send({ type: 'chatMessage', payload: { text } });
    await this.until((type) => endings.has(type), from);
    return this.messages.at(-1);
  }

  close() {
    this.#worker.terminate();
  }
}

/**
 * @param {{ init: InitPayload, text: string }} what
 * @returns {Promise<object>}
 */
export async function playTurn({ init, text }) {
  const talk = new Talk();
  try {
    talk.send({ type: 'init', payload: init });
    await talk.ask(text);
    // Anything that comes after the end would be a fault.
    await new Promise((resolve) => setTimeout(resolve, 30));
    return { messages: talk.messages };
  } finally {
    talk.close();
  }
}

/**
 * @param {{ init: InitPayload, next: InitPayload, when: string, text: string }} what `when`: the message after which to stop.
 * @returns {Promise<object>}
 */
export async function playStop({ init, next, when, text }) {
  const talk = new Talk();
  try {
    talk.send({ type: 'init', payload: init });
    talk.send({ type: 'chatMessage', payload: { text } });
    await talk.until((type) => type === when);
    if (when === 'messageSent') await new Promise((resolve) => setTimeout(resolve, 400));
    const stoppedAt = Math.round(performance.now());
    const before = talk.messages.length;
    talk.send({ type: 'stop' });
    // Long enough for a queued retry to fire.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const after = talk.messages.slice(before);
    talk.send({ type: 'init', payload: next });
    const end = await talk.ask(text);
    return { stoppedAt, after, end };
  } finally {
    talk.close();
  }
}

/**
 * @param {{ init: InitPayload }} what
 * @returns {Promise<object>}
 */
export async function playModels({ init }) {
  /** @type {unknown[]} */
  const said = [];
  const result = await createProvider(init.provider, init.options).fetchModels({
    ...init.retry,
    logger: createLogger({ enabled: true }),
    onRetry: (message) => void said.push(message),
    onGiveUp: (message) => void said.push(message),
  });
  return { result, said };
}

/**
 * @param {{ settings: object, key: string, texts: string[] }} what As the page would start it.
 * @returns {Promise<object>}
 */
export async function playBatch({ settings, key, texts }) {
  const { storage } = api;
  await storage.local.set({ settings });
  const { provider, hosts } = /** @type {any} */ (settings);
  await createKeyStore(storage.local).setKey(provider, hosts[provider], key);
  /** @type {any[]} */
  const states = [];
  let wake = () => {};
  storage.onChanged.addListener((/** @type {any} */ { batchStatus }) => {
    if (batchStatus?.newValue) states.push(batchStatus.newValue);
    wake();
  });
  void api.runtime.sendMessage({ type: 'startBatch', payload: { items: texts.map((text) => ({ name: text, text })) } }).catch(() => {});
  const deadline = performance.now() + 40_000;
  while (!/done|stopped/.test(states.at(-1)?.state ?? '')) {
    if (performance.now() > deadline) throw new Error(`the batch did not end: ${JSON.stringify(states.at(-1))}`);
    await new Promise((resolve) => {
      wake = () => resolve(undefined);
      setTimeout(wake, 1000);
    });
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  const badge = await (api.action ?? api.browserAction).getBadgeText({});
  const stops = states.filter((state, i) => state.stoppedBy !== null && (states[i - 1]?.stoppedBy ?? null) === null).length;
  return { status: states.at(-1), stops, badge };
}

/**
 * @param {{ origins: string[] }} what
 * @returns {Promise<object>}
 */
export async function playPermission({ origins }) {
  return { given: await Promise.all(origins.map((origin) => api.permissions.contains({ origins: [origin] }))) };
}

/**
 * Switches the sorting of new mail as the settings say, tells that it is ready for mail, and waits for what comes of it.
 *
 * @param {{ settings: object, key: string, count: number, patienceMs: number, ready: string }} what `ready`: where to tell it.
 * @returns {Promise<object>}
 */
export async function playMail({ settings, key, count, patienceMs, ready }) {
  const { storage } = api;
  await storage.local.set({ settings });
  const { provider, hosts } = /** @type {any} */ (settings);
  await createKeyStore(storage.local).setKey(provider, hosts[provider], key);
  await fetch(ready, { method: 'POST', body: JSON.stringify({ type: 'result', name: 'ready', outcome: {} }) });
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const { batchStatus: status } = await storage.session.get('batchStatus');
    const { newMailPaused: isPaused } = await storage.local.get('newMailPaused');
    if (status?.done >= count || isPaused || performance.now() > deadline) return { status: status ?? null, isPaused: isPaused === true };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
