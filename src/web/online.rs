//! Hears that the network has returned.

use super::listener::Listener;
use super::platform::platform;
use std::future::pending;
use wasm_bindgen::JsCast;

/// Resolves when it has; never where nobody says so.
pub async fn online() {
    if !platform().hears_online {
        return pending().await;
    }
    Listener::new(js_sys::global().unchecked_ref(), "online").heard().await;
}
