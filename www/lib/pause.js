// A wait that ends early: by abort, with its reason, or by hand.

/**
 * @param {number} delayMs
 * @param {AbortSignal} signal Rejects with its reason.
 * @returns {{ done: Promise<void>, wake: () => void }} `wake` ends the wait now, as if its time were up.
 */
export function pause(delayMs, signal) {
  /** @type {() => void} */
  let wake = () => {};
  const done = new Promise((resolve, reject) => {
    const timer = setTimeout(() => wake(), delayMs);
    const aborted = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    wake = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', aborted);
      resolve(undefined);
    };
    if (signal.aborted) aborted();
    else signal.addEventListener('abort', aborted, { once: true });
  });
  return { done: /** @type {Promise<void>} */ (done), wake: () => wake() };
}
