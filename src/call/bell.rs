//! Rings for everyone who waits for news, and keeps nothing for those who do not.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::task::{Poll, Waker};

/// Something that several calls wait for.
#[derive(Default)]
pub struct Bell {
    rung: Cell<u64>,
    waiting: RefCell<Vec<Waker>>,
}

impl Bell {
    /// There is news.
    pub fn ring(&self) {
        self.rung.set(self.rung.get().wrapping_add(1));
        for waker in self.waiting.take() {
            waker.wake();
        }
    }

    /// How often it has rung: what happens after this was read is not missed.
    pub fn count(&self) -> u64 {
        self.rung.get()
    }

    /// Resolves once it has rung since it was read as `seen`.
    pub async fn rings_after(&self, seen: u64) {
        poll_fn(|context| {
            if self.rung.get() != seen {
                return Poll::Ready(());
            }
            let mut waiting = self.waiting.borrow_mut();
            if !waiting.iter().any(|waker| waker.will_wake(context.waker())) {
                waiting.push(context.waker().clone());
            }
            Poll::Pending
        })
        .await;
    }
}
