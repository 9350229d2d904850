// parseRetryAfter: the whole grammar of RFC 9110 §10.2.3, what is met besides, and nothing else.

import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

const NOW = Date.parse('2024-01-02T03:04:05Z');

test('seconds', (t) => {
  /** @type {[string, number][]} */
  const table = [['0', 0], ['5', 5000], ['120', 120_000], [' 5 ', 5000], ['\t5', 5000], ['5.0', 5000], ['0.314', 314], ['1.5', 1500], ['007', 7000], ['5, 5', 5000], ['0.0001', 1]];
  for (const [value, expected] of table) t.equal(t.api.parseRetryAfter(value), expected, JSON.stringify(value));
});

test('dates in the three forms, against the time given', (t) => {
  /** @type {[string, number | null][]} */
  const table = [
    ['Tue, 02 Jan 2024 03:04:15 GMT', 10_000],
    ['Tuesday, 02-Jan-24 03:04:15 GMT', 10_000],
    ['Tue Jan  2 03:04:15 2024', 10_000],
    ['Tue, 02 Jan 2024 03:04:05 GMT', 0],
    ['Tue, 02 Jan 2024 03:04:04 GMT', null],
    ['Sun, 06 Nov 1994 08:49:37 GMT', null],
    ['Sunday, 06-Nov-94 08:49:37 GMT', null],
    ['Thu, 29 Feb 2024 00:00:00 GMT', Date.parse('2024-02-29T00:00:00Z') - NOW],
    ['Fri, 30 Feb 2024 00:00:00 GMT', null],
    ['Tue, 02 Jan 2024 25:04:15 GMT', null],
    ['Tue, 02 Jan 2024 03:04:15', null],
    ['Tue, 02 Jan 2024 03:04:15 CET', null],
    ['2024-01-02T03:04:15Z', null],
    ['02 Jan 2024 03:04:15 GMT', null],
  ];
  for (const [value, expected] of table) t.equal(t.api.parseRetryAfter(value, NOW), expected, value);
});

test('a two-digit year is within fifty years of now', (t) => {
  t.equal(t.api.parseRetryAfter('Friday, 01-Jan-27 00:00:00 GMT', NOW), Date.parse('2027-01-01T00:00:00Z') - NOW);
  t.equal(t.api.parseRetryAfter('Saturday, 01-Jan-77 00:00:00 GMT', NOW), null, '1977, not 2077');
});

test('by default now is now', (t) => {
  const in20s = new Date(Date.now() + 20_000).toUTCString();
  t.between(t.api.parseRetryAfter(in20s), 17_000, 20_000);
});

test('what is none: null, never zero', (t) => {
  const none = [null, '', ' ', 'soon', '-5', '+5', '-0', 'NaN', 'Infinity', '-Infinity', '1e3', '0x10', '1000abc', '5s', '5 s', '5;', '.5', '5.', '.', '1.2.3', '1,000', '5, 6', 'null', 'undefined', 'true', '[5]', '５', '٣', '\u00a05', '5\u0000', 'Wed, 99 Foo 2026 25:61:00 GMT', 'x'.repeat(100_000), '\ud800'];
  for (const value of none) {
    t.equal(t.api.parseRetryAfter(/** @type {any} */ (value), NOW), null, JSON.stringify(value)?.slice(0, 50));
  }
  for (const value of [undefined, 5, {}, [], true, Symbol('x'), ['5']]) t.equal(t.api.parseRetryAfter(/** @type {any} */ (value)), null);
  t.equal(t.api.parseRetryAfter('Tue, 02 Jan 2024 03:04:15 GMT', NaN), null, 'without a time');
});

test('numbers beyond all bounds stay numbers, and large', (t) => {
  for (const value of ['2147484', '9999999999', '9'.repeat(40), '9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT']) {
    const wait = t.api.parseRetryAfter(value, NOW);
    t.ok(Number.isFinite(wait) && Number(wait) >= 2 ** 31, `${value.slice(0, 30)}: ${wait}`);
  }
});
