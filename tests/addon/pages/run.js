// Plays the cases of the plan in an add-on's page, many at once, and reports what happened. What it should have
// been is judged elsewhere.

import './tap.js';
// @ts-ignore: written when the add-on is laid out
import { plan } from './plan.js';
import { playPerson } from './person.js';
import { playBatch, playMail, playModels, playPermission, playStop, playTurn } from './plays.js';

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {keyof typeof plays} play
 * @property {boolean} [alone] not together with others
 * @property {any} what
 */

const plays = { batch: playBatch, mail: playMail, models: playModels, permission: playPermission, person: playPerson, stop: playStop, turn: playTurn };

/** @param {object} report */
const tell = (report) => fetch(`${plan.hub}/${plan.token}`, { method: 'POST', body: JSON.stringify(report) });

/** @type {string[]} */
const lines = [];
new BroadcastChannel('test tap').onmessage = ({ data }) => lines.push(data);

/** @param {Case} one */
async function play({ name, play: how, what }) {
  const began = performance.now();
  let outcome;
  try {
    outcome = await /** @type {(what: any) => Promise<object>} */ (plays[how])(what);
  } catch (error) {
    outcome = { broken: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
  await tell({ type: 'result', name, outcome: { ...outcome, tookMs: Math.round(performance.now() - began) } });
}

try {
  /** @type {Case[]} */
  const cases = plan.cases;
  const queue = cases.filter(({ alone }) => !alone);
  const lane = async () => {
    for (let one = queue.shift(); one; one = queue.shift()) await play(one);
  };
  await Promise.all(Array.from({ length: plan.atOnce }, lane));
  for (const one of cases.filter(({ alone }) => alone)) await play(one);
  // What a worker said last may still be on its way.
  await new Promise((resolve) => setTimeout(resolve, 200));
  await tell({ type: 'lines', lines });
  await tell({ type: 'done' });
} catch (error) {
  await tell({ type: 'broken', message: String(error) });
}
