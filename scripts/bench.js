// `npm run bench`: what the package costs, as ratios to bare fetch, measured side by side in one run.

import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import puppeteer from 'puppeteer-core';
import { startFaultyServer } from '../tests/server/server.js';
import { root } from './tools.js';

const CALLS = 600;
const WORKERS = 40;

const browsers = [
  { name: 'Chromium', browser: /** @type {const} */ ('chrome'), path: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] },
  { name: 'Firefox', browser: /** @type {const} */ ('firefox'), path: '/usr/bin/firefox-esr', args: [] },
];

const server = await startFaultyServer({
  serve: { '/pkg/': `${root}pkg/` },
  routes: {
    'GET /ok': () => ({ ok: true }),
    'GET /page': () => ({}),
  },
});

/**
 * Runs in the page: the medians of bare and of retrying calls, taken in turn.
 * @param {number} calls
 * @returns {Promise<number[]>} the median of the ratios of neighbours, and the medians in milliseconds
 */
async function success(calls) {
  const { fetchWithRetry } = await import(/** @type {any} */ ('/pkg/index.js'));
  const time = async (/** @type {typeof fetch} */ call) => {
    const began = performance.now();
    await (await call('/ok')).text();
    return performance.now() - began;
  };
  for (let i = 0; i < 50; i += 1) {
    await time(fetch.bind(globalThis));
    await time(fetchWithRetry);
  }
  const [bare, retrying] = [[], []].map(() => /** @type {number[]} */ ([]));
  for (let i = 0; i < calls; i += 1) {
    const turns = [() => time(fetch.bind(globalThis)).then((ms) => bare.push(ms)), () => time(fetchWithRetry).then((ms) => retrying.push(ms))];
    for (const turn of i % 2 ? turns : turns.reverse()) await turn();
  }
  const mean = (/** @type {number[]} */ list) => {
    // Without the slowest tenth: a shared machine has its moments. (Clocks of browsers are too coarse for medians.)
    const kept = [...list].sort((a, b) => a - b).slice(0, Math.ceil(list.length * 0.9));
    return kept.reduce((sum, ms) => sum + ms, 0) / kept.length;
  };
  return [mean(retrying) / mean(bare), mean(bare), mean(retrying)];
}

/**
 * Runs in the page: a fresh worker's first response.
 * @param {number} workers
 * @returns {Promise<number[]>} as above
 */
async function cold(workers) {
  const origin = globalThis.location.origin;
  const source = (/** @type {boolean} */ retrying) => URL.createObjectURL(new Blob([
    retrying ? `import { fetchWithRetry as call } from '${origin}/pkg/index.js';` : 'const call = fetch;',
    `call('${origin}/ok').then((r) => r.text()).then(() => postMessage(0));`,
  ], { type: 'text/javascript' }));
  const urls = [source(false), source(true)];
  const time = (/** @type {string} */ url) => new Promise((resolve) => {
    const began = performance.now();
    const worker = new globalThis.Worker(url, { type: 'module' });
    worker.onmessage = () => {
      resolve(performance.now() - began);
      worker.terminate();
    };
  });
  /** @type {number[][]} */
  const times = [[], []];
  for (let i = 0; i < workers + 5; i += 1) {
    for (const which of i % 2 ? [0, 1] : [1, 0]) {
      const ms = Number(await time(urls[which]));
      if (i >= 5) times[which].push(ms);
    }
  }
  const [bare, retrying] = times.map((list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]);
  return [retrying / bare, bare, retrying];
}

const kb = (/** @type {Buffer} */ data) => gzipSync(data, { level: 9 }).length / 1000;
const wasm = await readFile(`${root}pkg/fetch_with_retry.wasm`);
const entry = await readFile(`${root}pkg/index.js`, 'utf8');
const glue = Buffer.from(entry.replace(wasm.toString('base64'), ''));
console.log(`size, gzipped: wasm ${kb(wasm).toFixed(1)} KB, JavaScript ${kb(glue).toFixed(1)} KB`);

for (const { name, browser, path, args } of browsers) {
  const app = await puppeteer.launch({ browser, executablePath: path, headless: true, args });
  try {
    const page = await app.newPage();
    await page.goto(`${server.origin}/page`);
    const [hot, bareHot, retryingHot] = await page.evaluate(success, CALLS);
    const [fresh, bareFresh, retryingFresh] = await page.evaluate(cold, WORKERS);
    console.log(`${await app.version()} (${name})`);
    console.log(`  a call that succeeds at once: ${hot.toFixed(3)} of fetch (${bareHot.toFixed(2)} and ${retryingHot.toFixed(2)} ms)`);
    console.log(`  a fresh worker's first response: ${fresh.toFixed(2)} of fetch (${bareFresh.toFixed(1)} and ${retryingFresh.toFixed(1)} ms)`);
  } finally {
    await app.close();
  }
}
await server.close();
