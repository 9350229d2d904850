//! A look into an error body, without touching the body that the caller gets.

use super::answer::Answer;
use super::any::{AnyReader, AnyResponse, AnyStream, cancel, member, settled};
use super::clock::timer;
use super::flatten::flatten;
use super::platform::platform;
use super::signal::CallersSignal;
use crate::policy::hint::Pair;
use crate::policy::limits::{LONGEST_LOOK, MOST_LOOKED_AT};
use futures_util::future::{Either, select};
use js_sys::{JSON, Uint8Array};
use std::pin::pin;
use wasm_bindgen::prelude::*;

/// What a JSON document in the body says; nothing where there is none, or it is too long or too slow.
pub async fn peek(answer: &Answer, signal: &CallersSignal) -> Vec<Pair> {
    let Some(look) = Look::begin(answer, signal) else { return Vec::new() };
    let text = match select(pin!(look.read()), pin!(timer(LONGEST_LOOK))).await {
        Either::Left((text, _)) => text,
        Either::Right(_) => None,
    };
    drop(look);
    let document = text.and_then(|text| JSON::parse(&text).ok());
    document.map(|document| flatten(&document)).unwrap_or_default()
}

/// A look under way; its branch of the body is let go of when it is dropped.
struct Look<'a> {
    answer: &'a Answer,
    signal: &'a CallersSignal,
    reader: AnyReader,
}

impl<'a> Look<'a> {
    fn begin(answer: &'a Answer, signal: &'a CallersSignal) -> Option<Self> {
        // node-fetch: what was copied and is not read blocks the original.
        answer.stream()?;
        let copy = answer.as_any().copy().ok()?;
        let body = copy.unchecked_ref::<AnyResponse>().body().ok()?;
        let reader = body.unchecked_ref::<AnyStream>().reader().ok()?;
        Some(Self { answer, signal, reader })
    }

    async fn read(&self) -> Option<String> {
        let (mut bytes, mut empty) = (Vec::new(), 0_usize);
        // Empty chunks count too: a stream can give them without end, and no timer would come between.
        while bytes.len().saturating_add(empty) <= MOST_LOOKED_AT {
            let chunk = settled(&self.reader.read().ok()?).await.ok()?;
            if member(&chunk, "done").is_truthy() {
                let text = String::from_utf8_lossy(&bytes);
                return Some(text.trim_start_matches('\u{feff}').to_owned());
            }
            let value = member(&chunk, "value").dyn_ref::<Uint8Array>()?.to_vec();
            empty = empty.saturating_add(usize::from(value.is_empty()));
            bytes.extend(value);
        }
        None
    }
}

impl Drop for Look<'_> {
    fn drop(&mut self) {
        if self.signal.is_aborted() {
            // The signal ends the body then: of a branch that is cancelled as well, Node would report an
            // unhandled rejection.
        } else if platform().is_node {
            *self.answer.unread.borrow_mut() = Some(self.reader.clone());
        } else {
            cancel(&self.reader);
        }
    }
}
