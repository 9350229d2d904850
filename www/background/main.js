// The background of the add-on: opens the page, sorts texts when told to, and new mail if that is switched on.
// An event page in Gecko, a service worker in Chromium; both are stopped when idle, so nothing that matters
// lives in variables alone.

/** @import { Item } from './job.js' */
/** @import { Status } from './status.js' */
import { createKeyStore } from '../lib/keys.js';
import { loadSettings } from '../lib/settings.js';
import { webext } from '../lib/webext.js';
import { createJob } from './job.js';
import { listenForMail } from './new-mail.js';
import { statusSlot } from './status.js';

const { storage, runtime, permissions } = webext;

/** The mark on the toolbar's button, the one thing that is seen when no page is open. */
const button = webext.action ?? webext.browserAction;

/** Whether a failure that would meet every mail has stopped the sorting of mail. */
const pausedSlot = 'newMailPaused';

let hasMark = false;
/** @param {Status} status */
function publish(status) {
  void storage.session.set({ [statusSlot]: status });
  const needsUser = status.stoppedBy !== null;
  if (needsUser === hasMark) return;
  hasMark = needsUser;
  void button?.setBadgeText({ text: needsUser ? '!' : '' });
}

const job = createJob({ settings: () => loadSettings(storage.local), keys: createKeyStore(storage.local), publish });

/** @param {Item[]} items */
async function onMail(items) {
  const { newMail } = await loadSettings(storage.local);
  if (!newMail || (await storage.local.get(pausedSlot))[pausedSlot]) return;
  const { stoppedBy } = await job.add(items);
  // Said once: the mail that follows is left alone until the user has seen to it.
  if (stoppedBy !== null) await storage.local.set({ [pausedSlot]: true });
}

let listens = listenForMail(onMail);
permissions.onAdded?.addListener(() => {
  listens ||= listenForMail(onMail);
});

runtime.onMessage.addListener((/** @type {any} */ message) => {
  if (message?.type === 'startBatch') {
    void storage.local.remove(pausedSlot);
    void job.start(message.payload.items);
  } else if (message?.type === 'stopBatch') job.stop();
  else if (message?.type === 'resumeMail') {
    void storage.local.remove(pausedSlot);
    job.reset();
  }
});

button?.onClicked.addListener(() => webext.tabs.create({ url: runtime.getURL('chat/index.html') }));
