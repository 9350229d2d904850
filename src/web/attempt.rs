//! One call of fetch under its signals, until the response headers.

use super::answer::{Answer, let_go};
use super::any::settled;
use super::clock::{LONGEST_TIMER, timer};
use super::error::{refused, timeout_error, type_error};
use super::fetching::Fetching;
use super::request::Outgoing;
use super::signal::platform_clock;
use super::verify::{UrlIs, refusal};
use crate::call::host::{Ended, Following, Refused};
use crate::policy::millis::Millis;
use crate::policy::text::push_number;
use futures_util::future::{Either, select};
use js_sys::Promise;
use std::cell::Cell;
use std::future::pending;
use std::pin::pin;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::AbortController;

/// Makes it, and waits for the headers, for a failure, or for `limit`.
pub async fn attempt(
    outgoing: &Outgoing,
    fetching: &Fetching,
    limit: Millis,
    following: Following,
) -> Result<Ended<Answer, JsValue>, Refused<JsValue>> {
    let own = AbortController::new().map_err(Refused)?;
    let signal = outgoing.signal.or(&own.signal()).map_err(Refused)?;
    let sent = outgoing.send(fetching, &signal, following);
    let landed = async {
        let flight = Flight::new(&sent?);
        flight.landed().await
    };
    let ended = match select(pin!(landed), pin!(over(limit))).await {
        Either::Left((ended, _)) => ended,
        Either::Right(_) => {
            let error = timeout_error(&too_slow(limit));
            own.abort_with_reason(&error);
            return Ok(Ended::TimedOut(error));
        }
    };
    match ended {
        Ok(value) => Answer::of(value, own).map(Ended::Response).map_err(|_| {
            Refused(refused("config.fetch", "expected a function that gives a Response"))
        }),
        Err(error) if error.is_undefined() => {
            Ok(Ended::Failed(type_error("fetch rejected with undefined")))
        }
        Err(error) => {
            let url_is = match fetching.given {
                Some(_) => UrlIs::AnothersBusiness,
                None => UrlIs::ThePlatforms,
            };
            refusal(outgoing, &error, url_is)
                .map_or(Ok(Ended::Failed(error)), |why| Err(Refused(why)))
        }
    }
}

/// A request that nobody may wait for any more: a fetch that did not heed its signal may answer it all the same.
struct Flight {
    promise: Promise,
    has_landed: Cell<bool>,
}

impl Flight {
    fn new(sent: &JsValue) -> Self {
        Self { promise: Promise::resolve(sent), has_landed: Cell::new(false) }
    }

    async fn landed(&self) -> Result<JsValue, JsValue> {
        let ended = settled(&self.promise).await;
        self.has_landed.set(true);
        ended
    }
}

impl Drop for Flight {
    fn drop(&mut self) {
        if !self.has_landed.get() {
            let promise = self.promise.clone();
            spawn_local(async move {
                if let Ok(response) = settled(&promise).await {
                    let_go(&response);
                }
            });
        }
    }
}

/// Resolves when the time is over, by whichever clock says so first: the platform's timeout signal, which no
/// mocked timers move and which fires in throttled tabs; and a timer of the same length, which obeys mocked
/// timers, keeps Node alive, and is there where the former throws.
async fn over(limit: Millis) {
    if limit == Millis::FOREVER {
        return pending().await;
    }
    let mut left = limit;
    while left > LONGEST_TIMER {
        timer(LONGEST_TIMER).await;
        left = left.minus(LONGEST_TIMER);
    }
    match platform_clock(left.as_f64()) {
        Some(clock) => {
            select(pin!(clock.heard()), pin!(timer(left))).await;
        }
        None => timer(left).await,
    }
}

fn too_slow(limit: Millis) -> String {
    let mut text = String::from("The service did not answer within ");
    push_number(&mut text, limit.get());
    text.push_str(" ms.");
    text
}
