import { fetchWithRetry } from '../../pkg/index.js';

export { compiledModule, init } from '../../pkg/index.js';

/** @type {import('../contenders.js').Ask} */
export const ask = async (url, init) => (await fetchWithRetry(url, init)).text();
