// What happened on the way to an outcome, kept beside it for as long as the outcome lives.

/** @type {WeakMap<object, unknown>} */
const infos = new WeakMap();

/**
 * @param {any} outcome a Response or an error; what is no object has no identity to note it by
 * @param {unknown} info
 */
export function remember(outcome, info) {
  if (Object(outcome) === outcome) infos.set(outcome, info);
}

/**
 * @param {any} outcome
 * @returns {any} what was noted, or undefined
 */
export function recall(outcome) {
  return infos.get(outcome);
}

/**
 * @param {any} error
 * @returns {boolean} whether it refuses a request that was never sent
 */
export function isRefusal(error) {
  return recall(error)?.attempts.length === 0;
}
