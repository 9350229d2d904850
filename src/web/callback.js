// Calls of the caller's functions. What they throw is theirs: it changes nothing about the request,
// and surfaces where an uncaught error does.

/**
 * Calls `callback` as a method of `receiver`.
 * @param {unknown} receiver
 * @param {Function} callback
 * @param {unknown} argument
 * @returns {unknown} what it returned; undefined if it threw
 */
export function tell(receiver, callback, argument) {
  try {
    const result = callback.call(receiver, argument);
    if (typeof result?.then === 'function') result.then(undefined, report);
    return result;
  } catch (error) {
    report(error);
    return undefined;
  }
}

/**
 * Calls a logger's method by name, as it is now.
 * @param {any} logger
 * @param {'log' | 'warn'} level
 * @param {string} line
 */
export function log(logger, level, line) {
  tell(logger, (/** @type {string} */ text) => logger[level](text), line);
}

/**
 * Asks `shouldRetry`.
 * @param {Function} shouldRetry
 * @param {unknown} details
 * @param {unknown} outcome
 * @returns {Promise<boolean>} rejects if it throws or rejects
 */
export async function ask(shouldRetry, details, outcome) {
  return Boolean(await shouldRetry(details, outcome));
}

/** @param {unknown} error */
function report(error) {
  if (typeof reportError === 'function') reportError(error);
  else queueMicrotask(() => { throw error; }); // Node
}
