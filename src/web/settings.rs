//! A config, read key by key and checked: rules go to the policy, callbacks and seams stay here.

use super::error;
use crate::policy::config::Policy;
use crate::policy::given::{BadValue, Given};
use crate::policy::keys::KEYS;
use crate::policy::nearest::nearest;
use js_sys::{Array, Function, Object, Reflect};
use std::rc::Rc;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = Array, js_name = isArray, catch)]
    fn is_array(value: &JsValue) -> Result<bool, JsValue>;
    #[wasm_bindgen(js_namespace = Object, js_name = keys, catch)]
    fn own_keys(value: &JsValue) -> Result<Array, JsValue>;
}

/// More entries than anyone means; reading them all would freeze the page.
const LONGEST_LIST: u32 = 1000;

/// All that one config asks for.
#[derive(Default)]
pub struct Settings {
    /// The rules.
    pub policy: Policy,
    /// Asked before each retry.
    pub should_retry: Option<Function>,
    /// Told before each wait.
    pub on_retry: Option<Function>,
    /// Told when giving up.
    pub on_give_up: Option<Function>,
    /// Has `log` and `warn`.
    pub logger: Option<JsValue>,
    /// Names the request.
    pub label: Option<String>,
    /// Called for each attempt; undefined stands for the global fetch.
    pub fetch: JsValue,
    /// In place of the platform's random source.
    pub random: Option<Function>,
}

thread_local! {
    static DEFAULT: Rc<Settings> = Rc::default();
    static KEY_NAMES: Vec<JsValue> = KEYS.iter().map(|key| JsValue::from_str(key)).collect();
}

/// Reads a config; undefined is every default.
pub fn read(config: &JsValue) -> Result<Rc<Settings>, JsValue> {
    if config.is_undefined() {
        return Ok(DEFAULT.with(Rc::clone));
    }
    let whole = given(config);
    if !matches!(whole, Given::Other(OBJECT)) {
        return Err(error::bad_value(&BadValue::new(
            "config",
            &whole,
            "an object",
        )));
    }
    refuse_unknown_keys(config)?;
    let mut settings = Settings::default();
    KEY_NAMES.with(|names| {
        KEYS.iter().zip(names).try_for_each(|(key, name)| {
            match Reflect::get(config, name) {
                Ok(value) if value.is_undefined() => Ok(()),
                Ok(value) => settings.set(key, &value),
                Err(_) => Err(bad(key, &Given::Threw, "a value that can be read")),
            }
            .map_err(|bad| error::bad_value(&bad))
        })
    })?;
    Ok(Rc::new(settings))
}

impl Settings {
    fn set(&mut self, key: &str, value: &JsValue) -> Result<(), BadValue> {
        match key {
            "shouldRetry" => self.should_retry = Some(function(key, value)?),
            "onRetry" => self.on_retry = Some(function(key, value)?),
            "onGiveUp" => self.on_give_up = Some(function(key, value)?),
            "random" => self.random = Some(function(key, value)?),
            "fetch" => self.fetch = function(key, value)?.into(),
            "logger" => {
                let method = |name: &str| {
                    Reflect::get(value, &JsValue::from_str(name)).is_ok_and(|f| f.is_function())
                };
                if !(value.is_object() || value.is_function()) || !method("log") || !method("warn")
                {
                    return Err(bad(key, &given(value), "an object with log() and warn()"));
                }
                self.logger = Some(value.clone());
            }
            "label" => match value.as_string() {
                Some(label) => self.label = Some(label),
                None => return Err(bad(key, &given(value), "a string")),
            },
            _ => self.policy.set(key, &given(value))?,
        }
        Ok(())
    }
}

fn refuse_unknown_keys(config: &JsValue) -> Result<(), JsValue> {
    let Ok(keys) = own_keys(config) else {
        return Err(error::bad_value(&BadValue::new(
            "config",
            &Given::Threw,
            "an object",
        )));
    };
    for key in keys.iter().filter_map(|key| key.as_string()) {
        if !KEYS.contains(&key.as_str()) {
            // A key is a name, not a value; but one of any length or form may be a slip.
            let shown = if is_name(&key) { key.as_str() } else { "…" };
            let message = [
                "config.",
                shown,
                ": unknown key; did you mean ",
                nearest(&key, KEYS),
                "?",
            ];
            return Err(error::type_error(&message.concat()));
        }
    }
    Ok(())
}

fn is_name(key: &str) -> bool {
    key.len() <= 40
        && key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn function(key: &str, value: &JsValue) -> Result<Function, BadValue> {
    value
        .dyn_ref::<Function>()
        .cloned()
        .ok_or_else(|| bad(key, &given(value), "a function"))
}

fn bad(key: &str, given: &Given, expected: &str) -> BadValue {
    BadValue::new(&["config.", key].concat(), given, expected)
}

const OBJECT: &str = "an object";

/// A value as the policy sees it.
fn given(value: &JsValue) -> Given {
    if let Some(number) = value.as_f64() {
        Given::Number(number)
    } else if let Some(text) = value.as_string() {
        Given::Text(text)
    } else if let Some(flag) = value.as_bool() {
        Given::Bool(flag)
    } else if value.is_null() {
        Given::Null
    } else if value.is_undefined() {
        Given::Other("undefined")
    } else if value.is_function() {
        Given::Other("a function")
    } else if !value.is_object() {
        Given::Other("a symbol or bigint")
    } else {
        match is_array(value) {
            Ok(true) => list(value),
            Ok(false) => Given::Other(OBJECT),
            Err(_) => Given::Threw,
        }
    }
}

fn list(array: &JsValue) -> Given {
    let length = Reflect::get(array, &JsValue::from_str("length"))
        .ok()
        .and_then(|n| n.as_f64());
    match length {
        Some(length) if length <= f64::from(LONGEST_LIST) => {
            let item = |index| match Reflect::get_u32(array, index) {
                // Lists in lists mean nothing to any key.
                Ok(item) if item.is_object() => Given::Other(OBJECT),
                Ok(item) => given(&item),
                Err(_) => Given::Threw,
            };
            Given::List((0..length as u32).map(item).collect())
        }
        Some(_) => Given::LongList,
        None => Given::Threw,
    }
}

/// A frozen config with every default of `policy` spelled out.
pub fn spelled_out(policy: &Policy) -> Result<Object, JsValue> {
    let config = Object::new();
    let set = |key: &str, value: JsValue| Reflect::set(&config, &key.into(), &value);
    for (key, value) in policy.values() {
        set(key, value_of(value))?;
    }
    Ok(Object::freeze(&config))
}

fn value_of(given: Given) -> JsValue {
    match given {
        Given::Bool(flag) => flag.into(),
        Given::Number(number) => number.into(),
        Given::Text(text) => text.into(),
        Given::List(items) => {
            let array: Array = items.into_iter().map(value_of).collect();
            Object::freeze(&array).into()
        }
        _ => JsValue::UNDEFINED,
    }
}
