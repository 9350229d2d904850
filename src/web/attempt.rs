//! One call of fetch under its signals, until the response headers.

use super::caller::{Caller, Stop};
use super::error;
use super::flag::{First, Flag, first};
use super::listener::Listener;
use super::request::Outgoing;
use super::timer;
use crate::policy::message::push_duration;
use crate::policy::millis::Millis;
use js_sys::Array;
use std::future::pending;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::AbortController;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = AbortSignal, js_name = any, catch)]
    fn any_signal(signals: &Array) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = AbortSignal, js_name = timeout, catch)]
    fn timeout_signal(ms: f64) -> Result<JsValue, JsValue>;
}

/// How an attempt ended.
pub enum Ending {
    /// What fetch resolved with.
    Settled(JsValue),
    /// What fetch rejected with.
    Failed(JsValue),
    /// The TimeoutError that ended it.
    TimedOut(JsValue),
}

/// Makes one attempt of at most `limit`. At the headers the limit no longer counts; the caller's
/// signal stays wired for the life of the body.
pub async fn attempt(
    request: &Outgoing,
    fetch: &JsValue,
    caller: &Caller,
    limit: Millis,
    is_last: bool,
) -> Result<Ending, Stop> {
    let own = AbortController::new().map_err(Stop::Refused)?;
    let signal = match caller.signal() {
        Some(callers) => any_signal(&Array::of2(callers, &own.signal())).map_err(|_| {
            Stop::Refused(error::type_error(
                "init.signal: expected an AbortSignal of the platform",
            ))
        })?,
        None => own.signal().into(),
    };
    let promise = request.send(fetch, &signal, is_last);
    let answer = JsFuture::from(promise.clone());
    match caller.unless_aborted(first(answer, run_out(limit))).await {
        Ok(First::Left(Ok(value))) => Ok(Ending::Settled(value)),
        Ok(First::Left(Err(error))) => Ok(Ending::Failed(error)),
        Ok(First::Right(())) => {
            let mut text = "No response within ".to_owned();
            push_duration(&mut text, limit);
            text.push('.');
            let reason = error::timeout_error(&text);
            own.abort_with_reason(&reason);
            abandon(promise);
            Ok(Ending::TimedOut(reason))
        }
        Err(stop) => {
            abandon(promise);
            Err(stop)
        }
    }
}

/// Until `limit` is over. The platform's timeout signal is a clock only, fresh for each attempt: it
/// cannot be disarmed, so it is no longer heard once the future is dropped.
async fn run_out(limit: Millis) {
    if limit == Millis::FOREVER {
        return pending().await;
    }
    // From 2³¹ on the platform's own fires at once (Node).
    let platform = (limit.get() < 1 << 31)
        .then(|| timeout_signal(limit.as_f64()).ok())
        .flatten();
    let Some(clock) = platform else {
        return timer::sleep(limit).await;
    };
    let over = Flag::default();
    let heard = over.clone();
    let _listener = Listener::new(&clock, "abort", move || heard.raise());
    over.raised().await;
}

/// A fetch that does not heed its signal may still answer: that answer is let go of.
fn abandon(promise: js_sys::Promise) {
    spawn_local(async move {
        if let Ok(response) = JsFuture::from(promise).await {
            super::body::cancel(&response);
        }
    });
}
