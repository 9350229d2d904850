//! How long to wait when nobody says: exponential with a ceiling, or a schedule, under jitter.

use super::millis::Millis;

/// How a backoff is spread, so that clients that failed together do not return together.
/// (M. Brooker, "Exponential Backoff and Jitter", AWS Architecture Blog, 2015.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jitter {
    /// `[d/2, d]`: never at once, never all at the same time.
    Equal,
    /// `[0, d]`.
    Full,
    /// `d`.
    None,
}

/// The plan of the waits that no hint replaces.
#[derive(Clone, Debug, PartialEq)]
pub struct Backoff {
    /// Before retry 1, milliseconds.
    pub initial_ms: f64,
    /// Growth per retry, at least 1.
    pub factor: f64,
    /// Ceiling, milliseconds, possibly infinite.
    pub max_ms: f64,
    /// In place of the three above, unless it is empty; the last entry repeats.
    pub schedule: Vec<f64>,
    /// The spread.
    pub jitter: Jitter,
}

impl Backoff {
    /// The wait before retry `retry` (1 is the first). `random` is uniform in [0, 1) and is drawn
    /// only under jitter.
    pub fn before(&self, retry: u64, random: &dyn Fn() -> f64) -> Millis {
        let full = self.ceiling_of(retry).min(Millis::CENTURY.as_f64());
        let wait = match self.jitter {
            Jitter::None => full,
            Jitter::Full => full * unit(random()),
            Jitter::Equal => full / 2.0 * (1.0 + unit(random())),
        };
        Millis::ceil(wait)
    }

    fn ceiling_of(&self, retry: u64) -> f64 {
        if let Some(last) = self.schedule.last() {
            let index = usize::try_from(retry.saturating_sub(1)).ok();
            return *index.and_then(|index| self.schedule.get(index)).unwrap_or(last);
        }
        // A loop in place of powi: it ends at the ceiling.
        let mut wait = self.initial_ms;
        let mut step = 1_u64;
        while step < retry && wait < self.max_ms && wait > 0.0 && self.factor > 1.0 {
            wait *= self.factor;
            step = step.saturating_add(1);
        }
        wait.min(self.max_ms)
    }
}

/// What a random source gave, made safe: outside [0, 1) it counts as 0.
pub fn unit(random: f64) -> f64 {
    if (0.0..1.0).contains(&random) { random } else { 0.0 }
}
