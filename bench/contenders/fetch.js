/** @type {import('../contenders.js').Ask} */
export const ask = async (url, init) => (await fetch(url, init)).text();
