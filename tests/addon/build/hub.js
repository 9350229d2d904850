// What the pages of the tests report to. It asks nothing of them, so that it works from every application.

import { createServer } from 'node:http';

/**
 * @typedef {object} Report
 * @property {'result' | 'lines' | 'done' | 'broken'} type
 * @property {string} [name] of the case
 * @property {any} [outcome]
 * @property {string[]} [lines] what was written to a console
 * @property {string} [message]
 */

/** One page's reports, as far as they have come. */
export class Reports {
  /** @type {Map<string, any>} */
  outcomes = new Map();
  /** @type {string[]} */
  lines = [];
  /** @type {(error?: Error) => void} */
  #settle = () => {};
  /** @type {Promise<void>} */
  done = new Promise((resolve, reject) => {
    this.#settle = (error) => (error ? reject(error) : resolve());
  });

  constructor() {
    this.done.catch(() => {});
  }

  /** @param {Report} report */
  take({ type, name = '', outcome, lines = [], message }) {
    if (type === 'result') this.outcomes.set(name, outcome);
    if (type === 'lines') this.lines.push(...lines);
    if (type === 'done') this.#settle();
    if (type === 'broken') this.fail(new Error(message));
  }

  /** @param {Error} error */
  fail(error) {
    this.#settle(error);
  }
}

/**
 * @returns {Promise<{ origin: string, open: (token: string) => Reports, find: (token: string) => () => Reports | undefined, close: () => Promise<void> }>}
 */
export async function startHub() {
  /** @type {Map<string, Reports>} */
  const all = new Map();
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*');
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    if (request.method === 'POST') all.get((request.url ?? '/').slice(1))?.take(JSON.parse(text));
    response.end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    origin: `http://127.0.0.1:${port}`,
    open(token) {
      const reports = new Reports();
      all.set(token, reports);
      return reports;
    },
    find: (token) => () => all.get(token),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
