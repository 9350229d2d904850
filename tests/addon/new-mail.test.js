// New mail in a real Thunderbird: sorted when that is switched on, left alone when it is not, and left alone after
// a spent quota, which is told once.

/** @import { Inside } from './build/privileged.js' */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startProviderHost } from '../../www/server/provider-host.js';
import { key, newRun } from '../www/helpers.js';
import { startThunderbird } from './build/apps.js';
import { startHub } from './build/hub.js';
import { openInside } from './build/privileged.js';
import { playCases } from './play.js';

/** @type {Awaited<ReturnType<typeof startProviderHost>>} */
let host;
/** @type {Awaited<ReturnType<typeof startHub>>} */
let hub;
/** @type {Awaited<ReturnType<typeof startThunderbird>>} */
let thunderbird;
/** @type {Inside} */
let inside;
/** @type {string} */
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fetch-with-retry-mail-'));
  host = await startProviderHost();
  hub = await startHub();
  thunderbird = await startThunderbird(folder, {}, ['--remote-allow-system-access']);
  inside = await openInside(thunderbird.endpoint);
  await inside.run(`
    const { MailServices } = ChromeUtils.importESModule('resource:///modules/MailServices.sys.mjs');
    const server = MailServices.accounts.createIncomingServer('nobody', '127.0.0.1', 'pop3');
    const account = MailServices.accounts.createAccount();
    account.incomingServer = server;
    globalThis.inbox = server.rootFolder.getFolderWithFlags(Ci.nsMsgFolderFlags.Inbox);
    return inbox.URI;`);
});
after(async () => {
  inside?.close();
  await thunderbird?.kill();
  await Promise.all([host?.close(), hub?.close()]);
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

/**
 * A mail arrives.
 * @param {string} subject
 * @param {string} body
 */
const deliver = (subject, body) => {
  const source = `From: Someone <someone@example.org>\nTo: me@example.org\nMessage-ID: <${newRun()}@example.org>\nDate: ${new Date().toUTCString()}\nSubject: ${subject}\nContent-Type: text/plain\n\n${body}\n`;
  return inside.run(`
    const { MailServices } = ChromeUtils.importESModule('resource:///modules/MailServices.sys.mjs');
    const header = inbox.QueryInterface(Ci.nsIMsgLocalMailFolder).addMessage(${JSON.stringify(source)});
    header.orFlags(Ci.nsMsgMessageFlags.New);
    inbox.hasNewMessages = true;
    inbox.setNumNewMessages(1);
    inbox.biffState = Ci.nsIMsgFolder.nsMsgBiffState_NewMail;
    MailServices.mfn.notifyMsgsClassified([header], false, false);
    return header.subject;`);
};

/**
 * @param {string} name
 * @param {string} failure
 * @param {boolean} newMail
 */
async function play(name, failure, newMail) {
  const run = newRun();
  const token = crypto.randomUUID();
  const settings = { provider: 'anthropic', hosts: { anthropic: host.host(failure, run) }, models: { anthropic: 'test-small' }, labels: 'spam, ham', newMail };
  const what = { settings, key, count: 2, patienceMs: newMail ? 20_000 : 4000, ready: `${hub.origin}/${token}` };
  const running = playCases({ app: inside, hub, folder, token, permissions: ['accountsRead', 'messagesRead'], cases: [{ name, play: 'mail', alone: true, what }] });
  running.catch(() => {});
  const reports = hub.find(token);
  while (!reports()?.outcomes.has('ready')) await new Promise((resolve) => setTimeout(resolve, 50));
  await deliver('Lunch on Friday', 'Shall we?');
  await deliver('You are the winner', 'Of our lottery. Claim your prize.');
  const { outcomes } = await running;
  // What should not be sent would be by then.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return { ...outcomes.get(name), requests: host.log.filter((entry) => entry.run === run) };
}

test('switched off, as it is at first: mail is left alone', async () => {
  const { status, requests } = await play('off', 'healthy', false);
  assert.equal(status, null);
  assert.equal(requests.length, 0);
});

test('switched on: each new mail is sent to the provider, and sorted', async () => {
  const { status, isPaused, requests } = await play('on', '503-twice', true);
  const byName = (/** @type {any} */ a, /** @type {any} */ b) => a.name.localeCompare(b.name);
  assert.deepEqual(status.results.sort(byName), [
    { name: 'Lunch on Friday', label: 'ham', failure: null },
    { name: 'You are the winner', label: 'spam', failure: null },
  ]);
  assert.equal(isPaused, false);
  const sent = requests.map((/** @type {any} */ { body }) => body.messages[0].content);
  assert.ok(sent.includes('From: Someone <someone@example.org>\nSubject: Lunch on Friday\n\nShall we?\n'), sent.join('\n'));
});

test('a spent quota: told once, and the mail that follows is left alone', async () => {
  const { status, isPaused, requests } = await play('quota', 'quota', true);
  assert.equal(status.stoppedBy.kind, 'quota');
  assert.equal(isPaused, true);
  assert.ok(requests.length <= 2);
  await deliver('One more', 'Anything new?');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  assert.equal(host.log.filter(({ run }) => run === requests[0].run).length, requests.length);
});
