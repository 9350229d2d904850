// A background context that lives as long as it must, in the three real applications.
//
//   APP=firefox   one application only
//   LONG=1        full length: 45 s, with the 30 s after which an idle background is stopped

/** @import { App } from './build/apps.js' */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startRig } from '../addon-living/rig.js';
import { apps } from './build/apps.js';

const isLong = process.env.LONG === '1';
const names = process.env.APP ? [process.env.APP] : Object.keys(apps);

/**
 * @param {string} name of the application
 * @returns how long a background may idle there, and how long the server has a call wait
 */
const times = (name) => {
  if (isLong) return { idleMs: 30_000, waitMs: 45_000 };
  // Chromium cannot be told to be quicker.
  return name === 'chromium' ? { idleMs: 30_000, waitMs: 38_000 } : { idleMs: 6000, waitMs: 14_000 };
};

describe('living in an extension', { concurrency: true }, () => {
  /** @type {string} */
  let folder;
  /** @type {Awaited<ReturnType<typeof startRig>>} */
  let rig;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fetch-with-retry-living-'));
    rig = await startRig(folder);
  });
  after(async () => {
    await rig.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  for (const name of names) {
    describe(name, { concurrency: true }, () => {
      const { idleMs, waitMs } = times(name);
      /** @type {App} */
      let app;
      before(async () => {
        app = await apps[name](folder, { 'extensions.background.idle.timeout': idleMs });
      });
      after(() => app?.close());

      const told = async () =>
        rig.allowed.script(
          [{ status: 429, headers: { 'retry-after': String(waitMs / 1000) } }, { body: 'at last' }],
          { origin: await rig.allowed.openOrigin() },
        );

      it('a long Retry-After in the background ends in success, and then it may sleep', async () => {
        const script = await told();
        const addon = await rig.install(app, { what: 'awake', url: script.url });
        const { value, atMs } = await until(addon.outcome, 'the outcome', waitMs + 20_000);
        assert.deepEqual(value, { status: 200, text: 'at last', attempts: 2 });
        const [first, second] = script.log();
        assert.ok(second.atMs - Number(first.headersSentAtMs) >= waitMs, 'the whole wait');
        assert.equal(addon.starts(), 1, 'it was never stopped meanwhile');
        assert.equal(addon.stoppedAt(), null);
        if (name === 'chromium' && !isLong) return;
        const stoppedAt = await until(addon.stoppedAt, 'sleep', idleMs + 20_000);
        assert.ok(stoppedAt > atMs);
      });

      it('with keepAwake: false it is lost', async () => {
        const script = await told();
        const addon = await rig.install(app, { what: 'asleep', url: script.url });
        const stoppedAt = await until(addon.stoppedAt, 'the background is stopped', waitMs + 5000);
        const [{ headersSentAtMs }] = script.log();
        await sleep(Math.max(0, Number(headersSentAtMs) + waitMs + 3000 - performance.now()));
        assert.ok(stoppedAt - Number(headersSentAtMs) < waitMs, 'before the wait was over');
        assert.equal(script.log().length, 1, 'requests');
        assert.equal(addon.outcome(), undefined);
      });

      it('keepAwake() holds it while a stream is read', async () => {
        const chunks = Array.from({ length: 8 }, (_, i) => `${i};`);
        const step = { action: /** @type {const} */ ('stream'), chunks, chunkDelayMs: waitMs / 7 };
        const { url } = rig.allowed.script([step], { origin: await rig.allowed.openOrigin() });
        const addon = await rig.install(app, { what: 'stream', url });
        assert.equal((await until(addon.outcome, 'the outcome', waitMs + 20_000)).value, chunks.join(''));
        assert.equal(addon.starts(), 1);
      });

      it('diagnose: blocked without permission, answered with it', async () => {
        const { allowed, foreign } = rig;
        const urls = {
          allowed: allowed.script([{ cors: false, body: 'hello' }]).url,
          foreign: `${foreign.origin}/chat?from=${name}`,
          ollamaAllowed: allowed.script([{ cors: false, status: 403 }]).url,
          ollamaForeign: `${foreign.origin}/ollama?from=${name}`,
          down: `http://127.0.0.2:${new URL(allowed.deadOrigin).port}/`,
          downAllowed: `${allowed.deadOrigin}/`,
        };
        const addon = await rig.install(app, { what: 'diagnose', urls });
        const { value } = await until(addon.outcome, 'the outcome', 40_000);
        const brief = (/** @type {any} */ { status, attempts, gaveUp }) => [status, attempts, gaveUp];
        assert.deepEqual(Object.fromEntries(Object.entries(value).map(([key, outcome]) => [key, brief(outcome)])), {
          allowed: [200, 1, null],
          foreign: [null, 2, 'blocked'],
          ollamaAllowed: [403, 1, null],
          ollamaForeign: [null, 2, 'blocked'],
          down: [null, 4, 'retriesExhausted'],
          downAllowed: [null, 4, 'retriesExhausted'],
        });
        assert.equal(value.allowed.text, 'hello');
        for (const { said, name } of [value.foreign, value.ollamaForeign]) {
          assert.equal(name, 'TypeError');
          assert.match(said[0], /permission for this host.*OLLAMA_ORIGINS/s);
        }
        const questions = foreign.asked.filter(({ method }) => method === 'HEAD');
        assert.ok(questions.length >= 2, 'it was asked');
        for (const { url, headers } of questions) {
          assert.equal(url, '/');
          for (const secret of ['cookie', 'authorization', 'referer', 'origin']) assert.equal(headers[secret], undefined, secret);
        }
      });

      it('cooldown "extension": background, window and worker heed what one of them was told', async () => {
        const waitMs = 2500;
        const script = async () =>
          rig.allowed.script([{ status: 429, headers: { 'retry-after-ms': String(waitMs) } }, {}], { origin: await rig.allowed.openOrigin() });
        const scripts = { background: await script(), window: await script(), worker: await script() };
        const urls = Object.fromEntries(Object.entries(scripts).map(([who, { url }]) => [who, url]));
        const addon = await rig.install(app, { what: 'cooldown', urls });
        const { value } = await until(addon.outcome, 'the outcome', 60_000);
        for (const [who, { log }] of Object.entries(scripts)) {
          for (const { from, status, told } of value[who]) {
            assert.equal(status, 200);
            assert.deepEqual(told[0], from === who ? [1, 'http'] : [0, 'cooldown'], `${from}, when ${who} was told`);
          }
          const [first, ...rest] = log();
          assert.equal(rest.length, 3, `requests, when ${who} was told`);
          for (const { atMs } of rest) assert.ok(atMs - Number(first.headersSentAtMs) >= waitMs, `held, when ${who} was told`);
        }
      });
    });
  }
});

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * @template T
 * @param {() => T} ask
 * @param {string} what
 * @param {number} ms
 * @returns {Promise<NonNullable<T>>}
 */
async function until(ask, what, ms) {
  const end = performance.now() + ms;
  for (;;) {
    const value = ask();
    if (value !== undefined && value !== null) return value;
    assert.ok(performance.now() < end, `${what}: not within ${ms} ms`);
    await sleep(50);
  }
}
