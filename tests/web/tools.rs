//! What the tests share.

use js_sys::{Array, Function, JSON, Object, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// What an expression in JavaScript gives.
pub fn js(expression: &str) -> JsValue {
    let body = ["'use strict'; return (", expression, ");"].concat();
    Function::new_no_args(&body).call0(&JsValue::UNDEFINED).unwrap()
}

/// What a function written in JavaScript gives for these arguments.
pub fn call(function: &str, arguments: &[&JsValue]) -> JsValue {
    let arguments = arguments.iter().copied().collect::<Array>();
    js(function).unchecked_into::<Function>().apply(&JsValue::UNDEFINED, &arguments).unwrap()
}

/// A member.
pub fn get(of: &JsValue, name: &str) -> JsValue {
    Reflect::get(of, &name.into()).unwrap()
}

/// A member that is a number.
pub fn number(of: &JsValue, name: &str) -> f64 {
    get(of, name).as_f64().unwrap()
}

/// What an error says.
pub fn message(error: &JsValue) -> String {
    get(error, "message").as_string().unwrap()
}

/// A value as JSON.
pub fn json(value: &JsValue) -> String {
    JSON::stringify(value).unwrap().into()
}

/// What a promise settles to.
pub async fn settled(promise: &JsValue) -> Result<JsValue, JsValue> {
    JsFuture::from(js_sys::Promise::resolve(promise)).await
}

/// Some milliseconds.
pub async fn sleep(ms: u32) {
    let promise = call("ms => new Promise((resolve) => setTimeout(resolve, ms))", &[&ms.into()]);
    settled(&promise).await.unwrap();
}

/// Whether this is Node.
pub fn is_node() -> bool {
    js("typeof process === 'object' && !!process.versions?.node").is_truthy()
}

/// Whether there is a document.
pub fn is_page() -> bool {
    js("typeof document === 'object'").is_truthy()
}

/// A property that has another value until this is dropped.
pub struct Patch {
    of: Object,
    name: &'static str,
    before: JsValue,
}

impl Patch {
    /// Of an object.
    pub fn of(of: &JsValue, name: &'static str, value: &JsValue) -> Self {
        let of: Object = of.clone().unchecked_into();
        let before = Object::get_own_property_descriptor(&of, &name.into());
        let define = "(of, name, value) => Object.defineProperty(of, name, { value, configurable: true, enumerable: true, writable: true })";
        call(define, &[&of, &name.into(), value]);
        Self { of, name, before }
    }

    /// Of the global object.
    pub fn global(name: &'static str, value: &JsValue) -> Self {
        Self::of(&js_sys::global(), name, value)
    }
}

impl Drop for Patch {
    fn drop(&mut self) {
        if self.before.is_undefined() {
            Reflect::delete_property(&self.of, &self.name.into()).unwrap();
        } else {
            Object::define_property(&self.of, &self.name.into(), self.before.unchecked_ref());
        }
    }
}

/// All timers of one kind that are set from now on, until this is dropped.
pub struct Timers {
    state: JsValue,
    _patches: [Patch; 2],
}

impl Timers {
    /// Those that fire once.
    pub fn timeouts() -> Self {
        Self::watch("setTimeout", "clearTimeout")
    }

    /// Those that fire again and again.
    pub fn intervals() -> Self {
        Self::watch("setInterval", "clearInterval")
    }

    fn watch(set: &'static str, clear: &'static str) -> Self {
        let state = call(
            "(set, clear, repeats) => {
              const state = {
                live: new Map(), made: 0,
                set(f, ms, ...rest) {
                  state.made += 1;
                  const id = set(() => { if (!repeats) state.live.delete(id); f(...rest); }, ms);
                  state.live.set(id, ms);
                  return id;
                },
                clear(id) { state.live.delete(id); clear(id); },
                waits: () => [...state.live.values()],
              };
              return state;
            }",
            &[
                &get(&js_sys::global(), set),
                &get(&js_sys::global(), clear),
                &(set == "setInterval").into(),
            ],
        );
        let patches =
            [Patch::global(set, &get(&state, "set")), Patch::global(clear, &get(&state, "clear"))];
        Self { state, _patches: patches }
    }

    /// The milliseconds of those that have neither fired nor been cleared.
    pub fn waits(&self) -> Vec<f64> {
        let waits = call("state => state.waits()", &[&self.state]);
        Array::from(&waits).iter().map(|wait| wait.as_f64().unwrap()).collect()
    }

    /// How many were set.
    pub fn made(&self) -> f64 {
        number(&self.state, "made")
    }
}

/// What events come from, and who listens: an object of that shape.
pub fn target() -> JsValue {
    js("{
      on: [],
      addEventListener(name, f) { this.on.push([name, f]); },
      removeEventListener(name, f) { this.on = this.on.filter(([n, g]) => n !== name || g !== f); },
      fire(name) { for (const [n, f] of this.on) if (n === name) f({ type: name }); },
    }")
}

/// How many listeners it has.
pub fn listeners(target: &JsValue) -> f64 {
    number(&get(target, "on"), "length")
}

/// Lets a target tell its listeners.
pub fn fire(target: &JsValue, name: &str) {
    call("(target, name) => target.fire(name)", &[target, &name.into()]);
}

/// A true AbortSignal whose listeners are counted by `listeners`.
pub fn watched(signal: &JsValue) -> JsValue {
    call(
        "signal => {
          signal.on = [];
          for (const name of ['addEventListener', 'removeEventListener']) {
            const own = signal[name];
            signal[name] = (kind, f, ...rest) => {
              if (name[0] === 'a') signal.on.push(f); else signal.on = signal.on.filter((g) => g !== f);
              return own.call(signal, kind, f, ...rest);
            };
          }
          return signal;
        }",
        &[signal],
    )
}
