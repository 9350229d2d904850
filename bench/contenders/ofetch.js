import { ofetch } from 'ofetch';

/** @type {import('../contenders.js').Ask} */
export const ask = (url, init) => ofetch(url, { ...init, retry: 3, timeout: 120_000, responseType: 'text' });
