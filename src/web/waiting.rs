//! The calls that are waiting, so that `retryNow(id)` can find them.

use super::flag::Flag;
use std::cell::{Cell, RefCell};

thread_local! {
    static NEXT_ID: Cell<u32> = const { Cell::new(1) };
    static WAITING: RefCell<Vec<(u32, Flag)>> = const { RefCell::new(Vec::new()) };
}

/// A number for one call, unique in its context.
pub fn next_id() -> u32 {
    NEXT_ID.replace(NEXT_ID.get().wrapping_add(1))
}

/// One wait that can be ended by hand; forgotten with this value.
pub struct Waiting {
    id: u32,
    /// Raised by `retryNow`.
    pub now: Flag,
}

impl Waiting {
    /// From here on `retryNow(id)` finds it.
    pub fn begin(id: u32) -> Self {
        let now = Flag::default();
        WAITING.with_borrow_mut(|waiting| waiting.push((id, now.clone())));
        Self { id, now }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        WAITING.with_borrow_mut(|waiting| waiting.retain(|(id, _)| *id != self.id));
    }
}

/// Ends the wait of a call; false if it is not waiting.
pub fn retry_now(id: f64) -> bool {
    let found = WAITING.with_borrow(|waiting| {
        let known = waiting.iter().find(|(known, _)| f64::from(*known) == id);
        known.map(|(_, now)| now.clone())
    });
    match found {
        Some(now) if !now.is_raised() => {
            now.raise();
            true
        }
        _ => false,
    }
}
