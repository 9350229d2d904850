// Who ended a connection decides what a test may conclude from it, and the socket itself does not
// tell. So everything here that ends one says so first.

/** @typedef {import('node:net').Socket} Socket */

/** @type {WeakSet<Socket>} */
const endedHere = new WeakSet();

/**
 * Sends RST: the peer sees "connection reset", and what it has not read may be lost.
 * @param {Socket} socket
 */
export function reset(socket) {
  endedHere.add(socket);
  socket.resetAndDestroy();
}

/**
 * Sends the last bytes, if any, then FIN: the peer sees an orderly end.
 * @param {Socket} socket
 * @param {string | Buffer} [bytes]
 */
export function finish(socket, bytes = '') {
  endedHere.add(socket);
  socket.end(bytes, () => socket.destroy());
}

/**
 * Lets go of a connection that nobody needs any more.
 * @param {Socket} socket
 */
export function discard(socket) {
  endedHere.add(socket);
  socket.destroy();
}

/**
 * Whether this side ended the connection.
 * @param {Socket} socket
 * @returns {boolean} false if the peer did, or nobody
 */
export function wasEndedHere(socket) {
  return endedHere.has(socket);
}
