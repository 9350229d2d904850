// Nothing is left behind: no listener, no timer, no unread branch, on any path.

import { inNode, jsonStep, NOWHERE, played } from './common.js';
import { holding, nowhere } from './holding.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

/** A signal that is used for many calls, and counts who listens. */
function counted() {
  const controller = new AbortController();
  const { signal } = controller;
  /** @type {Set<unknown>} */
  const live = new Set();
  const seen = { added: 0, removed: 0, most: 0 };
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (/** @type {any} */ type, /** @type {any} */ listener, /** @type {any} */ options) => {
    seen.added += 1;
    live.add(listener);
    seen.most = Math.max(seen.most, live.size);
    addEventListener.call(signal, type, listener, options);
  };
  signal.removeEventListener = (/** @type {any} */ type, /** @type {any} */ listener, /** @type {any} */ options) => {
    seen.removed += live.delete(listener) ? 1 : 0;
    removeEventListener.call(signal, type, listener, options);
  };
  return { controller, signal, seen, live };
}

test('200 calls on one signal: every listener is removed, at most two live', async (t) => {
  const { signal, seen } = counted();
  const outcomes = [[200], [503, 200], [503], [new TypeError('x')], [404], [undefined], [() => ({})]];
  for (let index = 0; index < 200; index += 1) {
    const { fetch } = played(...outcomes[index % outcomes.length]);
    const shouldRetry = index % 3 === 0 ? () => index % 2 === 0 : undefined;
    await t.api.fetchWithRetry(NOWHERE, { signal }, { fetch, maxRetries: 1, initialDelayMs: 0, shouldRetry }).catch(() => {});
    t.equal(seen.added, seen.removed, `after call ${index}`);
  }
  t.ok(seen.most <= 2, `${seen.most} at once`);
});

test('over real sockets too, with errors that are looked into and timeouts', async (t) => {
  const { signal, seen } = counted();
  const { url } = await t.script([jsonStep(429, { error: { message: 'slow down' } }, { 'retry-after-ms': '20' }), {}, { action: 'hang-before-headers' }, {}]);
  for (let index = 0; index < 2; index += 1) {
    t.equal((await t.api.fetchWithRetry(url, { signal }, { initialDelayMs: 1, attemptTimeoutMs: 1000 })).status, 200);
  }
  t.equal(seen.added, seen.removed);
  t.ok(seen.most <= 2, `${seen.most} at once`);
});

test('calls that are aborted remove theirs as well', async (t) => {
  for (const where of ['before', 'attempt', 'wait', 'question']) {
    const { controller, signal, seen } = counted();
    if (where === 'before') controller.abort('stop');
    const { fetch } = played(where === 'attempt' ? () => new Promise(() => {}) : 503);
    const call = t.api.fetchWithRetry(NOWHERE, { signal }, { fetch, delaysMs: [9000], ...(where === 'question' && { shouldRetry: () => new Promise(() => {}) }) });
    setTimeout(() => controller.abort('stop'), 30);
    await t.rejects(call, 'stop');
    t.equal(seen.added, seen.removed, where);
  }
});

test('no timer outlives its call', { alone: true }, async (t) => {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  /** @type {Set<unknown>} */
  const pending = new Set();
  globalThis.setTimeout = /** @type {any} */ ((/** @type {any} */ run, /** @type {any} */ ms, /** @type {any[]} */ ...args) => {
    const timer = set(() => {
      pending.delete(timer);
      run(...args);
    }, ms);
    // Node's fetch has timers of its own, which outlive a request.
    if (new Error().stack?.includes(t.pkg)) pending.add(timer);
    return timer;
  });
  globalThis.clearTimeout = /** @type {any} */ ((/** @type {any} */ timer) => {
    pending.delete(timer);
    clear(timer);
  });
  try {
    const trickle = { status: 503, action: /** @type {const} */ ('send-headers-then-trickle-body-forever'), headers: { 'content-type': 'text/plain' } };
    const { url } = await t.script([{ ...trickle, repeat: 3 }, {}]);
    const { url: looked } = await t.script([jsonStep(503, {}), {}]);
    const controller = new AbortController();
    const { signal } = controller;
    /** @type {(() => Promise<unknown>)[]} */
    const calls = [
      () => t.api.fetchWithRetry(NOWHERE, { signal }, { ...played(503, 200), initialDelayMs: 5 }),
      () => t.api.fetchWithRetry(NOWHERE, {}, { ...played(new TypeError('x')), initialDelayMs: 5 }),
      () => t.api.fetchWithRetry(NOWHERE, {}, { ...played(200), attemptTimeoutMs: 2 ** 40, totalTimeoutMs: 2 ** 40 }),
      () => t.api.fetchWithRetry(url, {}, { delaysMs: [20] }),
      () => t.api.fetchWithRetry(looked, {}, { delaysMs: [20] }),
      () => t.api.fetchWithRetry(NOWHERE, {}, { ...played(503, 200), delaysMs: [60_000], onRetry: ({ payload }) => void t.api.retryNow(payload.id) }),
      () => t.api.fetchWithRetry(NOWHERE, {}, { ...played(503), totalTimeoutMs: 50, shouldRetry: () => new Promise(() => {}) }),
      () => {
        set(() => controller.abort('stop'), 30);
        return t.api.fetchWithRetry(NOWHERE, { signal }, { ...played(503), delaysMs: [60_000] });
      },
    ];
    let made = 0;
    const { add } = pending;
    pending.add = (timer) => {
      made += 1;
      return add.call(pending, timer);
    };
    for (const [index, call] of calls.entries()) {
      await call().catch(() => {});
      // What the call let go of at its end.
      for (let turn = 0; turn < 20; turn += 1) await undefined;
      t.equal(pending.size, 0, `timers after call ${index}`);
    }
    t.ok(made >= 10, `timers were seen: ${made}`);
  } finally {
    Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
  }
});

test('nothing keeps Node running', { where: inNode, alone: true }, async (t) => {
  const { spawn } = await import('node:child_process');
  const { url } = await t.script([jsonStep(503, {}), { body: 'x' }, { action: 'hang-before-headers' }]);
  const code = `
    import { fetchWithRetry } from ${JSON.stringify(t.pkg)};
    const response = await fetchWithRetry(${JSON.stringify(url)}, {}, { delaysMs: [50] });
    await response.text();
    await fetchWithRetry(${JSON.stringify(url)}, {}, { attemptTimeoutMs: 200, maxRetries: 0 }).catch(() => {});
    globalThis.ended = performance.now();
    process.on('exit', () => console.log(Math.round(performance.now() - ended), process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (part) => { said += part; });
  await new Promise((resolve) => child.once('exit', resolve));
  const [ms, timers] = said.trim().split(' ').map(Number);
  t.between(ms, 0, 4000, 'time from the last outcome to the end of the process');
  t.equal(timers, 0, 'timers');
});

test('a call that never waits leaves no branch of a Request unread', async (t) => {
  const request = new Request(NOWHERE, { method: 'POST', body: 'x'.repeat(1000) });
  /** @type {Request[]} */
  const clones = [];
  const { clone } = request;
  request.clone = () => {
    const copy = clone.call(request);
    clones.push(copy);
    return copy;
  };
  await t.api.fetchWithRetry(request, {}, played(200));
  t.equal(clones.length, 1);
  await t.until(() => clones[0].body === undefined || clones[0].bodyUsed, 'the branch that was kept is cancelled');
});

test('what is left of a look into an error body does not hold the connection', async (t) => {
  const { status, headers } = jsonStep(503, {});
  const { url, log } = await t.script([{ status, headers, action: 'send-headers-then-trickle-body-forever', everyMs: 50 }, {}]);
  await t.api.fetchWithRetry(url, {}, { delaysMs: [1500], jitter: 'none' });
  await t.until(async () => (await log())[0].closedByClientAtMs, 'the server sees the close', 1500);
});

test('a body that was looked into in vain can be aborted later, and no rejection goes unhandled', async (t) => {
  const { status, headers } = jsonStep(503, {});
  for (const read of [true, false]) {
    const { url, log } = await t.script([{ status, headers, action: 'send-headers-then-trickle-body-forever', everyMs: 50 }]);
    const controller = new AbortController();
    const response = await t.api.fetchWithRetry(url, { signal: controller.signal }, { shouldRetry: () => false });
    t.equal(response.status, 503);
    const text = read ? response.text().catch((error) => error) : undefined;
    await t.sleep(100);
    controller.abort(new Error('enough'));
    await text;
    await t.until(async () => (await log())[0].closedByClientAtMs, 'the server sees the close');
    await t.sleep(50);
  }
});

test('a call that is over keeps nothing of its Response, nor of its request', { where: inNode }, async (t) => {
  const { setFlagsFromString } = await import('node:v8');
  const { runInNewContext } = await import('node:vm');
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  /** @type {WeakRef<object>[]} */
  const refs = [];
  const call = async () => {
    const init = { method: 'POST', body: new Uint8Array(1000) };
    const response = await t.api.fetchWithRetry(NOWHERE, init, { ...played(503, () => new Response('x')), initialDelayMs: 1 });
    refs.push(new WeakRef(response), new WeakRef(init));
  };
  await call();
  await t.until(async () => {
    await t.sleep(10);
    gc();
    return refs.every((ref) => ref.deref() === undefined);
  }, 'Response and init are collected');
});

test('a call that is aborted while it asks other contexts, or is held, leaves no timer', { where: inNode, alone: true }, async (t) => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  for (const ms of [5, 150]) {
    const controller = new AbortController();
    const url = nowhere();
    const before = timers();
    if (ms > 50) await holding(t, url, 9000, { cooldown: 'extension' });
    const call = t.api.fetchWithRetry(url, { signal: controller.signal }, { cooldown: 'extension', ...played(200) });
    await new Promise((resolve) => { setTimeout(resolve, ms); });
    controller.abort('stop');
    await t.rejects(call, 'stop');
    // What holds the origin is a call of its own, under way.
    t.between(timers() - before, 0, ms > 50 ? 2 : 0, 'timers');
  }
});
