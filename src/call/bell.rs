//! Rings for everyone who waits for news, and keeps nothing for those who do not.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::task::{Poll, Waker};

/// Something that several calls wait for.
#[derive(Default)]
pub struct Bell {
    rung: Cell<u64>,
    last: Cell<u64>,
    waiting: RefCell<Vec<(u64, Waker)>>,
}

impl Bell {
    /// There is news.
    pub fn ring(&self) {
        self.rung.set(self.rung.get().wrapping_add(1));
        for (_, waker) in self.waiting.take() {
            waker.wake();
        }
    }

    /// How often it has rung: what happens after this was read is not missed.
    pub fn count(&self) -> u64 {
        self.rung.get()
    }

    /// Resolves once it has rung since it was read as `seen`.
    pub async fn rings_after(&self, seen: u64) {
        let ear = Ear { bell: self, number: self.last.get().wrapping_add(1) };
        self.last.set(ear.number);
        poll_fn(|context| {
            if self.rung.get() != seen {
                return Poll::Ready(());
            }
            ear.forget();
            self.waiting.borrow_mut().push((ear.number, context.waker().clone()));
            Poll::Pending
        })
        .await;
    }
}

/// Somebody who waits; forgotten when this is dropped.
struct Ear<'b> {
    bell: &'b Bell,
    number: u64,
}

impl Ear<'_> {
    fn forget(&self) {
        self.bell.waiting.borrow_mut().retain(|(number, _)| *number != self.number);
    }
}

impl Drop for Ear<'_> {
    fn drop(&mut self) {
        self.forget();
    }
}
