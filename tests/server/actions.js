// What a server can do to a request. Each action is played on the real connection, because the
// differences (reset, end, silence, half an answer) exist only there.

import { headersFor } from './headers.js';
import { receiveBody } from './log.js';
import { finish, now, reset } from './sockets.js';
import { fill } from './templates.js';

/**
 * @typedef {object} Play
 * @property {import('node:http').IncomingMessage} request
 * @property {import('node:http').ServerResponse} response
 * @property {import('./step.js').Step} step
 * @property {import('./log.js').Entry} entry
 */

/** @type {Record<import('./step.js').Action, (play: Play) => Promise<void> | void>} */
const ACTIONS = {
  async respond(play) {
    const { response, step } = play;
    const body = bodyOf(step);
    const bodiless = [204, 205, 304].includes(step.status ?? 200);
    sendHeaders(play, bodiless ? {} : { 'content-length': String(body.length) });
    if (step.bodyDelayMs && !(await pause(play, step.bodyDelayMs))) return;
    response.end(body);
  },

  'hang-before-headers'() {},

  'hang-mid-headers'({ request }) {
    request.socket.write('HTTP/1.1 200 OK\r\nx-begun: yes\r\n');
  },

  'reset-before-headers'({ request }) {
    reset(request.socket);
  },

  'accept-request-then-reset-before-headers'({ request }) {
    reset(request.socket);
  },

  'close-before-headers'({ request }) {
    finish(request.socket);
  },

  garbage({ request, step }) {
    const bytes = bodyOf(step);
    finish(request.socket, bytes.length ? bytes : 'This is no HTTP at all.\r\n\r\n');
  },

  async 'lie-about-length'(play) {
    const body = bodyOf(play.step);
    sendHeaders(play, { 'content-length': String(body.length + (play.step.missing ?? 10)) });
    if (body.length) await write(play, body);
    finish(play.request.socket);
  },

  async stream(play) {
    sendHeaders(play);
    if ((await writeChunks(play)) && !play.step.leaveOpen) play.response.end();
  },

  async 'stream-then-reset'(play) {
    sendHeaders(play);
    // A reset overtakes what was sent but not yet read, hence the pause.
    if ((await writeChunks(play)) && (await pause(play, play.step.resetDelayMs ?? 50))) {
      reset(play.request.socket);
    }
  },

  async 'send-headers-then-trickle-body-forever'(play) {
    sendHeaders(play);
    do await write(play, Buffer.from(play.step.chunk ?? ' '));
    while (await pause(play, play.step.everyMs ?? 100));
  },
};

/** The names of all actions. */
export const ACTION_NAMES = Object.keys(ACTIONS);

/**
 * Plays one step to one request.
 * @param {Play} play
 * @returns {Promise<void>} when the server has done its part
 */
export async function perform(play) {
  const action = play.step.action ?? 'respond';
  const body = action === 'reset-before-headers' ? undefined : receiveBody(play.request, play.entry);
  if (play.step.delayMs && !(await pause(play, play.step.delayMs))) return;
  // Who answers before the request is complete may see it cut off; only the early reset wants that.
  await body;
  if (!play.request.socket.destroyed) await ACTIONS[action](play);
}

/**
 * @param {Play} play
 * @param {import('./headers.js').Headers} [own]
 */
function sendHeaders({ request, response, step, entry }, own) {
  response.sendDate = false;
  const headers = headersFor(request, step, own);
  response.writeHead(step.status ?? 200, step.statusText, headers);
  entry.headersSentAtMs = now();
  response.flushHeaders();
}

/**
 * @param {import('./step.js').Step} step
 * @returns {Buffer} its body
 */
function bodyOf({ body, bodyBase64, bodyRepeat }) {
  if (bodyBase64 !== undefined) return Buffer.from(bodyBase64, 'base64');
  if (bodyRepeat) return Buffer.from(bodyRepeat.text.repeat(bodyRepeat.times));
  return Buffer.from(fill(body ?? '', Date.now()));
}

/**
 * @param {Play} play
 * @returns {Promise<boolean>} whether the client is still there
 */
async function writeChunks(play) {
  const { chunks = [], chunkDelayMs = 0 } = play.step;
  for (const [index, chunk] of chunks.entries()) {
    if (index > 0 && chunkDelayMs > 0 && !(await pause(play, chunkDelayMs))) return false;
    await write(play, Buffer.from(fill(chunk, Date.now())));
  }
  return !play.request.socket.destroyed;
}

/**
 * @param {Play} play
 * @param {Buffer} bytes
 * @returns {Promise<void>} when the system has taken them, or never will
 */
function write({ response }, bytes) {
  return new Promise((resolve) => {
    response.once('close', resolve);
    response.write(bytes, () => {
      response.off('close', resolve);
      resolve();
    });
  });
}

/**
 * Waits, but not longer than the connection lives.
 * @param {Play} play
 * @param {number} ms
 * @returns {Promise<boolean>} whether the client is still there
 */
function pause({ request, response }, ms) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      response.off('close', done);
      resolve(!request.socket.destroyed);
    };
    const timer = setTimeout(done, ms);
    response.once('close', done);
  });
}
