// Unattended work: what passes mends itself, what does not stops everything, once.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

/** @import { Answer } from '../../www/background/batch.js' */
/** @import { ProviderHost } from '../../www/server/provider-host.js' */
import { classifyBatch } from '../../www/background/batch.js';
import { classifier } from '../../www/background/classifier.js';
import { createAsk, inPlace } from '../../www/background/runner.js';
import { startProviderHost } from '../../www/server/provider-host.js';
import { key, newRun, quick } from './helpers.js';

/** @type {ProviderHost} */
let server;
before(async () => {
  server = await startProviderHost();
});
after(() => server.close());

const { systemPrompt, read } = classifier(['spam', 'ham']);
const texts = Array.from({ length: 20 }, (_, i) => (i % 4 === 0 ? `You are a winner, no. ${i}` : `Minutes of meeting ${i}`));
const expected = texts.map((text) => ({ ok: true, answer: text.includes('winner') ? 'spam' : 'ham' }));

/**
 * @param {string} host
 * @param {string} [provider]
 */
const askAt = (host, provider = 'openai_comp') =>
  createAsk({ init: { provider, options: { host, apiKey: key, model: 'm', stream: false, systemPrompt }, retry: quick }, open: inPlace(), read });

test('20 texts, a few at a time, against a server that allows 5: all are answered, in their order', async () => {
  const run = newRun();
  /** @type {number[]} */
  const progress = [];
  const batch = await classifyBatch(texts, {
    ask: askAt(server.host('five-at-a-time', run)),
    concurrency: 8,
    onProgress: ({ done, total }) => progress.push(done / total),
  });
  assert.deepEqual(batch, { results: expected, stoppedBy: null, aborted: false });
  assert.ok(server.log.filter((entry) => entry.run === run).length > 20, 'some were refused at first');
  assert.deepEqual(progress, texts.map((_, i) => (i + 1) / 20));
});

test('never more than so many at a time', async () => {
  let now = 0;
  let most = 0;
  /** @returns {Promise<Answer>} */
  const ask = async () => {
    most = Math.max(most, (now += 1));
    await sleep(5);
    now -= 1;
    return { ok: true, answer: 'ham' };
  };
  await classifyBatch(texts, { ask });
  assert.equal(most, 3);
  assert.deepEqual(await classifyBatch([], { ask }), { results: [], stoppedBy: null, aborted: false });
});

test('transient failures mend themselves, text by text', async () => {
  // Each run is counted as one, so the first two requests fail, whichever texts they are for.
  const batch = await classifyBatch(texts.slice(0, 6), { ask: askAt(server.host('503-twice', newRun()), 'anthropic') });
  assert.deepEqual(batch.results, expected.slice(0, 6));
});

for (const [failure, kind, provider] of [
  ['quota', 'quota', 'anthropic'],
  ['quota', 'quota', 'ollama'],
  ['401', 'key', 'google_gemini'],
]) {
  test(`${provider}, ${failure}: the batch stops and says so once, without asking for the rest`, async () => {
    const run = newRun();
    /** @type {string[]} */
    const told = [];
    const batch = await classifyBatch(texts, {
      ask: askAt(server.host(failure, run), provider),
      concurrency: 4,
      onStopped: (stopped) => told.push(stopped.kind),
    });
    assert.deepEqual(told, [kind]);
    assert.equal(batch.stoppedBy?.kind, kind);
    assert.equal(batch.results.filter((result) => result !== null).length, 1);
    assert.ok(server.log.filter((entry) => entry.run === run).length <= 4);
  });
}

test('one text that fails for itself does not stop the others', async () => {
  /**
   * @returns {Promise<Answer>}
   * @param {string} text
   */
  const ask = async (text) => {
    if (text === 'long') return { ok: false, failure: { kind: 'tooLong', message: 'Too long.', providerMessage: null, status: 400 } };
    if (text === 'bug') throw new Error('unexpected');
    return { ok: true, answer: 'ham' };
  };
  const { results, stoppedBy } = await classifyBatch(['a', 'long', 'bug', 'b'], { ask, concurrency: 1 });
  assert.deepEqual(results.map((result) => result?.ok), [true, false, false, true]);
  assert.equal(stoppedBy, null);
});

test('the caller stops a batch: requests under way end, no further one is sent', async () => {
  const run = newRun();
  const controller = new AbortController();
  const running = classifyBatch(texts, { ask: askAt(server.host('hang-always', run)), signal: controller.signal });
  await sleep(200);
  controller.abort();
  const batch = await running;
  assert.equal(batch.aborted, true);
  assert.equal(batch.stoppedBy, null);
  await sleep(100);
  const entries = server.log.filter((entry) => entry.run === run);
  assert.equal(entries.length, 3);
  assert.ok(entries.every(({ aborted }) => aborted));
});

test('an answer that was cut is no classification', async () => {
  const ask = createAsk({ init: { provider: 'ollama', options: { host: server.host('cut-mid-stream', newRun()), model: 'm' }, retry: quick }, open: inPlace() });
  const answer = await ask('hello', { signal: new AbortController().signal });
  assert.equal(!answer.ok && answer.failure.kind, 'truncated');
});

test('labels are found in what models make of them', () => {
  /** @type {Array<[string, string | null]>} */
  const cases = [['spam', 'spam'], [' **Ham**.', 'ham'], ['Answer: "SPAM" (not ham)', 'spam'], ['spammy', null], ['', null]];
  for (const [answer, label] of cases) assert.equal(read(answer), label, answer);
  assert.equal(classifier(['Wichtig', 'Später']).read('später'), 'Später');
});
