// The package, as the page's import map finds it. In a file of its own because the type checker knows
// nothing of import maps and has to be told once what lies there.

// @ts-ignore: resolved by the import map in index.html
import * as found from 'fetch-with-retry-wasm';

/** @type {typeof import('../../pkg-template/index.js')} */
const api = found;

export const { fetchWithRetry, init, mayRetryStream, retryInfo, retryNow } = api;
