// What of a line stands in the request's body too, found without reading all of the body.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repeatedRuns } from '../src/web/runs.js';

/** @type {(sent: string, line: string, latin?: number, cjk?: number) => string} with # for what is repeated */
const marked = (sent, line, latin = 24, cjk = 8) => {
  const units = line.split('');
  const edges = repeatedRuns(sent, line, latin, cjk);
  for (let i = 0; i < edges.length; i += 2) units.fill('#', edges[i], edges[i + 1]);
  return units.join('');
};

/** @type {(text: string) => string} */
const folded = (text) => text.replace(/[\0- \x7f-\xa0\u2000-\u200a\u2028\u2029\u3000]+/g, ' ');

/** @type {(text: string) => string} */
const unescaped = (text) => text.replace(/\\(?:u([\da-fA-F]{4})|(.))/gs, (_, unit, letter) => {
  if (unit) return String.fromCharCode(parseInt(unit, 16));
  return /[bfnrt]/.test(letter) ? ' ' : letter;
});

/** @type {typeof marked} the same, by trying every run of the line in copies of the body */
const naive = (sent, line, latin = 24, cjk = 8) => {
  const forms = [folded(sent), folded(unescaped(sent))];
  const units = line.split('');
  for (const [length, form] of /** @type {[number, RegExp][]} */ ([[latin, /^/], [cjk, /^[\u2e80-\uffff]*$/]])) {
    for (let at = 0; at + length <= line.length; at += 1) {
      const run = line.slice(at, at + length);
      if (!form.test(run) || !forms.some((text) => text.includes(run))) continue;
      units.fill('#', at + Number(run.startsWith(' ')), at + length - Number(run.endsWith(' ')));
    }
  }
  return units.join('');
};

test('a run that is long enough is found, wherever it stands', () => {
  const run = 'abcdefghijklmnopqrstuvwx';
  for (let before = 0; before < 60; before += 1) {
    assert.equal(marked(`${'-'.repeat(before)}${run}`, `No: ${run}!`), `No: ${'#'.repeat(24)}!`, `${before}`);
    assert.equal(marked(`${'-'.repeat(before)}${run.slice(1)}`, `No: ${run}!`), `No: ${run}!`, `${before}`);
    assert.equal(marked(`${'-'.repeat(before)}明天九点在老地方`, '不行:明天九点在老地方!'), '不行:########!', `${before}`);
  }
});

test('nothing is found in what is too short', () => {
  assert.equal(repeatedRuns('', 'a', 24, 8).length, 0);
  assert.equal(repeatedRuns('a'.repeat(100), 'a'.repeat(23), 24, 8).length, 0);
  assert.equal(repeatedRuns('a'.repeat(23), 'a'.repeat(100), 24, 8).length, 0);
});

test('white space and escapes do not hide a run, however long they are', () => {
  const line = 'No: a "b" cdefgh\u00e9 ijkl \u4f60\u597d mnopqrst.';
  for (const sent of [
    line,
    JSON.stringify(line),
    line.replaceAll(' ', ' \t\r\n \u3000'.repeat(500)),
    line.replaceAll(' ', '\\n\\t \\u00a0'.repeat(500)),
    line.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`),
    `${'\\'.repeat(5000)}${line.replace(/[^\w]/g, '\\$&')}`,
  ]) assert.equal(marked(sent, line), '#'.repeat(line.length), sent.slice(0, 80));
});

// ---- against the naive way ---------------------------------------------------------------------

/** @type {(seed: number) => () => number} mulberry32 */
const source = (seed) => () => {
  seed = (seed + 0x6d2b_79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

const PARTS = [
  'a', 'b', 'n', 'u', 'u00e9', '0', 'e9', 'the ', 'deaf ', 'x y', ' ', '  ', '\n', '\t', '\r\n', '\\', '\\\\', '\\n', '\\n\\n', '\\t', '\\"',
  '"', '\\u00e9', '\\u00E9', '\\u0020', '\\u000a', '\\u4f60', '\\u', '\\u4f6', '\\ud83d\\ude00', '你', '好', '\\你', '明天九点', '\u3000', '\ud83d\ude00', '\ud83d', '/', '\\/',
  'quick brown', 'Dear Ann,', '\\\\n', '\\u005c', '\0',
];

/** @type {(random: () => number, parts: string[], count: number) => string} */
const text = (random, parts, count) => Array.from({ length: count }, () => parts[Math.floor(random() * parts.length)]).join('');

/** @type {(random: () => number, words: string) => string} some of it escaped, some spread out */
const written = (random, words) => words.replace(/[^]/g, (unit) => {
  const dice = random();
  const coded = `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  if (unit === ' ') return [' ', ' ', ' ', '\\n', '\n   ', '  ', '\\r\\n', '\\u00a0'][Math.floor(dice * 8)];
  if (unit === '"' || unit === '\\') return dice < 0.9 ? `\\${unit}` : coded;
  return dice < 0.05 ? coded : unit;
});

test('it finds what the naive way finds, in any text', () => {
  let found = 0;
  for (let seed = 0; seed < 6000; seed += 1) {
    const random = source(seed);
    const parts = PARTS.filter(() => random() < 0.3);
    if (parts.length === 0) continue;
    const body = text(random, parts, Math.floor(random() * 150));
    const from = Math.floor(random() * body.length);
    const copied = body.slice(from, from + Math.floor(random() * 120));
    const line = folded(text(random, parts, 5) + (random() < 0.5 ? copied : unescaped(copied)) + text(random, parts, 5));
    const [latin, cjk] = random() < 0.7 ? [24, 8] : [24 + Math.floor(random() * 10), 8 + Math.floor(random() * 5)];
    const expected = naive(body, line, latin, cjk);
    assert.equal(marked(body, line, latin, cjk), expected, `${seed}: ${JSON.stringify([body, line])}`);
    found += Number(expected.includes('#'));
  }
  assert.ok(found > 1000, `${found} had something to find`);
});

test('it finds what the naive way finds, in prompts', () => {
  let found = 0;
  for (let seed = 0; seed < 4000; seed += 1) {
    const random = source(seed);
    const words = ['the', '"quick"', 'brown', 'fox', 'café', 'C:\\new', 'user\'s', '你好明天', 'feed', 'deadbeef', 'n', '😀', '、'];
    const prompt = folded(text(random, words.flatMap((word) => [word, `${word} `]), 60));
    const body = `{"content":"${written(random, prompt)}"}`;
    const from = Math.floor(random() * prompt.length);
    const line = folded(`No: ${prompt.slice(from, from + Math.floor(random() * 90))} is bad`);
    const expected = naive(body, line);
    assert.equal(marked(body, line), expected, `${seed}: ${JSON.stringify([body, line])}`);
    found += Number(expected.includes('#'));
  }
  assert.ok(found > 1000, `${found} had something to find`);
});

// ---- time --------------------------------------------------------------------------------------

/** @type {(length: number, words: string[]) => string} */
const long = (length, words) => {
  const random = source(1);
  const parts = [];
  for (let size = 0; size < length;) {
    const word = words[Math.floor(random() ** 2 * words.length)];
    parts.push(word);
    size += word.length;
  }
  return parts.join('');
};

const STEMS = 'the of and to in is you that it he was for on are as with his they at be this have from or one had by word but not what all were we when your can said there use an each which she do how their if will up other about out many then them these so some her would make like him into time has look two more write go see number no way could people my than first water been call who oil its now find'.split(' ');
const PROSE = STEMS.flatMap((stem) => [`${stem} `, `${stem}ing `, `${stem}, `]).concat('it. ', 'said "no". ', 'end.\n');

/** @type {(sent: string, line: string) => number} milliseconds of the quickest of five */
const time = (sent, line) => Math.min(...Array.from({ length: 5 }, () => {
  const began = performance.now();
  repeatedRuns(sent, line, 24, 8);
  return performance.now() - began;
}));

test('ten megabytes are searched in one pass, and in next to none where nothing is escaped', (t) => {
  const body = JSON.stringify({ content: long(10_000_000, PROSE) });
  const base64 = long(10_000_000, Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'));
  const line = long(300, PROSE.toReversed());
  for (const [name, sent, about, most] of /** @type {[string, string, string, number][]} */ ([
    ['base64', base64, line, 150],
    ['prose', body, line, 6000],
    ['prose, a line from it', body, body.slice(5_000_000, 5_000_200), 6000],
    ['one letter', 'a'.repeat(10_000_000), `b${'a'.repeat(4000)}`, 6000],
    ['backslashes', '\\'.repeat(10_000_000), `b${'\\'.repeat(4000)}`, 9000],
    ['blanks', ' '.repeat(10_000_000), `b c ${'d '.repeat(2000)}`, 6000],
  ])) {
    const ms = time(sent, about);
    t.diagnostic(`${name}: ${ms.toFixed(1)} ms`);
    assert.ok(ms < most, `${name}: ${ms} ms`);
  }
});
