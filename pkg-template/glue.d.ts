// What wasm-bindgen makes of src/lib.rs; the build puts it in place of ./glue.js.
import type * as api from './index.js';

export const fetchWithRetry: typeof api.fetchWithRetry;
export const createFetch: typeof api.createFetch;
export const retryNow: typeof api.retryNow;
export const retryInfo: typeof api.retryInfo;
export const mayRetryStream: typeof api.mayRetryStream;
export const parseRetryAfter: typeof api.parseRetryAfter;
export function preset(patient: boolean): Readonly<api.RetryConfig>;
export function initSync(source: { module: WebAssembly.Module }): unknown;
