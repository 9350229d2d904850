// The page: what a person does on the left, what happens on the right. This file only connects them.

import { call, prepare } from './call.js';
import { showChoices } from './choices.js';
import { History } from './history.js';
import { init, retryNow } from './package.js';
import { SCENARIOS } from './scenarios.js';
import { showCode, snippetOf } from './snippet.js';
import { Status } from './status.js';
import { Timeline } from './timeline.js';
import { tell } from './words.js';

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const oneColumn = matchMedia('(max-width: 56rem)'); // as in demo.css

const status = new Status(byId('status'));
const timeline = new Timeline(
  /** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId('drawing'))),
  byId('spans'),
  () => calm.matches,
);
const answer = byId('answer');
const buttons = { send: byId('send'), cancel: byId('cancel'), now: byId('now') };

let chosen = SCENARIOS[0];
/** @type {{ history: History, controller: AbortController, waitingId: number | null } | null} */
let running = null;

showChoices(byId('choices'), SCENARIOS, (scenario) => {
  chosen = scenario;
  showCode(byId('code'), snippetOf(scenario));
});
status.say('idle', { state: 'Ready', sentence: 'Choose what the server does, and press Send.' });
enable();
// So that the first call need not wait for it. Where it fails, that call says so.
init().catch(() => {});

/** Buttons stay focusable when they do nothing, so that the keyboard never loses its place. */
function enable() {
  buttons.send.setAttribute('aria-disabled', String(running !== null));
  buttons.cancel.setAttribute('aria-disabled', String(running === null));
  buttons.now.setAttribute('aria-disabled', String(running?.waitingId == null));
}

/** Draws until the call has ended; where motion is unwanted, a few times a second. */
function animate() {
  timeline.draw();
  const wait = running?.history.current;
  status.count(running && wait?.plannedTo != null ? wait.plannedTo - running.history.elapsedMs : null);
  if (!running) return;
  if (calm.matches) setTimeout(animate, 250);
  else requestAnimationFrame(animate);
}

async function send() {
  if (running) return;
  const controller = new AbortController();
  const scenario = chosen;
  running = { history: new History(), controller, waitingId: null };
  enable();
  answer.textContent = '';
  answer.dataset.empty = 'Nothing has arrived yet.';
  byId('playing').textContent = scenario.title;
  try {
    const url = await prepare(scenario);
    const history = new History();
    running.history = history;
    timeline.show(history);
    if (oneColumn.matches) byId('status').scrollIntoView({ behavior: calm.matches ? 'auto' : 'smooth' });
    animate();
    const outcome = await call(url, scenario, history, controller.signal, watcher(running));
    const tone = { answered: 'good', cancelled: 'neutral', refused: 'bad', gaveUp: 'bad', broken: 'bad' }[outcome.kind];
    status.say(/** @type {'good'} */ (tone), tell(outcome, history));
  } catch (error) {
    status.say('bad', { state: 'Error', sentence: error instanceof Error ? error.message : String(error) });
  } finally {
    running = null;
    enable();
    animate();
  }
}

/**
 * @param {NonNullable<typeof running>} run
 * @returns {import('./call.js').Watcher}
 */
function watcher(run) {
  return {
    onAttempt(number) {
      run.waitingId = null;
      enable();
      status.say('busy', { state: 'Sending', sentence: `Attempt ${number}: waiting for the service to answer.` });
    },
    onWait({ id, message }) {
      run.waitingId = id;
      enable();
      status.say('waiting', { state: 'Waiting', sentence: message });
    },
    onAnswer() {
      status.say('busy', { state: 'Arriving', sentence: 'The answer is arriving.' });
    },
    onText(text) {
      answer.append(text);
    },
  };
}

function cancel() {
  running?.controller.abort();
}

function now() {
  if (running?.waitingId == null) return;
  const wait = running.history.current;
  if (retryNow(running.waitingId) && wait) running.history.end(wait, 'early');
}

byId('form').addEventListener('submit', (event) => {
  event.preventDefault();
  void send();
});
buttons.cancel.addEventListener('click', cancel);
buttons.now.addEventListener('click', now);
window.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') cancel();
});
