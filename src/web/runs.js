// Not in Rust, since a prompt of megabytes must never be copied into the memory of the WebAssembly, which does
// not shrink. Finds what a line repeats of the body that was sent: as it stands there, or with the escapes of
// JSON undone; white space folded.

/** Chinese, Japanese and Korean characters. */
const CJK = /^[\u2e80-\uffff]*$/;
/** As long as nothing is hashed away: 1, a run of the line has this hash; 2, and was met. */
const HASHES = 2 ** 20;
/** What makes a text differ from itself folded and with its escapes undone, but for rare kinds of white space. */
const ODD = ['\\', '\n', '\r', '\t', '  ', '\0', '\xa0', '\u3000'];
/** After so many places to look at more closely a text is looked at as a whole. */
const MOST_PLACES = 1000;

/**
 * The runs of a line that also stand in a body.
 * @param {string} sent the body
 * @param {string} line white space folded
 * @param {number} lengthLatin the shortest run that counts
 * @param {number} lengthCjk the same, of CJK characters alone
 * @returns {Uint32Array} from, to, from, to … in UTF-16 code units of the line
 */
export function repeatedRuns(sent, line, lengthLatin, lengthCjk) {
  /** @type {number[]} */
  const found = [];
  const isOdd = ODD.some((odd) => sent.includes(odd));
  for (const [length, counts] of /** @type {[number, (run: string) => boolean][]} */ ([
    [lengthLatin, () => true], [lengthCjk, (run) => CJK.test(run)],
  ])) {
    const runs = runsOf(line, length, counts);
    if (runs.size === 0) continue;
    const text = isOdd ? `${folded(sent)}\0${folded(unescaped(sent))}` : promising(sent, runs.keys(), length);
    for (const run of met(text, runs, length)) {
      for (const at of runs.get(run) ?? []) {
        // A space at the edge may stay.
        found.push(at + Number(run.startsWith(' ')), at + length - Number(run.endsWith(' ')));
      }
    }
  }
  return Uint32Array.from(found);
}

/** @type {(line: string, length: number, counts: (run: string) => boolean) => Map<string, number[]>} where each run begins */
function runsOf(line, length, counts) {
  const runs = new Map();
  for (let at = 0; at + length <= line.length; at += 1) {
    const run = line.slice(at, at + length);
    if (counts(run)) runs.set(run, [...(runs.get(run) ?? []), at]);
  }
  return runs;
}

/**
 * Of a text that is not odd, the places that may hold a run: half of each run stands at one of those that are
 * glanced at.
 * @param {string} text
 * @param {Iterable<string>} runs
 * @param {number} length
 * @returns {string}
 */
function promising(text, runs, length) {
  const half = Math.floor(length / 2);
  const table = new Uint8Array(2 ** 16);
  const halves = new Set();
  for (const run of runs) {
    for (let at = 0; at + half <= length; at += 1) {
      halves.add(run.slice(at, at + half));
      table[glance(run, at)] = 1;
    }
  }
  const places = [];
  for (let at = 0; at + half <= text.length; at += length - half + 1) {
    if (table[glance(text, at)] === 1 && halves.has(text.slice(at, at + half))) {
      places.push(folded(text.slice(Math.max(at - length, 0), at + 2 * length)));
      if (places.length > MOST_PLACES) return folded(text);
    }
  }
  return places.join('\0');
}

/** @type {(text: string, at: number) => number} */
const glance = (text, at) => ((text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) * 31 + text.charCodeAt(at + 2)) & 0xffff;

/** @type {(text: string, runs: Map<string, unknown>, length: number) => Set<string>} those that a text holds */
function met(text, runs, length) {
  const found = new Set();
  const seen = new Uint8Array(HASHES);
  for (const run of runs.keys()) eachRun(run, length, (hash) => { seen[hash] = 1; });
  eachRun(text, length, (hash, at) => {
    if (seen[hash] === 1 && found.size < runs.size) {
      const run = text.slice(at, at + length);
      if (runs.has(run)) found.add(run);
    }
  });
  return found;
}

/** @type {(text: string, length: number, found: (hash: number, at: number) => void) => void} in one pass (Rabin and Karp) */
function eachRun(text, length, found) {
  const base = 0x0100_0193; // that of FNV
  let leaving = 1;
  for (let i = 0; i < length; i += 1) leaving = Math.imul(leaving, base);
  let hash = 0;
  for (let end = 0; end < text.length; end += 1) {
    const left = Math.imul(text.charCodeAt(end - length), leaving); // 0 before the first run
    hash = (Math.imul(hash, base) + text.charCodeAt(end) - left) | 0;
    if (end + 1 >= length) found(hash >>> 12, end + 1 - length);
  }
}

/** @type {(text: string) => string} white space and control characters as one space */
const folded = (text) => text.replace(/[\0- \x7f-\xa0\u2000-\u200a\u2028\u2029\u3000]+/g, ' ');

/** @type {(text: string) => string} the escapes of JSON undone (RFC 8259 §7), white space as a space */
const unescaped = (text) => text.replace(/\\(?:u([\da-f]{4})|(.))/gis, (_, unit, letter) => {
  if (unit) return String.fromCharCode(parseInt(unit, 16));
  return /[bfnrt]/.test(letter) ? ' ' : letter;
});
