// The caller's functions: called as promised, and what they throw is theirs.

import { ears, NOWHERE, played, quick } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

/** @typedef {import('./common.js').RetryConfig} RetryConfig */

/**
 * @param {string} mark
 * @param {unknown} error
 */
const is = (mark, error) => String(/** @type {any} */ (error)?.message).includes(mark);

test('what a callback throws changes nothing, and is reported once per throw', async (t) => {
  /** @type {Record<string, (fail: () => any) => RetryConfig>} */
  const callbacks = {
    onRetry: (fail) => ({ onRetry: fail }),
    onGiveUp: (fail) => ({ onGiveUp: fail }),
    log: (fail) => ({ logger: { log: fail, warn() {} } }),
    warn: (fail) => ({ logger: { log() {}, warn: fail } }),
    random: (fail) => ({ random: fail, jitter: 'equal' }),
  };
  for (const [name, configure] of Object.entries(callbacks)) {
    const mark = `thrown by ${name}`;
    let calls = 0;
    const { fetch, calls: attempts } = played(503);
    const errors = await t.expectUncaught(async () => {
      const response = await t.api.fetchWithRetry(NOWHERE, {}, { ...quick, fetch, maxRetries: 2, ...configure(() => {
        calls += 1;
        throw new Error(mark);
      }) });
      t.equal(response.status, 503);
    }, (error) => is(mark, error));
    t.equal(attempts.length, 3, 'attempts');
    t.ok(calls > 0, `${name} was called`);
    t.equal(errors.length, calls, `uncaught errors of ${name}`);
  }
});

test('what an async callback rejects with likewise, and it is not waited for', async (t) => {
  const mark = 'rejected by an async callback';
  let calls = 0;
  const reject = async () => {
    calls += 1;
    await t.sleep(10);
    throw new Error(mark);
  };
  const errors = await t.expectUncaught(async () => {
    const response = await t.api.fetchWithRetry(NOWHERE, {}, {
      ...quick, ...played(503), maxRetries: 2, onRetry: reject, onGiveUp: reject, logger: { log: /** @type {any} */ (reject), warn() {} },
    });
    t.equal(response.status, 503);
    await t.until(() => calls > 0, 'called');
    await t.sleep(100);
  }, (error) => is(mark, error));
  t.equal(errors.length, calls);
});

test('a callback that never settles holds nothing up', async (t) => {
  const never = () => /** @type {any} */ (new Promise(() => {}));
  const response = await t.api.fetchWithRetry(NOWHERE, {}, {
    ...quick, ...played(503), onRetry: never, onGiveUp: never, logger: { log: never, warn: never },
  });
  t.equal(response.status, 503);
});

test('the logger is called as methods, looked up each time: log for all, warn on giving up', async (t) => {
  class Logger {
    /** @type {[string, string][]} */
    lines = [];
    /** @param {string} line */
    log(line) { this.lines.push(['log', line]); }
    /** @param {string} line */
    warn(line) { this.lines.push(['warn', line]); }
  }
  const logger = new Logger();
  const { onRetry } = { onRetry: () => { logger.log = (line) => void logger.lines.push(['new log', line]); } };
  await t.api.fetchWithRetry(NOWHERE, {}, { ...quick, ...played(503), maxRetries: 1, logger, onRetry });
  const kinds = logger.lines.map(([kind]) => kind);
  t.deepEqual(kinds.filter((kind) => kind === 'warn').length, 1, 'warnings');
  t.equal(kinds.at(-1), 'warn');
  t.ok(kinds.includes('new log'), 'a method that was replaced is called');
  t.ok(kinds.length >= 6, `a line for each attempt, outcome and wait: ${JSON.stringify(logger.lines)}`);
  logger.lines.forEach(([, line]) => t.equal(typeof line, 'string'));
});

test('a call that succeeds at once logs, and warns of nothing', async (t) => {
  /** @type {string[]} */
  const warned = [];
  /** @type {string[]} */
  const logged = [];
  await t.api.fetchWithRetry(NOWHERE, {}, { ...played(200), logger: { log: (line) => void logged.push(line), warn: (line) => void warned.push(line) } });
  t.ok(logged.length >= 2, 'the attempt and its outcome');
  t.equal(warned.length, 0);
});

test('onGiveUp comes once, before the promise settles; onRetry once per retry', async (t) => {
  for (const outcome of [503, new TypeError('network')]) {
    /** @type {string[]} */
    const order = [];
    const call = t.api.fetchWithRetry(NOWHERE, {}, {
      ...quick, ...played(outcome), onRetry: () => void order.push('retry'), onGiveUp: () => void order.push('giveUp'),
    });
    await call.then(() => order.push('settled'), () => order.push('settled'));
    await t.sleep(20);
    t.deepEqual(order, ['retry', 'retry', 'retry', 'giveUp', 'settled']);
  }
});

test('a success, or what is not retried, is not given up on', async (t) => {
  for (const status of [200, 400, 404]) {
    const { messages, config } = ears();
    await t.api.fetchWithRetry(NOWHERE, {}, { ...played(status), ...config });
    t.equal(messages.length, 0, String(status));
  }
});

test('onRetry is told before the wait begins, and messages are the listener\'s own', async (t) => {
  let toldAt = 0;
  const times = [0];
  const fetch = async () => {
    times.push(performance.now());
    return new Response('', { status: 503 });
  };
  await t.api.fetchWithRetry(NOWHERE, {}, {
    fetch, maxRetries: 1, delaysMs: [200], jitter: 'none',
    onRetry(message) {
      toldAt = performance.now();
      Object.assign(message.payload, { id: -1, delayMs: 0, attempt: 99 });
    },
  });
  t.between(times[2] - toldAt, 198, 2000, 'from the message to the attempt');
});
