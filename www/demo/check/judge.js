// Holds what was seen on the page against what the server logged, and both against what has to happen.
// The server's clock decides: it is at the far end of a real connection.

/** @typedef {import('../../../tests/server/log.js').Entry} Entry */

// Between the end of an attempt there and the begin of a wait here lie a connection and two processes.
const EARLY_MS = 15;
// A busy machine adds to it.
const LATE_MS = 600;
// The page rounds to a tenth of a second, and measures at the other end.
const SHOWN_MS = 400;

/**
 * The waits, as the server saw them: from the end of its part in an attempt to the arrival of the next.
 * @param {Entry[]} log
 * @returns {number[]} milliseconds
 */
export function waitsOf(log) {
  return log.slice(1).map(({ atMs }, index) => {
    const { headersSentAtMs, cutAtMs, closedByClientAtMs } = log[index];
    return atMs - (headersSentAtMs ?? cutAtMs ?? closedByClientAtMs ?? NaN);
  });
}

/**
 * @param {import('./cases.js').Case} expected
 * @param {import('./person.js').Seen} seen at the end
 * @param {Entry[]} log of the server
 * @returns {string[]} what is wrong
 */
export function judge(expected, seen, log) {
  const waits = waitsOf(log);
  const shownWaits = seen.spans.filter((text) => text.startsWith('Wait') && !text.includes('cancelled'));
  const shownAttempts = seen.spans.filter((text) => text.startsWith('Attempt'));
  /** @type {[boolean, string][]} */
  const findings = [
    [log.length === expected.attempts, `${log.length} requests arrived, not ${expected.attempts}`],
    [shownAttempts.length === log.length, `the page shows ${shownAttempts.length} attempts, the server saw ${log.length}`],
    [seen.rows.length === seen.spans.length, `${seen.rows.length} rows are drawn, ${seen.spans.length} are listed`],
    [shownWaits.length === waits.length, `the page shows ${shownWaits.length} waits, the server saw ${waits.length}`],
    [seen.state === expected.state, `it ended as "${seen.state}", not "${expected.state}"`],
    [expected.sentence.test(seen.sentence), `unexpected sentence: ${seen.sentence}`],
    [expected.answer === undefined || seen.answer === expected.answer, `unexpected answer: ${seen.answer}`],
    ...(expected.said ?? []).map((pattern) => {
      const heard = seen.heard.some((sentence) => pattern.test(sentence));
      return /** @type {[boolean, string]} */ ([heard, `${pattern} was not said, but: ${seen.heard.join(' ')}`]);
    }),
    [!expected.leftByClient || log.at(-1)?.closedByClientAtMs != null, 'the connection was not closed'],
    ...expected.waits.map(([least, most], index) => {
      const wait = waits[index];
      const fits = wait >= least - EARLY_MS && wait <= most + LATE_MS;
      return /** @type {[boolean, string]} */ ([fits, `wait ${index + 1} took ${Math.round(wait)} ms, not ${least} to ${most}`]);
    }),
    ...shownWaits.map((text, index) => {
      const shown = 1000 * Number(/([\d.]+) s$/.exec(text)?.[1]);
      const fits = Math.abs(shown - waits[index]) <= SHOWN_MS;
      return /** @type {[boolean, string]} */ ([fits, `"${text}" is shown, the server saw ${Math.round(waits[index])} ms`]);
    }),
  ];
  return findings.filter(([fine]) => !fine).map(([, problem]) => problem);
}
