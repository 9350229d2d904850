// A person at the chat page, in a frame: fills in, presses, and looks at what is there. It reports what it saw.

/** @param {Document} page */
const everything = (page) =>
  `${page.documentElement.outerHTML} ${[...page.querySelectorAll('input, textarea')].map((field) => /** @type {any} */ (field).value).join(' ')}`;

/** At the page. */
class Person {
  /** @param {HTMLIFrameElement} frame */
  constructor(frame) {
    this.page = /** @type {Document} */ (frame.contentDocument);
    this.window = /** @type {any} */ (frame.contentWindow);
    /** How many there were before the last question. */
    this.turns = 0;
  }

  /**
   * @param {string} selector
   * @returns {any}
   */
  find(selector) {
    return this.page.querySelector(selector);
  }

  /**
   * @param {string} what for the error's text
   * @param {() => unknown} condition
   */
  async until(what, condition) {
    const deadline = performance.now() + 20_000;
    while (!condition()) {
      if (performance.now() > deadline) throw new Error(`waited in vain for ${what}; the end is: ${this.find('#transcript').textContent.slice(-200)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  fill(name, value) {
    const field = this.find(`[name="${name}"]`);
    field.value = value;
    field.dispatchEvent(new this.window.Event('change', { bubbles: true }));
  }

  /** @param {string} text */
  ask(text) {
    this.turns = this.page.querySelectorAll('.exchange').length;
    const question = this.find('#question');
    question.focus();
    question.value = text;
    question.dispatchEvent(new this.window.KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  }

  /** @param {string} part of the retry line */
  line(part) {
    return this.find('#line').shadowRoot.querySelector(`[part="${part}"]`);
  }

  /** @param {string} state */
  async lineIs(state) {
    await this.until(`the line to be ${state}`, () => this.find('#line').getAttribute('state') === state);
  }

  /** The last answer, when it is over. */
  async answer() {
    await this.until('the turn to begin', () => this.page.querySelectorAll('.exchange').length > this.turns);
    await this.until('the turn to end', () => !this.find('#send').hidden);
    // A failure's advice is looked up first.
    await new Promise((resolve) => setTimeout(resolve, 100));
    return [...this.page.querySelectorAll('.answer')].at(-1)?.textContent ?? '';
  }
}

/**
 * @param {{ hosts: Record<string, string>, key: string }} what Hosts by what fails there.
 * @returns {Promise<object>}
 */
export async function playPerson({ hosts, key }) {
  const frame = document.createElement('iframe');
  frame.width = '1200';
  frame.height = '800';
  frame.src = '../chat/index.html';
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  document.body.append(frame);
  await loaded;
  const person = new Person(frame);
  /** @type {Record<string, any>} */
  const seen = {};
  const keyState = () => person.find('#key-state').textContent;
  await person.until('the page', () => keyState() !== '');

  seen.mailSwitch = !person.find('#mail-row').hidden;
  person.fill('provider', 'anthropic');
  await person.until('the default host', () => /api\.anthropic\.com/.test(keyState()));
  person.ask('too early');
  seen.withoutModel = person.find('#host-problem').textContent;
  person.fill('host', hosts.healthy);
  await person.until('the key to be asked for', () => /Enter your key for 127/.test(keyState()));
  person.fill('key', key);
  await person.until('the key to be kept', () => /is kept/.test(keyState()));
  seen.keyShown = everything(person.page).includes(key);

  person.find('#load-models').click();
  await person.until('the models', () => /2 models/.test(person.find('#models-state').textContent));
  seen.models = [...person.find('[name=model]').options].map(({ text }) => text);
  seen.withWhom = person.find('#with').textContent;

  person.ask('hello');
  seen.answer = await person.answer();

  person.fill('host', hosts.elsewhere);
  await person.until('the key to be asked for again', () => /Enter your key/.test(keyState()));
  person.ask('hello');
  await person.until('the key to be missed', () => /Enter the key/.test(person.find('#host-problem').textContent));
  seen.focusAtKey = person.page.activeElement === person.find('[name=key]');

  person.fill('host', hosts.quota);
  await person.until('the key', () => /is kept/.test(keyState()));
  person.ask('hello');
  seen.quota = await person.answer();

  person.fill('host', hosts.cut);
  await person.until('the key', () => /is kept/.test(keyState()));
  person.ask('hello');
  seen.cut = await person.answer();

  // Here a key may be had, but need not: that of another host is not taken for it.
  person.fill('provider', 'openai_comp');
  await person.until('the third provider', () => person.find('[name=host]').value !== hosts.cut);
  person.fill('host', hosts.healthy);
  person.fill('key', key);
  await person.until('the key to be kept', () => /is kept/.test(keyState()));
  person.fill('host', hosts.elsewhere);
  await person.until('the key to be gone', () => /No key for localhost/.test(keyState()));
  person.fill('modelName', 'test-small');
  person.ask('hello');
  seen.elsewhere = await person.answer();

  person.fill('provider', 'ollama');
  await person.until('the other provider', () => person.find('[name=host]').value.includes('11434'));
  person.fill('host', hosts.forbidden);
  person.fill('modelName', 'test-small');
  person.ask('hello');
  seen.forbidden = await person.answer();
  person.fill('provider', 'anthropic');

  // The last, since what it is told holds what comes after it.
  person.fill('host', hosts['429-long']);
  await person.until('the key', () => /is kept/.test(keyState()));
  person.ask('hello');
  await person.lineIs('waiting');
  seen.sentence = person.line('sentence').textContent;
  seen.countdown = person.line('countdown').textContent;
  seen.attempt = person.line('attempt').textContent;
  seen.spinnerHidden = person.find('.exchange:last-child .waiting').hidden;
  person.line('stop').focus();
  person.line('stop').click();
  seen.afterStop = await person.answer();
  seen.focusAfterStop = person.page.activeElement === person.find('#question');
  seen.lineAfterStop = person.find('#line').getAttribute('state');

  seen.keyShownAtEnd = everything(person.page).includes(key);
  frame.remove();
  return seen;
}
