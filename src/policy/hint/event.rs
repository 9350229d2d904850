//! Whether the error that a stream ended with is one that another try can mend.

use super::body::Body;
use super::pairs::Pair;
use super::signs::Sign;
use crate::policy::config::RETRY_STATUSES;
use crate::policy::hopeless::HOPELESS;
use crate::policy::sent::NothingSent;

/// Whether a provider's error event, as flat pairs and its sentence as a plain line, is of a kind that
/// passes. A status in it decides, then the codes and words; of an error that is unknown another try is
/// thought worth making: the request was accepted, so its key, its size and its model were in order.
/// What is no error at all is not tried again.
pub fn event_may_be_retried(pairs: &[Pair], plain: &str) -> bool {
    let mut body = Body::read(pairs, 0.0);
    body.hear(plain, &NothingSent, 0.0);
    let Body { wait, signs, status, is_error, .. } = body;
    if wait.is_some_and(|wait| wait > HOPELESS) || signs.verdict(wait).is_some() {
        false
    } else if status >= 400.0 {
        status >= 500.0 || RETRY_STATUSES.contains(&(status as u16))
    } else {
        signs.tell(Sign::Passes) && is_error
            || signs.tell(Sign::Error) && !signs.tell(Sign::DoesNotPass)
    }
}
