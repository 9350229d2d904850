// The page that hosts a run in a browser: it starts the context asked for, and reports when that
// fails, since a worker that does not load cannot do so itself.

const query = new URLSearchParams(location.search);
const kind = query.get('kind') ?? '';
const token = query.get('token') ?? '';
const module = query.get('module') ?? '';

/**
 * Ends the run: there will be no results.
 * @param {string} message
 */
function broken(message) {
  const report = { type: 'broken', error: { message, stack: '' } };
  void fetch('/report', { method: 'POST', body: JSON.stringify({ token, report }) });
}

/** @param {Event} event */
function workerFailed(event) {
  broken(`The ${kind} did not load. ${event instanceof ErrorEvent ? event.message : ''}`);
}

/** @type {Record<string, () => unknown>} */
const starters = {
  page: () => import(module),
  worker() {
    const worker = new Worker(module, { type: 'module' });
    worker.onerror = workerFailed;
  },
  'shared worker'() {
    const worker = new SharedWorker(module, { type: 'module' });
    worker.onerror = workerFailed;
  },
  async 'service worker'() {
    const registration = await navigator.serviceWorker.register(module, { type: 'module' });
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    if (worker?.state !== 'activated') {
      await new Promise((resolve) => worker?.addEventListener('statechange', () => worker.state === 'activated' && resolve(0)));
    }
    // Each message is an event, and an event keeps a service worker for a while.
    worker?.postMessage('go');
    setInterval(() => worker?.postMessage('stay'), 5000);
  },
};

Promise.resolve()
  .then(() => starters[kind]())
  .catch((error) => broken(String(error)));
