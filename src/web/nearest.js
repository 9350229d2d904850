// The known word that a misspelt one most likely meant.

/**
 * @param {string} word
 * @param {string[]} known
 * @returns {string | undefined} the known word with the smallest edit distance, capitals aside
 */
export function nearest(word, known) {
  const to = word.slice(0, 64).toLowerCase();
  const [best] = known.map((name) => ({ name, far: distance(name.toLowerCase(), to) }))
    .sort((a, b) => a.far - b.far);
  return best?.name;
}

/**
 * Levenshtein's distance, one row at a time.
 * @param {string} from
 * @param {string} to
 * @returns {number}
 */
export function distance(from, to) {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (let at = 0; at < to.length; at += 1) {
      next.push(Math.min(row[at] + Number(to[at] !== letter), row[at + 1] + 1, next[at] + 1));
    }
    row = next;
  }
  return row[to.length];
}
