// Ports. A browser keeps connections, their limits and its preflights by origin, and cool-downs go by
// origin too; so whoever wants to be undisturbed gets an origin of their own, which is a port.

import { createServer } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { discard } from './sockets.js';

/**
 * @typedef {object} Listener
 * @property {string} origin
 * @property {number} port
 * @property {() => Promise<void>} close destroys what is open, and resolves at once
 */

/**
 * Opens a port.
 * @param {import('node:http').RequestListener} handle
 * @param {{ port?: number, host?: string }} where port 0 takes any that is free
 * @returns {Promise<Listener>} the port, open
 */
export async function listen(handle, { port = 0, host = '127.0.0.1' }) {
  const server = createServer({ maxHeaderSize: 256 * 1024 }, handle);
  // Idle connections stay: one that the server closes just as it is used again looks like a fault.
  server.keepAliveTimeout = 0;
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.setNoDelay(true);
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  server.listen(port, host);
  await once(server, 'listening');
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      sockets.forEach(discard);
      await closed;
    },
  };
}

/**
 * An origin where connections are refused, for certain: the port is held by the near end of a
 * connection, so nothing else can come to listen there.
 * @param {Listener} listener to connect to
 * @param {string} host
 * @returns {Promise<{ origin: string, close: () => void }>} the origin, held
 */
export async function holdDeadOrigin(listener, host) {
  const socket = connect(listener.port, host);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return {
    origin: listener.origin.replace(/\d+$/, String(socket.localPort)),
    close: () => socket.destroy(),
  };
}
