// Reads a provider's reply, streamed or not, into parts that all providers share, and tells a whole
// answer from a cut one: the socket's end proves nothing, only the provider's own last event does.

/** @import { Decoder, RawEvent } from './sse.js' */
import { ndjsonDecoder, wholeDecoder } from './ndjson.js';
import { sseDecoder } from './sse.js';
import { StreamError } from './stream-error.js';

/**
 * What one event says, in every provider's case.
 * @typedef {object} ReplyPart
 * @property {string} [token] Text of the answer.
 * @property {string} [thinking] Text of the reasoning.
 * @property {string} [responseId] By which a later turn may refer to this answer.
 * @property {string} [stopReason] In the provider's words: `stop`, `max_tokens`, `SAFETY` …
 * @property {boolean} [finished] The answer is whole; a trailer (usage, `[DONE]`) may follow.
 * @property {boolean} [done] The answer is whole and nothing follows.
 * @property {{ message: string, body: unknown }} [error] The provider failed; `body` has the form of an
 *   error response's body.
 */

/**
 * How a provider's events are to be read.
 * @typedef {object} ReplyFormat
 * @property {'sse' | 'ndjson'} framing
 * @property {(data: any, name?: string) => ReplyPart[]} readEvent One event of a stream, parsed. Pure.
 * @property {(body: any) => ReplyPart[]} readBody A reply that was not streamed, parsed. Pure.
 */

/** How long a trailer may take once the answer is whole, heartbeats or not. Milliseconds. */
const trailerMs = 1000;

/**
 * Reads a reply to its last event, then lets go of the connection, whether or not the server closes it.
 *
 * @param {Response} response With a 2xx status, its body unread.
 * @param {ReplyFormat} format
 * @param {boolean} streamed Whether a stream was asked for. Hosts that ignore it are seen through by their
 *   content type.
 * @returns {AsyncGenerator<ReplyPart, void, void>} Ends when the answer is whole.
 * @throws {StreamError} when it is cut, unreadable, or the provider reports a failure in it; and whatever
 *   reading the body throws (an abort's reason, a TimeoutError, a network failure).
 */
export async function* readReply(response, format, streamed) {
  if (response.body === null) throw cut();
  const { decoder, read } = chooseReading(response, format, streamed);
  const reader = response.body.getReader();
  const utf8 = new TextDecoder();
  let finished = false;
  let trailerEnds = Infinity;
  try {
    for (;;) {
      /** @type {ReadableStreamReadResult<Uint8Array>} */
      const chunk = await (finished ? trailer(reader, trailerEnds - Date.now()) : reader.read());
      /** @type {RawEvent[]} */
      const events = chunk.done
        ? [...decoder.push(utf8.decode()), ...decoder.end()]
        : decoder.push(utf8.decode(chunk.value, { stream: true }));
      for (const event of events) {
        for (const part of finished ? readTrailer(read, event) : read(event)) {
          if (part.error) throw new StreamError('provider', part.error.message, { body: part.error.body });
          yield part;
          if (part.done) return;
          if (!part.finished || finished) continue;
          finished = true;
          trailerEnds = Date.now() + trailerMs;
        }
      }
      if (chunk.done && finished) return;
      if (chunk.done) throw cut();
    }
  } finally {
    // Not waited for: a server that never closes would keep us here.
    reader.cancel().catch(() => {});
  }
}

/**
 * After the answer is whole nothing can go wrong any more: what cannot be read is its end, and so is a
 * failure or a silence.
 *
 * @param {(event: RawEvent) => ReplyPart[]} read
 * @param {RawEvent} event
 * @returns {ReplyPart[]}
 */
function readTrailer(read, event) {
  try {
    const parts = read(event);
    return parts.some((part) => part.error) ? [{ done: true }] : parts;
  } catch {
    return [{ done: true }];
  }
}

/**
 * @param {ReadableStreamDefaultReader<Uint8Array>} reader
 * @param {number} leftMs
 * @returns {Promise<ReadableStreamReadResult<Uint8Array>>}
 */
function trailer(reader, leftMs) {
  return new Promise((resolve) => {
    const end = () => resolve({ done: true, value: undefined });
    const timer = setTimeout(end, Math.max(0, leftMs));
    reader.read().then(resolve, end).finally(() => clearTimeout(timer));
  });
}

/**
 * @param {Response} response
 * @param {ReplyFormat} format
 * @param {boolean} streamed
 * @returns {{ decoder: Decoder, read: (event: RawEvent) => ReplyPart[] }}
 */
function chooseReading(response, format, streamed) {
  const type = response.headers.get('content-type') ?? '';
  // A proxy's page is not searched for events: that would look like a stream that was cut.
  const whole = !streamed || type.includes('text/html') || (format.framing === 'sse' && type.includes('application/json'));
  if (whole) return { decoder: wholeDecoder(), read: (event) => format.readBody(parse(event)) };
  const decoder = format.framing === 'sse' ? sseDecoder() : ndjsonDecoder();
  return {
    decoder,
    read: (event) => (event.data === '[DONE]' ? [{ done: true }] : format.readEvent(parse(event), event.name)),
  };
}

/**
 * @param {RawEvent} event
 * @returns {any}
 */
function parse({ data, tail }) {
  try {
    return JSON.parse(data);
  } catch {
    // The rest of a stream that was cut within an event looks like the beginning of one.
    if (tail && /^[[{]/.test(data)) throw cut();
    throw new StreamError('malformed', 'The reply is not in the form that this provider uses.');
  }
}

function cut() {
  return new StreamError('truncated', 'The reply ended before it was complete.');
}
