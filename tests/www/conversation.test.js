// One turn after the other: nothing doubled, nothing saved twice, Stop in every phase.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

/** @import { ProviderHost } from '../../www/server/provider-host.js' */
import { startProviderHost } from '../../www/server/provider-host.js';
import { Conversation } from '../../www/worker/conversation.js';
import { greeting, impatient, key, names, newRun, quick, talk } from './helpers.js';

/** @type {ProviderHost} */
let server;
before(async () => {
  server = await startProviderHost();
});
after(() => server.close());

/** @param {string} run */
const entries = (run) => server.log.filter((entry) => entry.run === run);
/** @param {() => boolean} condition */
async function eventually(condition) {
  for (let i = 0; i < 300 && !condition(); i += 1) await sleep(10);
  assert.ok(condition());
}

for (const failure of ['reset-before-token', 'cut-before-token', 'error-event']) {
  for (const name of names) {
    test(`${name}: ${failure}: asked once more, told as a retry, shown once`, async () => {
      const run = newRun();
      const line = talk(name, server.host(failure, run));
      const end = await line.ask();
      assert.equal(end.type, 'tokensDone', JSON.stringify(end));
      assert.equal(end.payload.truncated, false);
      assert.equal(line.said(), greeting);
      assert.equal(entries(run).length, 2);
      const retry = await line.until('newRetryAttempt');
      assert.ok(retry.payload.id < 0);
      assert.equal(retry.payload.attempt, 1);
      assert.equal(retry.payload.maxRetries, 3);
      assert.match(retry.payload.message, /Retrying in \d+ s \(1 of 3\)\.$/);
    });
  }
}

test('a stream that breaks before its first token is asked for once more only, not until the budget ends', async () => {
  const run = newRun();
  const end = await talk('anthropic', server.host('reset-before-token-always', run)).ask();
  assert.equal(end.type, 'error');
  // Node takes a reset for a clean end where the server announced that it would close.
  assert.match(end.payload.kind, /^(network|truncated)$/);
  assert.equal(entries(run).length, 2);
});

test('both loops share one budget: with none left, a broken stream is not asked for again', async () => {
  for (const [maxRetries, requests] of [[0, 1], [1, 2]]) {
    const run = newRun();
    const end = await talk('openai_comp', server.host('reset-before-token-always', run), {}, { ...quick, maxRetries }).ask();
    assert.equal(end.type, 'error');
    assert.equal(entries(run).length, requests);
  }
});

/**
 * A server of a few lines, for what the provider host does not do.
 *
 * @param {import('node:http').RequestListener} listener
 * @param {(origin: string) => Promise<void>} use
 */
async function withServer(listener, use) {
  const own = createServer(listener);
  await new Promise((resolve) => own.listen(0, '127.0.0.1', () => resolve(undefined)));
  try {
    await use(`http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (own.address()).port}`);
  } finally {
    own.closeAllConnections();
    own.close();
  }
}

test('a redirect is not followed: the key stays with the origin it was entered for', async () => {
  const run = newRun();
  const elsewhere = server.host('healthy', run);
  const listener = (/** @type {any} */ request, /** @type {any} */ response) => response.writeHead(307, { location: `${elsewhere}${request.url}` }).end();
  await withServer(listener, async (origin) => {
    for (const name of names) {
      const end = await talk(name, origin).ask();
      assert.equal(end.payload.kind, 'moved');
    }
    assert.equal(entries(run).length, 0);
  });
});

test("a proxy's page with 200 is an error at once: the same page would come again", async () => {
  for (const stream of [true, false]) {
    let count = 0;
    const listener = (/** @type {any} */ request, /** @type {any} */ response) => {
      request.resume();
      count += 1;
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Please log in</body></html>');
    };
    await withServer(listener, async (origin) => {
      assert.equal((await talk('anthropic', origin, { stream }).ask()).payload.kind, 'malformed');
      assert.equal(count, 1);
    });
  }
});

test('a provider that repeats the key and the address in its refusal is not quoted so', async () => {
  const listener = (/** @type {any} */ request, /** @type {any} */ response) => {
    request.resume();
    const said = `Incorrect API key provided: ${key}. See https://h.example/keys?k=${key}`;
    response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message: said } }));
  };
  await withServer(listener, async (origin) => {
    const end = await talk('openai_comp', origin).ask();
    assert.equal(end.payload.message, 'Incorrect API key provided: …. See …');
    assert.equal(JSON.stringify(end).includes(key), false);
  });
});

test('the second loop gets what the first one left, and goes on counting', async () => {
  // Requests: 503, 503, a stream cut before its first token, then the one that is left. Another is not sent.
  let count = 0;
  const script = (/** @type {any} */ request, /** @type {any} */ response) => {
    request.resume();
    count += 1;
    if (count === 3) response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': nothing\n\n');
    else response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":{"message":"busy"}}');
  };
  /** @type {Array<[number, number, number[]]>} */
  const budgets = [[3, 4, [1, 2, 3]], [4, 5, [1, 2, 3, 4]]];
  await withServer(script, async (origin) => {
    for (const [maxRetries, requests, attempts] of budgets) {
      count = 0;
      const line = talk('openai_comp', origin, {}, { ...quick, maxRetries });
      const end = await line.ask();
      assert.equal(end.payload.kind, 'overloaded');
      assert.equal(count, requests);
      const told = line.messages.flatMap((message) => (message.type === 'newRetryAttempt' ? [message.payload] : []));
      assert.deepEqual(told.map(({ attempt }) => attempt), attempts);
      for (const { attempt, message, maxRetries: of } of told) {
        assert.equal(of, maxRetries);
        assert.ok(message.endsWith(`(${attempt} of ${maxRetries}).`), message);
      }
    }
  });
});

for (const failure of ['reset-mid-stream', 'cut-mid-stream', 'error-event-late']) {
  test(`${failure}: what arrived is kept once, told as cut, and not asked for again; the next message works`, async () => {
    const run = newRun();
    const line = talk('openai_responses', server.host(failure, run), { store: true });
    const end = await line.ask();
    assert.equal(end.type, 'tokensDone');
    assert.equal(end.payload.truncated, true);
    assert.ok(end.payload.failure.message);
    assert.equal(end.payload.text, 'Grüße from the ');
    assert.equal(entries(run).length, 1);
    assert.deepEqual(line.conversation.history, [
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'Grüße from the ' },
    ]);
    await line.ask('again');
    const { body } = entries(run)[1];
    assert.equal('previous_response_id' in body, false);
    assert.deepEqual(body.input.map((/** @type {any} */ { content }) => content), ['hello', 'Grüße from the ', 'again']);
  });
}

test('a thought that was seen counts as seen: a stream that breaks after it is not asked for again', async () => {
  for (const name of names) {
    const run = newRun();
    const line = talk(name, server.host('cut-after-thought', run), { thinking: name === 'anthropic' || name === 'google_gemini' ? 2000 : 'low' });
    const end = await line.ask();
    assert.equal(end.type, 'error');
    assert.equal(end.payload.kind, 'truncated');
    assert.equal(line.count('newThinkingToken'), 2);
    assert.equal(entries(run).length, 1);
  }
});

test('a stored answer is referred to in the next turn', async () => {
  const run = newRun();
  const line = talk('openai_responses', server.host('healthy', run), { store: true });
  await line.ask();
  await line.ask('again');
  const { body } = entries(run)[1];
  assert.equal(body.previous_response_id, 'resp_test');
  assert.deepEqual(body.input, [{ role: 'user', content: 'again' }]);
});

test('a server that never closes after its last event ends the turn all the same, and is let go', async () => {
  for (const name of names) {
    const run = newRun();
    const end = await talk(name, server.host('never-close', run)).ask();
    assert.equal(end.payload.text, greeting);
    await eventually(() => entries(run)[0].aborted);
  }
});

test('an error is no part of what the next turn sends', async () => {
  const run = newRun();
  const line = talk('anthropic', server.host('404', run));
  const end = await line.ask('lost');
  assert.equal(end.payload.kind, 'model');
  assert.equal(end.payload.status, 404);
  assert.deepEqual(line.conversation.history, []);
});

test('Stop while connecting: at once, and the next message works', async () => {
  const run = newRun();
  const line = talk('ollama', server.host('hang-once', run), {}, { ...quick, attemptTimeoutMs: 60_000 });
  line.conversation.receive({ type: 'chatMessage', payload: { text: 'hello' } });
  await eventually(() => entries(run).length === 1);
  line.conversation.receive({ type: 'stop' });
  assert.equal(line.messages.at(-1)?.type, 'requestAborted');
  await eventually(() => entries(run)[0].aborted);
  assert.equal((await line.ask('hello')).payload.text, greeting);
});

test('Stop during a wait: no queued retry fires, and nothing more is said', async () => {
  const run = newRun();
  const line = talk('anthropic', server.host('429-long', run), {}, { ...quick });
  line.conversation.receive({ type: 'chatMessage', payload: { text: 'hello' } });
  await line.until('newRetryAttempt');
  const told = line.messages.length;
  line.conversation.receive({ type: 'stop' });
  await sleep(300);
  assert.deepEqual(line.messages.slice(told).map(({ type }) => type), ['requestAborted']);
  assert.equal(entries(run).length, 1);
  assert.deepEqual(line.conversation.history, []);
});

test('Stop during the wait before a broken stream is asked for again', async () => {
  const run = newRun();
  const line = talk('anthropic', server.host('cut-before-token', run), {}, { ...quick, initialDelayMs: 400 });
  line.conversation.receive({ type: 'chatMessage', payload: { text: 'hello' } });
  await line.until('newRetryAttempt');
  line.conversation.receive({ type: 'stop' });
  await sleep(600);
  assert.equal(entries(run).length, 1);
  assert.equal(line.messages.at(-1)?.type, 'requestAborted');
});

test('Stop while streaming: what arrived is kept, the socket closes, the next message works', async () => {
  const run = newRun();
  const line = talk('google_gemini', server.host('slow', run));
  line.conversation.receive({ type: 'chatMessage', payload: { text: 'hello' } });
  await line.until('newToken', 2);
  line.conversation.receive({ type: 'stop' });
  const end = line.messages.at(-1);
  assert.ok(end?.type === 'requestAborted');
  assert.equal(end.payload.text, 'Grüße from the ');
  await eventually(() => entries(run)[0].aborted);
  assert.equal(line.said(), 'Grüße from the ');
  assert.equal((await line.ask('more')).type, 'tokensDone');
  assert.deepEqual(entries(run)[1].body.contents.map((/** @type {any} */ { parts }) => parts[0].text), ['hello', 'Grüße from the ', 'more']);
});

test('Stop in the midst of a chunk: the rest of the chunk is not told', async () => {
  const listener = (/** @type {any} */ request, /** @type {any} */ response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.end(['a', 'b', 'c'].map((content) => `${JSON.stringify({ message: { content }, done: content === 'c' })}\n`).join(''));
  };
  await withServer(listener, async (host) => {
    /** @type {string[]} */
    const told = [];
    await new Promise((resolve) => {
      const conversation = new Conversation(({ type }) => {
        told.push(type);
        if (type === 'newToken') conversation.receive({ type: 'stop' });
        if (type === 'requestAborted') setTimeout(resolve, 100);
      });
      conversation.receive({ type: 'init', payload: { provider: 'ollama', options: { host, model: 'm' } } });
      conversation.receive({ type: 'chatMessage', payload: { text: 'hello' } });
    });
    assert.deepEqual(told, ['messageSent', 'newToken', 'requestAborted']);
  });
});

test('Stop without a turn does nothing; a second question during a turn is refused, the turn goes on', async () => {
  const line = talk('anthropic', server.host('slow', newRun()));
  line.conversation.receive({ type: 'stop' });
  assert.equal(line.messages.length, 0);
  line.conversation.receive({ type: 'chatMessage', payload: { text: 'hello' } });
  line.conversation.receive({ type: 'chatMessage', payload: { text: 'impatient' } });
  assert.equal((await line.until('error')).payload.kind, 'busy');
  assert.equal((await line.until('tokensDone')).payload.text, greeting);
});

test('retryNow ends a wait of the package, and one of the turn itself', async () => {
  for (const [failure, retry] of /** @type {const} */ ([
    ['429-retry-after', quick],
    ['cut-before-token', { ...quick, initialDelayMs: 30_000 }],
  ])) {
    const line = talk('openai_comp', server.host(failure, newRun()), {}, retry);
    const started = Date.now();
    line.conversation.receive({ type: 'chatMessage', payload: { text: 'hello' } });
    const { payload } = await line.until('newRetryAttempt');
    line.conversation.receive(failure === '429-retry-after' ? { type: 'retryNow', payload: { id: payload.id } } : { type: 'retryNow' });
    assert.equal((await line.until('tokensDone')).payload.text, greeting);
    assert.ok(Date.now() - started < 900, `${Date.now() - started} ms`);
  }
});

test('giving up is told by the package, once, and ends the turn with an error', async () => {
  const line = talk('google_gemini', server.host('503-always', newRun()));
  const end = await line.ask();
  assert.equal(end.payload.kind, 'overloaded');
  assert.equal(end.payload.providerMessage, 'The model is overloaded. Please try again later.');
  assert.equal(line.count('retryGaveUp'), 1);
  assert.equal(line.count('newRetryAttempt'), 3);
  assert.equal((await line.until('retryGaveUp')).payload.reason, 'retriesExhausted');
});

test('kinds of refusal: Ollama and origins, a missing model, an unknown provider, no provider', async () => {
  const kinds = { 403: 'origins', 404: 'model' };
  for (const [failure, kind] of Object.entries(kinds)) assert.equal((await talk('ollama', server.host(failure, newRun())).ask()).payload.kind, kind);
  const unknown = talk('nobody', server.origin);
  assert.equal(unknown.messages[0]?.type === 'error' && unknown.messages[0].payload.kind, 'settings');
  assert.equal((await unknown.ask()).payload.kind, 'notReady');
});

test('no failure puts a key, a URL or the question into a message or a log line, in debug mode either', async () => {
  /** @type {string[]} */
  const lines = [];
  const original = { log: console.log, warn: console.warn };
  console.log = console.warn = (...args) => void lines.push(args.join(' '));
  try {
    const secret = 'the question that nobody else may read';
    const cases = [];
    for (const failure of ['503-always', '401', 'quota', 'reset-mid-stream', 'cut-before-token', 'hang-once', 'reset-once']) {
      for (const name of names) cases.push({ name, host: server.host(failure, newRun()), apiKey: key });
    }
    // An invalid header value, and an invalid address: the platform's own texts would name them.
    for (const name of names) cases.push({ name, host: server.origin, apiKey: `${key}\n${key}` }, { name, host: `http://[${key}`, apiKey: key });
    const all = await Promise.all(
      cases.map(async ({ name, host, apiKey }) => {
        const line = talk(name, host);
        line.conversation.receive({ type: 'init', payload: { provider: name, options: { host, apiKey, model: 'm' }, retry: impatient, debug: true } });
        await line.ask(secret);
        return line.messages.filter(({ type }) => type !== 'newToken' && type !== 'tokensDone');
      }),
    );
    const written = lines.join('\n') + JSON.stringify(all);
    assert.ok(lines.length > 20, 'the logger is on');
    assert.ok(lines.every((text) => text.startsWith('[fetch-with-retry] ')));
    for (const forbidden of [key, secret, 'http:', '127.0.0.1', '/v1']) assert.equal(written.includes(forbidden), false, forbidden);
  } finally {
    Object.assign(console, original);
  }
});
