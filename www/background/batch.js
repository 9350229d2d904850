// Unattended work: many texts, a few at a time. What passes mends itself below, in fetchWithRetry; what does
// not pass would fail for every text alike, so it stops the batch, and is told once.

/** @import { Failure, FailureKind } from '../lib/failure.js' */

/**
 * @typedef {{ ok: true, answer: string | null } | { ok: false, failure: Failure }} Answer
 *
 * @typedef {object} Batch
 * @property {Array<Answer | null>} results In the order of the texts; null for those that were not answered
 *   because the batch was stopped.
 * @property {Failure | null} stoppedBy Why the batch was stopped, or null.
 * @property {boolean} aborted The caller's signal stopped it.
 */

/**
 * The failures that the next text would meet as well.
 * @type {ReadonlySet<FailureKind>}
 */
const stopsAll = new Set(['quota', 'key', 'origins', 'blocked', 'model', 'settings', 'moved']);

/**
 * Classifies texts. Never rejects.
 *
 * @param {string[]} texts
 * @param {object} options
 * @param {(text: string, options: { signal: AbortSignal, index: number }) => Promise<Answer>} options.ask Asks for one text.
 * @param {number} [options.concurrency] How many at a time. Default 3: rate limits are counted per minute,
 *   and a local model does one at a time anyway.
 * @param {(progress: { index: number, answer: Answer, done: number, total: number }) => void} [options.onProgress]
 * @param {(failure: Failure) => void} [options.onStopped] Called at most once, when the batch stops itself.
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<Batch>}
 */
export async function classifyBatch(texts, { ask, concurrency = 3, onProgress, onStopped, signal }) {
  const own = new AbortController();
  const inner = signal ? AbortSignal.any([signal, own.signal]) : own.signal;
  /** @type {Array<Answer | null>} */
  const results = texts.map(() => null);
  /** @type {Failure | null} */
  let stoppedBy = null;
  let next = 0;
  let done = 0;

  const worker = async () => {
    while (next < texts.length && !inner.aborted) {
      const index = next++;
      const answer = await ask(texts[index], { signal: inner, index }).catch(unexpected);
      // Those under way when the batch stopped were told to stop: what they say is not news.
      if (inner.aborted) return;
      results[index] = answer;
      onProgress?.({ index, answer, done: (done += 1), total: texts.length });
      if (!answer.ok && stopsAll.has(answer.failure.kind)) {
        stoppedBy = answer.failure;
        own.abort();
        onStopped?.(answer.failure);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, texts.length) }, worker));
  return { results, stoppedBy, aborted: signal?.aborted === true };
}

/** @returns {Answer} */
function unexpected() {
  return { ok: false, failure: { kind: 'server', message: 'The request failed.', providerMessage: null, status: null } };
}
