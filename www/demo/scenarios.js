// The failures to choose from: what the server is told to do, and how the call is configured. One
// table, read by the page, by the code shown beside it, and by `npm start -- --check`.

/**
 * @typedef {object} Scenario
 * @property {string} id
 * @property {string} title
 * @property {string} hint what will happen, in a few words
 * @property {import('../../tests/server/step.js').Step[]} [steps] what the server does, request by request
 * @property {import('../../tests/server/script.js').Bucket} [bucket] in place of steps: the rate limit that it keeps
 * @property {number} [calls] how many are made at once; default 1
 * @property {import('../../pkg-template/index.js').RetryConfig} config plain values only: it is shown as code
 * @property {string[]} after the lines of code that follow the call
 */

/** What a healthy service answers. */
export const ANSWER =
  'A service that is busy for a moment is not gone. Whoever waits a little, and a little longer each ' +
  'time, gets the answer, and leaves the service room to recover.';

const chunks = ANSWER.match(/\S+\s*/g) ?? [];

// An answer takes a moment to begin, as a model's does; an attempt of no length could not be seen.
const delayMs = 300;

/** @type {import('../../tests/server/step.js').Step} */
const healthy = {
  action: 'stream',
  delayMs,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  chunks,
  chunkDelayMs: 45,
};

/**
 * @param {number} status
 * @param {string} message
 * @param {import('../../tests/server/step.js').Step} [more]
 * @returns {import('../../tests/server/step.js').Step}
 */
function refusal(status, message, more = {}) {
  const headers = { 'content-type': 'application/json', ...more.headers };
  return { status, delayMs, body: JSON.stringify({ error: { message } }), ...more, headers };
}

const overloaded = refusal(503, 'The model is overloaded. Please try again later.');

// Short enough to watch, and else the defaults.
const config = { maxRetries: 3, initialDelayMs: 1000 };

const readText = ['', 'for await (const text of response.body.pipeThrough(new TextDecoderStream())) show(text);'];

/** @type {Scenario[]} */
export const SCENARIOS = [
  {
    id: 'healthy',
    title: 'Healthy',
    hint: 'Answers at once.',
    steps: [healthy],
    config,
    after: readText,
  },
  {
    id: 'overloaded',
    title: '503 twice',
    hint: 'Is overloaded twice, then answers.',
    steps: [{ ...overloaded, repeat: 2 }, healthy],
    config,
    after: readText,
  },
  {
    id: 'rate-limit',
    title: '429 with Retry-After',
    hint: 'Asks for 3 seconds, then answers.',
    steps: [refusal(429, 'Rate limit reached.', { headers: { 'retry-after': '3' } }), healthy],
    config: { ...config, maxRetryAfterMs: 30_000 },
    after: readText,
  },
  {
    id: 'hang',
    title: 'A hang',
    hint: 'Takes the first request, says nothing.',
    steps: [{ action: 'hang-before-headers' }, healthy],
    config: { ...config, attemptTimeoutMs: 3000 },
    after: readText,
  },
  {
    id: 'reset',
    title: 'A reset',
    hint: 'Breaks the first connection, then answers.',
    steps: [{ action: 'accept-request-then-reset-before-headers', delayMs }, healthy],
    config,
    after: readText,
  },
  {
    id: 'broken-stream',
    title: 'A broken stream',
    hint: 'Begins to answer, and breaks off.',
    steps: [{ ...healthy, action: 'stream-then-reset', chunks: chunks.slice(0, 12), resetDelayMs: 200 }, healthy],
    config,
    after: [
      '',
      'let hasShown = false;',
      'try {',
      '  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {',
      '    hasShown = true;',
      '    show(text);',
      '  }',
      '} catch (error) {',
      '  // What has been shown is never asked for again.',
      '  if (mayRetryStream(hasShown, error)) askAgain();',
      "  else show('The answer broke off.');",
      '}',
    ],
  },
  {
    id: 'wrong-key',
    title: 'A wrong key',
    hint: 'Refuses with 401; no retry can help.',
    steps: [refusal(401, 'Incorrect API key provided.')],
    config,
    after: ['', 'if (response.status === 401) askForKey(await response.json());'],
  },
  {
    id: 'down',
    title: 'Down for good',
    hint: 'Answers 503 every time.',
    steps: [{ ...overloaded, repeat: 'every attempt' }],
    config: { ...config, maxRetries: 2 },
    after: ['', '// The last response is delivered, its body unread.', 'if (!response.ok) show(await response.text());'],
  },
  {
    id: 'crowd',
    title: 'Twenty calls at once',
    hint: 'Answers 5 in any 3 seconds.',
    calls: 20,
    bucket: { allow: 5, perMs: 3000, retryAfter: 'ms' },
    config: { maxRetries: 6, cooldown: 'context' },
    after: [
      '',
      '// Twenty of these at once. By default `cooldown` is off,',
      '// and each call knows only its own refusals.',
    ],
  },
];
