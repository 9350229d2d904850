//! The calls that are waiting, so that `retryNow(id)` can find them.

use super::wake::Wake;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

thread_local! {
    static NEXT_ID: Cell<u32> = const { Cell::new(1) };
    static WAITING: RefCell<Vec<Rc<Entry>>> = const { RefCell::new(Vec::new()) };
}

struct Entry {
    id: u32,
    wake: Rc<Wake>,
    now: Cell<bool>,
}

/// A number for one call, unique in its context.
pub fn next_id() -> u32 {
    NEXT_ID.replace(NEXT_ID.get().wrapping_add(1))
}

/// One wait that can be ended by hand; forgotten with this value.
pub struct Waiting(Rc<Entry>);

impl Waiting {
    /// From here on `retryNow(id)` finds it.
    pub fn begin(id: u32, wake: &Rc<Wake>) -> Self {
        let entry = Rc::new(Entry { id, wake: Rc::clone(wake), now: Cell::new(false) });
        WAITING.with_borrow_mut(|waiting| waiting.push(Rc::clone(&entry)));
        Self(entry)
    }

    /// Whether `retryNow` has been called.
    pub fn is_over(&self) -> bool {
        self.0.now.get()
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        WAITING.with_borrow_mut(|waiting| waiting.retain(|entry| entry.id != self.0.id));
    }
}

/// Ends the wait of a call; false if it is not waiting.
pub fn retry_now(id: f64) -> bool {
    WAITING.with_borrow(|waiting| {
        for entry in waiting {
            if f64::from(entry.id) == id && !entry.now.replace(true) {
                entry.wake.wake();
                return true;
            }
        }
        false
    })
}
