// mayRetryStream: only if nothing was shown, and only for what another try can mend.

import { collect } from './harness.js';

const { test, tests } = collect();
export default tests;

const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };

test('once anything was shown: never', (t) => {
  for (const error of [new TypeError('network'), new DOMException('', 'TimeoutError'), overloaded, undefined]) {
    t.equal(t.api.mayRetryStream(true, error), false);
  }
});

test('what a reader threw: a cut connection and a silence yes, an abort no', (t) => {
  const aborted = AbortSignal.abort();
  /** @type {[unknown, boolean][]} */
  const table = [
    [new TypeError('network error'), true],
    [new DOMException('silent', 'TimeoutError'), true],
    [new DOMException('cut', 'NetworkError'), true],
    [aborted.reason, false],
    [new DOMException('', 'AbortError'), false],
    [new SyntaxError('the caller\'s parser'), false],
    [new RangeError('the caller\'s own'), false],
  ];
  for (const [error, expected] of table) t.equal(t.api.mayRetryStream(false, error), expected, String(error));
});

test('a provider\'s error event: what passes yes; money, size and keys no', (t) => {
  /** @type {[unknown, boolean][]} */
  const table = [
    [overloaded, true],
    [{ error: { type: 'rate_limit_error', message: 'Slow down' } }, true],
    [{ error: { code: 503, message: 'The model is overloaded. Please try again later.', status: 'UNAVAILABLE' } }, true],
    [{ error: { message: 'The server had an error', type: 'server_error' } }, true],
    [{ error: { message: 'You exceeded your current quota', type: 'insufficient_quota', code: 'insufficient_quota' } }, false],
    [{ type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } }, false],
    [{ type: 'error', error: { type: 'billing_error', message: 'x' } }, false],
    [{ error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' } }, false],
  ];
  for (const [event, expected] of table) t.equal(t.api.mayRetryStream(false, event), expected, JSON.stringify(event));
});

test('what is no error at all: no', (t) => {
  for (const value of [undefined, null, '', 0, true, {}, [], { choices: [{ delta: { content: 'error' } }] }]) {
    t.equal(t.api.mayRetryStream(false, value), false, JSON.stringify(value));
  }
});
