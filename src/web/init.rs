//! The caller's init, each member read once and copied, as fetch itself reads it once.

use super::error::refused;
use super::given::kind_of;
use crate::policy::request_init::MEMBERS;
use js_sys::{Array, JsString, Object, Reflect};
use wasm_bindgen::prelude::*;

/// Prototypes that are looked at, more than any init has: that of a proxy can be itself.
const LONGEST_CHAIN: usize = 100;

thread_local! {
    /// They are named because a caller's init may inherit them, or have them as accessors of a class, which
    /// Object.keys does not see.
    static NAMES: [JsString; MEMBERS.len()] = MEMBERS.map(JsString::from);
}

/// A plain copy of a caller's init.
pub struct Init(Object);

impl Init {
    /// Reads it. An error names the member whose getter threw.
    pub fn read(init: &JsValue) -> Result<Self, JsValue> {
        let copy = Object::new();
        if init.is_null() || init.is_undefined() {
            return Ok(Self(copy));
        }
        if !init.is_object() && !init.is_function() {
            let what = ["got ", &kind_of(init), "; expected an object"].concat();
            return Err(refused("init", &what));
        }
        NAMES.with(|names| {
            for (name, text) in names.iter().zip(MEMBERS) {
                let value = Reflect::get(init, name)
                    .map_err(|_| refused(&["init.", text].concat(), "reading it threw"))?;
                if !value.is_undefined() {
                    Reflect::set(&copy, name, &value)?;
                }
            }
            Ok::<(), JsValue>(())
        })?;
        // What an engine knows beyond these (Node's `dispatcher`), inherited members included.
        let mut of = init.clone();
        for _ in 0..LONGEST_CHAIN {
            if !of.is_object() || is_root(&of) {
                return Ok(Self(copy));
            }
            let keys = own_keys(&of).map_err(|_| unreadable())?;
            for key in keys.iter().filter(|key| !is_known(key)) {
                if !Reflect::has(&copy, &key).unwrap_or(true) {
                    let value = Reflect::get(init, &key).map_err(|_| unreadable())?;
                    Reflect::set(&copy, &key, &value)?;
                }
            }
            of = Reflect::get_prototype_of(&of).map_err(|_| unreadable())?.into();
        }
        Err(unreadable())
    }

    /// A member.
    pub fn get(&self, name: &str) -> JsValue {
        super::any::member(&self.0, name)
    }

    /// Puts another value in its place.
    pub fn set(&self, name: &str, value: &JsValue) {
        let _ = Reflect::set(&self.0, &name.into(), value);
    }

    /// A copy, for one attempt.
    pub fn copy(&self) -> Self {
        Self(Object::assign(&Object::new(), &self.0))
    }
}

impl AsRef<JsValue> for Init {
    fn as_ref(&self) -> &JsValue {
        &self.0
    }
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = Object, js_name = keys, catch)]
    fn own_keys(of: &JsValue) -> Result<Array, JsValue>;
}

/// The prototype of plain objects has nothing that is meant.
fn is_root(object: &JsValue) -> bool {
    Reflect::get_prototype_of(object).is_ok_and(|prototype| JsValue::from(prototype).is_null())
        && own_keys(object).is_ok_and(|keys| keys.length() == 0)
}

fn is_known(key: &JsValue) -> bool {
    NAMES.with(|names| names.iter().any(|name| key == name.as_ref() as &JsValue))
}

fn unreadable() -> JsValue {
    refused("init.*", "reading it threw")
}
