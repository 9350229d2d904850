// One call of fetchWithRetry, watched: the server is told what to do, the request goes out for real,
// and everything that happens is written into a history. Nothing here knows how it is shown.

import { fetchWithRetry, mayRetryStream, retryInfo } from './package.js';

/** @typedef {import('../../pkg-template/index.js').RetryDetails} RetryDetails */
/** @typedef {import('../../pkg-template/index.js').RetryGaveUp['payload']} GaveUp */
/** @typedef {import('./history.js').Span} Span */

/**
 * @typedef {object} Outcome
 * @property {'answered' | 'refused' | 'gaveUp' | 'broken' | 'cancelled'} kind
 * @property {number | null} status of the response delivered
 * @property {Span['kind'] | null} during what it was cancelled
 * @property {string | null} gaveUpMessage
 * @property {boolean} mayHaveExecuted
 * @property {boolean} mayAskAgain what `mayRetryStream` says of an answer that broke off
 */

/**
 * @typedef {object} Watcher
 * @property {(number: number) => void} [onAttempt]
 * @property {(details: RetryDetails) => void} [onWait]
 * @property {() => void} [onAnswer]
 * @property {(text: string) => void} [onText]
 */

/**
 * Has the server prepare a failure.
 * @param {import('./scenarios.js').Scenario} scenario
 * @returns {Promise<string>} the URL where it plays
 */
export async function prepare({ steps, bucket }) {
  const response = await fetch('/script', { method: 'POST', body: JSON.stringify({ steps, bucket }) });
  if (!response.ok) throw new Error(`The scripted server refused the script (${response.status}).`);
  const { id } = await response.json();
  return `/play/${id}/chat`;
}

/**
 * Makes the call, and reads the answer.
 * @param {string} url
 * @param {import('./scenarios.js').Scenario} scenario
 * @param {import('./history.js').History} history
 * @param {AbortSignal} signal
 * @param {Watcher} watcher
 * @returns {Promise<Outcome>} how it ended; rejects only for errors of this page
 */
export async function call(url, { config }, history, signal, watcher = {}) {
  /** @type {GaveUp | undefined} */
  let gaveUp;
  let hasShown = false;

  /**
   * The platform's fetch, with a look at the clock before and after.
   * @param {RequestInfo | URL} input
   * @param {RequestInit} [init]
   */
  async function watchedFetch(input, init) {
    const attempt = history.begin('attempt');
    watcher.onAttempt?.(attempt.number);
    try {
      const response = await fetch(input, init);
      history.end(attempt, response.ok ? 'ok' : 'failed', String(response.status));
      return response;
    } catch (error) {
      if (!signal.aborted) history.end(attempt, 'failed', init?.signal?.aborted ? 'no answer' : 'cut off');
      throw error;
    }
  }

  /**
   * @param {Outcome['kind']} kind
   * @param {Response | unknown} source
   * @param {Span} [during]
   * @returns {Outcome}
   */
  const outcome = (kind, source, during) => ({
    kind,
    mayAskAgain: false,
    status: source instanceof Response ? source.status : null,
    during: during?.kind ?? null,
    gaveUpMessage: gaveUp?.message ?? null,
    mayHaveExecuted: retryInfo(source)?.mayHaveExecuted ?? false,
  });

  /** @type {Response | undefined} */
  let response;
  try {
    response = await fetchWithRetry(
      url,
      {
        method: 'POST',
        headers: { authorization: 'Bearer demo-key' },
        body: JSON.stringify({ question: 'Why wait?' }),
        signal,
      },
      {
        ...config,
        fetch: watchedFetch,
        onRetry({ payload }) {
          // An attempt that ran out of time may be heard of here first.
          const last = history.current;
          if (last) history.end(last, 'failed', payload.reason === 'timeout' ? 'no answer' : 'cut off');
          history.begin('wait', payload.delayMs, payload.reason === 'cooldown');
          watcher.onWait?.(payload);
        },
        onGiveUp({ payload }) {
          gaveUp = payload;
        },
      },
    );
    if (response.ok) {
      history.begin('answer');
      watcher.onAnswer?.();
    }
    await readText(response, (text) => {
      hasShown = true;
      watcher.onText?.(text);
    });
    if (history.current) history.end(history.current, 'ok', 'complete');
    return outcome(response.ok ? 'answered' : gaveUp ? 'gaveUp' : 'refused', response);
  } catch (error) {
    const last = history.current;
    if (signal.aborted) {
      if (last) history.end(last, 'cancelled', 'cancelled');
      return outcome('cancelled', response ?? error, last);
    }
    if (last) history.end(last, 'failed', 'broke off');
    if (response) return { ...outcome('broken', response), mayAskAgain: mayRetryStream(hasShown, error) };
    if (gaveUp) return outcome('gaveUp', error);
    throw error;
  }
}

/**
 * @param {Response} response
 * @param {(text: string) => void} onText
 */
async function readText(response, onText) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) onText(part.value);
}
