//! Drains a response that nobody will read, so that its connection can serve the next attempt (browsers have
//! six to a host), then cancels it. Nothing waits for it.

use super::answer::Answer;
use super::any::{AnyReader, cancelled, member, method, settled};
use super::clock::timer;
use super::platform::platform;
use crate::policy::limits::{LONGEST_DRAIN, MOST_DRAINED};
use futures_util::future::select;
use js_sys::Uint8Array;
use std::cell::Cell;
use std::pin::pin;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::AbortController;

/// A drain under way; it ends when this is dropped.
pub struct Drain(Rc<State>);

struct State {
    reader: AnyReader,
    own: AbortController,
    is_over: Cell<bool>,
}

impl Drain {
    /// Begins. None where there is nothing to drain.
    pub fn begin(answer: Answer) -> Option<Self> {
        let Some(stream) = answer.stream() else {
            destroy(&answer);
            return None;
        };
        let reader = stream.reader().ok()?;
        answer.end_look();
        let state = Rc::new(State { reader, own: answer.own, is_over: Cell::new(false) });
        let at_work = Rc::clone(&state);
        spawn_local(async move {
            select(pin!(at_work.read()), pin!(timer(LONGEST_DRAIN))).await;
            at_work.end();
        });
        Some(Self(state))
    }
}

/// A stream of Node's kind keeps its socket until it is destroyed.
fn destroy(answer: &Answer) {
    if let Some(body) = answer.body()
        && let Some(destroy) = method(&body, "destroy")
    {
        let _ = destroy.call0(&body);
    }
}

impl Drop for Drain {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl State {
    /// Reads until it is over, broken (which is as good), or enough.
    async fn read(&self) {
        let mut size: usize = 0;
        while size < MOST_DRAINED {
            let Ok(reading) = self.reader.read() else { break };
            let Ok(chunk) = settled(&reading).await else { break };
            if member(&chunk, "done").is_truthy() {
                self.is_over.set(true);
                break;
            }
            let length = member(&chunk, "value").dyn_ref::<Uint8Array>().map(Uint8Array::length);
            // An empty one counts too: a stream can give them without end, and no timer would come between.
            size = size.saturating_add(length.unwrap_or_default().max(1) as usize);
        }
    }

    fn end(&self) {
        if self.is_over.replace(true) {
            return;
        }
        let (cancelled, own) = (cancelled(&self.reader), self.own.clone());
        spawn_local(async move {
            cancelled.await;
            if !platform().is_node {
                own.abort();
            }
        });
    }
}
