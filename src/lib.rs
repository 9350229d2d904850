//! `fetch` with retries for browser and mail add-ons, compiled to WebAssembly.
//!
//! `policy` decides and is pure. `call` runs one call over a `Host`, and is pure but for it. `web` is the host
//! that browsers are. Here is what JavaScript sees, and thin: what each means is in `index.d.ts`.

pub mod call;
pub mod policy;

#[cfg(target_arch = "wasm32")]
mod exports;
#[cfg(target_arch = "wasm32")]
mod web;

/// In place of the standard one, which is 3 KB more, compressed.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();
