// In JavaScript because a request's body can be megabytes long: it is searched where it lies, and never
// copied into the memory of wasm, which grows and does not shrink.

// Every run of so many characters of the body covers a sample: one place in each `stride` is looked at,
// which leaves at least `gram` characters of the run behind it. Few of those stand in the line too.

/** How many characters of a sample are looked at first, and then. */
const GLANCE = 4;
const GRAM = 7;
const CJK_GRAM = 2;
/** The first of the Chinese, Japanese and Korean characters, and all after it. */
const CJK = 0x2e80;
const BACKSLASH = 92;
const SPACE = 32;
const MIXER = 0x9e37_79b1;
/** A stretch of white space longer than this is remembered, lest it be read again and again. */
const LONG = 64;
/** How many samples are looked at in one go. */
const PIECE = 4096;
/** What a character may be (bits): a space, what needs care, a hex digit or the u before four of them. */
const IS_SPACE = 1;
const IS_ODD = 2;
const IS_HEX = 4;

/**
 * Where the line repeats what was sent: as it is there, or inside a JSON string with its escapes undone;
 * white space folded.
 * @param {string} sent a request's body
 * @param {string} line its white space folded
 * @param {number} lengthLatin the shortest run that counts, of any characters; 24 or so
 * @param {number} lengthCjk and of Chinese, Japanese and Korean ones alone; 8 or so
 * @returns {Uint32Array} from, to, from, to, … in UTF-16 code units of the line
 */
export function repeatedRuns(sent, line, lengthLatin, lengthCjk) {
  const marks = new Uint8Array(line.length);
  for (const [length, gram, least] of [[lengthLatin, GRAM, 0], [lengthCjk, CJK_GRAM, CJK]]) {
    if (Math.min(line.length, sent.length) < length) continue;
    const runs = new Runs(sent, line, length, gram, least);
    if (runs.missing === 0) continue;
    if (least === CJK) findCjk(sent, runs);
    else findAny(sent, runs);
    runs.mark(marks);
  }
  const edges = [];
  for (let at = 0; at <= marks.length; at += 1) {
    if ((marks[at] ?? 0) !== (marks[at - 1] ?? 0)) edges.push(at);
  }
  return Uint32Array.from(edges);
}

/**
 * @param {string} sent
 * @param {Runs} runs
 */
function findAny(sent, runs) {
  const { filter, stride, kinds } = runs;
  const last = sent.length - runs.gram;
  const places = new Uint32Array(PIECE);
  runs.meet(0);
  for (let at = stride; at <= last && runs.missing > 0; at += stride * PIECE) {
    const found = glance(sent, at, Math.min(last + 1, at + stride * PIECE), stride, filter, kinds, places);
    for (let i = 0; i < found; i += 1) runs.meet(places[i]);
  }
}

/**
 * Finds the samples that may stand in the line, or have to be read with care: escapes, white space.
 * @param {string} text
 * @param {number} from
 * @param {number} to
 * @param {number} stride
 * @param {Uint8Array} filter
 * @param {Uint8Array} kinds
 * @param {Uint32Array} places
 * @returns {number}
 */
function glance(text, from, to, stride, filter, kinds, places) {
  let found = 0;
  for (let at = from; at < to; at += stride) {
    const a = text.charCodeAt(at);
    const b = text.charCodeAt(at + 1);
    const c = text.charCodeAt(at + 2);
    const d = text.charCodeAt(at + 3);
    const before = kinds[text.charCodeAt(at - 1)];
    const ka = kinds[a];
    const kb = kinds[b];
    const kc = kinds[c];
    const kd = kinds[d];
    let odd = ((before | ka | kb | kc | kd) & IS_ODD) | (((ka & kb) | (kb & kc) | (kc & kd)) & IS_SPACE);
    if ((ka & before & IS_HEX) !== 0) {
      for (let back = 2; back <= 5 && at >= back; back += 1) odd |= kinds[text.charCodeAt(at - back)] & IS_ODD;
    }
    places[found] = at;
    found += ((odd >> 1) | odd | filter[mix(mix(mix(mix(0, a), b), c), d) >>> 16]) & 1;
  }
  return found;
}

/**
 * @param {string} sent
 * @param {Runs} runs
 */
function findCjk(sent, runs) {
  const { filter, stride, gram, kinds } = runs;
  const last = sent.length - gram;
  runs.meet(0);
  for (let at = stride; at <= last && runs.missing > 0; at += stride) {
    const a = sent.charCodeAt(at);
    if (a >= CJK) {
      const b = sent.charCodeAt(at + 1);
      if (b === BACKSLASH || (filter[mix(mix(0, a), b) >>> 16] & 2) !== 0) runs.meet(at);
    } else if (a === BACKSLASH || (kinds[a] & IS_HEX && kinds[sent.charCodeAt(at - 1)] & (IS_HEX | IS_ODD))) {
      runs.meet(at);
    }
  }
}

/**
 * @param {number} hash
 * @param {number} unit
 * @returns {number}
 */
function mix(hash, unit) {
  return Math.imul(hash ^ unit, MIXER);
}

/** The runs of a line, until they are met in what was sent. */
class Runs {
  /**
   * @param {string} sent
   * @param {string} line
   * @param {number} length of a run
   * @param {number} gram how many characters of it are looked up first
   * @param {number} least its least character
   */
  constructor(sent, line, length, gram, least) {
    this.length = length;
    this.gram = gram;
    this.stride = length - gram + 1;
    /** @type {Map<string, number[]>} where in the line each run begins */
    this.places = new Map();
    for (let at = 0, count = 0; at < line.length; at += 1) {
      count = line.charCodeAt(at) >= least ? count + 1 : 0;
      if (count < length) continue;
      const from = at + 1 - length;
      const run = line.slice(from, at + 1);
      const places = this.places.get(run);
      if (places) places.push(from);
      else this.places.set(run, [from]);
    }
    /** @type {Set<string>} those that were met */
    this.met = new Set();
    this.missing = this.places.size;
    this.hasBackslash = line.includes('\\');
    if (this.missing === 0) return;
    this.kinds = kindsOfCharacters();
    this.json = new Body(sent, true, this.kinds);
    this.raw = new Body(sent, false, this.kinds);
    /** By hash: 1, the first characters of a gram of the line have it; 2, a gram. */
    this.filter = new Uint8Array(65_536);
    for (let at = 0; at + gram <= line.length; at += 1) {
      for (let end = at, hash = 0; end < at + gram; end += 1) {
        hash = mix(hash, line.charCodeAt(end));
        if (end + 1 === at + GLANCE) this.filter[hash >>> 16] |= 1;
        if (end + 1 === at + gram) this.filter[hash >>> 16] |= 2;
      }
    }
    /** By hash: how many runs have it. */
    this.counts = new Uint16Array(65_536);
    for (const run of this.places.keys()) {
      let hash = 0;
      for (let at = 0; at < length; at += 1) hash = Math.imul(hash, MIXER) + run.charCodeAt(at) | 0;
      this.counts[hash >>> 16] += 1;
    }
    /** The hash of the character that leaves a run. */
    this.leaving = 1;
    for (let at = 0; at < length; at += 1) this.leaving = Math.imul(this.leaving, MIXER);
    /** What stands around a place. */
    this.units = new Uint16Array(2 * length);
  }

  /**
   * Looks up what stands around a place.
   * @param {number} at
   */
  meet(at) {
    const { json, raw } = this;
    const start = json.boundary(at);
    if (json.stands(start, this)) {
      this.compare(json, start);
      this.compare(raw, at);
    } else if ((start > at || this.hasBackslash) && raw.stands(at, this)) {
      this.compare(raw, at);
    }
  }

  /**
   * @param {Body} body
   * @param {number} at
   */
  compare(body, at) {
    const { units, length, counts, leaving } = this;
    const end = body.after(at, units, length);
    let from = body.before(at, units, length);
    // One stretch of white space is one space.
    if (units[length] === SPACE && from < length && units[length - 1] === SPACE) units.copyWithin(from + 1, from++, length - 1);
    for (let last = from, hash = 0; last < end; last += 1) {
      const first = last - length;
      hash = Math.imul(hash, MIXER) + units[last] - (first < from ? 0 : Math.imul(units[first], leaving)) | 0;
      if (first + 1 < from || counts[hash >>> 16] === 0) continue;
      const run = String.fromCharCode(...units.subarray(first + 1, last + 1));
      if (!this.places.has(run) || this.met.has(run)) continue;
      this.met.add(run);
      this.missing -= 1;
      counts[hash >>> 16] -= 1;
    }
  }

  /** @param {Uint8Array} marks gets a 1 for each character of a run that was met */
  mark(marks) {
    for (const run of this.met) {
      for (const at of this.places.get(run) ?? []) {
        // A space at the edge may stay.
        marks.fill(1, at + Number(run.startsWith(' ')), at + run.length - Number(run.endsWith(' ')));
      }
    }
  }
}

/** What was sent, read as it is or with the escapes of JSON undone (RFC 8259 §7); white space folded. */
class Body {
  /**
   * @param {string} text
   * @param {boolean} isJson
   * @param {Uint8Array} kinds
   */
  constructor(text, isJson, kinds) {
    this.text = text;
    this.isJson = isJson;
    this.kinds = kinds;
    /** A long stretch of white space, and one of backslashes. */
    this.spaces = { from: 0, to: 0 };
    this.slashes = { from: 0, to: 0 };
  }

  /**
   * @param {number} at
   * @returns {number} where the first character begins that does not begin before
   */
  boundary(at) {
    for (let from = at - 1; from >= 0 && from >= at - 5; from -= 1) {
      const unit = this.text.charCodeAt(from);
      if (unit === BACKSLASH) return this.escapes(from) ? Math.max(at, from + (this.read(from) >>> 16)) : at;
      if ((this.kinds[unit] & IS_HEX) === 0) break;
    }
    return at;
  }

  /**
   * @param {number} at where a backslash is
   * @returns {boolean} whether it begins an escape, and is not escaped itself
   */
  escapes(at) {
    const { slashes, text } = this;
    let from = at;
    while (from > 0 && text.charCodeAt(from - 1) === BACKSLASH) {
      from -= 1;
      if (from >= slashes.from && from < slashes.to) from = slashes.from;
    }
    slashes.from = from;
    slashes.to = at + 1;
    return (at - from) % 2 === 0;
  }

  /**
   * @param {number} at
   * @returns {number} the character there, and above 16 bits how long it is as written
   */
  read(at) {
    const { text, kinds } = this;
    const unit = text.charCodeAt(at);
    if (unit !== BACKSLASH || !this.isJson || at + 1 === text.length) return spaced(unit, kinds) | (1 << 16);
    const letter = text.charCodeAt(at + 1);
    if (letter === 117 && at + 6 <= text.length) { // u
      const a = kinds[text.charCodeAt(at + 2)] & kinds[text.charCodeAt(at + 3)];
      const digits = a & kinds[text.charCodeAt(at + 4)] & kinds[text.charCodeAt(at + 5)] & IS_HEX ? text.slice(at + 2, at + 6) : 'u';
      if (!digits.includes('u')) return spaced(parseInt(digits, 16), kinds) | (6 << 16);
    }
    // b, f, n, r, t
    const isSpace = letter === 110 || letter === 116 || letter === 114 || letter === 98 || letter === 102;
    return (isSpace ? SPACE : spaced(letter, kinds)) | (2 << 16);
  }

  /**
   * @param {number} end where a character ends
   * @returns {number} that character, as `read` does
   */
  readBack(end) {
    const { text } = this;
    if (this.isJson) {
      if (text.charCodeAt(end - 2) === BACKSLASH && this.escapes(end - 2)) return this.read(end - 2);
      if (text.charCodeAt(end - 6) === BACKSLASH && this.escapes(end - 6)) {
        const read = this.read(end - 6);
        if (read >>> 16 === 6) return read;
      }
    }
    return spaced(text.charCodeAt(end - 1), this.kinds) | (1 << 16);
  }

  /**
   * @param {number} at
   * @param {Runs} runs
   * @returns {boolean} whether a gram of the line stands there, most likely
   */
  stands(at, { gram, filter }) {
    const { text, kinds } = this;
    let hash = 0;
    for (let end = at, count = 1; count <= gram; count += 1) {
      if (end >= text.length) return false;
      let unit = text.charCodeAt(end);
      if ((kinds[unit] & (IS_SPACE | IS_ODD)) === 0) end += 1;
      else {
        const read = this.read(end);
        unit = read & 0xffff;
        end += read >>> 16;
        if (unit === SPACE && (kinds[text.charCodeAt(end)] & (IS_SPACE | IS_ODD)) !== 0) end = this.endOfSpace(end);
      }
      hash = mix(hash, unit);
      if (count === GLANCE && (filter[hash >>> 16] & 1) === 0) return false;
    }
    return (filter[hash >>> 16] & 2) !== 0;
  }

  /**
   * @param {number} at
   * @returns {number} where the white space ends that is there
   */
  endOfSpace(at) {
    const { spaces, text, kinds, isJson } = this;
    let end = at;
    for (; end < text.length; end += 1) {
      if (end - at > LONG && end >= spaces.from && end < spaces.to) end = spaces.to;
      const unit = text.charCodeAt(end);
      if (unit === BACKSLASH) {
        const read = isJson ? this.read(end) : 0;
        if ((read & 0xffff) !== SPACE) break;
        end += (read >>> 16) - 1;
      } else if ((kinds[unit] & (IS_SPACE | IS_ODD)) === 0) break;
    }
    if (end - at > LONG) Object.assign(spaces, { from: at, to: end });
    return end;
  }

  /**
   * Reads on, into the second half of `units`.
   * @param {number} at
   * @param {Uint16Array} units
   * @param {number} count how many characters at most
   * @returns {number} the end of what was read, in `units`
   */
  after(at, units, count) {
    let filled = count;
    for (let end = at; end < this.text.length && filled < 2 * count; filled += 1) {
      const read = this.read(end);
      units[filled] = read & 0xffff;
      end = (read & 0xffff) === SPACE ? this.endOfSpace(end) : end + (read >>> 16);
    }
    return filled;
  }

  /**
   * Reads backwards, into the first half of `units`.
   * @param {number} end
   * @param {Uint16Array} units
   * @param {number} count how many characters at most
   * @returns {number} the beginning of what was read, in `units`
   */
  before(end, units, count) {
    let left = count;
    for (let at = end; at > 0 && left > 0;) {
      const read = this.readBack(at);
      left -= 1;
      units[left] = read & 0xffff;
      at = (read & 0xffff) === SPACE ? this.startOfSpace(at) : at - (read >>> 16);
    }
    return left;
  }

  /**
   * @param {number} end
   * @returns {number} where the white space begins that ends there
   */
  startOfSpace(end) {
    const { spaces } = this;
    let at = end;
    while (at > 0) {
      if (at > spaces.from && at <= spaces.to) at = spaces.from;
      const read = at > 0 ? this.readBack(at) : 0;
      if ((read & 0xffff) !== SPACE) break;
      at -= read >>> 16;
    }
    if (end - at > LONG) Object.assign(spaces, { from: at, to: end });
    return at;
  }
}

/**
 * @param {number} unit
 * @param {Uint8Array} kinds
 * @returns {number} the same, or a space for what counts as one
 */
function spaced(unit, kinds) {
  return unit !== BACKSLASH && (kinds[unit] & (IS_SPACE | IS_ODD)) !== 0 ? SPACE : unit;
}

/** @returns {Uint8Array} what each may be */
function kindsOfCharacters() {
  const kinds = new Uint8Array(65_536);
  for (const [from, to] of [[0, 0x1f], [0x7f, 0xa0], [0x2000, 0x200a], [0x2028, 0x2029], [0x3000, 0x3000], [BACKSLASH, BACKSLASH]]) {
    kinds.fill(IS_ODD, from, to + 1);
  }
  kinds[SPACE] = IS_SPACE;
  for (const digit of '0123456789abcdefABCDEFu') kinds[digit.charCodeAt(0)] = IS_HEX;
  return kinds;
}
