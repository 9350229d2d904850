//! Reads a config: each known key once, in their order. What a value must look like is in `policy::keys`.

use super::given::{deep, member, shallow};
use super::settings::{Callbacks, Settings};
use crate::policy::config::Config;
use crate::policy::given::Given;
use crate::policy::keys::KEYS;
use crate::policy::misuse::{Kind, Misuse};
use crate::policy::unknown::{LONGEST_KEY, known, no_config};
use js_sys::{Array, JsString, RangeError, Set, TypeError};
use std::rc::Rc;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    // js-sys has it without `catch`.
    #[wasm_bindgen(js_namespace = Object, js_name = keys, catch)]
    fn own_keys(of: &JsValue) -> Result<Array, JsValue>;
}

/// Letters of an unknown key that are read: one more than a name has.
const SLIP: u32 = LONGEST_KEY.saturating_add(1) as u32;

thread_local! {
    static DEFAULTS: Settings = Settings::default();
    /// The names of the keys in JavaScript, made once: making a string costs more than reading a key.
    static NAMES: Vec<JsValue> = KEYS.iter().map(|key| JsValue::from_str(key.name)).collect();
    static KNOWN: Set = NAMES.with(|names| {
        Set::new(&names.iter().collect::<Array>())
    });
}

/// Reads a config; undefined is every default. An error is a TypeError or a RangeError that names the key,
/// what was given and what was expected.
pub fn read(config: &JsValue) -> Result<Settings, JsValue> {
    DEFAULTS.with(|defaults| read_over(defaults, config))
}

/// Reads what is laid over a config for one call; undefined keeps what it has.
pub fn read_over(base: &Settings, overrides: &JsValue) -> Result<Settings, JsValue> {
    if overrides.is_undefined() {
        return Ok(base.clone());
    }
    read_object(base, overrides).map_err(error)
}

fn read_object(base: &Settings, object: &JsValue) -> Result<Settings, Misuse> {
    match shallow(object) {
        Given::Object { .. } => {}
        other => return Err(no_config(&other)),
    }
    refuse_unknown(object)?;
    let mut config = Config::clone(&base.config);
    let mut callbacks = Callbacks::clone(&base.callbacks);
    NAMES.with(|names| {
        for (key, name) in KEYS.iter().zip(names) {
            let value = member(object, name);
            if value.as_ref().is_ok_and(JsValue::is_undefined) {
                continue;
            }
            key.take(&value.as_ref().map_or(Given::Threw, deep), &mut config)?;
            if let (Some(which), Ok(value)) = (key.callback(), value) {
                callbacks.keep(which, value);
            }
        }
        Ok(Settings { config: Rc::new(config), callbacks: Rc::new(callbacks) })
    })
}

/// Looks at the object's own keys that can be enumerated; what it inherits may serve other ends.
fn refuse_unknown(object: &JsValue) -> Result<(), Misuse> {
    let keys = own_keys(object).map_err(|_| no_config(&Given::Threw))?;
    KNOWN.with(|all| {
        for name in keys.iter().filter(|name| !all.has(name)) {
            let given = member(object, &name).map_or(Given::Threw, |value| shallow(&value));
            // No more of a slip is copied than tells that it is one.
            let start = name.unchecked_ref::<JsString>().slice(0, SLIP);
            known(&String::from(start), &given)?;
        }
        Ok(())
    })
}

fn error(Misuse { kind, text }: Misuse) -> JsValue {
    match kind {
        Kind::Type => TypeError::new(&text).into(),
        Kind::Range => RangeError::new(&text).into(),
    }
}
