//! A response at hand, and what belongs to it.

use super::any::{AnyHeaders, AnyReader, AnyResponse, AnyStream, cancel, method};
use std::cell::{OnceCell, RefCell};
use wasm_bindgen::prelude::*;
use web_sys::AbortController;

/// A response, whatever the fetch in use takes for one.
pub struct Answer {
    /// The object that the caller gets.
    pub response: JsValue,
    /// Its status.
    pub status: u16,
    /// Of the attempt that it ended: aborting it lets go of the connection.
    pub own: AbortController,
    /// The branch that was looked into, where it cannot be cancelled yet.
    pub unread: RefCell<Option<AnyReader>>,
    headers: OnceCell<Option<AnyHeaders>>,
}

impl Answer {
    /// An object with a numeric status is one; anything else is given back.
    pub fn of(response: JsValue, own: AbortController) -> Result<Self, JsValue> {
        let status = match response.is_object() {
            true => response.unchecked_ref::<AnyResponse>().status().ok(),
            false => None,
        };
        match status.and_then(|status| status.as_f64()) {
            Some(status) => Ok(Self {
                response,
                status: status as u16,
                own,
                unread: RefCell::new(None),
                headers: OnceCell::new(),
            }),
            None => Err(response),
        }
    }

    /// A header, as far as it can be read: all with host permission, the exposed ones in pages.
    pub fn header(&self, name: &str) -> Option<String> {
        let headers = self.headers.get_or_init(|| self.as_any().headers().ok());
        headers.as_ref()?.value(name).ok()?.as_string()
    }

    /// Its body, unless it has none.
    pub fn body(&self) -> Option<JsValue> {
        self.as_any().body().ok().filter(JsValue::is_object)
    }

    /// Its body, if that is a stream of the platform's kind.
    pub fn stream(&self) -> Option<AnyStream> {
        let body = self.body()?;
        method(&body, "getReader").map(|_| body.unchecked_into())
    }

    /// For looking at its members.
    pub fn as_any(&self) -> &AnyResponse {
        self.response.unchecked_ref()
    }

    /// Before it is drained or cancelled: nothing of it is kept for a look any more.
    pub fn end_look(&self) {
        if let Some(reader) = self.unread.take() {
            cancel(&reader);
        }
    }
}

/// Lets go of a response that came when nobody waited for it any more.
pub fn let_go(response: &JsValue) {
    if response.is_object()
        && let Ok(body) = response.unchecked_ref::<AnyResponse>().body()
    {
        cancel(&body);
    }
}
