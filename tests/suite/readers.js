// Every way of reading a Response's body, each to its end.

/** @typedef {(response: Response) => Promise<unknown>} Read */

/** @type {Record<string, Read>} */
const all = {
  text: (response) => response.text(),
  json: (response) => response.json(),
  arrayBuffer: (response) => response.arrayBuffer(),
  blob: async (response) => (await response.blob()).text(),
  bytes: (response) => response.bytes(),
  formData: (response) => response.formData(),
  getReader: (response) => pump(stream(response).getReader()),
  'BYOB reader': (response) => pumpInto(stream(response).getReader({ mode: 'byob' })),
  'async iteration': async (response) => {
    const parts = [];
    for await (const part of stream(response)) parts.push(part);
    return joined(parts);
  },
  pipeTo: async (response) => {
    /** @type {Uint8Array[]} */
    const parts = [];
    await stream(response).pipeTo(new WritableStream({ write: (part) => void parts.push(part) }));
    return joined(parts);
  },
  pipeThrough: (response) => pump(stream(response).pipeThrough(new TransformStream()).getReader()),
  tee: async (response) => {
    const [one, two] = stream(response).tee();
    return (await both(pump(one.getReader()), pump(two.getReader())))[1];
  },
  clone: async (response) => {
    const clone = response.clone();
    return (await both(response.text(), clone.text()))[1];
  },
  'clone of a clone': async (response) => {
    const clone = response.clone();
    const second = clone.clone();
    return (await both(both(response.arrayBuffer(), clone.text()), pump(stream(second).getReader())))[1];
  },
};

/** Those that the context has. */
export const readers = Object.fromEntries(
  Object.entries(all).filter(([name]) =>
    (name !== 'bytes' || 'bytes' in Response.prototype)
    && (name !== 'async iteration' || Symbol.asyncIterator in ReadableStream.prototype)),
);

/** Of these, those that take any bytes, and give them as they are. */
export const byteReaders = ['arrayBuffer', 'bytes', 'getReader', 'BYOB reader', 'async iteration', 'pipeTo', 'pipeThrough', 'tee', 'clone of a clone']
  .filter((name) => name in readers);

/**
 * @param {unknown} value what a reader gave
 * @returns {Uint8Array} its bytes
 */
export function bytesOf(value) {
  return value instanceof ArrayBuffer ? new Uint8Array(value) : /** @type {Uint8Array} */ (value);
}

/**
 * @param {Response} response
 * @returns {ReadableStream<Uint8Array<ArrayBuffer>> & AsyncIterable<Uint8Array>} its body
 */
function stream(response) {
  return /** @type {any} */ (response.body);
}

/**
 * @param {ReadableStreamDefaultReader<Uint8Array>} reader
 * @returns {Promise<Uint8Array>} all of it
 */
export async function pump(reader) {
  const parts = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(parts);
    parts.push(value);
  }
}

/** @param {ReadableStreamBYOBReader} reader */
async function pumpInto(reader) {
  const parts = [];
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(1000));
    if (value?.byteLength) parts.push(value);
    if (!done) continue;
    if (value?.byteLength !== 0) throw new Error('at the end the view is handed back, empty');
    return joined(parts);
  }
}

/** @param {Uint8Array[]} parts */
function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

/**
 * Both have to end in the same way.
 * @param {Promise<unknown>} one
 * @param {Promise<unknown>} two
 */
async function both(one, two) {
  const [first, second] = await Promise.allSettled([one, two]);
  if (first.status !== second.status) throw new Error(`one was ${first.status}, the other ${second.status}`);
  if (first.status === 'rejected' && second.status === 'rejected') {
    if (first.reason?.name !== second.reason?.name) throw new Error(`one ${first.reason}, the other ${second.reason}`);
    throw first.reason;
  }
  return [first, second].map((result) => /** @type {PromiseFulfilledResult<unknown>} */ (result).value);
}
