// The page: what a person does on the left, what happens on the right. This file only connects them.

import { showChoices } from './choices.js';
import { configOf } from './crowd.js';
import { ManyCalls } from './many-calls.js';
import { OneCall } from './one-call.js';
import { init } from './package.js';
import { SCENARIOS } from './scenarios.js';
import { showCode, snippetOf } from './snippet.js';
import { showStage } from './stage.js';
import { Status } from './status.js';
import { Timeline } from './timeline.js';

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const oneColumn = matchMedia('(max-width: 56rem)'); // as in demo.css
const steady = () => calm.matches;

const status = new Status(byId('status'));
const drawing = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId('drawing')));
const one = new OneCall(status, new Timeline(drawing, byId('spans'), steady), { answer: byId('answer'), playing: byId('playing') });
const many = new ManyCalls(status, { runs: byId('crowd'), counts: byId('crowd-counts'), playing: byId('crowd-playing') }, steady);
const form = /** @type {HTMLFormElement} */ (byId('form'));
const buttons = { send: byId('send'), cancel: byId('cancel'), now: byId('now') };

let chosen = SCENARIOS[0];
/** @type {{ stage: import('./stage.js').Stage, controller: AbortController } | null} */
let running = null;

showChoices(byId('choices'), SCENARIOS, (scenario) => {
  chosen = scenario;
  showChosen();
});
byId('modes').addEventListener('change', showChosen);
status.say('idle', { state: 'Ready', sentence: 'Choose what the server does, and press Send.' });
enable();
// So that the first call need not wait for it. Where it fails, that call says so.
init().catch(() => {});

/** @returns {import('./many-calls.js').Mode} */
function mode() {
  return /** @type {import('./many-calls.js').Mode} */ (new FormData(form).get('mode'));
}

function showChosen() {
  byId('modes').hidden = chosen.calls === undefined;
  showCode(byId('code'), snippetOf({ ...chosen, config: configOf(chosen, mode() !== 'without') }));
}

/** Buttons stay focusable when they do nothing, so that the keyboard never loses its place. */
function enable() {
  buttons.send.setAttribute('aria-disabled', String(running !== null));
  buttons.cancel.setAttribute('aria-disabled', String(running === null));
  buttons.now.setAttribute('aria-disabled', String(running?.stage.waitingId == null));
}

/**
 * Draws until all is over; where motion is unwanted, a few times a second.
 * @param {import('./stage.js').Stage} stage
 */
function animate(stage) {
  stage.draw();
  if (running?.stage !== stage) return;
  if (calm.matches) setTimeout(animate, 250, stage);
  else requestAnimationFrame(() => animate(stage));
}

async function send() {
  if (running) return;
  const controller = new AbortController();
  const scenario = chosen;
  const stage = scenario.calls === undefined ? one : many;
  running = { stage, controller };
  enable();
  showStage(stage === one ? 'one' : 'many');
  if (oneColumn.matches) byId('status').scrollIntoView({ behavior: calm.matches ? 'auto' : 'smooth' });
  try {
    const ended = stage.play(scenario, mode(), controller.signal, enable);
    animate(stage);
    const { tone, said } = await ended;
    status.say(tone, said);
  } catch (error) {
    controller.abort();
    status.say('bad', { state: 'Error', sentence: error instanceof Error ? error.message : String(error) });
  } finally {
    running = null;
    enable();
    stage.draw();
  }
}

function cancel() {
  running?.controller.abort();
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void send();
});
buttons.cancel.addEventListener('click', cancel);
buttons.now.addEventListener('click', () => one.retryNow());
window.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') cancel();
});
