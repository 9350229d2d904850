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

/**
 * Tells a message.
 * @param {Function} callback
 * @param {string} type
 * @param {unknown} payload
 */
export function post(callback, type, payload) {
  tell(callback, { type, payload });
}

/**
 * Writes a line, the method called as one and looked up each time.
 * @param {any} logger
 * @param {boolean} isWarning
 * @param {string} line
 */
export function log(logger, isWarning, line) {
  tell(() => (isWarning ? logger.warn(line) : logger.log(line)));
}

/**
 * @param {any} logger
 * @returns {boolean} whether it has the two methods
 */
export function isLogger(logger) {
  try {
    return typeof logger.log === 'function' && typeof logger.warn === 'function';
  } catch {
    return false;
  }
}

/** The answer of `shouldRetry`, which may take its time. */
export class Answer {
  /**
   * @param {Function} shouldRetry
   * @param {unknown} details
   * @param {unknown} outcome
   * @param {() => void} answered called once, unless it is abandoned before
   */
  constructor(shouldRetry, details, outcome, answered) {
    /** 0 not yet, 1 yes, 2 no, a throw or a rejection. */
    this.how = 0;
    const end = (/** @type {unknown} */ yes) => {
      if (this.how !== 0) return;
      this.how = yes ? 1 : 2;
      answered();
    };
    const ask = async () => shouldRetry(details, outcome);
    ask().then(end, () => end(false));
  }

  /** It is no longer waited for. */
  abandon() {
    if (this.how === 0) this.how = 2;
  }
}

/**
 * Draws from the caller's random source.
 * @param {Function} source
 * @returns {number} NaN for what is no number
 */
export function draw(source) {
  const number = tell(source);
  return typeof number === 'number' ? number : NaN;
}

/** @param {unknown} error */
function report(error) {
  if (typeof reportError === 'function') reportError(error);
  else queueMicrotask(() => { throw error; }); // Node
}
