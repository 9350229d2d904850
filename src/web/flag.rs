//! A flag that a callback raises and a future waits for.

use std::cell::Cell;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

#[derive(Default)]
struct State {
    raised: Cell<bool>,
    waker: Cell<Option<Waker>>,
}

/// Raised once, it stays so. Clones are the same flag.
#[derive(Clone, Default)]
pub struct Flag(Rc<State>);

impl Flag {
    /// Raises it, and wakes who waits.
    pub fn raise(&self) {
        self.0.raised.set(true);
        if let Some(waker) = self.0.waker.take() {
            waker.wake();
        }
    }

    /// Whether it has been raised.
    pub fn is_raised(&self) -> bool {
        self.0.raised.get()
    }

    /// Until it is raised.
    pub fn raised(&self) -> impl Future<Output = ()> + '_ {
        poll_fn(|context| self.poll(context))
    }

    fn poll(&self, context: &Context<'_>) -> Poll<()> {
        if self.is_raised() {
            return Poll::Ready(());
        }
        self.0.waker.set(Some(context.waker().clone()));
        Poll::Pending
    }
}

/// Which of two futures was first.
pub enum First<A, B> {
    /// The left one.
    Left(A),
    /// The right one.
    Right(B),
}

/// The first of two to be ready, the left one if both are; the other is dropped.
pub async fn first<A, B>(
    left: impl Future<Output = A>,
    right: impl Future<Output = B>,
) -> First<A, B> {
    let (mut left, mut right) = (pin!(left), pin!(right));
    poll_fn(|context| match left.as_mut().poll(context) {
        Poll::Ready(value) => Poll::Ready(First::Left(value)),
        Poll::Pending => right.as_mut().poll(context).map(First::Right),
    })
    .await
}
