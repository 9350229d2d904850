// What has to happen. Waits are bounds in milliseconds, from the config in scenarios.js by the rules
// of the contract: equal jitter gives [d/2, d], a hint is waited for as given.

import { ANSWER } from '../scenarios.js';

/** @typedef {import('./person.js').Person} Person */

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {string} scenario
 * @property {number} attempts
 * @property {[number, number][]} waits
 * @property {string} state the word at the end
 * @property {RegExp} sentence
 * @property {string} [answer] all of it
 * @property {string} outcome for the line that is printed
 * @property {RegExp[]} [said] sentences that must have stood there on the way
 * @property {boolean} [leftByClient] whether the last connection must have been closed by the page
 * @property {(person: Person) => Promise<void>} [act] what the person does meanwhile
 * @property {(person: Person) => Promise<void>} [choose] in place of a click on the scenario
 * @property {(person: Person) => Promise<void>} [send] in place of a click on Send
 */

/** @type {[number, number]} */
const first = [500, 1000];
/** @type {[number, number]} */
const second = [1000, 2000];

const arrives = { state: 'Done', answer: ANSWER, outcome: 'answer arrived' };
/** @param {number} attempts */
const after = (attempts) => new RegExp(`^The answer arrived after ${attempts} attempts? and `);

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @type {Case[]} */
export const CASES = [
  { name: 'healthy', scenario: 'healthy', attempts: 1, waits: [], ...arrives, sentence: after(1) },
  {
    name: '503 twice',
    scenario: 'overloaded',
    attempts: 3,
    waits: [first, second],
    ...arrives,
    sentence: after(3),
    said: [1, 2].map((retry) => new RegExp(`^The service is overloaded \\(503\\)\\. Retrying in [\\d.]+ s \\(${retry} of 3\\)\\.$`)),
  },
  {
    name: '429, Retry-After 3 s',
    scenario: 'rate-limit',
    attempts: 2,
    waits: [[3000, 3000]],
    ...arrives,
    sentence: after(2),
    said: [/\(429\)\. Retrying in 3 s \(1 of 3\)\.$/],
    async act(person) {
      await person.until('Waiting');
      const moved = await person.watchCountdown();
      if (!(moved > 0.05 && moved < 1)) throw new Error(`the countdown moved by ${moved} s in 0.25 s`);
    },
  },
  {
    name: 'a hang',
    scenario: 'hang',
    attempts: 2,
    waits: [first],
    ...arrives,
    sentence: after(2),
    said: [/^The service did not answer in time\. Retrying in /],
  },
  {
    name: 'a reset',
    scenario: 'reset',
    attempts: 2,
    waits: [first],
    ...arrives,
    sentence: after(2),
    said: [/^The service cannot be reached\. Retrying in /],
  },
  {
    name: 'a broken stream',
    scenario: 'broken-stream',
    attempts: 1,
    waits: [],
    state: 'Broke off',
    sentence: /^The answer broke off after .* not asked for again/,
    answer: (ANSWER.match(/\S+\s*/g) ?? []).slice(0, 12).join(''),
    outcome: 'broke off, not replayed',
  },
  {
    name: 'a wrong key',
    scenario: 'wrong-key',
    attempts: 1,
    waits: [],
    state: 'Refused',
    sentence: /^The service refused the request \(401\)/,
    answer: '{"error":{"message":"Incorrect API key provided."}}',
    outcome: '401 delivered',
  },
  {
    name: 'down for good',
    scenario: 'down',
    attempts: 3,
    waits: [first, second],
    state: 'Gave up',
    sentence: /^The service is overloaded \(503\)\. Gave up after 3 attempts\./,
    answer: '{"error":{"message":"The model is overloaded. Please try again later."}}',
    outcome: 'gave up, 503 delivered',
  },
  {
    name: 'Retry now, in a wait',
    scenario: 'rate-limit',
    attempts: 2,
    waits: [[500, 2000]],
    ...arrives,
    sentence: after(2),
    async act(person) {
      await person.until('Waiting');
      await pause(500);
      await person.click('Retry now');
    },
  },
  {
    name: 'Cancel, in a wait',
    scenario: 'rate-limit',
    attempts: 1,
    waits: [],
    state: 'Cancelled',
    sentence: /during a wait\.$/,
    answer: '',
    outcome: 'nothing further sent',
    async act(person) {
      await person.until('Waiting');
      await pause(200);
      await person.click('Cancel');
      // The wait would have ended by now.
      await pause(3200);
    },
  },
  {
    name: 'Cancel, in a hang',
    scenario: 'hang',
    attempts: 1,
    waits: [],
    state: 'Cancelled',
    sentence: /during an attempt\.$/,
    answer: '',
    outcome: 'connection closed',
    leftByClient: true,
    async act(person) {
      await person.until('Sending');
      await pause(600);
      await person.click('Cancel');
    },
  },
  {
    name: 'Keyboard only, Escape',
    scenario: 'overloaded',
    attempts: 3,
    waits: [first, second],
    state: 'Cancelled',
    sentence: /during the answer\.$/,
    outcome: 'connection closed',
    leftByClient: true,
    async choose(person) {
      // The link to the chat comes first.
      await person.press('Tab');
      await person.press('Tab');
      await person.press('ArrowDown');
    },
    send: (person) => person.press('Enter'),
    async act(person) {
      await person.until('Arriving');
      await pause(300);
      await person.press('Escape');
    },
  },
];
