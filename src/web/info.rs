//! What happened on the way to an outcome, kept beside it for as long as the outcome lives.

use super::any::member;
use crate::call::record::Record;
use crate::policy::decision::GiveUpReason;
use js_sys::{JSON, Object, WeakMap, WeakSet};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use std::cell::Cell;
use wasm_bindgen::prelude::*;

thread_local! {
    static INFOS: WeakMap = WeakMap::new();
    static REFUSALS: WeakSet = WeakSet::new();
    /// Outcomes that were given up on, by the serial number of that.
    static GIVEN_UP: WeakMap = WeakMap::new();
    static LAST: Cell<f64> = const { Cell::new(0.0) };
}

/// What is given up on from now on has a higher number.
pub fn serial() -> f64 {
    LAST.with(Cell::get)
}

/// As JavaScript has it: null for what there is not.
pub fn outward(value: &impl Serialize) -> JsValue {
    let serializer = Serializer::new().serialize_missing_as_null(true);
    value.serialize(&serializer).unwrap_or_default()
}

/// Notes what happened on the way to a Response or an error. What is no object has no identity to note it by.
pub fn remember(outcome: &JsValue, record: &Record) {
    if let Some(outcome) = as_object(outcome) {
        INFOS.with(|infos| infos.set(outcome, &outward(record)));
        if record.gave_up.is_some() {
            let number = LAST.with(|last| last.replace(last.get() + 1.0)) + 1.0;
            GIVEN_UP.with(|given_up| given_up.set(outcome, &number.into()));
        }
    }
}

/// Notes an error that refuses a request.
pub fn refuse(error: &JsValue, record: &Record) {
    remember(error, record);
    if let Some(error) = as_object(error) {
        REFUSALS.with(|refusals| refusals.add(error));
    }
}

/// Whether an error refuses a request that can never be sent.
pub fn is_refusal(error: &JsValue) -> bool {
    as_object(error).is_some_and(|error| REFUSALS.with(|refusals| refusals.has(error)))
}

/// What was noted: a copy, which is the caller's.
pub fn recall(outcome: &JsValue) -> JsValue {
    let noted = noted(outcome);
    if noted.is_undefined() {
        return noted;
    }
    let text = JSON::stringify(&noted).ok().and_then(|text| text.as_string());
    text.and_then(|text| JSON::parse(&text).ok()).unwrap_or_default()
}

/// Why the call that this is the outcome of has given up on it, if it has since `serial`. (An error object may
/// be the outcome of many calls.)
pub fn given_up(outcome: &JsValue, serial: f64) -> Option<GiveUpReason> {
    let number = GIVEN_UP
        .with(|given_up| as_object(outcome).map(|outcome| given_up.get(outcome)))?
        .as_f64()?;
    if number <= serial {
        return None;
    }
    let noted = noted(outcome);
    GiveUpReason::of_name(&member(&noted, "gaveUp").as_string()?)
}

fn noted(outcome: &JsValue) -> JsValue {
    as_object(outcome).map(|outcome| INFOS.with(|infos| infos.get(outcome))).unwrap_or_default()
}

fn as_object(value: &JsValue) -> Option<&Object> {
    (value.is_object() || value.is_function()).then(|| value.unchecked_ref())
}
