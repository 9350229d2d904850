// The add-on in real Thunderbird, Firefox and Chromium: what is played is in cases.js, what is expected is here.
//
// One application only: APP=firefox node --test tests/addon/addon.test.js

/** @import { App } from './build/apps.js' */
/** @import { Reports } from './build/hub.js' */
/** @import { ProviderHost } from '../../www/server/provider-host.js' */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startProviderHost } from '../../www/server/provider-host.js';
import { greeting, key, names } from '../www/helpers.js';
import { pick, table } from '../www/table.js';
import { apps } from './build/apps.js';
import { startHub } from './build/hub.js';
import { allCases, labels, matrix, modes, phases, runOf, secret } from './cases.js';
import { playCases } from './play.js';

/** @type {ProviderHost} */
let host;
/** @type {Awaited<ReturnType<typeof startHub>>} */
let hub;
/** @type {string} */
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fetch-with-retry-addon-'));
  host = await startProviderHost();
  hub = await startHub();
});
after(async () => {
  await Promise.all([host?.close(), hub?.close()]);
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

/**
 * @param {string} name
 * @param {Reports} reports
 * @param {string} what
 * @returns {any}
 */
function outcomeOf(name, reports, what) {
  const outcome = reports?.outcomes.get(what);
  assert.ok(outcome, `${name} did not report it`);
  assert.equal(outcome.broken, undefined);
  return outcome;
}

const wanted = process.env.APP ? [process.env.APP] : Object.keys(apps);
for (const name of wanted) {
  describe(name, () => {
    /** @type {App} */
    let app;
    /** @type {Reports} */
    let reports;
    /** @param {string} what */
    const outcome = (what) => outcomeOf(name, reports, what);
    /**
     * @param {string} what
     * @param {string} [operation]
     */
    const entries = (what, operation) =>
      host.log.filter((entry) => entry.run === runOf(name, what) && (operation === undefined || entry.operation === operation));

    before(async () => {
      app = await apps[name](folder);
      reports = await playCases({ app, hub, folder, cases: allCases(host, name) });
    });
    after(() => app?.close());

    for (const provider of names) {
      for (const mode of modes) {
        for (const [failure, expected] of Object.entries(table)) {
          const what = `${provider}, ${mode}: ${failure}`;
          test(what, () => {
            const isStreamed = mode === 'streamed';
            const requests = entries(what, mode === 'models' ? 'models' : 'chat').length;
            // On a busy machine a reset overtakes what came before it: then nothing was seen, and it is asked for once more.
            const isOvertaken = failure === 'reset-mid-stream' && isStreamed && requests === 2;
            if (isOvertaken) assert.equal(outcome(what).messages.filter((/** @type {any} */ { type }) => type === 'newRetryAttempt').length, 1);
            else assert.equal(requests, pick(expected.requests, isStreamed), 'requests');
            if (isOvertaken) return;
            if (mode === 'models') judgeModels(outcome(what), failure, expected);
            else judgeTurn(outcome(what), failure, expected, isStreamed);
          });
        }
      }
      for (const phase of Object.keys(phases)) {
        test(`${provider}, stopped while in phase "${phase}": at once, for good, and the next message works`, () => {
          const what = `${provider}, stop: ${phase}`;
          const { stoppedAt, after: later, end } = outcome(what);
          // A token may have been on its way to the page when it said stop.
          const types = later.map((/** @type {any} */ { type }) => type).filter((/** @type {string} */ type) => type !== 'newToken');
          assert.deepEqual(types, ['requestAborted']);
          const last = later.at(-1);
          assert.equal(last.type, 'requestAborted');
          assert.ok(last.at - stoppedAt < 1500, `${last.at - stoppedAt} ms`);
          assert.equal(last.payload.text === '', phase !== 'stream');
          const requests = entries(what);
          // On a busy machine it may be stopped before it has left.
          assert.ok(requests.length === 1 || (phase === 'connect' && requests.length === 0), `${requests.length} requests`);
          const [next] = entries(`${what}, next`);
          assert.ok(requests.every(({ closedAt }) => closedAt !== null && closedAt <= next.at), 'the connection stayed open');
          assert.equal(end.payload.text, greeting);
        });
      }
    }

    test('what the package mended is told: resets too, where the browser did not mend them itself', () => {
      const told = names.flatMap((provider) =>
        modes.map((mode) => {
          const { messages, said } = outcome(`${provider}, ${mode}: reset-once`);
          return (messages ?? said).filter((/** @type {any} */ { type }) => type === 'newRetryAttempt').length;
        }),
      );
      assert.ok(told.filter((count) => count === 1).length >= 5, told.join(' '));
    });

    test('20 texts in the background, 8 at a time, against a host that allows 5: all are sorted', () => {
      const { status, stops, badge } = outcome('batch: five-at-a-time');
      assert.equal(status.state, 'done');
      assert.deepEqual(status.results.map((/** @type {any} */ { label }) => label).sort(), [...labels].sort());
      for (const { name: text, label } of status.results) assert.equal(label, text.includes('winner') ? 'spam' : 'ham');
      assert.equal(stops, 0);
      assert.equal(badge, '');
      assert.ok(entries('batch: five-at-a-time').length > 20, 'some were refused at first');
    });

    test('a spent quota stops the batch, and is told once', () => {
      const { status, stops, badge } = outcome('batch: quota');
      assert.equal(status.state, 'stopped');
      assert.equal(status.stoppedBy.kind, 'quota');
      assert.equal(stops, 1);
      assert.equal(badge, '!');
      assert.ok(entries('batch: quota').length <= 8);
    });

    test('with permission for a host its answers are read, CORS or not; without, that is said after two attempts', () => {
      assert.deepEqual(outcome('permissions').given, [true, false, false]);
      assert.equal(outcome('no CORS, with permission').messages.at(-1).payload.text, greeting);
      const { messages } = outcome('no CORS, without permission');
      const types = messages.map((/** @type {any} */ { type }) => type);
      assert.deepEqual(types, ['messageSent', 'newRetryAttempt', 'retryGaveUp', 'error']);
      assert.equal(messages.at(-1).payload.kind, 'blocked');
    });

    test('a person at the chat page: connects, asks, stops, is told what to do, and never sees the key again', () => {
      const seen = outcome('a person at the chat page');
      assert.equal(seen.mailSwitch, name === 'thunderbird');
      assert.equal(seen.withoutModel, 'Choose a model first.');
      assert.equal(seen.keyShown || seen.keyShownAtEnd, false);
      assert.deepEqual(seen.models, ['Claude test-small', 'Claude test-large', 'Another one …']);
      assert.equal(seen.withWhom, 'Anthropic · test-small');
      assert.match(seen.answer, /You said: “hello”/);
      assert.equal(seen.focusAtKey, true);
      assert.match(seen.sentence, /^Anthropic: .*\(429\)\. Retrying in 20 s \(1 of 3\)\.$/);
      assert.match(seen.countdown, /^Retrying in \d+ s$/);
      assert.equal(seen.attempt, 'Retry 1 of 3');
      assert.equal(seen.spinnerHidden, true);
      assert.equal(seen.afterStop, 'Stopped.');
      assert.equal(seen.focusAfterStop, true);
      assert.equal(seen.lineAfterStop, 'idle');
      assert.match(seen.quota, /credit balance is too low.*Look at plan and billing/);
      assert.match(seen.cut, /^Grüße from the .*cut off.*Send again$/);
      assert.match(seen.forbidden, /no permission to talk to localhost:\d+\.Allow access$/);
      assert.match(seen.elsewhere, /You said: “hello”/);
      const elsewhere = entries('a person at the chat page').filter(({ headers }) => headers.host?.startsWith('localhost'));
      assert.equal(elsewhere.some(({ provider }) => provider === 'openai_comp'), true);
      assert.equal(elsewhere.some(({ headers }) => JSON.stringify(headers).includes(key)), false, 'the key went elsewhere');
    });

    test('what cannot be sent is told, and quotes nothing', () => {
      for (const provider of names) {
        for (const what of ['invalid header', 'invalid URL']) {
          const { messages } = outcome(`${provider}, turn: ${what}`);
          const { result } = outcome(`${provider}, models: ${what}`);
          // Gemini has its key in the address, where nothing is invalid; Ollama sends none.
          const isSent = what === 'invalid header' && result.ok;
          assert.equal(messages.at(-1).type, isSent ? 'tokensDone' : 'error', provider);
          if (isSent) continue;
          assert.equal(messages.at(-1).payload.kind, 'settings');
          assert.equal(result.failure.kind, 'settings');
          assert.doesNotMatch(JSON.stringify([messages, result]), new RegExp(`${key}|http:`));
        }
      }
    });

    test('nothing that was logged holds a key, an address or a text, in debug mode either', () => {
      assert.ok(reports.lines.length > 200, `${reports.lines.length} lines`);
      for (const line of reports.lines) {
        assert.match(line, /^(log|warn): \[fetch-with-retry\] /);
        for (const forbidden of [key, secret, 'hello', 'winner', 'http:', '127.0.0.1', '/v1']) {
          assert.equal(line.includes(forbidden), false, `${forbidden} in a line`);
        }
      }
    });

    if (name === 'chromium') {
      test('with plain fetch in its place, each of the ten call sites fails', async () => {
        const failures = ['503-twice', '429-retry-after'];
        const at = (/** @type {string} */ what, /** @type {string} */ failure) => host.host(failure, runOf('plain', what));
        const cases = matrix(at, failures, ['models', 'streamed']);
        const plain = await playCases({ app, hub, folder, cases, plainFetch: true });
        for (const { name: what } of cases) {
          const failure = what.replace(/.*: /, '');
          const judge = what.includes('models') ? judgeModels : judgeTurn;
          assert.throws(() => judge(outcomeOf('plain', plain, what), failure, table[failure], true), assert.AssertionError, what);
        }
      });
    }

    if (name === 'thunderbird') {
      test('as manifest version 2', async () => {
        const failures = ['healthy', '503-twice', 'quota'];
        const at = (/** @type {string} */ what, /** @type {string} */ failure) => host.host(failure, runOf('mv2', what));
        const cases = matrix(at, failures);
        const mv2 = await playCases({ app, hub, folder, cases, version: 2 });
        for (const { name: what } of cases) {
          const failure = what.replace(/.*: /, '');
          const found = outcomeOf('mv2', mv2, what);
          if (what.includes('models')) judgeModels(found, failure, table[failure]);
          else judgeTurn(found, failure, table[failure], what.includes('streamed'));
        }
      });
    }
  });
}

/** @typedef {typeof table[string]} Expected */

/**
 * @param {any} outcome
 * @param {string} failure
 * @param {Expected} expected
 * @param {boolean} isStreamed
 */
function judgeTurn({ messages }, failure, expected, isStreamed) {
  const count = (/** @type {string} */ type) => messages.filter((/** @type {any} */ message) => message.type === type).length;
  const said = messages.flatMap((/** @type {any} */ { type, payload }) => (type === 'newToken' ? [payload.token] : [])).join('');
  const { type, payload } = messages.at(-1);
  const { kind } = expected;
  const told = count('newRetryAttempt');
  if (!(isMended(failure) && told === 0)) assert.equal(told, pick(expected.retries, isStreamed), 'retries told');
  assert.equal(count('messageSent'), 1);
  if (kind === undefined) {
    assert.equal(type, 'tokensDone');
    assert.equal(payload.text, greeting);
    assert.equal(payload.truncated, false);
    assert.equal(said, greeting);
  } else if (failure === 'reset-mid-stream' && isStreamed) {
    assert.equal(type, 'tokensDone');
    assert.equal(payload.truncated, true);
    assert.match(payload.failure.kind, kind);
    assert.equal(payload.text, 'Grüße from the ');
    assert.equal(said, payload.text);
  } else {
    assert.equal(type, 'error');
    assert.match(payload.kind, kind);
    assert.equal(said, '');
  }
}

/**
 * Browsers repeat a request by themselves, unseen by anyone, when a connection is reset that they had kept ready:
 * Gecko a GET, Chromium anything.
 *
 * @param {string} failure
 */
const isMended = (failure) => failure === 'reset-once';

/**
 * @param {any} outcome
 * @param {string} failure
 * @param {Expected} expected
 */
function judgeModels({ result, said }, failure, { retries, kind }) {
  // The list's own second request is not announced: there is no line to show it in.
  const told = said.filter((/** @type {any} */ { type }) => type === 'newRetryAttempt').length;
  if (!(isMended(failure) && told === 0)) assert.equal(told, failure === 'reset-mid-stream' ? 0 : pick(retries, false), 'retries told');
  if (kind === undefined) {
    assert.equal(result.ok, true);
    assert.ok(result.response.length >= 2);
  } else {
    assert.equal(result.ok, false);
    assert.match(result.failure.kind, kind);
  }
}
