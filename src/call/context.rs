//! What the calls of one context share: the numbers of calls, who waits and can be told to go on, and what
//! is known of origins.

use super::bell::Bell;
use super::lanes::Lanes;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// One window, worker or background; or one Rust program.
#[derive(Default)]
pub struct Context {
    last_id: Cell<u32>,
    waiting: RefCell<Vec<(u32, Rc<Bell>)>>,
    /// What calls of this context were told.
    pub own: Lanes,
    /// What all contexts were told.
    pub shared: Lanes,
}

impl Context {
    /// A number that no other call of this context has.
    pub fn next_id(&self) -> u32 {
        self.last_id.set(self.last_id.get().wrapping_add(1));
        self.last_id.get()
    }

    /// Ends the running wait of a call: its retry starts now. False if it is not waiting.
    pub fn retry_now(&self, id: u32) -> bool {
        let waiting = self.remove(id);
        waiting.inspect(|bell| bell.ring()).is_some()
    }

    /// A call begins to wait; until it is dropped a hand can end that.
    pub fn wait(&self, id: u32) -> Waiting<'_> {
        let bell = Rc::new(Bell::default());
        self.waiting.borrow_mut().push((id, Rc::clone(&bell)));
        Waiting { context: self, id, bell }
    }

    fn remove(&self, id: u32) -> Option<Rc<Bell>> {
        let mut waiting = self.waiting.borrow_mut();
        let at = waiting.iter().position(|(known, _)| *known == id)?;
        Some(waiting.swap_remove(at).1)
    }
}

/// A call that waits.
pub struct Waiting<'c> {
    context: &'c Context,
    id: u32,
    bell: Rc<Bell>,
}

impl Waiting<'_> {
    /// Resolves when a hand ends the wait; also when it did so before.
    pub async fn ended_by_hand(&self) {
        self.bell.rings_after(0).await;
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.context.remove(self.id);
    }
}
