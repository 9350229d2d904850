// Not in Rust, since it shadows what reads a Response: each such reader would be a closure that lives as long
// as the Response does. Ends a body when nothing arrives for too long, at every way of reading it; the Response
// stays the platform's own object.

/**
 * Guards a body, if there is one.
 * @param {any} response
 * @param {number} ms that one read may wait
 * @param {AbortController} [own] lets go of the connection
 * @throws {TypeError} for a stand-in, which keeps its body as it is
 */
export function guardBody(response, ms, own) {
  guard(response, ms, () => own?.abort());
}

/**
 * @param {any} response
 * @param {number} ms
 * @param {() => void} cut lets go of the connection
 */
function guard(response, ms, cut) {
  // The platform's own getter: on a stand-in it throws.
  const source = Object.getOwnPropertyDescriptor(Response.prototype, 'body')?.get;
  if (source?.call(response)) shadow(response, source, ms, cut);
}

/**
 * @param {any} response
 * @param {() => ReadableStream<Uint8Array>} source gives the platform's stream, which is taken up at
 *   the first read only: until then it can be cloned
 * @param {number} ms
 * @param {() => void} cut
 */
function shadow(response, source, ms, cut) {
  const { prototype } = Response;
  /** @param {unknown} reason */
  const end = (reason) => take().cancel(reason).finally(() => cut());
  /** @type {ReadableStreamDefaultReader<Uint8Array> | undefined} */
  let reader;
  let isUsed = false;
  const take = () => {
    isUsed = true;
    reader ??= source.call(response).getReader();
    return reader;
  };
  const stream = new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      for (;;) {
        const { done, value } = await inTime(take(), ms, end);
        if (done) break;
        if (value.byteLength === 0) continue; // a byte stream refuses it
        // Its buffer would be taken away from whoever made the Response, or reads another branch of it.
        controller.enqueue(Uint8Array.prototype.slice.call(value));
        return;
      }
      controller.close();
      controller.byobRequest?.respond(0);
    },
    cancel: end,
  }, { highWaterMark: 0 });

  const unread = () => {
    if (isUsed || stream.locked) throw new TypeError('The body has been used already, or is locked.');
  };
  /** @type {() => Promise<Uint8Array<ArrayBuffer>>} */
  const bytes = async () => {
    unread();
    isUsed = true;
    return collected(stream.getReader());
  };
  const typed = async () => {
    const type = response.headers.get('content-type');
    return new Response(await bytes(), type === null ? {} : { headers: { 'content-type': type } });
  };
  /** @type {Record<string, () => unknown>} */
  const methods = {
    arrayBuffer: async () => (await bytes()).buffer,
    blob: async () => (await typed()).blob(),
    bytes,
    formData: async () => (await typed()).formData(),
    json: async () => JSON.parse(new TextDecoder().decode(await bytes())),
    text: async () => new TextDecoder().decode(await bytes()),
    clone: () => {
      unread();
      const clone = prototype.clone.call(response);
      const whole = cut;
      let branches = 2;
      cut = () => {
        branches -= 1;
        if (branches === 0) whole();
      };
      guard(clone, ms, cut);
      return clone;
    },
  };
  for (const [name, value] of Object.entries(methods)) {
    if (name in prototype) Object.defineProperty(response, name, { value, configurable: true, writable: true });
  }
  Object.defineProperty(response, 'body', { get: () => stream, configurable: true });
  Object.defineProperty(response, 'bodyUsed', { get: () => isUsed, configurable: true });
}

/**
 * One read, with a timer that runs only while it is pending: a slow reader is not an idle server.
 * @param {ReadableStreamDefaultReader<Uint8Array>} reader
 * @param {number} ms
 * @param {(error: unknown) => Promise<void>} end
 * @returns {Promise<ReadableStreamReadResult<any>>}
 */
function inTime(reader, ms, end) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new DOMException(`Nothing arrived for ${ms} ms.`, 'TimeoutError');
      reject(error);
      end(error).catch(() => {});
    }, ms);
    reader.read().then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * @param {ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>} reader
 * @returns {Promise<Uint8Array<ArrayBuffer>>} all that is left
 */
async function collected(reader) {
  const chunks = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
    chunks.push(value);
  }
}
