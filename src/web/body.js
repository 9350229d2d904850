// The body of a response that nobody will read.

const MOST_BYTES = 65_536;
const LONGEST_MS = 1000;

/**
 * Drains a response, so that its connection can serve the next attempt (browsers have six to a
 * host), then cancels it. Nothing waits for it.
 * @param {any} response
 * @returns {() => void} ends it now
 */
export function discard(response) {
  /** @type {ReadableStreamDefaultReader<Uint8Array> | undefined} */
  let reader;
  const end = () => { reader?.cancel().catch(() => {}); };
  const timer = setTimeout(end, LONGEST_MS);
  const drain = async () => {
    try {
      if (!response.body || response.body.locked) return;
      reader = response.body.getReader();
      for (let size = 0; reader && size < MOST_BYTES;) {
        const { done, value } = await reader.read();
        if (done) return;
        size += value.byteLength;
      }
    } catch {
      // It broke, which is as good.
    } finally {
      clearTimeout(timer);
      end();
    }
  };
  drain();
  return end;
}
