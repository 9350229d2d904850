// The server's plain side: answers that are meant to arrive.

import { corsFor } from './headers.js';

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */

/**
 * Sends bytes, never to be cached.
 * @param {Request} request
 * @param {Response} response
 * @param {number} status
 * @param {{ type: string, bytes: Buffer }} content
 */
export function sendBytes(request, response, status, { type, bytes }) {
  response.writeHead(status, {
    ...corsFor(request),
    'content-type': type,
    'content-length': String(bytes.length),
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(bytes);
}

/**
 * Sends a value as JSON.
 * @param {Request} request
 * @param {Response} response
 * @param {number} status
 * @param {unknown} value
 */
export function sendJson(request, response, status, value) {
  sendBytes(request, response, status, { type: 'application/json', bytes: Buffer.from(JSON.stringify(value)) });
}

/**
 * Reads a request's body as JSON.
 * @param {Request} request
 * @returns {Promise<any>} its value, undefined if it is empty
 */
export async function readJson(request) {
  /** @type {Buffer[]} */
  const parts = [];
  for await (const part of request) parts.push(part);
  const text = Buffer.concat(parts).toString('utf8');
  return text === '' ? undefined : JSON.parse(text);
}
