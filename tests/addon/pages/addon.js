// The add-on's modules, as they lie beside this folder once it is laid out. In a file of its own because the type
// checker has to be told once what they are.

// @ts-ignore: there only in the add-on
import * as keys from '../lib/keys.js';
// @ts-ignore: there only in the add-on
import * as logger from '../lib/logger.js';
// @ts-ignore: there only in the add-on
import * as providers from '../providers/index.js';

export const { createKeyStore } = /** @type {typeof import('../../../www/lib/keys.js')} */ (keys);
export const { createLogger } = /** @type {typeof import('../../../www/lib/logger.js')} */ (logger);
export const { createProvider } = /** @type {typeof import('../../../www/providers/index.js')} */ (providers);
