// The places where the package has to work, by lane: a lane is what is started once and then runs its
// contexts one after another.

import { chromium } from './chromium.js';
import { firefox } from './firefox.js';
import { node } from './node.js';

/** @typedef {Awaited<ReturnType<import('./bench.js').Bench['begin']>>} Begun */

/**
 * @typedef {object} Opened
 * @property {(context: string, begun: Begun) => Promise<void>} run resolves when the job has ended
 * @property {() => Promise<void>} close
 */

/**
 * @typedef {object} Lane
 * @property {string} name
 * @property {string[]} contexts
 * @property {(bench: import('./bench.js').Bench) => Promise<Opened>} open
 */

const LANES = [node, chromium, firefox];

/**
 * The lanes with the contexts that are asked for.
 * @param {string} [choice] contexts or whole lanes, as in "node,chromium-page"; default all
 * @returns {Lane[]}
 */
export function chooseLanes(choice) {
  if (!choice) return LANES;
  const known = LANES.flatMap(({ name, contexts }) => [name, ...contexts]);
  const wanted = choice.split(',').map((name) => name.trim().replaceAll('-', ' '));
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`Unknown context "${unknown}"; there are: ${[...new Set(known)].join(', ')}`);
  return LANES.map((lane) => ({
    ...lane,
    contexts: lane.contexts.filter((context) => wanted.includes(context) || wanted.includes(lane.name)),
  })).filter(({ contexts }) => contexts.length > 0);
}
