//! Where a request goes: resolved as the platform does it, once.

use super::any::{global, member};
use web_sys::Url;

/// The address of a request.
pub struct Address {
    /// As the caller wrote it.
    pub written: String,
    /// As it was resolved; empty where it could not be.
    pub href: String,
    /// Its origin; empty where it has none.
    pub origin: String,
}

impl Address {
    /// Resolves an address. Whatever it is, there is one.
    pub fn of(written: String) -> Self {
        let url = match base() {
            Some(base) => Url::new_with_base(&written, &base),
            None => Url::new(&written),
        };
        match url {
            Ok(url) => {
                // What belongs to nobody (file:, data:) says "null".
                let origin = Some(url.origin()).filter(|origin| origin != "null");
                Self { written, href: url.href(), origin: origin.unwrap_or_default() }
            }
            Err(_) => Self { written, href: String::new(), origin: String::new() },
        }
    }
}

/// What relative addresses are relative to: the document's base, which an `<iframe srcdoc>` and a `<base>` have
/// beside their location; in workers the location.
pub fn base() -> Option<String> {
    member(&global("document"), "baseURI")
        .as_string()
        .or_else(|| member(&global("location"), "href").as_string())
}
