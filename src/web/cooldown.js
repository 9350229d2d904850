// What the calls to one origin were told, shared within this context or with every other one of the
// extension or site. Each waiting call has a ticket; by their order they leave one by one.

/** No honest server asks for more in a way that is waited for. */
const LONGEST_MS = 86_400_000;
const MOST_ORIGINS = 200;
const LONGEST_ANSWER_MS = 50;
const CHANNEL = 'fetch-with-retry-wasm cool-down';

/** What is known of one origin. */
class Place {
  /** The end of the cool-down, epoch milliseconds. */
  until = 0;
  /** When a call that waited has last left, epoch milliseconds. */
  lastLeft = 0;
  /** @type {Map<number, number>} tickets of calls in other contexts, with the time they lapse */
  others = new Map();
  /** @type {Set<CoolDown>} waiting calls of this context */
  waiting = new Set();
  /** Other contexts have been asked, and had their time to answer. */
  asked = false;
}

/** @type {[Map<string, Place>, Map<string, Place>]} of this context alone, and shared ones */
const places = [new Map(), new Map()];
/** @type {BroadcastChannel | undefined} */
let channel;

/** One call's view. */
export class CoolDown {
  /**
   * @param {string} origin
   * @param {boolean} shared with other contexts
   * @param {() => void} changed called when there is something new
   */
  constructor(origin, shared, changed) {
    this.shared = shared && canShare();
    this.origin = origin;
    this.place = placeOf(this.shared, origin);
    this.changed = changed;
    this.ticket = Math.random();
    /** When it will be gone at the latest, once it waits. */
    this.lapses = 0;
    this.isAsking = false;
  }

  /** @returns {boolean} whether other contexts have been asked, and had their time to answer */
  get ready() {
    if (!this.shared || this.place.asked) return true;
    if (!this.isAsking) this.#ask();
    return false;
  }

  /** @returns {number} the end of the cool-down, epoch milliseconds; in the past if there is none */
  get until() {
    return this.place.until;
  }

  /** @returns {number} when a call that waited has last left, epoch milliseconds */
  get lastLeft() {
    return this.place.lastLeft;
  }

  /** @returns {number} how many waiting calls go first */
  get rank() {
    const { until, waiting, others } = this.place;
    // Whose patience ends before the cool-down does leaves before those who have more.
    const isCut = this.lapses < until;
    let rank = 0;
    const count = (/** @type {number} */ ticket, /** @type {number} */ lapses) => {
      const later = isCut ? this.lapses - lapses : 0;
      if (later > 0 || (later === 0 && ticket < this.ticket)) rank += 1;
    };
    for (const { ticket, lapses } of waiting) count(ticket, lapses);
    for (const [ticket, lapses] of others) {
      if (lapses < Date.now()) others.delete(ticket);
      else count(ticket, lapses);
    }
    return rank;
  }

  /**
   * Tells the others.
   * @param {number} until epoch milliseconds
   */
  tell(until) {
    if (this.shared) post({ origin: this.origin, until });
    note(this.place, until);
  }

  /**
   * This call waits.
   * @param {number} until epoch milliseconds when it will be gone at the latest
   */
  enter(until) {
    this.place.waiting.add(this);
    this.lapses = Math.min(until, Date.now() + LONGEST_MS);
    if (this.shared) post({ origin: this.origin, ticket: this.ticket, until: this.lapses });
  }

  /** It no longer does. */
  leave() {
    if (!this.place.waiting.delete(this)) return;
    this.place.lastLeft = Date.now();
    if (this.shared) post({ origin: this.origin, ticket: this.ticket, until: 0 });
    for (const call of this.place.waiting) call.changed();
  }

  /** The call is over, perhaps while others were still being asked. No news reaches it any more. */
  close() {
    this.place.waiting.delete(this);
  }

  #ask() {
    this.isAsking = true;
    this.place.waiting.add(this);
    post({ origin: this.origin });
    setTimeout(() => answered(this.place), LONGEST_ANSWER_MS);
  }
}

/**
 * @param {boolean} shared
 * @param {string} origin
 * @returns {Place}
 */
function placeOf(shared, origin) {
  const known = places[shared ? 1 : 0];
  let place = known.get(origin);
  if (!place) {
    for (const [name, { until, waiting }] of known) {
      if (known.size < MOST_ORIGINS) break;
      if (until < Date.now() && waiting.size === 0) known.delete(name);
    }
    place = new Place();
    known.set(origin, place);
  }
  return place;
}

/**
 * @param {Place} place
 * @param {number} until
 */
function note(place, until) {
  if (until <= place.until) return;
  place.until = until;
  for (const call of place.waiting) call.changed();
}

/** @param {Place} place whose askers need not wait any longer */
function answered(place) {
  place.asked = true;
  for (const call of place.waiting) {
    if (!call.isAsking) continue;
    call.isAsking = false;
    place.waiting.delete(call);
    call.changed();
  }
}

/** @param {{ origin: string, ticket?: number, until?: number }} message */
function post(message) {
  try {
    channel?.postMessage(message);
  } catch {
    // A context that is being torn down.
  }
}

/** @returns {boolean} not in a content script, whose channel is the page's, nor without channels */
function canShare() {
  if (channel) return true;
  try {
    const { runtime } = /** @type {any} */ (globalThis).chrome ?? {};
    if (runtime?.id && new URL(runtime.getURL('')).origin !== location.origin) return false;
    channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }) => hear(data);
    /** @type {any} */ (channel).unref?.(); // Node: does not keep the process
    return true;
  } catch {
    return false;
  }
}

/**
 * Anything may come: the channel is open to every page of the site.
 * @param {any} data
 */
function hear(data) {
  const { origin, ticket, until } = data ?? {};
  if (typeof origin !== 'string') return;
  const known = places[1].get(origin);
  if (until === undefined) {
    if (known && known.until > Date.now()) post({ origin, until: known.until });
    return;
  }
  if (typeof until !== 'number' || !(until >= 0 && until <= Date.now() + LONGEST_MS)) return;
  if (!known && places[1].size >= MOST_ORIGINS) return;
  const place = known ?? placeOf(true, origin);
  if (ticket === undefined) {
    note(place, until);
    answered(place);
  } else if (typeof ticket === 'number') {
    if (place.others.delete(ticket) && until === 0) place.lastLeft = Date.now();
    if (until > Date.now() && place.others.size < MOST_ORIGINS) place.others.set(ticket, until);
    for (const call of place.waiting) call.changed();
  }
}
