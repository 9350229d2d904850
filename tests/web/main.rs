//! The host that browsers are, piece by piece, as WebAssembly: in Node, in pages and in workers.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used)]

mod address;
mod answer;
mod awake;
mod body;
mod channel;
mod clock;
mod config;
mod drain;
mod fetching;
mod flatten;
mod headers;
mod info;
mod init;
mod listener;
mod peek;
mod probe;
mod sent;
mod signal;
mod start;
mod tools;
