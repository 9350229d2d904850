// Three contexts and one service: the background leads, a window and its worker follow. One of them
// calls and is told to wait; then the others call.

import { fetchWithRetry } from './package.js';
import { plan } from './plan.js';

/** @typedef {'background' | 'window' | 'worker'} Name */
/** @typedef {{ to: Name, url: string }} Order */
/** @typedef {{ from: Name, status?: number, told?: [number, string][], isWaiting?: boolean, isReady?: boolean }} News */

const channel = new BroadcastChannel('crowd');

/** @param {News} news */
const tell = (news) => channel.postMessage(news);

/**
 * Makes one call.
 * @param {Name} from
 * @param {string} url
 * @param {(news: News) => void} hear
 */
async function call(from, url, hear) {
  /** @type {[number, string][]} */
  const told = [];
  const { status } = await fetchWithRetry(url, {}, {
    cooldown: 'extension',
    onRetry({ payload }) {
      told.push([payload.attempt, payload.reason]);
      hear({ from, isWaiting: true });
    },
  });
  hear({ from, status, told });
}

/** A first call of any kind: from then on this context hears what others are told. */
const listen = () => fetchWithRetry(plan.report, {}, { cooldown: 'extension' });

/**
 * A window or a worker: calls when it is told to.
 * @param {Name} me
 */
export async function follow(me) {
  await listen();
  channel.onmessage = ({ data }) => {
    if (data.to === me) void call(me, data.url, tell);
  };
  // Until it is heard: the background may be a moment later.
  const timer = setInterval(tell, 200, { from: me, isReady: true });
  setTimeout(clearInterval, 20_000, timer);
}

/**
 * The background.
 * @param {import('./rig.js').Plan} plan
 * @returns {Promise<Record<string, News[]>>} what came of it, by who was told
 */
export async function lead({ urls = {} }) {
  /** @type {News[]} */
  const news = [];
  const hear = (/** @type {News} */ item) => void news.push(item);
  channel.onmessage = ({ data }) => hear(data);
  await listen();
  await chrome.tabs.create({ url: chrome.runtime.getURL('window.html') });
  await until(() => ['window', 'worker'].every((name) => news.some(({ from, isReady }) => isReady && from === name)));
  /** @type {Record<string, News[]>} */
  const rounds = {};
  for (const [first, url] of Object.entries(urls)) {
    news.length = 0;
    const start = (/** @type {Name} */ to) => {
      if (to === 'background') void call(to, url, hear);
      else channel.postMessage({ to, url });
    };
    const everyone = /** @type {Name[]} */ (['background', 'window', 'worker']);
    start(/** @type {Name} */ (first));
    await until(() => news.some(({ isWaiting }) => isWaiting));
    await new Promise((resolve) => setTimeout(resolve, 300));
    everyone.filter((name) => name !== first).forEach(start);
    const results = () => news.filter(({ status }) => status !== undefined);
    await until(() => results().length === everyone.length);
    rounds[first] = results();
  }
  return rounds;
}

/** @param {() => boolean} isSo */
async function until(isSo) {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 30));
}
