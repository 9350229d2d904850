// `npm run bench`: what the package costs, beside bare fetch and what else one would take, measured in one run,
// in Chromium and Firefox. Prints a table and writes it to bench/results.md.

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import puppeteer from 'puppeteer-core';
import { root } from '../scripts/tools.js';
import { startFaultyServer } from '../tests/server/server.js';
import { NAMES, OURS, bundleAll, facts } from './contenders.js';

const WARM = { rounds: 80, warmUp: 5, batch: 10 };
const COLD = { rounds: 60, warmUp: 4, ours: OURS };
const POSTED = `${OURS}.posted`;
const made = `${root}target/bench`;

const browsers = [
  { name: 'Chromium', browser: /** @type {const} */ ('chrome'), path: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] },
  { name: 'Firefox', browser: /** @type {const} */ ('firefox'), path: process.env.FIREFOX ?? '/usr/bin/firefox-esr', args: [] },
];

/** @param {number[]} list */
const sorted = (list) => [...list].sort((a, b) => a - b);

/**
 * @param {number[]} list
 * @param {number} share 0 to 1
 */
const quantile = (list, share) => sorted(list)[Math.round((list.length - 1) * share)];

/**
 * Of each round's ratio, the median, and between which bounds the middle half lies.
 * @param {number[]} times
 * @param {number[]} by
 */
function ratio(times, by) {
  const ratios = times.map((ms, round) => ms / by[round]);
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share).toFixed(2));
  return `${middle} (${low} to ${high})`;
}

/** @param {number[]} times */
const median = (times) => quantile(times, 0.5).toFixed(2);

/** @param {string[][]} rows */
const table = ([head, ...rows]) => [head, head.map((_, i) => (i ? '--:' : '---')), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

await rm(made, { recursive: true, force: true });
await mkdir(made, { recursive: true });
await bundleAll(made);
const server = await startFaultyServer({
  serve: { '/made/': `${made}/`, '/bench/': `${root}bench/` },
  routes: { 'POST /ok': () => ({ ok: true }), 'GET /page': () => ({}) },
});

const known = Object.fromEntries(await Promise.all(NAMES.map(async (name) => [name, await facts(name, made)])));
const parts = [`# Figures

By \`npm run bench\`, on a machine of ${cpus().length} cores. Ratios are medians over rounds in which all take turns, in brackets where the
middle half of the rounds lies. Each contender is set up to retry a POST three times, and bundled by rollup, not minified.

- Warm: a POST of JSON with a signal that succeeds at once; ${WARM.rounds} rounds of ${WARM.batch} calls.
- Cold: from the start of a fresh module worker to its first response; ${COLD.rounds} rounds. "Posted": the worker is given
  the compiled module.

${table([['', 'version', 'gzipped'], ...NAMES.slice(1).map((name) => [name, known[name].version, known[name].size])])}
`];

try {
  for (const { name, browser, path, args } of browsers) {
    const app = await puppeteer.launch({ browser, executablePath: path, headless: true, args });
    try {
      const page = await app.newPage();
      await page.goto(`${server.origin}/page`);
      /** @type {(what: 'warm' | 'cold', names: string[], how: any) => Promise<Record<string, number[]>>} */
      const measure = (what, names, how) => page.evaluate(
        async (what, names, how) => (await import(/** @type {any} */ ('/bench/page.js')))[what](names, how),
        what, names, how,
      );
      const warm = await measure('warm', NAMES, WARM);
      const cold = await measure('cold', [...NAMES.map((each) => `${each}.cold`), POSTED], COLD);
      const row = (/** @type {string} */ each) => [
        each, median(warm[each]), ratio(warm[each], warm.fetch),
        median(cold[`${each}.cold`]), ratio(cold[`${each}.cold`], cold['fetch.cold']), ratio(cold[`${each}.cold`], cold['ky.cold']),
      ];
      parts.push(`## ${name}, ${await app.version()}\n\n${table([
        ['', 'warm, ms', 'of fetch', 'cold, ms', 'of fetch', 'of ky'],
        ...NAMES.map(row),
        [`${OURS}, posted`, '', '', median(cold[POSTED]), ratio(cold[POSTED], cold['fetch.cold']), ratio(cold[POSTED], cold['ky.cold'])],
      ])}\n`);
    } finally {
      await app.close();
    }
  }
} finally {
  await server.close();
}
const text = parts.join('\n');
console.log(text);
await writeFile(`${root}bench/results.md`, text);
