// Keeps an extension's background context from being suspended: it is stopped about 30 s after its
// last event, and calling an extension API counts as one. (Measured in Thunderbird, Firefox and
// Chromium; a pending fetch or timer does not count.) getPlatformInfo needs no permission.

/** Well under 30 s, and under what tests shorten it to. */
const EVERY_MS = 4000;

let holders = 0;
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;
let last = -Infinity;

/** @returns {{ getPlatformInfo(): Promise<unknown> } | undefined} where there is an extension API */
function runtime() {
  const scope = /** @type {any} */ (globalThis);
  const { runtime } = scope.browser?.runtime ? scope.browser : scope.chrome ?? {};
  return typeof runtime?.getPlatformInfo === 'function' ? runtime : undefined;
}

function ping() {
  last = performance.now();
  try {
    runtime()?.getPlatformInfo()?.catch?.(() => {});
  } catch {
    // The extension was reloaded: nothing is left to keep awake.
  }
}

/** Holds the context awake until `release` has been called as often. */
export function hold() {
  holders += 1;
  if (timer !== undefined || !runtime()) return;
  if (performance.now() - last > EVERY_MS / 2) ping();
  timer = setInterval(ping, EVERY_MS);
}

/** Lets it sleep again. */
export function release() {
  holders -= 1;
  if (holders > 0) return;
  clearInterval(timer);
  timer = undefined;
}

/**
 * Keeps the background context alive until `work` settles.
 * @template T
 * @param {Promise<T>} work
 * @returns {Promise<T>} the same
 */
export function keepAwake(work) {
  hold();
  Promise.resolve(work).then(release, release);
  return work;
}
