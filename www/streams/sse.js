// Server-sent events, by the npm package eventsource-parser: the format has more corners (CRLF cut in
// two, multi-line data, comments, a BOM) than it looks.

import { createParser } from '../vendor/eventsource-parser/index.js';

/**
 * One event as it came, before JSON.
 * @typedef {object} RawEvent
 * @property {string} data
 * @property {string} [name] The `event:` field.
 * @property {boolean} [tail] It was the rest after the last line's end: perhaps whole, perhaps cut.
 */

/**
 * Text in, events out, whatever the cuts.
 * @typedef {object} Decoder
 * @property {(text: string) => RawEvent[]} push
 * @property {() => RawEvent[]} end What was left when the stream ended.
 */

/** @returns {Decoder} */
export function sseDecoder() {
  /** @type {RawEvent[]} */
  let events = [];
  const parser = createParser({
    onEvent({ data, event }) {
      // Empty: a heartbeat, or all that is left of `data: …` after a cut.
      if (data.trim() !== '') events.push(event === undefined ? { data } : { data, name: event });
    },
  });
  const take = () => {
    const taken = events;
    events = [];
    return taken;
  };
  return {
    push(text) {
      parser.feed(text);
      return take();
    },
    // The standard discards an event without its blank line; servers that forget it exist, and the event
    // is then the last one, which says that the answer is whole.
    end() {
      parser.feed('\n\n');
      return take().map((event) => ({ ...event, tail: true }));
    },
  };
}
