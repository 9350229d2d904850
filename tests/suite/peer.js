// What runs in each worker of peers.js.

/** @typedef {typeof import('../../pkg-template/index.js')} Api */

/** @type {Promise<Api> | undefined} */
let api;

/**
 * @param {{ pkg?: string, url?: string, config?: import('../../pkg-template/index.js').RetryConfig }} job
 * @returns {Promise<import('./peers.js').Result | null>} null once it is ready
 */
async function work({ pkg, url, config }) {
  if (pkg) {
    api = import(pkg);
    await (await api).init();
    return null;
  }
  /** @type {any[]} */
  const messages = [];
  const onRetry = (/** @type {any} */ message) => void messages.push(message);
  try {
    const { fetchWithRetry } = await /** @type {Promise<Api>} */ (api);
    const response = await fetchWithRetry(url ?? '', {}, { ...config, onRetry });
    return { status: response.status, error: null, messages };
  } catch (error) {
    return { status: 0, error: String(error), messages };
  }
}

/** @type {{ postMessage: (data: any) => void }} */
let port;

/** @param {any} data */
async function hear({ id, ...job }) {
  port.postMessage({ id, result: await work(job) });
}

if (typeof globalThis.postMessage === 'function') {
  port = globalThis;
  globalThis.onmessage = ({ data }) => void hear(data);
} else {
  import('node:worker_threads').then(({ parentPort }) => {
    if (!parentPort) return;
    port = parentPort;
    parentPort.on('message', (data) => void hear(data));
  });
}
