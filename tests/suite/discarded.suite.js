// Responses that nobody will read: drained, or cancelled, and nothing waits for that.

import { firstBelow, inNode, inNodeAndPages, quick } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

const plain = { 'content-type': 'text/plain' };

test('error bodies that never end do not use up the connections to the host', { timeoutMs: 30_000 }, async (t) => {
  const endless = { status: 503, headers: plain, action: /** @type {const} */ ('send-headers-then-trickle-body-forever') };
  const { url, log } = await t.script([{ ...endless, repeat: 9 }, { body: 'through' }]);
  const response = await t.api.fetchWithRetry(url, {}, { maxRetries: 9, delaysMs: [30], jitter: 'none', attemptTimeoutMs: 15_000 });
  t.equal(await response.text(), 'through');
  const seen = await log();
  t.equal(seen.length, 10);
  t.ok(t.gaps(seen).every((gap) => gap < 5000), `no attempt waited for a connection: ${t.gaps(seen)}`);
  await t.until(async () => (await log()).slice(0, 9).every(({ closedByClientAtMs }) => closedByClientAtMs !== null), 'all are closed');
});

test('nothing waits for the drain', async (t) => {
  const gap = await firstBelow(950, async () => {
    const { url, log } = await t.script([
      { status: 503, headers: plain, action: 'send-headers-then-trickle-body-forever', everyMs: 20 }, {},
    ]);
    await t.api.fetchWithRetry(url, {}, quick);
    return t.gaps(await log())[0];
  });
  t.between(gap, 60, 950, 'the wait alone');
});

test('during a long wait a body that trickles is cancelled after a second', async (t) => {
  const { url, log } = await t.script([
    { status: 503, headers: plain, action: 'send-headers-then-trickle-body-forever' }, {},
  ]);
  await t.api.fetchWithRetry(url, {}, { delaysMs: [2800], jitter: 'none' });
  const [first, second] = await log();
  t.between(Number(first.closedByClientAtMs) - Number(first.headersSentAtMs), 900, 2600, 'closed');
  t.ok(Number(first.closedByClientAtMs) < second.atMs, 'before the next attempt');
});

test('a small body is drained to its end, a large one is cancelled', { where: inNodeAndPages }, async (t) => {
  const small = await t.script([{ status: 503, headers: plain, bodyRepeat: { text: 'x', times: 2000 } }, {}]);
  await t.api.fetchWithRetry(small.url, {}, quick);
  const [first] = await small.log();
  t.ok(first.endedAtMs !== null && first.closedByClientAtMs === null, 'the small one ended in peace');
  const chunks = Array(16).fill('x'.repeat(16_384));
  const large = await t.script([{ status: 503, headers: plain, action: 'stream', chunks, chunkDelayMs: 10, leaveOpen: true }, {}]);
  await t.api.fetchWithRetry(large.url, {}, { delaysMs: [900], jitter: 'none' });
  const [cut, next] = await large.log();
  t.ok(Number(cut.closedByClientAtMs ?? Infinity) < next.atMs, 'the large one is cancelled when 64 KiB have come, not after a second');
});

test('a drained connection serves the next attempt', { where: inNode }, async (t) => {
  const { url, log } = await t.script([{ status: 503, keepAlive: true, body: 'short', repeat: 3 }, { keepAlive: true }]);
  await t.api.fetchWithRetry(url, {}, quick);
  const seen = await log();
  t.ok(seen.every(({ closedByClientAtMs }) => closedByClientAtMs === null), 'no connection was closed');
});

test('the drain ends with the call, also when the caller aborts', async (t) => {
  const { url, log } = await t.script([
    { status: 503, headers: plain, action: 'send-headers-then-trickle-body-forever' }, {},
  ]);
  const controller = new AbortController();
  const call = t.api.fetchWithRetry(url, { signal: controller.signal }, { delaysMs: [20_000] });
  await t.until(async () => (await log())[0]?.headersSentAtMs, 'headers');
  await t.sleep(100);
  controller.abort('stop');
  await t.rejects(call, 'stop');
  await t.until(async () => (await log())[0].closedByClientAtMs !== null, 'closed', 800);
});
