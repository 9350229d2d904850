// The words of the page, apart from those that the package says itself. Together, so that the time
// line, the list and the outcome speak alike.

/** @typedef {import('./history.js').Span} Span */

/**
 * @param {number} ms
 * @param {number} [digits]
 * @returns {string} "0.8 s"
 */
export function seconds(ms, digits = 1) {
  return `${(ms / 1000).toFixed(digits)} s`;
}

/**
 * @param {number} count
 * @param {string} noun
 * @returns {string} "1 attempt", "3 attempts"
 */
export function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * @param {Span} span
 * @returns {string} "Attempt 2"
 */
export function nameOf({ kind, number }) {
  return { attempt: `Attempt ${number}`, wait: `Wait ${number}`, answer: 'Answer' }[kind];
}

/**
 * How far a span is, or how it ended.
 * @param {Span} span
 * @param {number} elapsedMs of the call
 * @returns {string} "503 after 0.3 s"
 */
export function detailOf({ kind, from, to, plannedTo, state, note }, elapsedMs) {
  const length = seconds((to ?? elapsedMs) - from);
  if (state === 'running') return plannedTo === null ? length : `${length} of ${seconds(plannedTo - from)}`;
  if (state === 'early') return `ended by hand at ${length}`;
  if (kind === 'wait' && state === 'ok') return length;
  return `${note} ${kind === 'answer' && state === 'ok' ? 'in' : 'after'} ${length}`;
}

/**
 * The end of a call, told.
 * @param {import('./call.js').Outcome} outcome
 * @param {import('./history.js').History} history
 * @returns {{ state: string, sentence: string, detail: string }} a word, a sentence, and what else is good to know
 */
export function tell({ kind, status, during, gaveUpMessage, mayHaveExecuted, mayAskAgain }, history) {
  const tries = history.count('attempt');
  const sofar = seconds(history.elapsedMs);
  const waited = history.count('wait') > 0 ? `, ${seconds(history.total('wait'))} of it waiting` : '';
  const twice = mayHaveExecuted
    ? 'An earlier attempt was lost without an answer, so the service may have done the work twice.'
    : '';
  switch (kind) {
    case 'answered':
      return { state: 'Done', sentence: `The answer arrived after ${counted(tries, 'attempt')} and ${sofar}${waited}.`, detail: twice };
    case 'refused':
      return {
        state: 'Refused',
        sentence: `The service refused the request (${status}). Asking again cannot help, so it was not tried again.`,
        detail: `It took ${sofar}. The response is delivered; its body is below.`,
      };
    case 'gaveUp':
      return {
        state: 'Gave up',
        sentence: gaveUpMessage ?? '',
        detail: `It took ${sofar}${waited}.${status ? ' The last response is delivered; its body is below.' : ''}`,
      };
    case 'broken':
      return {
        state: 'Broke off',
        sentence: `The answer broke off after ${sofar}, and was not asked for again.`,
        detail: mayAskAgain
          ? 'mayRetryStream says yes: nothing of it has been shown, so whoever reads it may ask again.'
          : 'mayRetryStream says no: its beginning has been shown already, and doubled text is worse than an error.',
      };
    case 'cancelled':
      return {
        state: 'Cancelled',
        sentence: `Cancelled after ${sofar}, during ${during === 'wait' ? 'a wait' : during === 'answer' ? 'the answer' : 'an attempt'}.`,
        detail: during === 'wait' ? 'Nothing further was sent.' : 'The connection was closed at once.',
      };
  }
}
