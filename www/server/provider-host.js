// A provider host that needs no key and fails on demand: it lets everything be tried by hand (`npm start`)
// and be tested in real browsers. It speaks all five wire formats. Not part of the add-on.
//
// A provider's host field takes `<origin>/<failure>/<run>`, or the bare origin for a healthy one. Runs keep
// their own counts, so that any number of tests can share one host.

import { createServer } from 'node:http';

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { AddressInfo } from 'node:net' */
import { failures } from './failures.js';
import { play } from './play.js';

/**
 * One request as it was received. Held in memory for tests, never printed: it has keys in it.
 * @typedef {object} LogEntry
 * @property {number} at Epoch milliseconds.
 * @property {string} failure
 * @property {string} run
 * @property {string} provider A key of `providers`; lists of OpenAI's form count as `openai_comp`.
 * @property {'chat' | 'models'} operation
 * @property {number} attempt From 1, by failure, run and operation.
 * @property {string} method
 * @property {string} path Behind the run, with its query.
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {any} body Parsed.
 * @property {boolean} aborted The client left before the answer was complete.
 * @property {number | null} closedAt Epoch milliseconds; null while it is open.
 */

/**
 * @typedef {object} ProviderHost
 * @property {string} origin
 * @property {(failure: string, run?: string) => string} host What to enter as a provider's host.
 * @property {LogEntry[]} log
 * @property {() => Promise<void>} close
 */

/** @type {Array<[RegExp, string, 'chat' | 'models']>} */
const routes = [
  [/^\/v1\/messages$/, 'anthropic', 'chat'],
  [/^\/v1beta\/models\/[^/]+:(streamGenerateContent|generateContent)$/, 'google_gemini', 'chat'],
  [/^\/v1beta\/models$/, 'google_gemini', 'models'],
  [/^\/api\/chat$/, 'ollama', 'chat'],
  [/^\/api\/tags$/, 'ollama', 'models'],
  [/^(\/v1)?\/chat\/completions$/, 'openai_comp', 'chat'],
  [/^(\/v1)?\/responses$/, 'openai_responses', 'chat'],
  [/^(\/v1)?\/models$/, 'openai_comp', 'models'],
];

/**
 * @param {object} [options]
 * @param {number} [options.port] Default 0: a free one.
 * @returns {Promise<ProviderHost>}
 */
export async function startProviderHost({ port = 0 } = {}) {
  /** @type {LogEntry[]} */
  const log = [];
  const handle = providerHandler(log);
  const server = createServer((request, response) => {
    void handle(request, response).then((handled) => {
      if (!handled) response.writeHead(404).end();
    });
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)));
  const origin = `http://127.0.0.1:${/** @type {AddressInfo} */ (server.address()).port}`;
  return {
    origin,
    host: (failure, run = 'run') => `${origin}/${failure}/${run}`,
    log,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * The host as a handler, to be mounted in a server that also serves the page.
 *
 * @param {LogEntry[]} [log] Entries are added to it.
 * @returns {(request: IncomingMessage, response: ServerResponse) => Promise<boolean>} false when the path
 *   is none of a provider's; the response is then untouched.
 */
export function providerHandler(log = []) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  /** @type {Map<string, number>} */
  const inFlight = new Map();

  return async (request, response) => {
    const { failure, run, path } = takeApart(request.url ?? '/');
    const route = routes.find(([pattern]) => pattern.test(path.replace(/\?.*/, '')));
    if (route === undefined) return false;
    const [, named, operation] = route;
    const provider = operation === 'models' && request.headers['anthropic-version'] ? 'anthropic' : named;

    // Browsers themselves repeat a request that was reset on a reused connection: none is reused here.
    response.shouldKeepAlive = false;
    if (failure !== 'no-cors') allowPages(request, response);
    if (request.method === 'OPTIONS' || request.method === 'HEAD') {
      response.writeHead(204).end();
      return true;
    }

    const counter = `${failure}/${run}/${operation}`;
    const attempt = (counts.get(counter) ?? 0) + 1;
    counts.set(counter, attempt);
    inFlight.set(counter, (inFlight.get(counter) ?? 0) + 1);
    const body = await readJson(request);
    /** @type {LogEntry} */
    const entry = { at: Date.now(), failure, run, provider, operation, attempt, method: request.method ?? '', path, headers: request.headers, body, aborted: false, closedAt: null };
    log.push(entry);
    response.on('close', () => {
      entry.aborted = !response.writableFinished;
      entry.closedAt = Date.now();
      inFlight.set(counter, (inFlight.get(counter) ?? 1) - 1);
    });

    const action = failures[failure](attempt, inFlight.get(counter) ?? 1);
    await play(action, entry, response);
    return true;
  };
}

/** @param {string} url */
function takeApart(url) {
  const [, first, run, rest] = /^\/([^/?]+)\/([^/?]+)(\/.*)$/.exec(url) ?? [];
  return first !== undefined && Object.hasOwn(failures, first)
    ? { failure: first, run, path: rest }
    : { failure: 'healthy', run: 'run', path: url };
}

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
function allowPages(request, response) {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', 'GET, POST, HEAD');
  // "*" would not cover Authorization.
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*');
  response.setHeader('access-control-expose-headers', '*');
}

/**
 * @param {IncomingMessage} request
 * @returns {Promise<any>}
 */
async function readJson(request) {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request) text += chunk;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
