// Further contexts: dedicated workers of the browser or of Node, each with an instance of its own.

/** @typedef {import('./toolkit.js').Toolkit} Toolkit */
/** @typedef {import('../../pkg-template/index.js').RetryConfig} RetryConfig */
/** @typedef {{ status: number, error: string | null, messages: any[] }} Result */
/** @typedef {{ call: (url: string, config: RetryConfig) => Promise<Result> }} Peer */

/**
 * Starts workers, which end with the test.
 * @param {Toolkit} t
 * @param {number} count
 * @returns {Promise<Peer[]>} them, with the package instantiated
 */
export async function startPeers(t, count) {
  return Promise.all(Array.from({ length: count }, () => startPeer(t)));
}

/**
 * @param {Toolkit} t
 * @returns {Promise<Peer>}
 */
async function startPeer(t) {
  const url = new URL('./peer.js', import.meta.url);
  /** @type {Map<number, (result: any) => void>} */
  const open = new Map();
  const worker = await startWorker(t, url, ({ id, result }) => {
    open.get(id)?.(result);
    open.delete(id);
  });
  let last = 0;
  /**
   * @param {object} job
   * @returns {Promise<any>}
   */
  const ask = (job) => new Promise((resolve) => {
    last += 1;
    open.set(last, resolve);
    worker.postMessage({ id: last, ...job });
  });
  await ask({ pkg: t.pkg });
  return { call: (url, config) => ask({ url, config }) };
}

/**
 * @param {Toolkit} t
 * @param {URL} url
 * @param {(data: any) => void} hear
 * @returns {Promise<{ postMessage: (data: any) => void }>}
 */
async function startWorker(t, url, hear) {
  if (t.context === 'node') {
    const { Worker } = await import('node:worker_threads');
    const worker = new Worker(url);
    worker.on('message', hear);
    t.ended.addEventListener('abort', () => void worker.terminate());
    return worker;
  }
  const worker = new Worker(url, { type: 'module' });
  worker.onmessage = ({ data }) => hear(data);
  t.ended.addEventListener('abort', () => worker.terminate());
  return worker;
}
