import pRetry from 'p-retry';

/** @type {import('../contenders.js').Ask} */
export const ask = (url, init) => pRetry(async () => {
  const response = await fetch(url, { ...init, signal: AbortSignal.any([init.signal, AbortSignal.timeout(120_000)]) });
  if (!response.ok) throw new Error(String(response.status));
  return response.text();
}, { retries: 3, signal: init.signal });
