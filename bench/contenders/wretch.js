import wretch from 'wretch';
import { retry } from 'wretch/middlewares';

const patient = wretch().middlewares([retry({ maxAttempts: 3 })]);

/** @type {import('../contenders.js').Ask} */
export const ask = (url, { signal, headers, body }) => patient.url(url).options({ signal, headers }).post(body).text();
