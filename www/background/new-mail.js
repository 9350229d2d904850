// Thunderbird's new mail, sorted as it arrives: behind a switch that is off by default, and with a permission
// that is asked for when the switch is turned on. Elsewhere there is no such API, and this does nothing.

/** @import { Item } from './job.js' */
import { webext } from '../lib/webext.js';

/** A model needs no more to tell spam from ham, and each character is paid for. */
const mostCharacters = 4000;

/**
 * Listens. To be called at the first run of the background's script, since an event page is started again for
 * those listeners only that were there then; and again when the permission is given.
 *
 * @param {(items: Item[]) => unknown} onMail
 * @returns {boolean} Whether there is anything to listen to.
 */
export function listenForMail(onMail) {
  const event = webext?.messages?.onNewMailReceived;
  if (event === undefined) return false;
  event.addListener(async (/** @type {unknown} */ _folder, /** @type {any} */ list) => {
    /** @type {Item[]} */
    const items = [];
    for await (const header of headersOf(list)) items.push({ name: header.subject, text: await textOf(header) });
    if (items.length > 0) await onMail(items);
  });
  return true;
}

/**
 * @param {any} list A page of headers; more may follow.
 * @returns {AsyncGenerator<any, void, void>}
 */
async function* headersOf(list) {
  for (let page = list; ; page = await webext.messages.continueList(page.id)) {
    yield* page.messages;
    if (page.id === null || page.id === undefined) return;
  }
}

/** @param {any} header */
async function textOf(header) {
  const body = plainText(await webext.messages.getFull(header.id));
  return `From: ${header.author}\nSubject: ${header.subject}\n\n${body}`.slice(0, mostCharacters);
}

/**
 * The first text in it; HTML without its tags where there is nothing else.
 *
 * @param {any} part
 * @returns {string}
 */
export function plainText(part) {
  const all = flatten(part);
  const plain = all.find(({ contentType, body }) => contentType === 'text/plain' && body);
  if (plain) return plain.body;
  const html = all.find(({ contentType, body }) => contentType === 'text/html' && body)?.body ?? '';
  return html.replace(/<(style|script)\b.*?<\/\1>/gis, '').replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ').trim();
}

/**
 * @param {any} part
 * @returns {any[]}
 */
function flatten(part) {
  return [part, ...(part.parts ?? []).flatMap(flatten)];
}
