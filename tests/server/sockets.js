// Who ended a connection decides what a test may conclude from it, and the socket itself does not
// tell. So everything here that ends one says so first.

/** @typedef {import('node:net').Socket} Socket */

/**
 * Milliseconds on the clock of the log.
 * @returns {number} rounded to a tenth
 */
export function now() {
  return Math.round(performance.now() * 10) / 10;
}

/** @type {WeakMap<Socket, number>} */
const endedHere = new WeakMap();

/**
 * Sends RST: the peer sees "connection reset", and what it has not read may be lost.
 * @param {Socket} socket
 */
export function reset(socket) {
  endedHere.set(socket, now());
  socket.resetAndDestroy();
}

/**
 * Sends the last bytes, if any, then FIN: the peer sees an orderly end.
 * @param {Socket} socket
 * @param {string | Buffer} [bytes]
 */
export function finish(socket, bytes = '') {
  endedHere.set(socket, now());
  socket.end(bytes, () => socket.destroy());
}

/**
 * Lets go of a connection that nobody needs any more.
 * @param {Socket} socket
 */
export function discard(socket) {
  endedHere.set(socket, now());
  socket.destroy();
}

/**
 * When this side ended the connection: the time just before, so that the peer cannot have been faster.
 * @param {Socket} socket
 * @returns {number | undefined} undefined if the peer ended it, or nobody did
 */
export function endedHereAt(socket) {
  return endedHere.get(socket);
}
