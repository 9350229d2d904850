// The headers that every answer carries unless a step says otherwise.

import { fill } from './templates.js';

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {Record<string, string | string[]>} Headers */

/**
 * What lets pages and add-ons of any origin read an answer, all its headers included.
 * @param {Request} request
 * @returns {Headers} the CORS headers
 */
export function corsFor(request) {
  const { origin } = request.headers;
  return {
    'access-control-allow-origin': origin ?? '*',
    ...(origin && { 'access-control-allow-credentials': 'true', vary: 'Origin' }),
    'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
    'access-control-expose-headers': '*',
    'access-control-max-age': '600',
  };
}

/**
 * The headers of one answer. A browser silently repeats a request whose *reused* connection is reset,
 * which would make a mess of scripts: connections are closed unless a step keeps them.
 * @param {Request} request
 * @param {import('./step.js').Step} step
 * @param {Headers} [own] of the action
 * @returns {Headers} by lower-case name
 */
export function headersFor(request, step, own = {}) {
  const nowMs = Date.now();
  /** @type {Record<string, string | string[] | null>} */
  const headers = {
    // Made here, so that it and the step's own times are of the same instant.
    date: new Date(nowMs).toUTCString(),
    ...(!step.keepAlive && { connection: 'close' }),
    ...(step.cors !== false && corsFor(request)),
    ...own,
  };
  for (const [name, value] of Object.entries(step.headers ?? {})) {
    headers[name.toLowerCase()] = Array.isArray(value)
      ? value.map((line) => fill(line, nowMs))
      : value && fill(value, nowMs);
  }
  return /** @type {Headers} */ (Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== null)));
}
