import ky from 'ky';

const patient = ky.create({ retry: { limit: 3, methods: ['post'] }, timeout: 120_000 });

/** @type {import('../contenders.js').Ask} */
export const ask = async (url, init) => (await patient(url, init)).text();
