// <retry-line>: tells a person that a request is being tried again, and lets them stop it or go on now.
// It takes the package's own messages, knows nothing of the page it stands in, and needs nothing else.

const ENGLISH = {
  stop: 'Stop',
  retryNow: 'Retry now',
  retryingIn: 'Retrying in {time}',
  sendingIn: 'Sending in {time}',
  retrying: 'Trying again …',
  attempt: 'Retry {attempt} of {maxRetries}',
  seconds: '{n} s',
  minutes: '{n} min',
  hours: '{n} h',
};

const sheet = globalThis.CSSStyleSheet && new CSSStyleSheet();
// The sentence stays in the tree while nothing is shown: a live region that comes together with its text
// is not read out.
sheet?.replaceSync(`
  :host { display: block; font: inherit; color: var(--retry-line-color, inherit); }
  [part='line'] { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; }
  [part='sentence'] { margin: 0; flex: 1 0 100%; overflow-wrap: anywhere; }
  [part='state'] { display: flex; flex: 1 0 auto; flex-wrap: wrap; gap: 0 0.75em; font-variant-numeric: tabular-nums;
    color: var(--retry-line-soft-color, inherit); }
  [part='actions'] { display: flex; flex-wrap: wrap; gap: 0.5rem; }
  [part='track'] { flex: 1 0 100%; height: var(--retry-line-bar-height, 3px); border-radius: 9px;
    overflow: hidden; background: var(--retry-line-track-color, color-mix(in srgb, currentColor 15%, transparent)); }
  [part='bar'] { height: 100%; transform-origin: left; background: var(--retry-line-accent, currentColor); }
  :host(:dir(rtl)) [part='bar'] { transform-origin: right; }
  button { font: inherit; color: var(--retry-line-button-color, inherit); padding: 0.3em 0.85em; min-height: 2.25em;
    background: var(--retry-line-button-background, transparent); cursor: pointer;
    border: 1px solid var(--retry-line-button-border, currentColor); border-radius: var(--retry-line-radius, 6px); }
  button:hover { background: var(--retry-line-button-hover, color-mix(in srgb, currentColor 10%, transparent)); }
  button:focus-visible { outline: 2px solid var(--retry-line-focus, Highlight); outline-offset: 2px; }
  button[aria-disabled='true'] { opacity: 0.55; cursor: default; }
  .aside { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  :host([state='idle']) [part='line'] { display: block; }
  :host(:not([state='waiting'], [state='trying'])) :is([part='state'], [part='actions'], [part='track']) { display: none; }
`);

/** @type {typeof HTMLElement} */
const Base = globalThis.HTMLElement ?? class {};

/** @typedef {import('./index.d.ts').RetryDetails} RetryDetails */

export class RetryLine extends Base {
  /** @type {Partial<import('./retry-line.d.ts').RetryLineStrings>} */
  #strings = {};
  /** @type {import('./retry-line.d.ts').RetryLineMessage | null} */
  #message = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {Animation | undefined} */
  #run;
  /** @type {Element | null} who had the focus before a button here got it */
  #before = null;
  /** @type {Record<string, HTMLElement>} */
  #parts = {};

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    if (sheet) root.adoptedStyleSheets = [sheet];
    const make = (/** @type {string} */ tag, /** @type {string} */ part, /** @type {Node[]} */ ...inside) => {
      const element = this.#parts[part] = document.createElement(tag);
      element.setAttribute('part', part);
      element.append(...inside);
      return element;
    };
    const sentence = make('p', 'sentence');
    sentence.setAttribute('role', 'status');
    sentence.setAttribute('aria-live', 'polite');
    // What changes every second can be read, but is not read out.
    const countdown = make('span', 'countdown');
    countdown.setAttribute('role', 'timer');
    countdown.setAttribute('aria-live', 'off');
    const track = make('div', 'track', make('div', 'bar'));
    track.setAttribute('aria-hidden', 'true');
    root.append(make('div', 'line', sentence, make('div', 'state', countdown, make('span', 'attempt')),
      make('div', 'actions', make('button', 'retry-now'), make('button', 'stop')), track));
    for (const [part, name] of [['retry-now', 'retrynow'], ['stop', 'stop']]) {
      this.#parts[part].setAttribute('type', 'button');
      this.#parts[part].addEventListener('click', () => this.#press(name));
    }
    root.addEventListener('focusin', (event) => {
      const from = /** @type {FocusEvent} */ (event).relatedTarget;
      if (from instanceof Element && from !== this && !root.contains(from)) this.#before = from;
    });
  }

  connectedCallback() {
    if (!this.hasAttribute('state')) this.setAttribute('state', 'idle');
    this.#show(false);
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  get strings() {
    return { ...ENGLISH, ...this.#strings };
  }

  set strings(strings) {
    this.#strings = strings ?? {};
    this.#show(false);
  }

  get message() {
    return this.#message;
  }

  set message(message) {
    if (message === null) this.clear();
    else this.receive(message);
  }

  /**
   * @param {{ type: string, payload?: any }} message
   * @returns {boolean}
   */
  receive(message) {
    if (message?.type !== 'newRetryAttempt' && message?.type !== 'retryGaveUp') return false;
    this.#message = /** @type {import('./retry-line.d.ts').RetryLineMessage} */ (message);
    if (message.type === 'newRetryAttempt') this.setAttribute('state', 'waiting');
    else this.#leave('gaveUp');
    this.#show(true);
    return true;
  }

  clear() {
    this.#message = null;
    this.#leave('idle');
    this.#show(true);
  }

  /** @param {string} state one without buttons: whoever stands on one is led back */
  #leave(state) {
    const isInside = this.shadowRoot?.activeElement != null;
    this.setAttribute('state', state);
    if (!isInside) return;
    const named = document.getElementById(this.getAttribute('focus-after') ?? '');
    const next = named ?? (this.#before?.isConnected ? this.#before : null);
    if (next instanceof HTMLElement) next.focus();
    if (document.activeElement !== next) {
      this.tabIndex = -1;
      this.focus();
    }
  }

  /** @param {string} name */
  #press(name) {
    if (this.#message?.type !== 'newRetryAttempt') return;
    const { id } = this.#message.payload;
    if (name === 'retrynow') {
      if (this.getAttribute('state') !== 'waiting') return;
      this.#try();
    }
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail: { id } }));
  }

  /** @param {boolean} isNew what is shown; else only its words may have changed */
  #show(isNew) {
    const { stop, 'retry-now': retryNow, attempt } = this.#parts;
    const words = this.strings;
    stop.textContent = words.stop;
    retryNow.textContent = words.retryNow;
    const message = this.#message;
    if (message?.type === 'newRetryAttempt') {
      const { payload } = message;
      attempt.textContent = payload.attempt > 0 ? fill(words.attempt, payload) : '';
      if (isNew) this.#begin(payload);
      this.#tick();
    }
    this.#say(message);
  }

  /**
   * The sentence; the wait that it ends with is seen beside it, and therefore only spoken.
   * @param {import('./retry-line.d.ts').RetryLineMessage | null} message
   */
  #say(message) {
    const said = message === null ? '' : this.#strings.sentence?.(message) ?? message.payload.message;
    const [, outcome, wait] = /^(.*?[.!?])( (?:Retrying|Sending) in [^.]*(?:\.\d[^.]*)*\.)$/s.exec(said) ?? [null, said, ''];
    const aside = document.createElement('span');
    aside.className = 'aside';
    aside.textContent = wait;
    const { sentence } = this.#parts;
    if (sentence.textContent !== said) sentence.replaceChildren(outcome, ...(wait ? [aside] : []));
  }

  /** @param {RetryDetails} payload */
  #begin({ delayMs }) {
    this.#parts['retry-now'].setAttribute('aria-disabled', 'false');
    this.#run?.cancel();
    if (globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return;
    const frames = [{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)' }];
    this.#run = this.#parts.bar.animate?.(frames, { duration: Math.max(0, delayMs), fill: 'forwards' });
  }

  #tick() {
    clearTimeout(this.#timer);
    if (this.#message?.type !== 'newRetryAttempt' || this.getAttribute('state') !== 'waiting') return;
    const { retryAt, attempt } = this.#message.payload;
    const leftMs = retryAt - Date.now();
    if (leftMs <= 0) {
      this.#try();
      return;
    }
    const words = this.strings;
    const time = spoken(Math.ceil(leftMs / 1000), words);
    this.#parts.countdown.textContent = fill(attempt > 0 ? words.retryingIn : words.sendingIn, { time });
    this.#timer = setTimeout(() => this.#tick(), Math.min(1000, (leftMs % 1000) + 20));
  }

  /** The wait is over. The buttons stay where they are, so that a focus on them does. */
  #try() {
    clearTimeout(this.#timer);
    this.#run?.finish();
    this.setAttribute('state', 'trying');
    this.#parts['retry-now'].setAttribute('aria-disabled', 'true');
    this.#parts.countdown.textContent = this.strings.retrying;
  }
}

/**
 * @param {string} text
 * @param {object} values
 */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(Reflect.get(values, name) ?? whole));
}

/**
 * @param {number} seconds
 * @param {typeof ENGLISH} words
 */
function spoken(seconds, words) {
  if (seconds < 120) return fill(words.seconds, { n: seconds });
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? fill(words.minutes, { n: minutes }) : fill(words.hours, { n: Math.ceil(minutes / 60) });
}

// Not in workers; and null in content scripts.
if (globalThis.customElements && !customElements.get('retry-line')) customElements.define('retry-line', RetryLine);
