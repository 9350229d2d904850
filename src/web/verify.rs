//! Asked after fetch failed with a TypeError: whether the arguments are at fault, which no retry mends. The
//! platform's own words are not passed on, since they hold the URL or the header's value.

use super::any::{global, is_there, member};
use super::error::refused;
use super::info;
use super::request::Outgoing;
use crate::policy::decision::Replay;
use crate::policy::sendable::{Facts, never_sent};
use js_sys::{JsString, Object, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::{ReadableStream, Url};

/// Stands for the URL where it is a given fetch's business.
const ANY_URL: &str = "http://localhost/";

/// Whose business the URL is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum UrlIs {
    /// The platform's, which has refused it.
    ThePlatforms,
    /// A given fetch's.
    AnothersBusiness,
}

/// What is wrong, without any value; none where nothing is.
pub fn refusal(outgoing: &Outgoing, error: &JsValue, url_is: UrlIs) -> Option<JsValue> {
    if info::is_refusal(error) {
        return Some(error.clone()); // of this package, called as the fetch
    }
    // By its name: it may be of another realm.
    let name = member(error, "name").as_string().unwrap_or_default();
    if name != "TypeError" && name != "RangeError" {
        return None;
    }
    if url_is == UrlIs::ThePlatforms
        && let Some((argument, why)) = never_sent_because(outgoing)
    {
        return Some(refused(argument, why));
    }
    let Outgoing { init, request, replay, .. } = outgoing;
    let url = match url_is {
        UrlIs::ThePlatforms => JsValue::from_str(&outgoing.address().written),
        UrlIs::AnothersBusiness => JsValue::from_str(ANY_URL),
    };
    let fails = |init: &Object| build(&url, init).is_err();
    let only = |name: &str| {
        let one = Object::new();
        let _ = Reflect::set(&one, &name.into(), &init.get(name));
        one
    };
    if fails(&Object::new()) {
        return Some(refused("input", "expected a valid URL without user name and password"));
    }
    if !init.get("method").is_undefined() && fails(&only("method")) {
        return Some(refused("init.method", "expected an HTTP method that fetch allows"));
    }
    if !init.get("headers").is_undefined() && fails(&only("headers")) {
        let what = "expected header names and values that HTTP allows";
        return Some(refused("init.headers", what));
    }
    let all = init.copy();
    all.set("signal", &JsValue::UNDEFINED);
    if let (Some(request), true) = (request, init.get("method").is_undefined()) {
        all.set("method", &request.method().into());
    }
    if is_there(&init.get("body")) {
        // A stand-in: looking must not use up the real body.
        let stand_in = match replay {
            Replay::Once => ReadableStream::new().map_or(JsValue::UNDEFINED, Into::into),
            Replay::Again => "".into(),
        };
        all.set("body", &stand_in);
    }
    let all: &Object = all.as_ref().unchecked_ref();
    fails(all).then(|| refused("init", "expected members that fetch allows together"))
}

/// What the platform's fetch can never send. A URL that was not understood is another matter.
fn never_sent_because(outgoing: &Outgoing) -> Option<(&'static str, &'static str)> {
    let Outgoing { init, request, .. } = outgoing;
    let url = Url::new(&outgoing.address().href).ok()?;
    let of_request = |name| request.as_ref().map(|request| member(request, name));
    let own = |name| Some(init.get(name)).filter(|value| !value.is_undefined());
    let either = |name| own(name).or_else(|| of_request(name)).unwrap_or_default();
    let length = |body: JsValue| body.dyn_ref::<JsString>().map_or(0, JsString::length);
    let is_kept_alive = either("keepalive").is_truthy();
    let here = member(&global("location"), "origin").as_string();
    never_sent(Facts {
        scheme: &url.protocol(),
        port: url.port().parse().ok(),
        keepalive_body: if is_kept_alive { length(init.get("body")) as usize } else { 0 },
        is_foreign: either("mode") == "same-origin"
            && here.is_some_and(|here| here != url.origin()),
    })
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = Request)]
    type Built;
    #[wasm_bindgen(constructor, js_class = "Request", catch)]
    fn new(url: &JsValue, init: &Object) -> Result<Built, JsValue>;
}

fn build(url: &JsValue, init: &Object) -> Result<Built, JsValue> {
    Built::new(url, init)
}
