// `npm start -- --check`: plays every failure on the real page, one line for each.

import { counted, seconds } from '../words.js';
import { startBrowser } from './browser.js';
import { CASES } from './cases.js';
import { NAME, playCrowd } from './crowd-case.js';
import { judge, waitsOf } from './judge.js';
import { Person } from './person.js';

/** @typedef {import('../../../tests/server/server.js').FaultyServer} FaultyServer */

/**
 * Runs all cases, and says how each went.
 * @param {FaultyServer} server
 * @returns {Promise<boolean>} whether all went well
 */
export async function checkAll(server) {
  const browser = await startBrowser().catch((error) => console.error(error.message));
  if (!browser) return false;
  let failures = 0;
  try {
    for (const expected of CASES) {
      const page = await browser.newPage();
      await page.setViewport({ width: 1280, height: 1000 });
      const { log, problems } = await play(expected, new Person(page), server);
      problems.push(...(await overflowOf(page)));
      await page.close();
      if (problems.length > 0) failures += 1;
      console.log(lineOf(expected, log, problems));
    }
    const problems = await checkCrowd(await browser.newPage(), server);
    if (problems.length > 0) failures += 1;
  } finally {
    await browser.close();
  }
  const cases = CASES.length + 1;
  console.log(failures === 0 ? `All ${cases} went well.` : `${failures} of ${cases} went wrong.`);
  return failures === 0;
}

/**
 * @param {import('./cases.js').Case} expected
 * @param {Person} person
 * @param {FaultyServer} server
 */
async function play(expected, person, server) {
  /** @type {import('./judge.js').Entry[]} */
  let log = [];
  const problems = person.errors;
  try {
    await person.open(`${server.origin}/`);
    await (expected.choose?.(person) ?? person.choose(expected.scenario));
    const { send } = expected;
    log = server.log(await person.send(send && (() => send(person))));
    await expected.act?.(person);
    await person.untilOver();
    problems.push(...judge(expected, await person.look(), log));
  } catch (error) {
    // What the page itself complained of comes first: it is the likelier cause.
    problems.push(String(error));
  }
  return { log, problems };
}

/**
 * Plays many calls at once, and says how it went.
 * @param {import('puppeteer-core').Page} page
 * @param {FaultyServer} server
 */
async function checkCrowd(page, server) {
  await page.setViewport({ width: 1280, height: 1000 });
  const person = new Person(page);
  const problems = person.errors;
  let figures = '';
  try {
    await person.open(`${server.origin}/`);
    const played = await playCrowd(person, server.log);
    figures = played.figures;
    problems.push(...played.problems, ...(await overflowOf(page)));
  } catch (error) {
    problems.push(String(error));
  }
  console.log(`${NAME.padEnd(24)}${figures.padEnd(60)}${problems.length === 0 ? 'ok' : ['WRONG', ...problems].join('\n    ')}`);
  return problems;
}

/**
 * @param {import('puppeteer-core').Page} page
 * @returns {Promise<string[]>} the complaint that a small phone's screen is too narrow for the page
 */
async function overflowOf(page) {
  await page.setViewport({ width: 360, height: 740 });
  const width = await page.evaluate('document.documentElement.scrollWidth');
  return width === 360 ? [] : [`at 360 pixels the page is ${width} wide`];
}

/**
 * @param {import('./cases.js').Case} expected
 * @param {import('./judge.js').Entry[]} log
 * @param {string[]} problems
 */
function lineOf({ name, outcome }, log, problems) {
  const waits = waitsOf(log).map((ms) => seconds(ms));
  const waited = waits.length === 0 ? 'no wait' : `wait${waits.length > 1 ? 's' : ''} ${waits.join(', ')}`;
  const what = `${counted(log.length, 'attempt')}, ${waited}, ${outcome}`;
  if (problems.length === 0) return `${name.padEnd(24)}${what.padEnd(60)}ok`;
  return [`${name.padEnd(24)}${`${counted(log.length, 'attempt')}, ${waited}`.padEnd(60)}WRONG`, ...problems.map((problem) => `    ${problem}`)].join('\n');
}
