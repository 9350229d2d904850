//! The one context that all calls of this instance live in.

use crate::call::context::Context;
use std::rc::Rc;

thread_local! {
    static CONTEXT: Rc<Context> = Rc::new(Context::default());
}

/// It, to be kept.
pub fn current() -> Rc<Context> {
    CONTEXT.with(Rc::clone)
}

/// It, for a moment.
pub fn with<T>(look: impl FnOnce(&Context) -> T) -> T {
    CONTEXT.with(|context| look(context))
}
