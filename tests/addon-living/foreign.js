// A service that knows nothing of CORS, on a host of its own: it answers all the same, but browsers withhold
// what it says. Under /ollama it refuses, as Ollama does the origin of an add-on.

import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * @param {string} host
 * @returns the service, and what it was asked
 */
export async function startForeign(host) {
  /** @type {{ method: string, url: string, headers: import('node:http').IncomingHttpHeaders }[]} */
  const asked = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    asked.push({ method, url, headers });
    request.resume();
    response.writeHead(method === 'OPTIONS' || url.startsWith('/ollama') ? 403 : 200, { connection: 'close' });
    response.end(method === 'POST' ? 'hello' : undefined);
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    origin: `http://${host}:${port}`,
    asked,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
