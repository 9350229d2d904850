// Nothing of the URL beyond its origin, no header's value and nothing of the body gets out, whatever
// goes wrong.

import { ears, quick } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

const KEY = 'sk-SECRET-0123456789abcdef';
const PATH = 'private-SECRET-path/model';
const BODY = 'the SECRET text of a mail that is nobody\'s business';
// A scheme or a host may have been put in lower case; this file's own name stands in stacks.
const NONE = /SECRET|sk-secret|private-secret/;

/**
 * All the text that an error carries.
 * @param {any} error
 * @returns {string}
 */
function textOf(error) {
  const own = error && typeof error === 'object' ? Object.getOwnPropertyNames(error).map((name) => safe(error[name])) : [];
  const cause = error?.cause ? textOf(error.cause) : '';
  return [error?.name, error?.message, error?.stack, String(error), safe(error), ...own, cause].join('\n');
}

/** @param {unknown} value */
function safe(value) {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

/**
 * @param {string} key
 * @returns {RequestInit}
 */
const secretInit = (key = KEY) => ({ method: 'POST', body: BODY, headers: { authorization: `Bearer ${key}`, 'x-api-key': key } });

/**
 * Makes a call that goes wrong.
 * @param {import('./toolkit.js').Toolkit} t
 * @param {any} input
 * @param {RequestInit} init
 * @param {import('./common.js').RetryConfig} [config]
 */
async function failing(t, input, init, config) {
  const { messages, lines, config: heard } = ears();
  /** @type {any} */
  let error;
  /** @type {any} */
  const response = await t.api.fetchWithRetry(input, init, { ...quick, ...heard, ...config }).catch((e) => { error = e; });
  const told = [textOf(error), safe(messages), safe(t.api.retryInfo(error ?? response)), ...lines].join('\n');
  t.ok(!NONE.test(told), `a secret got out: ${told.slice(Math.max(0, told.search(NONE) - 100)).slice(0, 300)}`);
  return { error, response, messages, lines };
}

test('an invalid header is a clean TypeError, never retried', async (t) => {
  const { url, log } = await t.script([{}]);
  const bad = `${KEY}\nX: y`;
  const inits = [
    { headers: { authorization: bad } }, { headers: { authorization: `${KEY}☃` } }, { headers: { [`${KEY} name`]: 'x' } },
    { headers: [['authorization', bad]] }, { headers: [[KEY]] }, { headers: [[KEY, 'a', 'b']] },
  ];
  for (const maxRetries of [0, 3]) {
    for (const init of inits) {
      const { error, messages } = await failing(t, `${url}${PATH}?key=${KEY}`, /** @type {any} */ (init), { maxRetries });
      t.ok(error instanceof TypeError || error instanceof RangeError, `a TypeError, not ${error}`);
      t.equal(messages.length, 0, 'messages');
    }
  }
  t.equal((await log()).length, 0);
});

test('an invalid URL, one with a password, and an invalid method are clean TypeErrors, never retried', async (t) => {
  const { host } = new URL(t.origin);
  /** @type {[any, any][]} */
  const requests = [
    [`http://[${KEY}/${PATH}`, {}],
    [`http://${host}:99999/${PATH}?key=${KEY}`, {}],
    [`http://user:${KEY}@${host}/${PATH}`, {}],
    [`${KEY}://${PATH}`, {}],
    [{ toString() { throw new Error(KEY); } }, {}],
    [`${t.origin}/?key=${KEY}`, { method: `${KEY} X` }],
    [`${t.origin}/?key=${KEY}`, { method: 'TRACE', body: undefined }],
    [`${t.origin}/?key=${KEY}`, { method: 'GET', body: BODY }],
    [`${t.origin}/?key=${KEY}`, { mode: KEY }],
    [`${t.origin}/?key=${KEY}`, { credentials: KEY }],
    [`${t.origin}/?key=${KEY}`, { signal: { aborted: KEY } }],
    [`${t.origin}/?key=${KEY}`, KEY],
  ];
  for (const [input, init] of requests) {
    for (const maxRetries of [0, 3]) {
      const { error, messages } = await failing(t, input, init, { maxRetries, initialDelayMs: 20 });
      t.ok(error instanceof TypeError, `a TypeError, not ${error}, for ${safe(init)}`);
      // A scheme that nobody knows is a network failure to some engines.
      if (typeof input !== 'string' || !input.startsWith(KEY)) t.equal(messages.length, 0, `messages for ${safe(input)} ${safe(init)}`);
    }
  }
});

test('a URL that is relative where there is no base, empty or missing', async (t) => {
  for (const input of [undefined, null, Symbol('SECRET')]) {
    const { error } = await failing(t, input, {});
    t.ok(error instanceof TypeError, `a TypeError, not ${error}`);
  }
});

test('network failures, timeouts and errors of the server tell nothing but the origin', async (t) => {
  const body = JSON.stringify({ error: { message: `Bad key ${KEY} for https://x.example/${PATH}?key=${KEY}: ${BODY}`, type: 'overloaded_error' } });
  const json = { 'content-type': 'application/json' };
  const steps = /** @type {import('../server/step.js').Step[][]} */ ([
    [{ action: 'reset-before-headers' }], [{ action: 'garbage' }], [{ action: 'close-before-headers' }],
    [{ action: 'hang-before-headers' }], [{ status: 503, headers: json, body }], [{ status: 429, headers: json, body: body.replace('overloaded_error', 'insufficient_quota') }],
  ]);
  await Promise.all(steps.map(async (script) => {
    const { url } = await t.script(script);
    const { lines } = await failing(t, `${url}${PATH}?alt=sse&key=${KEY}#${KEY}`, secretInit(), { maxRetries: 1, attemptTimeoutMs: 900 });
    t.ok(lines.some((line) => line.includes(new URL(url).origin)), `the origin is named: ${lines[0]}`);
  }));
  await failing(t, `${t.deadOrigin}/${PATH}?key=${KEY}`, secretInit(), { maxRetries: 1 });
  await failing(t, new Request(`${t.deadOrigin}/${PATH}?key=${KEY}`, secretInit()), {}, { maxRetries: 1 });
});

test('with a label not even the origin is told', async (t) => {
  const { url } = await t.script([{ status: 503 }]);
  const { lines, messages } = await failing(t, `${url}${PATH}`, secretInit(), { label: 'Ollama' });
  const { host } = new URL(url);
  t.ok(!`${lines}${safe(messages)}`.includes(host), 'the origin');
  lines.forEach((line) => t.match(line, /Ollama/));
  messages.forEach(({ payload }) => t.ok(payload.label === 'Ollama' && payload.message.startsWith('Ollama'), payload.message));
});

test('a key that a message quotes is cut out, the rest is kept', async (t) => {
  const error = { message: `API key not valid: ${KEY}. Please pass a valid key.`, type: 'insufficient_quota' };
  const { url } = await t.script([{ status: 429, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ error }) }]);
  for (const [path, init] of /** @type {[string, RequestInit][]} */ ([[`?key=${KEY}`, {}], ['', { headers: { 'x-api-key': KEY } }], ['', { headers: { authorization: `Bearer ${KEY}` } }]])) {
    const { messages: [{ payload }] } = await failing(t, url + path, init);
    t.match(payload.providerMessage, /API key not valid: .*…/);
    t.match(payload.message, /Please pass a valid key/);
  }
});
