//! `fetch` with retries for browser and mail add-ons, compiled to WebAssembly.
pub mod policy;
