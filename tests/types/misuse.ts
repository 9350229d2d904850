// What must not compile. Each line below an expectation fails; one that did compile would be an error.

import { createFetch, fetchWithRetry, init, keepAwake, mayRetryStream, parseRetryAfter, presets, retryNow } from '../../pkg-template/index.js';
import type { RetryConfig, RetryDetails } from '../../pkg-template/index.js';

export const wrong: RetryConfig[] = [
  // @ts-expect-error an unknown key
  { maxRetrys: 3 },
  // @ts-expect-error a number as a string
  { maxRetries: '3' },
  // @ts-expect-error null is a bad value
  { initialDelayMs: null },
  // @ts-expect-error one number is no schedule
  { delaysMs: 100 },
  // @ts-expect-error not one of the words
  { jitter: 'half' },
  // @ts-expect-error statuses are numbers
  { retryStatuses: ['503'] },
  // @ts-expect-error a flag
  { retryTimeouts: 'yes' },
  // @ts-expect-error not one of the words
  { longRetryAfter: 'wait' },
  // @ts-expect-error shouldRetry answers yes or no
  { shouldRetry: () => 'yes' },
  // @ts-expect-error a logger has warn as well
  { logger: { log() {} } },
  // @ts-expect-error not one of the words
  { cooldown: true },
  // @ts-expect-error a label is text
  { label: 5 },
  // @ts-expect-error random gives a number
  { random: () => 'x' },
  // @ts-expect-error fetch gives a Response
  { fetch: async () => 'x' },
];

export async function misuse(details: RetryDetails): Promise<void> {
  // @ts-expect-error a URL is needed
  await fetchWithRetry();
  // @ts-expect-error the config comes third
  await fetchWithRetry('https://service.example/', { maxRetries: 3 });
  // @ts-expect-error what is laid over a config is one
  await createFetch()('https://service.example/', {}, { maxRetries: 'often' });
  // @ts-expect-error an id is a number
  retryNow('1');
  // @ts-expect-error work is a promise
  keepAwake(() => Promise.resolve());
  // @ts-expect-error both are asked for
  mayRetryStream(false);
  // @ts-expect-error a header is text
  parseRetryAfter(5);
  // @ts-expect-error frozen
  presets.default.maxRetries = 5;
  // @ts-expect-error frozen
  presets.patient = {};
  // @ts-expect-error nothing is not null
  await init(null);
  // @ts-expect-error null must be thought of
  const status: number = details.status;
  // @ts-expect-error of an error nothing is known
  const response: Response = await fetchWithRetry('https://service.example/', {}, { shouldRetry: (_retry, outcome) => outcome.ok });
  console.log(status, response);
}
