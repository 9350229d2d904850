//! Whether the error that a stream ended with is one that another try can mend.

use super::body::Body;
use super::pairs::{Pair, leads};
use super::quote::Private;
use crate::policy::config::RETRY_STATUSES;
use crate::policy::decision::HOPELESS;

/// Whether a provider's error event, as flat pairs, is of a kind that passes. A status in it decides,
/// then the codes and words; of an error that is unknown another try is thought worth making: the
/// request was accepted, so its key, its size and its model were in order. What is no error at all
/// is not tried again.
pub fn event_may_be_retried(pairs: &[Pair]) -> bool {
    let body = Body::read(pairs, 0.0, &Private::default());
    let is_hopeless = body.wait.is_some_and(|wait| wait > HOPELESS);
    if is_hopeless || body.signs.verdict(body.wait).is_some() {
        return false;
    }
    let mut is_error = !matches!(body.root, b"" | b"0.");
    for (path, scalar) in pairs {
        let is = |key: &str| leads(path, body.root, key.as_bytes());
        if is("code") || is("status") || is("statusCode") {
            let status = scalar.number().unwrap_or(0.0) as u16;
            if status >= 400 {
                return status >= 500 || RETRY_STATUSES.contains(&status);
            }
        }
        if let Some(text) = scalar.text() {
            is_error |= is("error") || is("type") && (text == "error" || text.ends_with("failed"));
            is_error |= is("object") && text == "error";
        }
    }
    body.signs.tell(b'P') && body.is_error || is_error && !body.signs.tell(b'X')
}
