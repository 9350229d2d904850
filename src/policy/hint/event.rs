//! Whether the error that a stream ended with is one that another try can mend.

use super::body::Body;
use super::pairs::{Pair, Scalar, at};
use super::quote::Private;
use super::signs::{PASSING, REFUSED};
use crate::policy::config::RETRY_STATUSES;
use crate::policy::decision::HOPELESS;

/// Whether a provider's error event, as flat pairs, is of a kind that passes. A status in it decides,
/// then the codes and words; of an error that is unknown another try is thought worth making: the
/// request was accepted, so its key, its size and its model were in order. What is no error at all
/// is not tried again.
pub fn event_may_be_retried(pairs: &[Pair]) -> bool {
    let body = Body::read(429, pairs, 0.0, &Private::default());
    let root = body.envelope.root;
    let status = ["code", "status", "statusCode", "status_code"]
        .into_iter()
        .flat_map(|key| at(pairs, root, key))
        .find_map(|scalar| scalar.number().filter(|code| (400.0..600.0).contains(code)));
    let says_error = |key| {
        let names = |text: &str| text.contains("error") || text.contains("fail");
        at(pairs, root, key)
            .filter_map(Scalar::text)
            .any(|text| names(&text.to_ascii_lowercase()))
    };
    let is_error = root.contains("err")
        || status.is_some()
        || at(pairs, root, "error").any(|scalar| scalar.text().is_some())
        || ["type", "object", "event", "status"]
            .into_iter()
            .any(says_error);
    let is_hopeless = body.wait.is_some_and(|wait| wait > HOPELESS);
    if body.signs.verdict(body.wait).is_some() || is_hopeless {
        return false;
    }
    match status {
        Some(code) => code >= 500.0 || RETRY_STATUSES.iter().any(|known| f64::from(*known) == code),
        None => {
            body.signs.tell(PASSING) && body.envelope.is_error
                || is_error && !body.signs.tell(REFUSED)
        }
    }
}
