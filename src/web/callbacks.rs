//! Calls of the caller's functions. What they throw is theirs: it changes nothing about the request, and surfaces
//! where an uncaught error does.

use super::any::{is_there, method, settled};
use super::error::report;
use super::info::outward;
use super::settings::Callbacks;
use crate::call::host::Level;
use crate::call::message::{Message, RetryDetails};
use js_sys::{Function, Object, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

impl Callbacks {
    /// Gives the caller a message, if it wants such.
    pub fn tell(&self, message: &Message) {
        let callback = match message {
            Message::NewRetryAttempt(_) => &self.on_retry,
            Message::RetryGaveUp(_) => &self.on_give_up,
            Message::RetryDone(_) => &self.on_done,
        };
        if let Some(callback) = callback {
            call(callback, &JsValue::UNDEFINED, &outward(message));
        }
    }

    /// Writes a log line: the method is looked up, and called as one.
    pub fn log(&self, level: Level, line: &str) {
        let Some(logger) = &self.logger else { return };
        let name = match level {
            Level::Log => "log",
            Level::Warn => "warn",
        };
        match method(logger, name) {
            Some(write) => call(&write, logger, &line.into()),
            None => report(super::error::type_error("config.logger: expected log() and warn()")),
        }
    }

    /// Asks whether to retry, which may take its time. A throw or a rejection is a no.
    pub async fn agrees(
        &self,
        retry: &RetryDetails,
        outcome: &JsValue,
        method: &str,
        url: &str,
    ) -> bool {
        let Some(should_retry) = &self.should_retry else { return true };
        let request = Object::new();
        let _ = Reflect::set(&request, &"method".into(), &method.into());
        let _ = Reflect::set(&request, &"url".into(), &url.into());
        let answer = should_retry.call3(&JsValue::UNDEFINED, &outward(retry), outcome, &request);
        match answer {
            Ok(answer) => settled(&answer).await.is_ok_and(|answer| answer.is_truthy()),
            Err(_) => false,
        }
    }

    /// What the caller's random source gives, if it has one; what is no number counts as 0.
    pub fn random(&self) -> Option<f64> {
        let source = self.random.as_ref()?;
        match source.call0(&JsValue::UNDEFINED) {
            Ok(drawn) => Some(drawn.as_f64().unwrap_or_default()),
            Err(error) => {
                report(error);
                Some(0.0)
            }
        }
    }
}

fn call(callback: &Function, this: &JsValue, argument: &JsValue) {
    match callback.call1(this, argument) {
        Err(error) => report(error),
        Ok(result) if is_there(&result) && method(&result, "then").is_some() => {
            spawn_local(async move {
                if let Err(error) = settled(&result).await {
                    report(error);
                }
            })
        }
        Ok(_) => {}
    }
}
