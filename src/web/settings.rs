//! A config, read key by key and checked: rules go to the policy, callbacks and seams stay here. See
//! `config.js`.

use super::callback;
use crate::policy::config::{KEYS, Policy};
use crate::policy::nearest::nearest;
use crate::policy::slot::{Given, Refusal};
use crate::policy::text::join;
use js_sys::{Array, Float64Array, Function, Object, RangeError, Reflect, TypeError};
use std::rc::Rc;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/web/config.js")]
extern "C" {
    #[wasm_bindgen(js_name = readConfig, catch)]
    fn read_config(config: &JsValue, known: &Array) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_name = kindOf)]
    fn kind_of(value: &JsValue) -> String;
    #[wasm_bindgen(js_name = isPlain)]
    fn is_plain(value: &JsValue) -> bool;
}

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
    /// In place of the platform's random source.
    pub random: Option<Function>,
    /// Called for each attempt, in place of the global fetch.
    pub fetch: Option<Function>,
    /// Has `log` and `warn`.
    pub logger: Option<JsValue>,
    /// Names the request.
    pub label: Option<String>,
    /// The header that gets the same fresh key with every attempt.
    pub idempotency_key: Option<String>,
}

thread_local! {
    static KEY_NAMES: Array = {
        let names = Array::new();
        for key in KEYS {
            names.push(&JsValue::from_str(key));
        }
        names
    };
}

/// Reads a config; undefined is every default.
pub fn read(config: &JsValue) -> Result<Rc<Settings>, JsValue> {
    let mut settings = Settings::default();
    if config.is_undefined() {
        return Ok(Rc::new(settings));
    }
    let read = match is_plain(config) {
        true => KEY_NAMES.with(|names| read_config(config, names)),
        false => Err(JsValue::UNDEFINED),
    };
    let Ok(read) = read else {
        return Err(refused(
            "config",
            config,
            &Refusal { expected: "an object", out_of_range: false },
        ));
    };
    if let Some(unknown) = read.as_string() {
        let meant = nearest(&unknown, &KEYS);
        let shown = if is_name(&unknown) { &unknown } else { "…" };
        let message = join(&["config.", shown, ": unknown key; did you mean ", meant, "?"]);
        return Err(TypeError::new(&message).into());
    }
    let values: Array = read.unchecked_into();
    for (index, key) in KEYS.iter().enumerate() {
        let value = values.get(index as u32);
        if value.is_undefined() {
            continue;
        }
        if let Err(refusal) = settings.set(index, key, &value) {
            return Err(refused(&join(&["config.", key]), &value, &refusal));
        }
    }
    Ok(Rc::new(settings))
}

impl Settings {
    fn set(&mut self, index: usize, key: &str, value: &JsValue) -> Result<(), Refusal> {
        if let Some(slot) = self.policy.slot(index) {
            return slot.set(given(value));
        }
        let expected = match key {
            "logger" => {
                if callback::is_logger(value) {
                    self.logger = Some(value.clone());
                    return Ok(());
                }
                "an object with log() and warn()"
            }
            "idempotencyKey" => {
                self.idempotency_key = match value.as_bool() {
                    Some(false) => return Ok(()),
                    Some(true) => Some("Idempotency-Key".to_owned()),
                    None => value.as_string().filter(|name| is_header_name(name)),
                };
                if self.idempotency_key.is_some() {
                    return Ok(());
                }
                "true, false or the name of a header"
            }
            "label" => {
                self.label = value.as_string();
                if self.label.is_some() {
                    return Ok(());
                }
                "a string"
            }
            _ => {
                let place = match key {
                    "shouldRetry" => &mut self.should_retry,
                    "onRetry" => &mut self.on_retry,
                    "onGiveUp" => &mut self.on_give_up,
                    "random" => &mut self.random,
                    _ => &mut self.fetch,
                };
                if value.is_function() {
                    *place = Some(value.clone().unchecked_into());
                    return Ok(());
                }
                "a function"
            }
        };
        Err(Refusal { expected, out_of_range: false })
    }
}

/// A key is a name, not a value; but one of any length or form may be a slip.
fn is_name(key: &str) -> bool {
    key.len() <= 40 && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// `token` of RFC 9110 §5.6.2.
fn is_header_name(name: &str) -> bool {
    let symbols = b"!#$%&'*+-.^_`|~";
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || symbols.contains(&b))
}

fn refused(key: &str, value: &JsValue, refusal: &Refusal) -> JsValue {
    let message = join(&[key, ": got ", &kind_of(value), "; expected ", refusal.expected]);
    if refusal.out_of_range {
        RangeError::new(&message).into()
    } else {
        TypeError::new(&message).into()
    }
}

/// A value as the policy sees it.
fn given(value: &JsValue) -> Given {
    if let Some(number) = value.as_f64() {
        Given::Number(number)
    } else if let Some(text) = value.as_string() {
        Given::Text(text)
    } else if let Some(flag) = value.as_bool() {
        Given::Flag(flag)
    } else if let Some(numbers) = value.dyn_ref::<Float64Array>() {
        Given::Numbers(numbers.to_vec())
    } else {
        Given::Other
    }
}

/// A frozen config with every value of `policy` spelled out.
pub fn spelled_out(policy: &mut Policy) -> JsValue {
    let config = Object::new();
    for (index, key) in KEYS.iter().enumerate() {
        let value = match policy.slot(index).map(|slot| slot.get()) {
            Some(Given::Number(number)) => number.into(),
            Some(Given::Flag(flag)) => flag.into(),
            Some(Given::Text(text)) => text.into(),
            Some(Given::Numbers(numbers)) => {
                let array = Array::new();
                for number in numbers {
                    array.push(&number.into());
                }
                Object::freeze(&array).into()
            }
            None if *key == "idempotencyKey" => false.into(),
            Some(Given::Other) | None => continue,
        };
        let _ = Reflect::set(&config, &JsValue::from_str(key), &value);
    }
    Object::freeze(&config).into()
}
