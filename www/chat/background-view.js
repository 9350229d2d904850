// What works unattended, made visible: a batch can be started by hand, and its course and end are seen here
// whether or not this page was open meanwhile.

/** @import { Status } from '../background/status.js' */
/** @import { SettingsPanel } from './settings-panel.js' */
import { hasMail, webext } from '../lib/webext.js';
import { adviceFor } from './advice.js';
import { byId, field, make } from './dom.js';
import { platform } from './platform.js';

const form = /** @type {HTMLFormElement} */ (byId('batch'));
const progress = /** @type {HTMLProgressElement} */ (byId('batch-progress'));
const newMail = /** @type {HTMLInputElement} */ (byId('new-mail'));

const mailPermissions = { permissions: ['messagesRead', 'accountsRead'] };

/** @param {SettingsPanel} panel */
export function showBackground(panel) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const lines = field(form, 'texts').value.split('\n').map((/** @type {string} */ text) => text.trim());
    const items = lines.filter(Boolean).map((/** @type {string} */ text) => ({ name: text.slice(0, 60), text }));
    if (items.length === 0) return void field(form, 'texts').focus();
    const asked = panel.models.askPermission();
    void asked.catch(() => false).then(() => platform.startBatch(items, panel.forRequest()));
  });
  byId('batch-stop').addEventListener('click', () => {
    platform.stopBatch();
    byId('batch-start').focus();
  });
  if (hasMail) showMailSwitch(panel);
  void platform.watchBatch((status) => void show(status, panel));
}

/** @param {SettingsPanel} panel */
function showMailSwitch(panel) {
  byId('mail-row').hidden = false;
  newMail.checked = panel.settings.newMail;
  newMail.addEventListener('change', async () => {
    if (newMail.checked) {
      const given = await webext.permissions.request(mailPermissions).catch(() => false);
      newMail.checked = given;
      if (given) platform.resumeMail();
    }
    panel.change({ newMail: newMail.checked });
  });
}

/**
 * @param {Status} status
 * @param {SettingsPanel} panel
 */
async function show(status, panel) {
  const { state, done, total, results, stoppedBy, retrying } = status;
  byId('batch-stop').hidden = state !== 'running';
  progress.hidden = state === 'idle';
  progress.max = Math.max(1, total);
  progress.value = done;
  const shown = results.slice(-50).map(({ name, label, failure }) => {
    const item = make('li', failure ? 'failed' : '', make('span', 'name', name), ' ', make('span', 'label', label ?? failure ?? 'no answer'));
    return item;
  });
  byId('batch-results').replaceChildren(...shown);
  byId('batch-state').textContent = await sentence({ state, done, total, stoppedBy, retrying }, panel);
}

/**
 * @param {Omit<Status, 'results'>} status
 * @param {SettingsPanel} panel
 */
async function sentence({ state, done, total, stoppedBy, retrying }, panel) {
  if (state === 'idle') return '';
  const count = `${done} of ${total} sorted.`;
  if (state === 'running') return `${count} ${retrying}`;
  if (stoppedBy === null) return state === 'done' ? count : `Stopped. ${count}`;
  const advice = await adviceFor(stoppedBy, panel.settings).catch(() => null);
  const said = stoppedBy.message.replace(/[^.!?…]$/, '$&.');
  return `Stopped after ${done} of ${total}: ${said} ${advice?.text ?? ''}`;
}
