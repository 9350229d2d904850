// What the server saw, and when. Tests judge waits by these times: one clock, in one process, at the
// far end of a real connection.

import { endedHereAt, now } from './sockets.js';

/**
 * @typedef {object} Entry
 * @property {number} attempt 1 for the first request
 * @property {string} method
 * @property {string} url the request target as sent
 * @property {string} path what follows /play/<id>
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {string} bodyText
 * @property {string} bodyBase64
 * @property {string} action what was played
 * @property {number} epochMs arrival by the wall clock
 * @property {number} atMs arrival of the request's headers; this and the following count on one
 *   monotonic clock, and are null while it has not happened
 * @property {number | null} bodyReceivedAtMs
 * @property {number | null} headersSentAtMs just before they were, so no client can have been faster
 * @property {number | null} endedAtMs the response was complete, and flushed
 * @property {number | null} closedByClientAtMs the client went away before that
 * @property {number | null} cutAtMs this server ended the connection before that
 */

/**
 * Begins the entry of a request, and keeps it up to date while the request lives.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {{ attempt: number, path: string, action: string }} what
 * @returns {Entry} the entry
 */
export function record(request, response, { attempt, path, action }) {
  /** @type {Entry} */
  const entry = {
    attempt,
    method: request.method ?? '',
    url: request.url ?? '',
    path,
    headers: request.headers,
    bodyText: '',
    bodyBase64: '',
    action,
    epochMs: Date.now(),
    atMs: now(),
    bodyReceivedAtMs: null,
    headersSentAtMs: null,
    endedAtMs: null,
    closedByClientAtMs: null,
    cutAtMs: null,
  };
  response.once('finish', () => {
    entry.endedAtMs = now();
  });
  response.once('close', () => {
    if (entry.endedAtMs !== null) return;
    const cutAtMs = endedHereAt(request.socket);
    if (cutAtMs === undefined) entry.closedByClientAtMs = now();
    else entry.cutAtMs = cutAtMs;
  });
  return entry;
}

/**
 * Reads the request's body into its entry. Without this the client's going away is not noticed
 * either, so every action but the earliest reset does it.
 * @param {import('node:http').IncomingMessage} request
 * @param {Entry} entry
 * @returns {Promise<void>} when all of it has come, or will never come
 */
export async function receiveBody(request, entry) {
  /** @type {Buffer[]} */
  const parts = [];
  try {
    for await (const part of request) parts.push(part);
    entry.bodyReceivedAtMs = now();
  } catch {
    // The client went away; what came is logged.
  }
  const body = Buffer.concat(parts);
  entry.bodyText = body.toString('utf8');
  entry.bodyBase64 = body.toString('base64');
}
