//! Which platform this is, where platforms differ in what was measured.

use super::any::{global, member};
use crate::policy::text::find;
use wasm_bindgen::JsCast;

/// What was found, once.
#[derive(Clone, Copy)]
pub struct Platform {
    /// Node: where a signal aborts a body one branch of which has been cancelled, it reports a rejection that
    /// nobody can handle; it lets go of connections by itself.
    pub is_node: bool,
    /// Gecko keeps the connection of a cancelled body until something arrives, and lets a GET wait for the one
    /// before it to the same URL, its body included.
    pub is_gecko: bool,
    /// Chromium's workers never hear that the network has returned, and its service workers complain of a
    /// listener that is added late.
    pub hears_online: bool,
}

thread_local! {
    static PLATFORM: Platform = look();
}

/// The platform.
pub fn platform() -> Platform {
    PLATFORM.with(|platform| *platform)
}

fn look() -> Platform {
    let agent = member(&global("navigator"), "userAgent").as_string().unwrap_or_default();
    let is_gecko = find(&agent, "Gecko/").is_some();
    let is_page = global("document").is_object();
    Platform {
        is_node: member(&member(&global("process"), "versions"), "node").is_string(),
        is_gecko,
        hears_online: (is_page || is_gecko)
            && global("addEventListener").dyn_ref::<js_sys::Function>().is_some(),
    }
}
