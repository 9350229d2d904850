// A look into an error body, without touching the body that the caller gets.

const MOST_BYTES = 65_536;
const LONGEST_MS = 1000;
const MOST_PAIRS = 400;
const DEEPEST = 10;

/**
 * Where a signal aborts a body one branch of which has been cancelled, Node reports a rejection that
 * nobody can handle. There a branch that is not read to its end stays until its response is let go of.
 */
export const isNode = Boolean(/** @type {any} */ (globalThis).process?.versions?.node);
/** @type {WeakMap<object, ReadableStreamDefaultReader>} by response */
const unread = new WeakMap();

/** A look under way. */
export class Peek {
  /**
   * @param {any} response is cloned
   * @param {() => void} ended called once, unless it is abandoned before
   */
  constructor(response, ended) {
    this.isOver = false;
    /** @type {string[]} what a JSON body says, see `flatten` */
    this.lines = [];
    /** @type {ReadableStreamDefaultReader<Uint8Array> | undefined} */
    this.reader = undefined;
    this.response = response;
    this.timer = setTimeout(() => this.#end(ended), LONGEST_MS);
    this.#read(response).catch(() => {}).then(() => this.#end(ended));
  }

  /**
   * It is no longer waited for.
   * @param {boolean} isAborted the signal ends the body then: of a branch that is cancelled as well,
   *   Node would report an unhandled rejection
   */
  abandon(isAborted) {
    if (isAborted) this.reader = undefined;
    this.#end(() => {});
  }

  /** @param {any} response */
  async #read(response) {
    if (!response.body || response.bodyUsed) return;
    const reader = response.clone().body.getReader();
    this.reader = reader;
    const decoder = new TextDecoder();
    let text = '';
    for (let size = 0; size <= MOST_BYTES;) {
      const { done, value } = await reader.read();
      if (this.isOver) return;
      if (done) {
        flatten(JSON.parse(text + decoder.decode()), '', 0, this.lines);
        return;
      }
      size += value.byteLength;
      text += decoder.decode(value, { stream: true });
    }
  }

  /** @param {() => void} ended */
  #end(ended) {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    if (isNode && this.reader) unread.set(this.response, this.reader);
    else void cancel(this.reader);
    ended();
  }
}

/**
 * Before a response is drained or cancelled: nothing of it is kept for a look any more.
 * @param {any} response
 */
export function endLook(response) {
  if (unread.has(response)) void cancel(unread.get(response));
}

/**
 * Cancels a stream or its reader, whatever it is.
 * @param {any} stream
 */
export async function cancel(stream) {
  try {
    await stream.cancel();
  } catch {
    // It is none, is over, or is locked.
  }
}

/**
 * Notes each scalar of a JSON document in two lines, as the policy reads them: its path; and the
 * scalar as JSON writes it, but a string as it is, behind a quotation mark.
 * @param {any} value as parsed
 * @param {string} path of it
 * @param {number} depth
 * @param {string[]} lines to add to
 */
function flatten(value, path, depth, lines) {
  if (lines.length >= MOST_PAIRS * 2) return;
  if (Object(value) !== value) {
    // eslint-disable-next-line no-control-regex -- a line has none
    const line = (/** @type {string} */ text) => text.replace(/[\0-\x1f]/g, ' ');
    if (/^(?:string|number|boolean|object)$/.test(typeof value)) {
      lines.push(line(path), typeof value === 'string' ? `"${line(value)}` : `${value}`);
    }
  } else if (depth < DEEPEST && typeof value !== 'function') {
    for (const key of Object.keys(value)) {
      flatten(value[key], path === '' ? key : `${path}.${key}`, depth + 1, lines);
    }
  }
}

/**
 * An error that a stream ended with: what the reader threw by its name, or a provider's error event.
 * @param {any} error
 * @returns {{ name: string, flat: string }} the name of an Error; or else lines, see `flatten`
 */
export function streamError(error) {
  /** @type {string[]} */
  const lines = [];
  try {
    if (error instanceof Error || typeof error?.stack === 'string') return { name: String(error.name), flat: '' };
    flatten(error, '', 0, lines);
  } catch {
    lines.length = 0;
  }
  return { name: '', flat: lines.join('\n') };
}
