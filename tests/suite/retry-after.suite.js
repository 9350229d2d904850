// When the server names a time: never earlier, and nothing made of nonsense.

import { answer, hurried, NOWHERE, played, quick } from './common.js';
import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

/** @param {Record<string, string>} headers */
const told = (headers) => () => answer(429, headers);

test('Retry-After in seconds, retry-after-ms, and which of them wins', async (t) => {
  /** @type {[Record<string, string>, number][]} */
  const table = [
    [{ 'retry-after': '2' }, 2000],
    [{ 'retry-after': ' 5 ' }, 5000],
    [{ 'retry-after': '5.0' }, 5000],
    [{ 'retry-after': '0.314' }, 314],
    [{ 'retry-after': '5, 5' }, 5000],
    [{ 'retry-after-ms': '1234' }, 1234],
    [{ 'retry-after-ms': '99.5' }, 100],
    [{ 'retry-after': '7', 'retry-after-ms': '90' }, 90],
    [{ 'retry-after': '7', 'retry-after-ms': 'soon' }, 7000],
    [{ 'retry-after': '0' }, 50],
    [{ 'retry-after-ms': '0' }, 50],
    [{ 'retry-after-ms': '10' }, 50],
  ];
  for (const [headers, delay] of table) {
    const { delays } = await hurried(t, { ...played(told(headers), 200) });
    t.deepEqual(delays, [delay], JSON.stringify(headers));
  }
});

test('what cannot be parsed, is negative or past is no hint: the ordinary backoff', async (t) => {
  const garbage = ['', 'soon', '-5', '-0.5', 'NaN', 'Infinity', '1e3', '0x10', '1000abc', '5s', '.', '1,000', '5, 6',
    'Wed, 99 Foo 2026 25:61:00 GMT', 'Wed, 21 Oct 2015 07:28:00 GMT', 'null', 'undefined', '٣', '[5]'.repeat(50)];
  for (const value of garbage) {
    const headers = /^[\x20-\x7e]*$/.test(value) ? { 'retry-after': value } : { 'retry-after': encodeURIComponent(value) };
    const { details } = await hurried(t, { ...played(told(headers), 200), initialDelayMs: 777, jitter: 'none' });
    t.deepEqual(details.map(({ delayMs, retryAfterMs }) => [delayMs, retryAfterMs]), [[777, null]], value);
  }
});

test('a number beyond all bounds is too long, not at once', async (t) => {
  for (const value of ['2200000', '9999999999', '99999999999999999999999999', 'Fri, 31 Dec 9999 23:59:59 GMT']) {
    const { delays, gaveUp, info } = await hurried(t, played(told({ 'retry-after': value })));
    t.deepEqual([delays, gaveUp[0]?.reason], [[], 'retryAfterTooLong'], value);
    t.ok(Number(info?.retryAfterMs) >= 2_200_000_000, `retryAfterMs ${info?.retryAfterMs}`);
  }
});

test('the three forms of a date, against the response\'s own clock', async (t) => {
  for (const form of ['http-date', 'rfc850', 'asctime']) {
    const { url } = await t.script([{ status: 503, headers: { 'retry-after': `{{${form}:+3s}}` } }, {}]);
    const { delays } = await hurried(t, {}, url);
    t.deepEqual(delays, [3000], form);
  }
});

test('a date by a server whose clock is ten minutes off, and by one that does not tell its time', async (t) => {
  for (const [date, at] of [['{{http-date:-10m}}', '{{http-date:-596s}}'], ['{{http-date:+10m}}', '{{http-date:+604s}}']]) {
    const { url } = await t.script([{ status: 503, headers: { date, 'retry-after': at } }, {}]);
    t.deepEqual((await hurried(t, {}, url)).delays, [4000], date);
  }
  const { url } = await t.script([{ status: 503, headers: { date: null, 'retry-after': '{{http-date:+9s}}' } }, {}]);
  const [delay] = (await hurried(t, {}, url)).delays;
  t.between(delay, 3000, 9000, 'by our own clock');
});

test('a hint replaces the backoff, is waited for in full, and the next wait is a backoff again', async (t) => {
  const { url, log } = await t.script([{ status: 503, headers: { 'retry-after-ms': '600' } }, { status: 503 }, {}]);
  await t.api.fetchWithRetry(url, {}, quick);
  const [hinted, backoff] = t.gaps(await log());
  t.between(hinted, 600, 2500);
  t.between(backoff, 120, 2000);
});

test('a wait until a date is never cut short', async (t) => {
  const { url, log } = await t.script([{ status: 429, headers: { 'retry-after': '{{http-date:+2s}}' } }, {}]);
  await t.api.fetchWithRetry(url, {}, quick);
  t.between(t.gaps(await log())[0], 2000, 4500);
});

test('over the cap: the cap, never the backoff', async (t) => {
  const { details } = await hurried(t, { ...played(told({ 'retry-after': '100' }), 200), maxRetryAfterMs: 7000, initialDelayMs: 10 });
  t.deepEqual(details.map(({ delayMs, retryAfterMs }) => [delayMs, retryAfterMs]), [[7000, 100_000]]);
});

test('over the cap with giveUp: at once, saying what was asked for', async (t) => {
  const config = { maxRetryAfterMs: 5000, longRetryAfter: /** @type {const} */ ('giveUp') };
  const { delays, gaveUp, outcome } = await hurried(t, { ...played(told({ 'retry-after': '6' })), ...config });
  t.equal(outcome.status, 429);
  t.deepEqual([delays, gaveUp[0].reason, gaveUp[0].retryAfterMs], [[], 'retryAfterTooLong', 6000]);
  t.match(gaveUp[0].message, /6 s/);
  const atCap = await hurried(t, { ...played(told({ 'retry-after': '5' }), 200), ...config });
  t.deepEqual(atCap.delays, [5000], 'the cap itself is honoured');
});

test('maxRetryAfterMs Infinity waits for whatever is asked', async (t) => {
  const { delays } = await hurried(t, { ...played(told({ 'retry-after': '2200000' }), 200), maxRetryAfterMs: Infinity });
  t.deepEqual(delays, [2_200_000_000]);
});

test('jitter on a hint lies on top, and none is added unless asked for', async (t) => {
  const fetch = () => played(told({ 'retry-after': '10' }), 200).fetch;
  const delay = async (/** @type {number | undefined} */ retryAfterJitter, /** @type {number} */ value) =>
    (await hurried(t, { fetch: fetch(), retryAfterJitter, random: () => value })).delays[0];
  t.equal(await delay(undefined, 0.9), 10_000);
  t.equal(await delay(0.2, 0), 10_000);
  t.equal(await delay(0.2, 0.5), 11_000);
});

test('Retry-After: 0 means soon, not never and not a hot loop', async (t) => {
  const { url, log } = await t.script([{ status: 429, headers: { 'retry-after': '0' } }]);
  await t.api.fetchWithRetry(url, {}, { initialDelayMs: 5000 });
  const gaps = t.gaps(await log());
  t.equal(gaps.length, 3);
  gaps.forEach((gap) => t.between(gap, 50, 2000));
});

test('a Retry-After on a success or on a status that is not retried changes nothing', async (t) => {
  for (const status of [200, 301, 400, 404]) {
    const { fetch, calls } = played(() => answer(status, { 'retry-after': '1' }));
    t.equal((await t.api.fetchWithRetry(NOWHERE, {}, { fetch })).status, status);
    t.equal(calls.length, 1);
  }
});
