//! What happened so far in one call.

use super::decision::Reason;
use super::millis::Millis;

/// One attempt that has ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attempt {
    /// How it ended.
    pub reason: Reason,
    /// The HTTP status, if there was a response.
    pub status: Option<u16>,
    /// From its start to the headers or the failure.
    pub duration: Millis,
    /// The wait that followed.
    pub wait: Millis,
}

impl Attempt {
    /// Whether the server may have done the work although no answer to it arrived: a 5xx that is
    /// no refusal says as little as a cut connection. (520, 522, 524: Cloudflare.)
    fn may_have_executed(&self) -> bool {
        match self.reason {
            Reason::Http => matches!(self.status, Some(500 | 502 | 504 | 520 | 522 | 524)),
            Reason::Network | Reason::Timeout => true,
            Reason::Cooldown => false,
        }
    }
}

/// The attempts of one call, oldest first.
#[derive(Clone, Debug, Default)]
pub struct History {
    attempts: Vec<Attempt>,
    last_hint: Option<Millis>,
}

impl History {
    /// Notes an attempt, and the hint that came with it.
    pub fn push(&mut self, attempt: Attempt, hint: Option<Millis>) {
        self.attempts.push(attempt);
        self.last_hint = hint.or(self.last_hint);
    }

    /// Notes the wait that followed the last attempt.
    pub fn waited(&mut self, wait: Millis) {
        if let Some(last) = self.attempts.last_mut() {
            last.wait = last.wait.plus(wait);
        }
    }

    /// All attempts.
    pub fn attempts(&self) -> &[Attempt] {
        &self.attempts
    }

    /// How many attempts have been made.
    pub fn made(&self) -> u64 {
        self.attempts.len() as u64
    }

    /// The last hint, uncapped.
    pub fn last_hint(&self) -> Option<Millis> {
        self.last_hint
    }

    /// The time that the attempts and the waits add up to. Under a mocked timer it is the only
    /// measure of a wait.
    pub fn spent(&self) -> Millis {
        self.attempts
            .iter()
            .fold(Millis::ZERO, |sum, attempt| sum.plus(attempt.duration).plus(attempt.wait))
    }

    /// Whether an attempt before the last may have run on the server.
    pub fn may_have_executed(&self) -> bool {
        match self.attempts.split_last() {
            Some((_, earlier)) => earlier.iter().any(Attempt::may_have_executed),
            None => false,
        }
    }
}
