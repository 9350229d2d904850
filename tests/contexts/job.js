// One run of the suites in one context, seen from the Node side: what has been reported, what is still
// owed, and when to stop hoping.

/** @typedef {import('../suite/run.js').Report} Report */
/** @typedef {import('../suite/run.js').Problem} Problem */
/** @typedef {{ resolve: (notes: string[]) => void, reject: (error: Error) => void, promise: Promise<string[]> }} Debt */

// A context that says nothing for longer than any test may take is dead. One that does not even begin
// is found out sooner: Gecko does not tell when a worker's imports fail.
const START_MS = 20_000;
const SLACK_MS = 30_000;

/** What a context owes: one result for each test, and an end. */
export class Job {
  /** @type {Map<string, Debt>} */
  #results = new Map();
  #end = debt();
  /** @type {Set<string>} */
  #current = new Set();
  /** @type {string[]} */
  #uncaught = [];
  #started = false;
  #done = false;
  /** @type {NodeJS.Timeout | undefined} */
  #watchdog;
  #patienceMs;

  /**
   * @param {string} context
   * @param {import('../suite/harness.js').Test[]} tests
   */
  constructor(context, tests) {
    this.context = context;
    this.token = crypto.randomUUID();
    for (const { name } of tests) this.#results.set(name, debt());
    this.#patienceMs = SLACK_MS + Math.max(0, ...tests.map(({ timeoutMs }) => timeoutMs));
    this.#watch();
  }

  /**
   * Takes in what the context says.
   * @param {Report} report
   */
  receive(report) {
    if (report.type === 'start') {
      if (this.#started) this.abandon('It was stopped and started again');
      this.#started = true;
    } else if (report.type === 'begin') this.#current.add(report.name);
    else if (report.type === 'result') {
      this.#current.delete(report.name);
      const result = this.#results.get(report.name);
      if (report.error) result?.reject(revive(report.error));
      else result?.resolve(report.notes);
    } else if (report.type === 'uncaught') {
      this.#uncaught.push(`${report.error.message} (during: ${report.during.join('; ') || 'nothing'})\n${report.error.stack}`);
    } else if (report.type === 'broken') this.abandon(revive(report.error));
    else this.#finish();
    this.#watch();
  }

  /**
   * Gives up on what has not been reported.
   * @param {unknown} cause
   */
  abandon(cause) {
    const running = [...this.#current].join('; ') || 'nothing';
    const error = new Error(`${this.context} did not report. It was running: ${running}. ${cause}`);
    this.#finish(error);
  }

  /**
   * The result of one test.
   * @param {string} name
   * @returns {Promise<string[]>} what it has to say; rejects as the test did
   */
  result(name) {
    return /** @type {Debt} */ (this.#results.get(name)).promise;
  }

  /**
   * The end of the run.
   * @returns {Promise<unknown>} rejects if it never came
   */
  get ended() {
    return this.#end.promise;
  }

  /**
   * Once the run has ended: the errors that nobody caught.
   * @returns {string[]}
   */
  get uncaught() {
    return this.#uncaught;
  }

  #watch() {
    clearTimeout(this.#watchdog);
    if (this.#done) return;
    const ms = this.#started ? this.#patienceMs : START_MS;
    this.#watchdog = setTimeout(() => this.abandon(`Nothing heard for ${ms} ms`), ms);
  }

  /** @param {Error} [error] */
  #finish(error) {
    this.#done = true;
    clearTimeout(this.#watchdog);
    const missing = error ?? new Error(`${this.context} ended without this test`);
    for (const result of this.#results.values()) result.reject(missing);
    if (error) this.#end.reject(error);
    else this.#end.resolve([]);
  }
}

/** @returns {Debt} a promise that may be rejected long before anyone looks */
function debt() {
  /** @type {any} */
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  made.promise.catch(() => {});
  return made;
}

/** @param {Problem} problem */
function revive({ message, stack }) {
  const error = new Error(message);
  error.stack = stack.includes(message) ? stack : `${message}\n${stack}`;
  return error;
}
