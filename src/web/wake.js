// How a call waits: until something is so, looked at whenever something may have changed.

/** setTimeout stands still while the machine sleeps, and holds no more than 2³¹−1 ms. */
const LONGEST_STEP_MS = 5000;

/** What wakes one call. */
export class Wake {
  #look = () => {};

  /** Something may have changed: an event, a timer, a settled promise. */
  wake = () => this.#look();

  /**
   * @param {() => boolean} isSo
   * @returns {Promise<void>} resolves when it is so
   */
  until(isSo) {
    return new Promise((resolve) => {
      this.#look = () => {
        if (isSo()) resolve();
      };
      this.#look();
    });
  }

  /**
   * Waits. A chain of setTimeouts, each trusted when it fires, so that mocked timers work; the wall
   * clock can only shorten it.
   * @param {number} ms whole milliseconds, or Infinity
   * @param {() => boolean} isOver ends it early
   * @returns {Promise<boolean>} whether the whole time was waited
   */
  async pause(ms, isOver) {
    const began = Date.now();
    for (let left = ms; ;) {
      let fired = false;
      const step = Math.min(left, LONGEST_STEP_MS);
      const timer = setTimeout(() => {
        fired = true;
        this.wake();
      }, step);
      await this.until(() => fired || isOver());
      clearTimeout(timer);
      if (isOver()) return false;
      left = Math.min(left - step, ms - (Date.now() - began));
      if (left <= 0) return true;
    }
  }
}
