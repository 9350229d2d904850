// One JSON value a line, as Ollama streams it; and the degenerate case, one JSON value in all.

/** @import { Decoder, RawEvent } from './sse.js' */

/** @returns {Decoder} */
export function ndjsonDecoder() {
  let rest = '';
  return {
    push(text) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      return lines.flatMap(toEvent);
    },
    end() {
      const last = toEvent(rest);
      rest = '';
      return last.map((event) => ({ ...event, tail: true }));
    },
  };
}

/**
 * @param {string} line
 * @returns {RawEvent[]}
 */
function toEvent(line) {
  const data = line.trim();
  return data === '' ? [] : [{ data }];
}

/**
 * A reply that was not streamed: nothing until its end.
 *
 * @returns {Decoder}
 */
export function wholeDecoder() {
  let all = '';
  return {
    push(text) {
      all += text;
      return [];
    },
    end: () => toEvent(all).map((event) => ({ ...event, tail: true })),
  };
}
