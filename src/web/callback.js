// Calls of the caller's functions. What they throw is theirs: it changes nothing about the request,
// and surfaces where an uncaught error does.

/**
 * Calls a function.
 * @param {Function} callback
 * @param {unknown} [argument]
 * @returns {any} what it returned; undefined if it threw
 */
export function tell(callback, argument) {
  try {
    const result = callback(argument);
    if (typeof result?.then === 'function') result.then(undefined, report);
    return result;
  } catch (error) {
    report(error);
    return undefined;
  }
}

/** The answer of `shouldRetry`, which may take its time. */
export class Answer {
  /** @type {boolean | undefined} a throw or a rejection is a no */
  yes = undefined;

  /**
   * @param {Function} shouldRetry
   * @param {unknown} details
   * @param {unknown} outcome
   * @param {() => void} answered
   */
  constructor(shouldRetry, details, outcome, answered) {
    const end = (/** @type {unknown} */ yes) => {
      this.yes ??= Boolean(yes);
      answered();
    };
    const ask = async () => shouldRetry(details, outcome);
    ask().then(end, () => end(false));
  }
}

/** @param {unknown} error */
function report(error) {
  if (typeof reportError === 'function') reportError(error);
  else queueMicrotask(() => { throw error; }); // Node
}
