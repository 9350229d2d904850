// Quotes a provider's message to a person without giving anything away: providers repeat the
// address, the key and the prompt that they were sent.

/**
 * What of a request may not be repeated.
 * @typedef {object} Private
 * @property {string[]} secrets the values of its query, path segments, userinfo and headers, as sent
 * @property {string} sent its body, where that is a string; else empty
 */

/** The most characters of a message that is shown. */
const LONGEST = 200;
/** As much of a message as is read. */
const READ = 4096;
/** The shortest secret. What is shorter is a word like any other. */
export const SHORTEST_SECRET = 8;
/**
 * The shortest runs that count as quoted from the request: any characters, or Chinese, Japanese and
 * Korean ones, each of which says as much as three of English.
 * @type {[length: number, form: RegExp][]}
 */
const RUNS = [[24, /.{24}/s], [8, /[\u2e80-\uffff]{8}/]];
/** What stands for what is cut. */
const CUT = '…';

/**
 * The message as one plain line, without markup, secrets, links and the user's words.
 * @param {string} message
 * @param {Private} hidden
 * @returns {string}
 */
export function plain(message, hidden) {
  const line = cut(folded(message.slice(0, READ)), hidden, false);
  const clean = folded(unmarked(line));
  // What tags had parted is looked for once more.
  return clean === line ? line : cut(clean, hidden, false);
}

/**
 * A plain line without addresses of any kind, and short.
 * @param {string} line
 * @param {Private} hidden
 * @returns {string} empty if nothing can be shown
 */
export function discreet(line, { secrets }) {
  const text = shortened(cut(line, { secrets: [], sent: '' }, true));
  // Cuts can join what stood apart. It takes a strange secret, but then nothing is quoted.
  return text === CUT || secrets.some((secret) => secret.length >= SHORTEST_SECRET && text.includes(secret)) ? '' : text;
}

/**
 * @param {string} text
 * @returns {string} at most 200 characters, an ellipsis in place of what is cut
 */
export function shortened(text) {
  // By the length that JavaScript counts; a surrogate pair is not cut in two.
  return text.length > LONGEST ? text.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, '') + CUT : text;
}

/**
 * @param {string} text
 * @returns {string} white space and control characters folded, and none at the edges
 */
function folded(text) {
  return text.replace(/[\0- \x7f-\xa0\u2000-\u200a\u2028\u2029\u3000]+/g, ' ').replace(/^ | $/g, '');
}

/**
 * Takes markup off: tags, Markdown's links and bold type, and what is invisible or turns the
 * direction of what follows.
 * @param {string} text
 * @returns {string}
 */
function unmarked(text) {
  return text
    // Such a tag parts words; others may stand in the middle of one.
    .replace(/<(?=[a-z/!?])([^>]*)>/gi, (_, tag) => (/^(br|\/[pdlht])/.test(tag) ? ' ' : ''))
    .replace(/[<>\xad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .replace(/\[(?=[^[]*\]\()/g, '')
    .replace(/\](?=\()/g, ' ')
    .replace(/\*\*(?!\*)/g, '') // three and more are a mask ("sk-****")
    .replace(/`/g, '\'');
}

/**
 * @param {string} text folded
 * @param {Private} hidden
 * @param {boolean} isBare whether addresses without a scheme go too: they may be names of a limit
 * @returns {string} with "…" in place of all that is private, and of addresses
 */
function cut(text, { secrets, sent }, isBare) {
  const marks = new Uint8Array(text.length);
  const mark = (/** @type {number} */ from, /** @type {number} */ to) => {
    marks.fill(1, from, to);
  };
  markAddresses(text, isBare, mark);
  markSecrets(text, secrets, mark);
  // A key may have been cut short when it was repeated.
  markRuns(text, [...secrets, sent], mark);
  let left = '';
  let at = 0;
  for (const character of text) {
    if (!marks[at] && character !== CUT) left += character;
    else if (!left.endsWith(CUT)) left += CUT;
    at += character.length;
  }
  return left;
}

/** @typedef {(from: number, to: number) => void} Mark */

/**
 * Marks links, without the punctuation around them: from the scheme on, or from what looks like a host
 * before a path (`ai.google.dev/docs`, `www.example.com`).
 * @param {string} text
 * @param {boolean} isBare
 * @param {Mark} mark
 */
function markAddresses(text, isBare, mark) {
  for (const { 0: word, index } of text.matchAll(/[^ "<>]+/g)) {
    let end = word.indexOf('://');
    const isLink = end >= 0;
    if (!isLink) end = word.search(/[/?]/);
    if (end < 0 && word.includes('www.')) end = word.length;
    const host = word.slice(0, Math.max(end, 0)).replace(/^.*[^\w.:+\x80-\uffff-]/, '');
    if (isLink || (isBare && /\.[a-z]/i.test(host))) {
      const [whole] = /^.*[\da-z/=\x80-\uffff]/i.exec(word) ?? [''];
      mark(index + end - host.length, index + whole.length);
    }
  }
}

/**
 * Marks each secret wherever it stands, encoded as in a URL, or decoded; and what follows "Bearer ".
 * @param {string} text
 * @param {string[]} secrets
 * @param {Mark} mark
 */
function markSecrets(text, secrets, mark) {
  /** @type {number[]} where in the text each letter of its encoded form begins */
  const starts = [];
  let at = 0;
  let encoded = '';
  for (const unit of units(secrets.length > 0 ? text : '')) {
    const form = encode(unit);
    encoded += form;
    for (const _ of form) starts.push(at);
    at += unit.length;
  }
  for (const secret of secrets) {
    for (const part of [secret, secret.slice(secret.indexOf(' ') + 1)]) {
      if (part.length < SHORTEST_SECRET) continue;
      const sought = units(part).map(encode).join('');
      for (let from = encoded.indexOf(sought); from >= 0; from = encoded.indexOf(sought, from + 1)) {
        mark(starts[from], starts[from + sought.length] ?? text.length);
      }
    }
  }
}

/**
 * @param {string} text
 * @returns {string[]} its characters, `%XX` being one
 */
function units(text) {
  return text.match(/%[\da-f]{2}|./gisu) ?? [];
}

/**
 * @param {string} unit
 * @returns {string} encoded in the one way, however it was before
 */
function encode(unit) {
  try {
    return encodeURIComponent(unit === '+' ? ' ' : decodeURIComponent(unit));
  } catch {
    return unit === '%' ? '%25' : unit.toUpperCase(); // one byte of several
  }
}

/**
 * Marks each run that also stands in the request: as it is there, or inside a JSON string with its
 * escapes undone; white space folded. One pass over the request, whatever its size (Rabin and Karp).
 * @param {string} text
 * @param {string[]} others
 * @param {Mark} mark
 */
function markRuns(text, others, mark) {
  const forms = others.flatMap((other) => [folded(other), folded(unescaped(other))]);
  const other = [...new Set(forms)].join('\0');
  for (const [length, form] of RUNS) {
    if (!form.test(text) || other.length < length) continue;
    // 1: a run of the text has this hash; 2: and was met.
    const seen = new Uint8Array(2 ** 20);
    eachRun(text, length, (hash, at) => {
      if (form.test(text.slice(at, at + length))) seen[hash] = 1;
    });
    eachRun(other, length, (hash, at) => {
      if (seen[hash] === 1 && text.includes(other.slice(at, at + length))) seen[hash] = 2;
    });
    eachRun(text, length, (hash, at) => {
      const end = at + length;
      // A space at the edge may stay.
      if (seen[hash] === 2) mark(at + Number(text[at] === ' '), end - Number(text[end - 1] === ' '));
    });
  }
}

/**
 * @param {string} text
 * @param {number} length
 * @param {(hash: number, at: number) => void} found is called for each run of this length
 */
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

/**
 * @param {string} text
 * @returns {string} with the escapes of JSON undone (RFC 8259 §7), white space as a space
 */
function unescaped(text) {
  return text.replace(/\\(?:u([\da-f]{4})|(.))/gis, (_, unit, letter) => {
    if (unit) return String.fromCharCode(parseInt(unit, 16));
    return /[bfnrt]/.test(letter) ? ' ' : letter;
  });
}
