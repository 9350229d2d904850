// Carries out an action: answers as the provider would, and breaks where it is told to.

import { setTimeout as sleep } from 'node:timers/promises';

/** @import { ServerResponse } from 'node:http' */
/** @import { Action } from './failures.js' */
/** @import { LogEntry } from './provider-host.js' */
import { errors } from './failures.js';
import { wires } from './wire.js';

/**
 * Answers one request.
 *
 * @param {Action} action
 * @param {LogEntry} entry
 * @param {ServerResponse} response
 * @returns {Promise<void>}
 */
export async function play(action, { provider, operation, path, body }, response) {
  if (action.before === 'hang') return;
  if (action.before === 'reset') return reset(response);
  if (action.error) {
    const [status, said] = errors[provider][action.error];
    response.writeHead(status, { 'content-type': 'application/json', ...action.headers });
    response.end(said === '' ? '' : JSON.stringify(said));
    return;
  }
  const wire = wires[provider];
  if (operation === 'models') return sendWhole(wire.models, action, response);

  const ask = wire.read(body ?? {}, path);
  const tokens = answer(ask);
  const thinking = ask.thinks ? ['Let me ', 'think … '] : [];
  if (!ask.stream) return sendWhole(wire.plain(ask, thinking.join(''), tokens.join('')), action, response);

  const script = wire.stream(ask, thinking, tokens);
  response.writeHead(200, { 'content-type': script.type, 'cache-control': 'no-store' });
  // An empty line means nothing in both framings; but Gecko settles a fetch only with the first byte. A break
  // before the first token comes before the first thought as well: both reach the user.
  await write(response, '\n');
  for (const chunk of action.after === 0 && !action.thought ? [] : script.opening) await write(response, chunk);
  for (const chunk of script.tokens.slice(0, action.after)) {
    await write(response, chunk);
    if (action.paceMs) await sleep(action.paceMs);
    if (response.destroyed) return;
  }
  switch (action.by) {
    case 'reset':
      return reset(response, 300);
    case 'event':
      response.end(script.failure);
      return;
    case 'end':
      response.end();
      return;
  }
  const closing = script.closing.join('');
  await write(response, action.unfinished ? closing.trimEnd() : closing);
  if (!action.open) response.end();
}

/**
 * @param {unknown} value
 * @param {Action} action
 * @param {ServerResponse} response
 */
async function sendWhole(value, action, response) {
  const bytes = Buffer.from(JSON.stringify(value));
  const broken = action.after !== undefined;
  // With its length told, an early end is a failure, as it is with a reset.
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
  if (action.paceMs) await sleep(action.paceMs);
  response.write(broken ? bytes.subarray(0, bytes.length >> 1) : bytes);
  if (broken) {
    await sleep(20);
    reset(response);
  } else {
    response.end();
  }
}

/**
 * In two writes, cut where it hurts: within a character where there is one of several bytes.
 *
 * @param {ServerResponse} response
 * @param {string} text
 */
async function write(response, text) {
  const bytes = Buffer.from(text);
  const multi = bytes.findIndex((byte) => byte >= 0xc0);
  const at = multi === -1 ? bytes.length >> 1 : multi + 1;
  response.write(bytes.subarray(0, at));
  await sleep(2);
  response.write(bytes.subarray(at));
}

/**
 * @param {ServerResponse} response
 * @param {number} [afterMs] What was written is to arrive first: a reset overtakes it in browsers that are busy.
 */
async function reset(response, afterMs = 20) {
  await sleep(afterMs);
  response.socket?.resetAndDestroy();
}

/**
 * An answer in some pieces: an echo, with characters of two to four bytes; for the classifier's question one
 * of its words.
 *
 * @param {import('./wire.js').Ask} ask
 * @returns {string[]}
 */
function answer({ prompt, system }) {
  if (/one of these words/i.test(system)) return [/lottery|winner|prize/i.test(prompt) ? 'spam' : 'ham'];
  return ['Grüße ', 'from the ', 'test host', ' — 你好 🙂. ', `You said: “${prompt.slice(0, 200)}”`];
}
