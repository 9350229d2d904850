//! One request that can be made several times: the caller's arguments, read once and kept, as fetch itself
//! reads them once. Nothing here decides whether to send again.

use super::address::Address;
use super::any::{cancel, is_there, member};
use super::body::{as_request, copy_of, replay_of, request_may_have_body};
use super::error::refused;
use super::fetching::Fetching;
use super::given::kind_of;
use super::headers;
use super::init::Init;
use super::random;
use super::signal::CallersSignal;
use crate::call::host::Following;
use crate::policy::decision::Replay;
use std::cell::{Cell, OnceCell, RefCell};
use wasm_bindgen::prelude::*;
use web_sys::Request;

/// The caller's request.
pub struct Outgoing {
    /// A copy of the caller's init.
    pub init: Init,
    /// The caller's Request, if it gave one.
    pub request: Option<Request>,
    /// The caller's signal: init's, or else the Request's.
    pub signal: CallersSignal,
    /// Whether it can be sent again.
    pub replay: Replay,
    input: JsValue,
    address: OnceCell<Address>,
    /// A second copy of a Request whose body is used up by sending it.
    spare: RefCell<Option<Request>>,
    was_sent: Cell<bool>,
}

impl Outgoing {
    /// Reads the arguments, and copies what the caller could change between two attempts; nothing where there
    /// can be none. An error names the argument, without its value.
    pub fn read(input: &JsValue, init: &JsValue, following: Following) -> Result<Self, JsValue> {
        let init = Init::read(init)?;
        let request = as_request(input);
        let input = match request {
            Some(_) => input.clone(),
            None => as_url(input)?,
        };
        let signal = match (init.get("signal"), &request) {
            (signal, Some(request)) if signal.is_undefined() => member(request, "signal"),
            (signal, _) => signal,
        };
        let signal = CallersSignal::of(signal).map_err(|given| {
            let what = ["got ", &kind_of(&given), "; expected an AbortSignal"].concat();
            refused("init.signal", &what)
        })?;
        let body = init.get("body");
        let replay = replay_of(&body);
        if member_is_true(&body, "locked") {
            return Err(refused(
                "init.body",
                "its stream is locked; expected one that nobody reads",
            ));
        }
        let mut spare = None;
        if let (Some(request), false) = (&request, is_there(&body)) {
            if member_is_true(request, "bodyUsed") {
                return Err(refused("input", "the body of this Request has been used already"));
            }
            if following == Following::Maybe && request_may_have_body(request) {
                spare = Some(request.clone()?);
            }
        }
        if following == Following::Maybe {
            if is_there(&body) && replay == Replay::Again {
                init.set("body", &copy_of(body));
            }
            let given = init.get("headers");
            if given.is_truthy() {
                init.set("headers", &headers::copy_of(&given)?);
            }
        }
        let (address, spare) = (OnceCell::new(), RefCell::new(spare));
        Ok(Self {
            init,
            request,
            signal,
            replay,
            input,
            address,
            spare,
            was_sent: Cell::new(false),
        })
    }

    /// Where it goes.
    pub fn address(&self) -> &Address {
        self.address.get_or_init(|| {
            let written = match &self.request {
                Some(request) => request.url(),
                None => self.input.as_string().unwrap_or_default(),
            };
            Address::of(written)
        })
    }

    /// The method that it is sent with.
    pub fn method(&self) -> String {
        let own = self.init.get("method").as_string();
        let method = own.or_else(|| self.request.as_ref().map(Request::method));
        method.unwrap_or_else(|| String::from("GET"))
    }

    /// Gives every attempt the same fresh key, unless the caller has set one.
    pub fn identify(&self, header: &str) -> Result<(), JsValue> {
        let Some(key) = random::fresh_key() else { return Ok(()) };
        let mut given = self.init.get("headers");
        if let (Some(request), false) = (&self.request, is_there(&given)) {
            given = request.headers().into();
        }
        self.init.set("headers", &headers::with(&given, header, &key)?);
        Ok(())
    }

    /// Calls fetch: what it returned, or threw.
    pub fn send(
        &self,
        fetching: &Fetching,
        signal: &JsValue,
        following: Following,
    ) -> Result<JsValue, JsValue> {
        let init = self.init.copy();
        init.set("signal", signal);
        let is_retry = self.was_sent.replace(true);
        let mut input = self.input.clone();
        if let Some(request) = &self.request {
            // The caller's own object goes first: it ends up used, as with the platform's fetch.
            if is_retry && let Some(spare) = self.next_spare(following)? {
                input = spare.into();
            }
            // Any init at all resets these two.
            for name in ["referrer", "referrerPolicy"] {
                if init.get(name).is_undefined() {
                    init.set(name, &member(request, name));
                }
            }
        }
        // A retry is never answered from the HTTP cache (Chromium keeps a 503 with max-age there).
        if is_retry && self.cache_mode().is_none_or(|mode| mode == "default") {
            init.set("cache", &"no-cache".into());
        }
        fetching.fetch(&input, init.as_ref())
    }

    fn next_spare(&self, following: Following) -> Result<Option<Request>, JsValue> {
        let mut spare = self.spare.borrow_mut();
        match following {
            Following::Nothing => Ok(spare.take()),
            Following::Maybe => spare.as_ref().map(Request::clone).transpose(),
        }
    }

    fn cache_mode(&self) -> Option<String> {
        let own = self.init.get("cache").as_string();
        own.or_else(|| member(self.request.as_ref()?, "cache").as_string())
    }
}

impl Drop for Outgoing {
    fn drop(&mut self) {
        if let Some(spare) = self.spare.take() {
            cancel(&member(&spare, "body"));
        }
    }
}

fn member_is_true(of: &JsValue, name: &str) -> bool {
    of.is_object() && member(of, name).is_truthy()
}

fn as_url(input: &JsValue) -> Result<JsValue, JsValue> {
    if input.is_string() {
        return Ok(input.clone());
    }
    if !is_there(input) || input.is_symbol() {
        let what = ["got ", &kind_of(input), "; expected a URL or a Request"].concat();
        return Err(refused("input", &what));
    }
    text_of(input)
        .map_err(|_| refused("input", "it cannot be made a string; expected a URL or a Request"))
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = String, catch)]
    fn text_of(value: &JsValue) -> Result<JsValue, JsValue>;
}
