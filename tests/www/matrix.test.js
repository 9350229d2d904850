// Each provider × {models, streamed chat, plain chat} × each failure: how many requests it takes, and what
// the user is told. The real browsers run the same table.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

/** @import { ProviderHost } from '../../www/server/provider-host.js' */
import { createProvider } from '../../www/providers/index.js';
import { startProviderHost } from '../../www/server/provider-host.js';
import { greeting, impatient, key, names, newRun, quick, talk } from './helpers.js';
import { pick, table } from './table.js';

/** @type {ProviderHost} */
let server;
before(async () => {
  server = await startProviderHost();
});
after(() => server.close());

/**
 * @param {string} run
 * @param {string} operation
 */
const requests = (run, operation) => server.log.filter((entry) => entry.run === run && entry.operation === operation).length;

describe('chat', { concurrency: 8 }, () => {
  for (const name of names) {
    for (const stream of [true, false]) {
      for (const [failure, expected] of Object.entries(table)) {
        test(`${name}, ${stream ? 'streamed' : 'plain'}: ${failure}`, async () => {
          const run = newRun();
          const line = talk(name, server.host(failure, run), { stream, thinking: true }, failure === 'hang-once' ? impatient : quick);
          const end = await line.ask();
          const { kind } = expected;

          assert.equal(requests(run, 'chat'), pick(expected.requests, stream));
          assert.equal(line.count('newRetryAttempt'), pick(expected.retries, stream));
          assert.equal(line.count('messageSent'), 1);
          if (kind === undefined) {
            assert.equal(end.type, 'tokensDone');
            assert.equal(end.payload.text, greeting);
            assert.equal(line.said(), greeting);
            assert.equal(end.payload.truncated, false);
          } else if (failure === 'reset-mid-stream' && stream) {
            assert.equal(end.type, 'tokensDone');
            assert.equal(end.payload.truncated, true);
            assert.match(end.payload.failure.kind, kind);
            assert.equal(end.payload.text, 'Grüße from the ');
            assert.equal(line.said(), end.payload.text);
          } else {
            assert.equal(end.type, 'error');
            assert.match(end.payload.kind, kind);
            assert.equal(line.said(), '');
          }
          assert.doesNotMatch(JSON.stringify(line.messages), new RegExp(key));
        });
      }
    }
  }
});

describe('models', { concurrency: 8 }, () => {
  for (const name of names) {
    for (const [failure, expected] of Object.entries(table)) {
      test(`${name}: ${failure}`, async () => {
        const run = newRun();
        let retries = 0;
        const provider = createProvider(name, { host: server.host(failure, run), apiKey: key });
        const result = await provider.fetchModels({ ...(failure === 'hang-once' ? impatient : quick), onRetry: () => (retries += 1) });
        const { kind } = expected;
        assert.equal(requests(run, 'models'), pick(expected.requests, false));
        // The list's own second request is not announced: there is no line to show it in.
        assert.equal(retries, failure === 'reset-mid-stream' ? 0 : pick(expected.retries, false));
        if (result.ok) {
          assert.equal(kind, undefined);
          assert.ok(result.response.length >= 2);
        } else {
          assert.match(result.failure.kind, kind ?? /^$/);
          assert.equal(typeof result.error, 'string');
          assert.equal(result.status === null, failure === 'reset-mid-stream');
        }
      });
    }
  }
});

test('models: with no retries left, a list that broke is not asked for again', async () => {
  const run = newRun();
  const provider = createProvider('ollama', { host: server.host('reset-mid-stream', run) });
  const result = await provider.fetchModels({ ...quick, maxRetries: 0 });
  assert.match(result.ok ? '' : result.failure.kind, /^(network|truncated)$/);
  assert.equal(requests(run, 'models'), 1);
});
