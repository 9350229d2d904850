// The one place that knows where the package lies. Everything else imports it from here, because a bare
// 'fetch-with-retry-wasm' does not resolve in workers; scripts/vendor.js fills the folder.

import * as fromPackage from '../vendor/fetch-with-retry/index.js';

export const { fetchWithRetry, mayRetryStream, retryInfo, retryNow } = fromPackage;

// The package's types promise it; until its code has it too, a background is not kept awake. A named import
// would not even load.
export const keepAwake = fromPackage.keepAwake ?? (/** @type {typeof fromPackage.keepAwake} */ ((work) => work));
