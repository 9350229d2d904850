// What can go wrong at the provider host, by the name that stands first in a request's path; and what each
// provider says then, in its own words and status.

/**
 * What to do with one request.
 * @typedef {object} Action
 * @property {ErrorKind} [error] Answer with the provider's error of this kind.
 * @property {Record<string, string>} [headers] With it.
 * @property {'hang' | 'reset'} [before] Never answer, or reset the connection, before any header.
 * @property {number} [after] Break the answer after so many tokens:
 * @property {'reset' | 'end' | 'event'} [by] by a reset, by a polite but early end, by an error event.
 * @property {boolean} [thought] Where `after` is 0: but after the thoughts.
 * @property {boolean} [open] Do not close after the last event.
 * @property {boolean} [unfinished] Leave out the last line's end.
 * @property {number} [paceMs] Between tokens. Default: as fast as it goes.
 * @property {boolean} [noCors] Without the headers that let a page read it.
 */

/** @typedef {'overloaded' | 'rateLimit' | 'badKey' | 'quota' | 'noModel' | 'forbidden'} ErrorKind */

const once = (/** @type {Action} */ action) => (/** @type {number} */ attempt) => (attempt === 1 ? action : {});
const always = (/** @type {Action} */ action) => () => action;

/**
 * `attempt` counts from 1 the requests of one kind (chat, models) under one failure and run.
 *
 * @type {Readonly<Record<string, (attempt: number, inFlight: number) => Action>>}
 */
export const failures = Object.freeze({
  healthy: always({}),
  '503-twice': (attempt) => (attempt <= 2 ? { error: 'overloaded' } : {}),
  '503-always': always({ error: 'overloaded' }),
  '429-retry-after': once({ error: 'rateLimit', headers: { 'retry-after': '1' } }),
  '429-long': always({ error: 'rateLimit', headers: { 'retry-after': '20' } }),
  'hang-once': once({ before: 'hang' }),
  'hang-always': always({ before: 'hang' }),
  'reset-once': once({ before: 'reset' }),
  'reset-always': always({ before: 'reset' }),
  'reset-before-token': once({ after: 0, by: 'reset' }),
  'reset-before-token-always': always({ after: 0, by: 'reset' }),
  'reset-mid-stream': always({ after: 2, by: 'reset' }),
  'cut-before-token': once({ after: 0, by: 'end' }),
  'cut-after-thought': always({ after: 0, thought: true, by: 'end' }),
  'cut-mid-stream': always({ after: 2, by: 'end' }),
  'error-event': once({ after: 0, by: 'event' }),
  'error-event-late': always({ after: 2, by: 'event' }),
  'never-close': always({ open: true }),
  'no-last-newline': always({ unfinished: true }),
  slow: always({ paceMs: 200 }),
  401: always({ error: 'badKey' }),
  403: always({ error: 'forbidden' }),
  404: always({ error: 'noModel' }),
  quota: always({ error: 'quota' }),
  'no-cors': always({ noCors: true }),
  'five-at-a-time': (_, inFlight) => (inFlight > 5 ? { error: 'rateLimit', headers: { 'retry-after': '1' } } : { paceMs: 200 }),
});

/**
 * @param {string} type
 * @param {string} message
 */
const anthropic = (type, message) => ({ type: 'error', error: { type, message }, request_id: 'req_test' });
/**
 * @param {number} code
 * @param {string} status
 * @param {string} message
 * @param {unknown[]} [details]
 */
const gemini = (code, status, message, details) => ({ error: { code, message, status, ...(details ? { details } : {}) } });
/**
 * @param {string | null} code
 * @param {string} type
 * @param {string} message
 */
const openai = (code, type, message) => ({ error: { message, type, param: null, code } });

// Gemini says the same sentence of both; only the quota's id tells a minute from a day.
const geminiQuota = (/** @type {string} */ quotaId, /** @type {string} */ retryDelay) => [
  {
    '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
    violations: [{ quotaMetric: 'generativelanguage.googleapis.com/generate_content_free_tier_requests', quotaId, quotaValue: '20' }],
  },
  { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay },
];

/** @type {Record<ErrorKind, [number, unknown]>} */
const openaiErrors = {
  overloaded: [503, openai(null, 'service_unavailable', 'The engine is currently overloaded, please try again later.')],
  rateLimit: [429, openai('rate_limit_exceeded', 'requests', 'Rate limit reached for requests. Please try again in 1s.')],
  badKey: [401, openai('invalid_api_key', 'invalid_request_error', 'Incorrect API key provided. You can find your API key at https://platform.openai.com/account/api-keys.')],
  quota: [429, openai('insufficient_quota', 'insufficient_quota', 'You exceeded your current quota, please check your plan and billing details.')],
  noModel: [404, openai('model_not_found', 'invalid_request_error', 'The model `test-missing` does not exist or you do not have access to it.')],
  forbidden: [403, openai('unsupported_country_region_territory', 'request_forbidden', 'Country, region, or territory not supported')],
};

/**
 * Status and body, by provider and kind.
 * @type {Readonly<Record<string, Record<ErrorKind, [number, unknown]>>>}
 */
export const errors = Object.freeze({
  anthropic: {
    overloaded: [503, anthropic('overloaded_error', 'Overloaded')],
    rateLimit: [429, anthropic('rate_limit_error', 'This request would exceed your rate limit of 50 requests per minute.')],
    badKey: [401, anthropic('authentication_error', 'invalid x-api-key')],
    quota: [400, anthropic('invalid_request_error', 'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.')],
    noModel: [404, anthropic('not_found_error', 'model: test-missing')],
    forbidden: [403, anthropic('permission_error', 'Your API key does not have permission to use the specified resource.')],
  },
  google_gemini: {
    overloaded: [503, gemini(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.')],
    rateLimit: [429, gemini(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota, please check your plan and billing details.', geminiQuota('GenerateRequestsPerMinutePerProjectPerModel-FreeTier', '1s'))],
    badKey: [400, gemini(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' }])],
    quota: [429, gemini(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota, please check your plan and billing details.', geminiQuota('GenerateRequestsPerDayPerProjectPerModel-FreeTier', '36s'))],
    noModel: [404, gemini(404, 'NOT_FOUND', 'models/test-missing is not found for API version v1beta, or is not supported for generateContent.')],
    forbidden: [403, gemini(403, 'PERMISSION_DENIED', 'Generative Language API has not been used in this project before or it is disabled.')],
  },
  ollama: {
    overloaded: [503, { error: 'server busy, please try again.  maximum pending requests exceeded' }],
    rateLimit: [429, { error: 'too many requests' }],
    badKey: [401, { error: 'unauthorized' }],
    quota: [402, { error: 'payment required: this account has no credits left' }],
    noModel: [404, { error: "model 'test-missing' not found, try pulling it first" }],
    // Ollama refuses a foreign Origin without a word.
    forbidden: [403, ''],
  },
  openai_comp: openaiErrors,
  openai_responses: openaiErrors,
});
