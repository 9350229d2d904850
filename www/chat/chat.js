// The chat page: what the worker says becomes what is seen, and what the user does becomes what the worker is told.

/** @import { FromWorker } from '../worker/protocol.js' */
/** @import { Failure } from '../lib/failure.js' */
/** @import { Action } from './advice.js' */
import '../vendor/fetch-with-retry/retry-line.js';
import { failureOfError } from '../lib/failure.js';
import { parseHost } from '../lib/hosts.js';
import { hostOf, lacksKey, modelOf, requestOptions } from '../lib/settings.js';
import { requestHost } from '../lib/webext.js';
import { providers } from '../providers/index.js';
import { adviceFor } from './advice.js';
import { showBackground } from './background-view.js';
import { byId, retryLine } from './dom.js';
import { Session } from './session.js';
import { SettingsPanel } from './settings-panel.js';
import { Exchange, clearTranscript, failureCard } from './transcript.js';

const line = retryLine('line');
const question = /** @type {HTMLTextAreaElement} */ (byId('question'));
const send = byId('send');
const stop = byId('stop');

/** @type {Exchange | null} */
let exchange = null;
let lastQuestion = '';
/** The package's own last word on a turn: it says more than the failure's kind does. */
let gaveUp = '';

const session = new Session(receive);
const panel = await SettingsPanel.open(showWith);
showWith();
showBackground(panel);

function showWith() {
  const { settings } = panel;
  byId('with').textContent = [panel.label, modelOf(settings)].filter(Boolean).join(' · ');
  byId('welcome-hint').textContent = modelOf(settings) ? `${panel.label} answers, with ${modelOf(settings)}.` : 'First choose a provider and a model in the settings.';
}

/** @param {boolean} isBusy */
function setBusy(isBusy) {
  const hadFocus = document.activeElement === send || document.activeElement === stop;
  send.hidden = isBusy;
  stop.hidden = !isBusy;
  if (hadFocus) question.focus();
}

/** @param {string} text */
async function ask(text) {
  if (session.isBusy || text.trim() === '') return;
  const { keys } = panel;
  const settings = panel.forRequest();
  try {
    if (modelOf(settings) === '') return panel.show('model', 'Choose a model first.');
    // In the click itself, see requestHost.
    const allowed = requestHost(parseHost(hostOf(settings)).pattern);
    if (!panel.isTestHost && (await lacksKey(settings, keys))) return panel.show('key', 'Enter the key for this host first.');
    await allowed.catch(() => false);
    const init = await requestOptions(settings, keys);
    if (session.isBusy) return;
    if (!panel.isWide) panel.toggle(false);
    lastQuestion = text;
    gaveUp = '';
    question.value = '';
    grow();
    exchange = new Exchange(text, providers[settings.provider].label);
    setBusy(true);
    session.ask(text, init);
  } catch (error) {
    panel.show('host', failureOfError(error, undefined).message);
  }
}

/** @param {FromWorker} message */
function receive(message) {
  const isRetry = line.receive(message);
  if (!isRetry && message.type !== 'messageSent') line.clear();
  exchange?.hold(message.type === 'newRetryAttempt');
  switch (message.type) {
    case 'retryGaveUp':
      gaveUp = message.payload.message;
      return;
    case 'newToken':
      return exchange?.add(message.payload.token);
    case 'newThinkingToken':
      return exchange?.think(message.payload.token);
    case 'tokensDone': {
      const { truncated, failure, stopReason } = message.payload;
      if (truncated && failure) return void end({ note: 'This answer was cut off.', failure });
      return void end({ note: /length|max_tokens|max_output/i.test(stopReason ?? '') ? 'The answer ends here: it reached its limit of tokens.' : undefined });
    }
    case 'requestAborted':
      return void end({ note: 'Stopped.' });
    case 'error':
      return void end({ failure: message.payload });
  }
}

/**
 * @param {object} how
 * @param {string} [how.note]
 * @param {Failure} [how.failure]
 */
async function end({ note, failure }) {
  const ended = exchange;
  exchange = null;
  setBusy(false);
  if (!failure) return ended?.end(note ? { note } : {});
  const advice = await adviceFor(failure, panel.settings).catch(() => null);
  // What the package guesses at, blocked by whom, the advice here knows better.
  const card = failureCard((failure.kind !== 'blocked' && gaveUp) || failure.message, advice, act);
  ended?.end({ ...(note ? { note } : {}), failure: card });
}

/** @param {Action} action */
function act(action) {
  if (action === 'again') void ask(lastQuestion);
  else if (action === 'newChat') newChat();
  else if (action === 'allow') void requestHost(parseHost(hostOf(panel.settings)).pattern).then((given) => void (given && ask(lastQuestion)));
  else if (action === 'models') panel.show('model');
  else panel.show(action);
}

function newChat() {
  session.reset();
  line.clear();
  exchange?.end();
  exchange = null;
  clearTranscript();
  setBusy(false);
  question.focus();
}

/** As high as its text, to a limit that the style sheet sets. */
function grow() {
  question.rows = Math.min(8, question.value.split('\n').length);
}

byId('composer').addEventListener('submit', (event) => {
  event.preventDefault();
  void ask(question.value);
});
question.addEventListener('input', grow);
question.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  void ask(question.value);
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && session.isBusy) session.stop();
});
stop.addEventListener('click', () => session.stop());
line.addEventListener('stop', () => session.stop());
line.addEventListener('retrynow', (event) => session.retryNow(event.detail.id));
byId('new-chat').addEventListener('click', newChat);
