// What is said of many calls at once: on the way, at the end, and call by call.

import { counted, seconds } from './words.js';

/** @typedef {import('./crowd.js').Crowd} Crowd */

/**
 * @param {Crowd} crowd
 * @returns {string} "With cool-down"
 */
export function nameOfRun({ isWithCooldown }) {
  return isWithCooldown ? 'With cool-down' : 'Without cool-down';
}

/**
 * @param {Crowd} crowd
 * @returns {string} "With cool-down: 10 of 20 answered, 31 requests so far."
 */
export function progressOf(crowd) {
  return `${nameOfRun(crowd)}: ${crowd.answered} of ${crowd.histories.length} answered, ${counted(crowd.requests, 'request')} so far.`;
}

/**
 * @param {Crowd} crowd
 * @returns {string} "2.50", or a dash when nothing is answered
 */
export function perAnswer({ requests, answered }) {
  return answered === 0 ? '–' : (requests / answered).toFixed(2);
}

/**
 * The end of all runs, told.
 * @param {Crowd[]} runs one, or one without a cool-down and then one with it
 * @returns {import('./status.js').Said}
 */
export function tellRuns(runs) {
  const isComplete = runs.every(({ answered, histories }) => answered === histories.length);
  const counts = runs.map((crowd, index) => {
    const name = index === 0 ? nameOfRun(crowd) : 'With it';
    return `${name}: ${crowd.answered} answered with ${counted(crowd.requests, 'request')}.`;
  });
  const rates = runs.map(perAnswer).join(' and ');
  const lengths = runs.map(({ elapsedMs }) => seconds(elapsedMs)).join(' and ');
  return {
    state: isComplete ? 'Done' : 'Not all were answered',
    sentence: counts.join(' '),
    detail: `That is ${rates} requests per answer; the last came after ${lengths}.`,
  };
}

/**
 * One call, for who does not see its row.
 * @param {import('./history.js').History} history
 * @returns {string} "refused at 0.0 s, held at 3.0 s, answered at 6.1 s"
 */
export function tellCall({ spans }) {
  const parts = spans.flatMap(({ kind, state, from, to, isHeld }) => {
    if (state === 'cancelled') return `cancelled at ${seconds(to ?? 0)}`;
    if (kind === 'wait') return isHeld ? `held at ${seconds(from)}` : [];
    if (kind === 'answer' || to === null) return [];
    return `${state === 'ok' ? 'answered' : 'refused'} at ${seconds(to)}`;
  });
  return parts.join(', ') || 'sent';
}
