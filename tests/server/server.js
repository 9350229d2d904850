// The scripted faulty server: it does to requests what real services do on their bad days, on real
// sockets, and remembers what it saw. See step.js for what a script can say.

import { ACTION_NAMES, perform } from './actions.js';
import { findFile } from './files.js';
import { corsFor } from './headers.js';
import { holdDeadOrigin, listen } from './listener.js';
import { record } from './log.js';
import { readJson, sendBytes, sendJson } from './replies.js';
import { bucketOf, scriptOf } from './script.js';
import { checkSteps } from './step.js';

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */
/** @typedef {import('./step.js').Step} Step */
/** @typedef {import('./log.js').Entry} Entry */
/** @typedef {Step[] | { steps: Step[] } | { bucket: import('./script.js').Bucket }} Definition */
/** @typedef {{ id: string, origin: string, url: string, log: () => Entry[] }} Registered */

/**
 * @typedef {object} Options
 * @property {number} [port] default 0: any
 * @property {string} [host] default 127.0.0.1
 * @property {Record<string, string>} [serve] static files: URL prefix → directory
 * @property {Record<string, (body: any, url: URL) => unknown>} [routes] further JSON endpoints, by
 *   method and path ("POST /report"); entries may be added later
 */

/**
 * @typedef {object} FaultyServer
 * @property {string} origin
 * @property {number} port
 * @property {string} deadOrigin where connections are refused
 * @property {() => Promise<string>} openOrigin a further origin of the same server
 * @property {(definition: Definition, where?: { origin?: string }) => Registered} script
 * @property {(id: string) => Entry[]} log
 * @property {() => Promise<void>} close
 */

/**
 * Starts it. Over HTTP: `POST /script` with `{ steps }` or `{ bucket }`, and `origin` or
 * `ownOrigin: true` → `{ id, origin, url }`; anything under `/play/<id>/`; `GET /log/<id>`.
 * @param {Options} [options]
 * @returns {Promise<FaultyServer>} the server, listening
 */
export async function startFaultyServer({ port = 0, host = '127.0.0.1', serve = {}, routes = {} } = {}) {
  /** @type {Map<string, { source: import('./script.js').Source, entries: Entry[] }>} */
  const plays = new Map();
  /** @type {import('./listener.js').Listener[]} */
  const listeners = [];

  /** @param {{ port?: number }} where */
  async function open(where) {
    const listener = await listen((request, response) => void handle(request, response), { ...where, host });
    listeners.push(listener);
    return listener;
  }
  const main = await open({ port });
  const dead = await holdDeadOrigin(main, host);

  /** @type {FaultyServer['script']} */
  function script(definition, { origin = main.origin } = {}) {
    const id = String(plays.size + 1);
    const source =
      'bucket' in definition
        ? bucketOf(definition.bucket)
        : scriptOf(checkSteps('steps' in definition ? definition.steps : definition, ACTION_NAMES));
    plays.set(id, { source, entries: [] });
    return { id, origin, url: `${origin}/play/${id}/`, log: () => log(id) };
  }

  /** @param {string} id */
  function log(id) {
    return plays.get(id)?.entries ?? [];
  }

  /** @param {any} body */
  async function register(body) {
    const origin = body.ownOrigin ? (await open({})).origin : body.origin;
    return script(body, { origin });
  }

  /**
   * @param {Request} request
   * @param {Response} response
   */
  async function handle(request, response) {
    try {
      const url = new URL(request.url ?? '', main.origin);
      const [, first, id] = url.pathname.split('/');
      const play = first === 'play' ? plays.get(id) : undefined;
      const preflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'];
      const route = routes[`${request.method} ${url.pathname}`];
      if (preflight) answerPreflight(request, response, play?.source.peek());
      else if (play) await answerPlay(request, response, play, request.url?.slice(`/play/${id}`.length) ?? '');
      else if (request.method === 'POST' && url.pathname === '/script') {
        sendJson(request, response, 200, await register(await readJson(request)));
      } else if (request.method === 'GET' && first === 'log' && plays.has(id)) sendJson(request, response, 200, log(id));
      else if (route) sendJson(request, response, 200, (await route(await readJson(request), url)) ?? null);
      else await answerFile(request, response, url.pathname);
    } catch (error) {
      if (!response.headersSent) sendJson(request, response, 400, { error: String(error) });
    }
  }

  /**
   * @param {Request} request
   * @param {Response} response
   * @param {string} pathname
   */
  async function answerFile(request, response, pathname) {
    const file = await findFile(serve, pathname);
    if (!file) return sendJson(request, response, 404, { error: 'nothing here' });
    return sendBytes(request, response, 200, file);
  }

  return {
    origin: main.origin,
    port: main.port,
    deadOrigin: dead.origin,
    openOrigin: async () => (await open({})).origin,
    script,
    log,
    async close() {
      dead.close();
      await Promise.all(listeners.map((listener) => listener.close()));
    },
  };
}

/**
 * @param {Request} request
 * @param {Response} response
 * @param {{ source: import('./script.js').Source, entries: Entry[] }} play
 * @param {string} path
 */
async function answerPlay(request, response, { source, entries }, path) {
  const step = source.next();
  const what = { attempt: entries.length + 1, path, action: step.action ?? 'respond' };
  const entry = record(request, response, what);
  entries.push(entry);
  await perform({ request, response, step, entry });
}

/**
 * @param {Request} request
 * @param {Response} response
 * @param {Step} [step] the one that the request proper will get
 */
function answerPreflight(request, response, step) {
  const refused = step?.cors === false;
  response.writeHead(refused ? 403 : 204, { ...(!refused && corsFor(request)), connection: 'close' });
  response.end();
}
