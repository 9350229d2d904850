//! The ready-made configs as JavaScript objects: made when first asked for, then the same at each reading, and
//! frozen, since all callers share them.

use crate::policy::config::Config;
use crate::policy::presets::{self, SpelledOut};
use js_sys::Object;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use std::cell::OnceCell;
use std::thread::LocalKey;
use wasm_bindgen::{JsCast, JsValue};

type Kept = LocalKey<OnceCell<JsValue>>;

thread_local! {
    static DEFAULT: OnceCell<JsValue> = const { OnceCell::new() };
    static PATIENT: OnceCell<JsValue> = const { OnceCell::new() };
    static UNATTENDED: OnceCell<JsValue> = const { OnceCell::new() };
}

/// Every default, spelled out.
pub fn default() -> Result<JsValue, JsValue> {
    kept(&DEFAULT, presets::default)
}

/// For metered use under heavy rate limits.
pub fn patient() -> Result<JsValue, JsValue> {
    kept(&PATIENT, presets::patient)
}

/// For work that nobody watches.
pub fn unattended() -> Result<JsValue, JsValue> {
    kept(&UNATTENDED, presets::unattended)
}

fn kept(place: &'static Kept, preset: fn() -> Config) -> Result<JsValue, JsValue> {
    place.with(|kept| match kept.get() {
        Some(object) => Ok(object.clone()),
        None => {
            let object = frozen(&preset())?;
            Ok(kept.get_or_init(|| object).clone())
        }
    })
}

fn frozen(config: &Config) -> Result<JsValue, JsValue> {
    let to_objects = Serializer::new().serialize_maps_as_objects(true);
    let object = SpelledOut::of(config).serialize(&to_objects)?.unchecked_into::<Object>();
    for value in Object::values(&object).iter().filter(JsValue::is_object) {
        Object::freeze(value.unchecked_ref::<Object>());
    }
    Ok(Object::freeze(&object).into())
}
