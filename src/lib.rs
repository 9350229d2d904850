//! `fetch` with retries for browser and mail add-ons, compiled to WebAssembly.
//!
//! `policy` decides and is pure. `call` runs one call over a `Host`, and is pure but for it. `web` is the host
//! that browsers are. Here is what JavaScript sees, and thin: what each means is in `index.d.ts`.

// A trap while a call is polled would end it without a word (see `web/task.rs`): nothing here may panic.
#![deny(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used
)]

pub mod call;
pub mod policy;

#[cfg(target_arch = "wasm32")]
mod exports;
#[cfg(target_arch = "wasm32")]
#[doc(hidden)] // public for tests/web only
pub mod web;

/// In place of the standard one, which is 3 KB more, compressed.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();
