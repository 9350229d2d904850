// A reply that began with 200 and did not end well. Three kinds, because they are told differently and
// only some can be mended by asking again.

/**
 * - `truncated`: the stream ended without its last event; it was cut on the way.
 * - `malformed`: something that is no event of this provider, say a proxy's HTML.
 * - `provider`: the provider itself said that it failed, inside the stream.
 * @typedef {'truncated' | 'malformed' | 'provider'} StreamErrorKind
 */

/** What `readReply` throws of its own. */
export class StreamError extends Error {
  /**
   * @param {StreamErrorKind} kind
   * @param {string} message
   * @param {object} [event]
   * @param {unknown} [event.body] The provider's error, in the form of an error response's body.
   */
  constructor(kind, message, { body } = {}) {
    super(message);
    this.name = 'StreamError';
    this.kind = kind;
    this.body = body;
  }
}

/**
 * What to hand to `mayRetryStream`, which reads errors of readers and error bodies.
 *
 * @param {unknown} error What reading the reply threw.
 * @returns {unknown}
 */
export function toRetryError(error) {
  if (!(error instanceof StreamError)) return error;
  switch (error.kind) {
    case 'provider':
      return error.body;
    // A connection that was closed too early is a network failure, which fetch reports as a TypeError;
    // only that a proxy closed it politely.
    case 'truncated':
      return new TypeError(error.message);
    // The same page would come again.
    case 'malformed':
      return new SyntaxError(error.message);
  }
}
