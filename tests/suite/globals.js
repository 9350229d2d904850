// What the package asks of the platform behind its caller's back.

/** @typedef {import('./toolkit.js').Toolkit} Toolkit */
/** @typedef {{ url: string, init: any }} Asked */

/**
 * Replaces the global fetch for the rest of a test that runs alone.
 * @param {Toolkit} t
 * @param {(url: string, init: any) => Promise<Response> | undefined} [answer] undefined: the platform's
 * @returns what was asked: everything, and what of it were questions
 */
export function watchFetch(t, answer = () => undefined) {
  const { fetch } = globalThis;
  /** @type {Asked[]} */
  const all = [];
  globalThis.fetch = (input, init) => {
    const url = String(input);
    all.push({ url, init });
    return answer(url, init) ?? fetch(input, init);
  };
  t.ended.addEventListener('abort', () => {
    globalThis.fetch = fetch;
  });
  return { all, questions: () => all.filter(({ init }) => init?.method === 'HEAD') };
}
