// What happened on the way to an outcome, kept beside it for as long as the outcome lives.

/** @type {WeakMap<object, import('../../pkg-template/index.js').RetryInfo>} */
const infos = new WeakMap();

/**
 * @param {any} outcome a Response or an error; what is no object has no identity to note it by
 * @param {any} info
 */
export function remember(outcome, info) {
  if (Object(outcome) === outcome) infos.set(outcome, info);
}

/**
 * @param {any} outcome
 * @returns {import('../../pkg-template/index.js').RetryInfo | undefined} what was noted
 */
export function recall(outcome) {
  return infos.get(outcome);
}

/**
 * Refuses a request that was not sent.
 * @param {unknown} error
 * @returns {Promise<never>}
 */
export function refuse(error) {
  remember(error, { attempts: [], gaveUp: null, retryAfterMs: null, mayHaveExecuted: false });
  return Promise.reject(error);
}

/**
 * @param {unknown} error
 * @returns {boolean} whether it refuses a request that was not sent
 */
export function isRefusal(error) {
  return recall(error)?.attempts.length === 0;
}
