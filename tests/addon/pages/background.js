// The background of the add-on, overheard; it opens the test's page, once, since a background may be started
// many times.

import './tap.js';
// @ts-ignore: there only in the add-on
import '../background/main.js';

const scope = /** @type {any} */ (globalThis);
const api = scope.browser ?? scope.chrome;

async function openOnce() {
  const { opened } = await api.storage.session.get('opened');
  if (opened) return;
  await api.storage.session.set({ opened: true });
  await api.tabs.create({ url: api.runtime.getURL('test/test.html') });
}
void openOnce();
