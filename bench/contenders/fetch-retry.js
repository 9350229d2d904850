import fetchRetry from 'fetch-retry';

const patient = fetchRetry(fetch, { retries: 3, retryOn: [408, 429, 500, 502, 503, 504] });

/** @type {import('../contenders.js').Ask} */
export const ask = async (url, init) => (await patient(url, init)).text();
