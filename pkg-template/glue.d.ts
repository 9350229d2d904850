// What wasm-bindgen writes for src/exports.rs, as far as the loader and the entry use it.

import type * as api from './index.d.ts';

export const fetchWithRetry: typeof api.fetchWithRetry;
export const createFetch: typeof api.createFetch;
export const keepAwake: typeof api.keepAwake;
export const retryNow: typeof api.retryNow;
export const retryInfo: typeof api.retryInfo;
export const mayRetryStream: typeof api.mayRetryStream;
export const parseRetryAfter: typeof api.parseRetryAfter;
export function presetDefault(): Readonly<api.RetryConfig>;
export function presetPatient(): Readonly<api.RetryConfig>;
export function presetUnattended(): Readonly<api.RetryConfig>;

export function initSync(from: { module: WebAssembly.Module }): void;
export function __wbg_reset_state(): void;
