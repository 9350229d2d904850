// Uses the whole API as its documentation has it. It need only compile, under `strict`.

import {
  compiledModule, createFetch, fetchWithRetry, init, keepAwake, mayRetryStream, parseRetryAfter, presets, retryInfo, retryNow,
} from '../../pkg-template/index.js';
import type {
  GiveUpReason, NewRetryAttempt, RetryConfig, RetryDetails, RetryGaveUp, RetryInfo,
} from '../../pkg-template/index.js';

/** Fails to compile unless the types are the same. */
function same<A, B>(..._proof: [A] extends [B] ? ([B] extends [A] ? [] : [never]) : [never]): void {}

const everything: Required<RetryConfig> = {
  maxRetries: 3,
  initialDelayMs: 1000,
  factor: 2,
  maxDelayMs: Infinity,
  delaysMs: [100, 200],
  jitter: 'full',
  attemptTimeoutMs: 120_000,
  totalTimeoutMs: Infinity,
  retryStatuses: [429, 503],
  retryNetworkErrors: true,
  retryTimeouts: true,
  shouldRetry: async (retry, outcome, { method }) => method !== 'DELETE' && retry.attempt < 3 && outcome instanceof Response && (await outcome.clone().text()) !== '',
  maxRetryAfterMs: 30_000,
  longRetryAfter: 'giveUp',
  retryAfterJitter: 0.1,
  serverHints: true,
  onRetry: (message) => postMessage(message),
  retryBudget: 20,
  onDone: ({ payload: { id, attempts, status } }) => console.log(id, attempts, status),
  onGiveUp: ({ payload: { reason, message } }) => console.warn(reason, message),
  logger: console,
  label: 'Summary',
  keepAwake: true,
  cooldown: 'extension',
  diagnose: true,
  bodyIdleTimeoutMs: 60_000,
  idempotencyKey: 'X-Key',
  fetch: (input, init) => fetch(input, init),
  random: Math.random,
};

export async function use(signal: AbortSignal): Promise<void> {
  const response: Response = await fetchWithRetry('https://service.example/', { method: 'POST', body: '{}', signal }, everything);
  await fetchWithRetry(new URL('https://service.example/'));
  await fetchWithRetry(new Request('https://service.example/'), undefined, { ...presets.patient, onRetry: show });
  await fetchWithRetry('https://service.example/', {}, presets.default);
  await fetchWithRetry('https://service.example/', {}, { shouldRetry: () => true, idempotencyKey: true, cooldown: 'context' });

  const own: typeof fetch = createFetch({ maxRetries: 1 });
  await own('https://service.example/');
  createFetch();

  const info: RetryInfo | undefined = retryInfo(response);
  for (const attempt of info?.attempts ?? []) {
    same<typeof attempt.reason, 'http' | 'network' | 'timeout'>();
    const { status, durationMs, waitMs } = attempt;
    same<typeof status, number | null>();
    console.log(durationMs + waitMs);
  }
  if (info) {
    same<typeof info.gaveUp, GiveUpReason | null>();
    same<typeof info.retryAfterMs, number | null>();
    same<typeof info.mayHaveExecuted, boolean>();
  }

  const text: string = await keepAwake(response.text());
  const again: boolean = mayRetryStream(text !== '', new TypeError('cut'));
  const wait: number | null = parseRetryAfter(response.headers.get('retry-after'), Date.now());
  parseRetryAfter(null);
  const ended: boolean = retryNow(1);
  console.log(again, wait, ended);

  const module: WebAssembly.Module = await compiledModule();
  await init(module);
  await init(new Uint8Array([0]));
  const nothing: void = await init();
  return nothing;
}

function show({ type, payload }: NewRetryAttempt): void {
  same<typeof type, 'newRetryAttempt'>();
  const { id, attempt, maxRetries, delayMs, retryAt, reason, status, retryAfterMs, message, label }: RetryDetails = payload;
  same<typeof reason, 'http' | 'network' | 'timeout' | 'cooldown'>();
  same<typeof status, number | null>();
  same<typeof retryAfterMs, number | null>();
  same<typeof label, string | null>();
  console.log(id + attempt + maxRetries + delayMs + retryAt, message.length);
}

/** Every reason has a case: one more, or one less, does not compile. */
export function advice({ payload }: RetryGaveUp): string {
  same<typeof payload.providerMessage, string | null>();
  switch (payload.reason) {
    case 'retriesExhausted': return 'later';
    case 'totalTimeout': return 'later';
    case 'retryAfterTooLong': return `in ${payload.retryAfterMs} ms`;
    case 'quotaExhausted': return 'pay';
    case 'serverSaidNo': return 'change it';
    case 'bodyNotReplayable': return 'send it again';
    case 'blocked': return 'grant a permission';
    case 'budgetExhausted': return 'later';
    case 'vetoed': return 'as you wish';
  }
}
