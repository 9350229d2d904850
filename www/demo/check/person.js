// What a person does on the page and sees there: clicks on what can be seen, keys, and reading.

/** @typedef {import('puppeteer-core').Page} Page */

/**
 * @typedef {object} Seen
 * @property {string} state
 * @property {string} sentence
 * @property {string} detail
 * @property {string} answer
 * @property {string[]} heard every sentence that was announced
 * @property {string[]} spans the list beside the time line
 * @property {string[]} rows the words in the drawing
 */

/**
 * @typedef {object} SeenRun
 * @property {string} name
 * @property {string[]} calls the list beside its drawing
 * @property {string} cells its line in the table
 * @property {string} marks how many are drawn
 */

// Runs in the page from the start: a sentence that stands there for half a second must not be missed
// because this process was busy.
const LISTEN = `
  globalThis.heard = [];
  addEventListener('DOMContentLoaded', () => {
    const sentence = document.querySelector('#status .sentence');
    new MutationObserver(() => heard.push(sentence.textContent)).observe(sentence, { childList: true });
  });
`;

// The countdown, now and a quarter of a second later.
const WATCH_COUNTDOWN = `new Promise((done) => {
  const read = () => parseFloat(document.querySelector('#status .countdown:not([data-idle]) .left')?.textContent);
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const before = read();
    setTimeout(() => done(before - read()), 250);
  }));
})`;

/** Somebody at the page. */
export class Person {
  /** @type {string[]} */
  errors = [];
  #page;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => {
      // The browser's own line about each failed request is part of every failure here.
      const ofPlay = message.text().startsWith('Failed to load resource') && message.location().url?.includes('/play/');
      if (message.type() === 'error' && !ofPlay) this.errors.push(message.text());
    });
  }

  /** @param {string} url */
  async open(url) {
    await this.#page.evaluateOnNewDocument(LISTEN);
    await this.#page.goto(url);
  }

  /** @param {string} id of a scenario */
  async choose(id) {
    await this.#page.click(`label[for="scenario-${id}"]`);
  }

  /**
   * Presses Send.
   * @param {() => Promise<void>} [how] default: a click
   * @returns {Promise<string>} the id of what the server plays
   */
  async send(how = () => this.click('Send')) {
    const [response] = await Promise.all([
      this.#page.waitForResponse((candidate) => candidate.url().endsWith('/script')),
      how(),
    ]);
    return (await response.json()).id;
  }

  /** @returns {string[]} the ids of what the server plays from now on, growing */
  scripts() {
    /** @type {string[]} */
    const ids = [];
    this.#page.on('response', async (response) => {
      if (response.url().endsWith('/script')) ids.push((await response.json()).id);
    });
    return ids;
  }

  /** @param {'Send' | 'Cancel' | 'Retry now'} name what is written on the button */
  async click(name) {
    await this.#page.click(`aria/${name}[role="button"]`);
  }

  /** @param {import('puppeteer-core').KeyInput} key */
  async press(key) {
    await this.#page.keyboard.press(key);
  }

  /**
   * Waits for the word above the sentence.
   * @param {string[]} states any of them
   */
  async until(...states) {
    const text = JSON.stringify(states);
    await this.#page.waitForFunction(`${text}.includes(document.querySelector('#status .state').textContent)`, {
      timeout: 20_000,
      polling: 20,
    });
  }

  /**
   * Waits for the end of the call, and for the last frame.
   * @param {number} [timeout] milliseconds
   */
  async untilOver(timeout = 30_000) {
    await this.#page.waitForSelector('#cancel[aria-disabled="true"]', { timeout });
    await this.#page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  }

  /** @param {number} number of the run, of many calls, that has to have begun */
  async untilRun(number) {
    await this.#page.waitForFunction(`document.querySelectorAll('.run').length >= ${number}`, { timeout: 30_000 });
  }

  /** @returns {Promise<number>} by how many seconds the countdown goes down in a quarter of one */
  async watchCountdown() {
    return Number(await this.#page.evaluate(WATCH_COUNTDOWN));
  }

  /** @returns {Promise<Seen>} what stands there */
  async look() {
    return {
      state: await this.#text('#status .state'),
      sentence: await this.#text('#status .sentence'),
      detail: await this.#text('#status .detail'),
      answer: await this.#text('#answer'),
      heard: /** @type {string[]} */ (await this.#page.evaluate('heard')),
      spans: await this.#texts('#spans li'),
      rows: await this.#texts('#drawing .row'),
    };
  }

  /** @returns {Promise<SeenRun[]>} what stands there of many calls at once */
  async lookAtRuns() {
    const [names, lists, cells, drawings] = await Promise.all([
      this.#texts('.run h3'),
      this.#page.$$eval('.run ol', (found) => found.map((list) => [...list.children].map(({ textContent }) => textContent ?? ''))),
      this.#page.$$eval('#crowd-counts tr', (found) => found.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent).join(' '))),
      this.#page.$$eval('.run svg', (found) => found.map((svg) => ['refused', 'answered'].map((kind) => {
        return `${svg.querySelector(`.${kind}`)?.getAttribute('d')?.match(/M/g)?.length ?? 0} ${kind}`;
      }).join(', '))),
    ]);
    return names.map((name, index) => ({ name, calls: lists[index], cells: cells[index], marks: drawings[index] }));
  }

  /** @param {string} selector */
  #text(selector) {
    return this.#page.$eval(selector, (element) => element.textContent ?? '');
  }

  /** @param {string} selector */
  #texts(selector) {
    return this.#page.$$eval(selector, (elements) => elements.map((element) => element.textContent ?? ''));
  }
}
