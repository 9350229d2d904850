// A client that shows what a connection really did: an HTTP client would repair, hide or reword it.

import assert from 'node:assert/strict';
import { connect } from 'node:net';

/**
 * Sends one request and collects what comes back until the connection ends, or `until` has been seen.
 * @param {string} url
 * @param {{ head?: string, path?: string, body?: string, until?: string, ms?: number }} [how]
 * @returns {Promise<{ text: string, ended: string }>} `ended`: FIN, an error's code, or "open" if this side left
 */
export async function raw(url, { head = 'GET', path, body = '', until, ms = 2000 } = {}) {
  const { hostname, port, pathname, search } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  let ended = 'open';
  socket.on('data', (part) => {
    text += part;
    if (until !== undefined && text.includes(until)) socket.destroy();
  });
  socket.on('end', () => (ended = 'FIN'));
  socket.on('error', (error) => (ended = /** @type {NodeJS.ErrnoException} */ (error).code ?? 'error'));
  const [method, ...lines] = head.split('\n');
  const length = body && !/content-length/i.test(head) ? [`content-length: ${body.length}`] : [];
  const first = `${method} ${path ?? pathname + search} HTTP/1.1`;
  socket.write([first, 'host: test', ...lines, ...length, '', body].join('\r\n'));
  const timer = setTimeout(() => socket.destroy(), ms);
  await new Promise((resolve) => socket.once('close', resolve));
  clearTimeout(timer);
  return { text, ended };
}

/**
 * Waits for what the server notices a moment later.
 * @param {() => unknown} condition
 */
export async function soon(condition) {
  for (let tries = 0; tries < 200 && !condition(); tries += 1) await new Promise((go) => setTimeout(go, 10));
  assert.ok(condition(), `never came true: ${condition}`);
}

/**
 * The value of a header in a raw answer.
 * @param {string} name
 * @param {string} text
 * @returns {string | undefined} undefined if it is not there
 */
export const header = (name, text) => new RegExp(`^${name}: (.*)\r$`, 'im').exec(text)?.[1];
