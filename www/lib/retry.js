// The one place that knows where the package lies. Everything else imports it from here, because a bare
// 'fetch-with-retry-wasm' does not resolve in workers; scripts/vendor.js fills the folder.

export { fetchWithRetry, keepAwake, mayRetryStream, retryInfo, retryNow } from '../vendor/fetch-with-retry/index.js';
