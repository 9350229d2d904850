//! A call, from its arguments to the promise that the caller gets.

use super::answer::Answer;
use super::awake::Awake;
use super::fetching::Fetching;
use super::host::Browser;
use super::idle;
use super::info::{refuse, remember};
use super::request::Outgoing;
use super::settings::Settings;
use super::task::promise;
use crate::call::host::{Ended, Following};
use crate::call::record::Record;
use crate::call::{End, Finished, run};
use crate::policy::config::{Config, IdempotencyKey};
use js_sys::Promise;
use wasm_bindgen::JsValue;

/// Starts it. Whatever is wrong with the arguments is a rejection.
pub fn start(
    input: &JsValue,
    init: &JsValue,
    settings: Result<Settings, JsValue>,
    fetching: &Fetching,
) -> Promise {
    match settings.and_then(|settings| begin(input, init, &settings, fetching)) {
        Ok(promise) => promise,
        Err(error) => {
            refuse(&error, &Record::default());
            Promise::reject(&error)
        }
    }
}

fn begin(
    input: &JsValue,
    init: &JsValue,
    Settings { config, callbacks }: &Settings,
    fetching: &Fetching,
) -> Result<Promise, JsValue> {
    let following = if config.max_retries > 0 { Following::Maybe } else { Following::Nothing };
    let outgoing = Outgoing::read(input, init, following)?;
    if let IdempotencyKey::In(header) = &config.idempotency_key {
        outgoing.identify(header)?;
    }
    let fetching = fetching.or(callbacks.fetch.as_ref());
    let host = Browser::new(outgoing, fetching, callbacks.clone());
    let awake = config.keep_awake.then(Awake::hold);
    let config = config.clone();
    Ok(promise(async move {
        let settled = settle(&host, &config, run(&host, &config).await);
        drop(host);
        drop(awake);
        settled
    }))
}

/// Notes how an outcome came about, and guards its body.
fn settle(
    host: &Browser,
    config: &Config,
    Finished { end, record }: Finished<Browser>,
) -> Result<JsValue, JsValue> {
    match end {
        End::Settled(Ended::Response(answer)) => {
            host.signal().hold_for(&answer);
            let Answer { response, own, .. } = answer;
            idle::guard(&response, config.body_idle_timeout, &own);
            remember(&response, &record);
            Ok(response)
        }
        End::Settled(Ended::Failed(error) | Ended::TimedOut(error)) => {
            remember(&error, &record);
            Err(error)
        }
        End::Aborted => Err(host.signal().reason()),
        End::Refused(error) => {
            refuse(&error, &record);
            Err(error)
        }
    }
}
