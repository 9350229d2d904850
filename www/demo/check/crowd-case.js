// Twenty calls at once, without a cool-down and with one. The server's log decides: who was within the
// limit is worked out anew from the times at which the requests arrived.

import { SCENARIOS } from '../scenarios.js';

/** @typedef {import('../../../tests/server/log.js').Entry} Entry */
/** @typedef {import('./person.js').Person} Person */

export const NAME = 'twenty calls at once';

// 20 calls, 5 let through in 3 s: 35 requests are the least possible.
const MOST_PER_ANSWER = 2;

const crowd = SCENARIOS.find(({ calls }) => calls !== undefined);

/**
 * Plays both runs, and judges them.
 * @param {Person} person at the page
 * @param {(id: string) => Entry[]} logOf
 * @returns {Promise<{ figures: string, problems: string[] }>} `figures`: for the line that is printed
 */
export async function playCrowd(person, logOf) {
  const ids = person.scripts();
  await person.choose(crowd?.id ?? '');
  await person.send();
  await person.untilOver(60_000);
  const [without, withIt] = ids.map(logOf);
  const { heard, sentence, state } = await person.look();
  const runs = await person.lookAtRuns();
  const most = MOST_PER_ANSWER * (crowd?.calls ?? 0);
  const figures = `${without?.length} requests without a cool-down, ${withIt?.length} with one`;
  /** @type {[boolean, string][]} */
  const findings = [
    [state === 'Done', `it ended as "${state}"`],
    [ids.length === 2, `${ids.length} runs were played, not 2`],
    [withIt?.length <= most, `${withIt?.length} requests with a cool-down, not ${most} at most`],
    [withIt?.length < without?.length, `${figures}: no fewer`],
    [heard.some((text) => /^Without cool-down: \d+ of 20 answered, /.test(text)), `no progress was told, but: ${heard.join(' ')}`],
    [sentence === sentenceFor(without, withIt), `unexpected sentence: ${sentence}`],
    ...[without ?? [], withIt ?? []].flatMap((log, index) => judgeRun(log, runs[index])),
  ];
  return { figures, problems: findings.filter(([fine]) => !fine).map(([, problem]) => problem) };
}

/**
 * @param {Entry[]} without
 * @param {Entry[]} withIt
 */
function sentenceFor(without, withIt) {
  return `Without cool-down: 20 answered with ${without?.length} requests. With it: 20 answered with ${withIt?.length} requests.`;
}

/**
 * @param {Entry[]} log
 * @param {import('./person.js').SeenRun | undefined} seen
 * @returns {[boolean, string][]} what is fine or wrong
 */
function judgeRun(log, seen) {
  const name = seen?.name ?? 'a run';
  const admitted = admittedOf(log);
  const answers = new Set(admitted.map(({ path }) => path));
  const paths = [...new Set(log.map(({ path }) => path))];
  const early = admitted.filter((entry) => log.findLast(({ path }) => path === entry.path) !== entry);
  const listed = paths.every((path) => {
    const tries = log.filter((entry) => entry.path === path).length;
    const words = seen?.calls[Number(path.split('/').at(-1)) - 1] ?? '';
    return words.endsWith('s') && (words.match(/refused at|answered at/g) ?? []).length === tries && /answered at [\d.]+ s$/.test(words);
  });
  const cells = `20 of 20 ${log.length} ${(log.length / 20).toFixed(2)}`;
  return [
    [paths.length === 20, `${name}: ${paths.length} calls reached the server`],
    [answers.size === 20 && admitted.length === 20, `${name}: the limit let ${answers.size} calls through, with ${admitted.length} requests`],
    [early.length === 0, `${name}: ${early.length} calls went on after their answer`],
    [listed, `${name}: the list does not agree with the server's log: ${seen?.calls.join('; ')}`],
    [seen?.cells.startsWith(cells) === true, `${name}: the table says "${seen?.cells}", not "${cells}"`],
    [seen?.marks === `${log.length - 20} refused, 20 answered`, `${name}: drawn are ${seen?.marks}`],
  ];
}

/**
 * @param {Entry[]} log
 * @returns {Entry[]} the requests that the limit lets through
 */
function admittedOf(log) {
  const { allow, perMs } = crowd?.bucket ?? { allow: 0, perMs: 0 };
  /** @type {Entry[]} */
  const admitted = [];
  for (const entry of log) {
    if (admitted.filter(({ atMs }) => atMs > entry.atMs - perMs).length < allow) admitted.push(entry);
  }
  return admitted;
}
