// What is shown of a provider's message: nothing of the request, no address, no markup.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { discreet, plain, shortened } from '../src/web/redact.js';

/** @type {(message: string, secrets?: string[], sent?: string) => string} */
const quote = (message, secrets = [], sent = '') => discreet(plain(message, { secrets, sent }), { secrets, sent });

test('addresses go and the sentence stays', () => {
  for (const [message, left] of [
    ['Quota exceeded. See https://a.b/c?key=v. Wait.', 'Quota exceeded. See …. Wait.'],
    ['Read [the docs](https://a.b/c).', 'Read the docs (…).'],
    ['<b>Too</b>\n many [requests](https://x.y/z)', 'Too many requests (…)'],
    ['See https://platform.openai.com/docs?x=1.', 'See ….'],
    ['(HTTPS://a.b/c), ok', '(…), ok'],
    ['url=ws://h:1/p;q', 'url=…'],
    ['at www.example.com/help or www.example.com.', 'at … or ….'],
    ['metric: generativelanguage.googleapis.com/free_tier, limit: 0', 'metric: …, limit: 0'],
    ['dial ollama.local:11434?key=v', 'dial …'],
    ['://', ''],
    ['https://a.b/c', ''],
  ]) assert.equal(quote(message), left, message);
  assert.equal(quote('From https://my.app/chat?x=1, no', ['https://my.app']), 'From …, no');
});

test('what is no address stays', () => {
  for (const text of [
    'model openai/gpt-4.1 and/or meta-llama/llama-3.1-8b',
    '5/10 of v1.2/3',
    'Error: data: none',
    'gemini-2.5-flash, 4.77s. Need',
    'why not? No.',
    '',
  ]) assert.equal(quote(text), text);
});

test('an address without a scheme may name a limit, so that the policy still reads it', () => {
  const line = 'Quota exceeded for metric: a.googleapis.com/per_day, see https://a.b/per_minute';
  assert.equal(plain(line, { secrets: [], sent: '' }), 'Quota exceeded for metric: a.googleapis.com/per_day, see …');
});

test('a secret goes in whatever form', () => {
  for (const message of [
    'bad FAKE_KEY/FOR TEST',
    'bad FAKE_KEY%2FFOR%20TEST',
    'bad FAKE_KEY%2fFOR+TEST',
    'bad FAKE_KEY/FOR\n TEST',
    'bad <b>FAKE_KEY</b>/FOR <i></i>TEST',
  ]) assert.match(quote(message, ['FAKE_KEY/FOR TEST']), /^bad (?!.*TEST)/, message);
  assert.equal(quote('bad FAKE_KEY_1', ['FAKE%5FKEY%5F1']), 'bad …');
  assert.equal(quote('bad clé-SECRÈTE', ['cl%C3%A9-SECR%c3%88TE']), 'bad …');
  assert.equal(quote('bad cl%C3%A9-SECR%c3%88TE', ['clé-SECRÈTE']), 'bad …');
  assert.equal(quote('100%-KEY-100%25', ['100%-KEY-100%']), '');
  assert.equal(quote('bad FAKE_TOKEN!', ['Bearer FAKE_TOKEN']), 'bad …!');
  const told = quote('API key not valid. (FAKE_KEY_FOR_TEST_ONLY, FAKE_TOKEN_FOR_TEST)', ['FAKE_KEY_FOR_TEST_ONLY', 'Bearer FAKE_TOKEN_FOR_TEST']);
  assert.equal(told, 'API key not valid. (…, …)');
});

test('a shortened key goes too', () => {
  const key = 'Bearer sk-proj-0123456789abcdefghijklmnopqrstuvwxyz';
  assert.equal(quote('key sk-proj-0123456789abcdefghij is bad', [key]), 'key … is bad');
});

test('eight characters are a secret, fewer are a word', () => {
  assert.equal(quote('not eight888!', ['eight888']), 'not …!');
  assert.equal(quote('gpt-5 of seven77', ['seven77', 'gpt-5']), 'gpt-5 of seven77');
});

test('what a cut would join into a secret is not quoted', () => {
  assert.equal(quote('beforeSECRET_1after', ['SECRET_1', 'before…after']), '');
});

test('the prompt goes, also with markup in it', () => {
  const body = '{"messages":[{"content":"Dear Ann,\\nthe meeting is \\"moved\\" to nine."}]}';
  assert.equal(quote('Cannot read: Dear Ann,\nthe meeting is "moved" to nine. Sorry', [], body), 'Cannot read: … Sorry');
  const html = '{"content":"<p>Dear <b>Ann</b>, <i>see</i> you</p>"}';
  assert.equal(quote('Odd: <p>Dear <b>Ann</b>, <i>see</i> you</p>', [], html), 'Odd: …');
});

test('a run of 24 characters of the request goes and one of 23 stays', () => {
  const body = '{"content":"abcdefghijklmnopqrstuvwxyz"}';
  assert.equal(quote('No: abcdefghijklmnopqrstuvwx!', [], body), 'No: …!');
  assert.equal(quote('No: abcdefghijklmnopqrstuvw!', [], body), 'No: abcdefghijklmnopqrstuvw!');
  assert.equal(quote('No: abcdefghijklmnopqrstuvwxyz!', [], body), 'No: …!');
  assert.equal(quote('不行:明天九点在老地方见面!', [], '{"content":"明天九点在老地方见面"}'), '不行:…!');
});

test('escapes in the request are undone', () => {
  const body = '{"content":"Dear \\"Ann\\",\\n\\n  caf\\u00e9 at 5? \\ud83d\\ude00 \\u4f60 yours"}';
  for (const text of ['"Ann", café at 5? 😀 你 yours', '\\"Ann\\",\\n\\n caf\\u00e9 at 5? \\ud']) {
    assert.equal(quote(`No: ${text}`, [], body), 'No: …', text);
  }
  for (const broken of ['\\', '\\u', '\\ud83d', '\\ud83d\\u', '\\ud83d\\u0041 and more than that\\uzzzz']) {
    assert.equal(quote('this text is long enough to be hashed', [], broken), 'this text is long enough to be hashed');
  }
});

test('markup and control characters go', () => {
  for (const [text, cleaned] of [
    ['  a\n\tb \r\n c\0d ', 'a b c d'],
    ['<p>Too <b>many</b>.</p><br/>Wait', 'Too many. Wait'],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<<b>img src=x onerror=y>', 'img src=x onerror=y'],
    ['limit < 5 & > 3', 'limit 5 & 3'],
    ['See [the docs](…) now', 'See the docs (…) now'],
    ['![logo](…)', '!logo (…)'],
    ['a [b] c', 'a [b] c'],
    ['**Bold** and *so* is `code`', "Bold and *so* is 'code'"],
    ['evil\u202etxt\u200b.exe\ufeff', 'eviltxt.exe'],
    ['a\u2028b', 'a b'],
    ['details[0]', 'details[0]'],
    ['key sk-****abcd', 'key sk-**abcd'],
  ]) assert.equal(quote(text), cleaned, text);
});

test('a long message is read in part and shown in part, in no time', () => {
  const began = performance.now();
  assert.equal([...quote('é '.repeat(60_000))].length, 200);
  assert.equal([...quote('k'.repeat(60_000))].length, 200);
  assert.equal(shortened('😀'.repeat(201)), `${'😀'.repeat(99)}…`, 'by the length that JavaScript counts');
  assert.equal(quote('a'.repeat(4096), [], 'a'.repeat(2 ** 20)), '');
  for (const part of ['[', '](', '<', '*', '://', '%', 'a.b/', '\\u00e9', '"']) quote(part.repeat(4096), [part.repeat(20)], part.repeat(50_000));
  assert.ok(performance.now() - began < 3000, `${performance.now() - began} ms`);
});

// ---- properties --------------------------------------------------------------------------------

/** @type {(seed: number) => () => number} mulberry32 */
const source = (seed) => () => {
  seed = (seed + 0x6d2b_79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

const PARTS = [
  'try again in ', 'retry after ', ' s', 'ms', '.', ',', '-', ':', ' ', '2026-07-30', '"', "'", 'https://', '<', '>',
  '[', '](', '%', '\\', '\\u', '…', '*', '**', ';', '=', '/', '?', 'www.', 'a.b', '+', '&', '<br>', '</p>', '`', '\u202e', '\n', '\0', '😀', '\ud83d',
];

/** Random texts, of the parts that are treated in some way and of anything else. */
class Texts {
  /** @param {number} seed */
  constructor(seed) {
    this.random = source(seed);
  }

  /**
   * @param {number} least
   * @param {number} most
   * @returns {number} one of them, or between
   */
  count(least, most) {
    return least + Math.floor(this.random() * (most - least + 1));
  }

  /**
   * @param {number} least
   * @param {number} most
   * @param {string} from
   * @param {string} to
   * @returns {string} so many letters, from one to the other
   */
  letters(least, most, from, to) {
    const codes = Array.from({ length: this.count(least, most) }, () => this.count(from.charCodeAt(0), to.charCodeAt(0)));
    return String.fromCharCode(...codes);
  }

  /** @returns {string} */
  any() {
    const part = () => (this.random() < 0.7 ? PARTS[this.count(0, PARTS.length - 1)] : this.letters(0, 8, '\0', this.random() < 0.5 ? '~' : '\uffff'));
    return Array.from({ length: this.count(0, 12) }, part).join('');
  }
}

test('no secret gets through', () => {
  for (let seed = 0; seed < 3000; seed += 1) {
    const texts = new Texts(seed);
    const secret = texts.letters(8, 60, '!', '~');
    const other = texts.any();
    const encoded = secret.replace(/[^0-9a-z]/gi, (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`);
    const written = [
      secret, `Bearer ${secret}`, encoded, encoded.toUpperCase() === encoded ? encoded : secret,
      `${secret.slice(0, 4)}<i></i>${secret.slice(4)}`, `https://a.b/${secret}?q=${secret}`,
    ][texts.count(0, 5)];
    const message = [texts.any(), written, texts.any(), written, other, texts.any()].join('');
    const quoted = quote(message, [secret, other]);
    assert.ok(quoted.length <= 200, `${seed}`);
    assert.ok(!quoted.includes('://'), `${seed}: ${quoted}`);
    for (const hidden of [secret, other]) {
      assert.ok(hidden.length < 8 || !quoted.includes(hidden), `${seed}: ${quoted}`);
    }
  }
});

test('no run of 24 characters of the request gets through', () => {
  for (let seed = 0; seed < 2000; seed += 1) {
    const texts = new Texts(seed);
    const prompt = texts.letters(24, 300, ' ', '~').replace(/Q/g, '\n');
    const body = JSON.stringify({ messages: [{ role: 'user', content: prompt }] });
    const message = texts.letters(0, 40, 'a', 'z') + prompt.slice(texts.count(0, prompt.length - 24));
    const quoted = quote(message, [], body);
    for (let at = 0; at + 24 <= quoted.length; at += 1) {
      const run = quoted.slice(at, at + 24);
      assert.ok(!body.includes(run) && !prompt.includes(run), `${seed}: ${quoted}`);
    }
  }
});

test('no markup and no control character gets through', () => {
  for (let seed = 0; seed < 3000; seed += 1) {
    const quoted = quote(new Texts(seed).any());
    assert.doesNotMatch(quoted, /[<>`\u202e\u200b\p{Cc}]|\]\(| {2}|^ | $/u, `${seed}`);
  }
});
