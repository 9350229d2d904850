//! The request's own body, as far as a rule may ask about it. It can be megabytes long: where it lies in
//! JavaScript's memory it is never copied into ours, so it is asked questions.

use std::ops::Range;

use super::redact::runs;

/// A request body that was sent as text.
pub trait Sent {
    /// Whether these words stand in it, as they are.
    fn holds(&self, words: &str) -> bool;

    /// Where `line` repeats it: the runs that also stand in it, each long enough to count (see
    /// `redact::runs`), in UTF-16 code units of `line`.
    fn repeated_in(&self, line: &str) -> Vec<Range<usize>>;
}

/// No body, or one that is no text.
#[derive(Clone, Copy, Debug, Default)]
pub struct NothingSent;

impl Sent for NothingSent {
    fn holds(&self, _words: &str) -> bool {
        false
    }

    fn repeated_in(&self, _line: &str) -> Vec<Range<usize>> {
        Vec::new()
    }
}

impl Sent for str {
    fn holds(&self, words: &str) -> bool {
        self.contains(words)
    }

    fn repeated_in(&self, line: &str) -> Vec<Range<usize>> {
        runs::repeated(line, [self].into_iter())
    }
}

impl Sent for String {
    fn holds(&self, words: &str) -> bool {
        self.as_str().holds(words)
    }

    fn repeated_in(&self, line: &str) -> Vec<Range<usize>> {
        self.as_str().repeated_in(line)
    }
}

impl<T: Sent + ?Sized> Sent for &T {
    fn holds(&self, words: &str) -> bool {
        (**self).holds(words)
    }

    fn repeated_in(&self, line: &str) -> Vec<Range<usize>> {
        (**self).repeated_in(line)
    }
}
