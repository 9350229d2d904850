// Not in Rust, since it catches what WebAssembly cannot: its own trap, which would leave a promise that nobody settles.

/** Marks an error as one that ended an instance; the loader knows it. */
const TRAP = Symbol.for('fetch-with-retry-wasm trap');

/**
 * Polls a task.
 * @param {(id: number) => void} poll
 * @param {number} id of the task
 * @param {(reason: unknown) => void} reject its promise
 */
export function run(poll, id, reject) {
  try {
    poll(id);
  } catch (trap) {
    reject(Object.assign(Object(trap), { [TRAP]: true }));
  }
}

/** @type {typeof run} the same, in a microtask of its own; not by queueMicrotask, which fake timers replace */
export const enqueue = (poll, id, reject) => void Promise.resolve().then(() => run(poll, id, reject));
