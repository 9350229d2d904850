//! What a scenario is made from: a seed, and how much of it is left to see a failure by.

use std::fmt;
use std::str::FromStr;

/// Names a scenario for good. Written `seed:calls:contexts:retries:without`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// All that is random follows from it.
    pub seed: u64,
    /// No more calls than this.
    pub calls: usize,
    /// No more contexts.
    pub contexts: usize,
    /// No call retries more often.
    pub retries: u64,
    /// What does not happen in it, by the bits of `Feature`.
    pub without: u32,
}

/// What can be left out.
#[derive(Clone, Copy, Debug)]
pub enum Feature {
    Aborts,
    AbortsInside,
    Hands,
    Online,
    ClockSet,
    Sleep,
    Coarse,
    Late,
    Mocked,
    CoolDown,
    Lies,
    Losses,
    Veto,
    Hints,
    Total,
    Budget,
    Probe,
    Log,
    Refused,
    Jitter,
    Inner,
    Peek,
}

/// All of them.
pub const FEATURES: [Feature; 22] = [
    Feature::Aborts,
    Feature::AbortsInside,
    Feature::Hands,
    Feature::Online,
    Feature::ClockSet,
    Feature::Sleep,
    Feature::Coarse,
    Feature::Late,
    Feature::Mocked,
    Feature::CoolDown,
    Feature::Lies,
    Feature::Losses,
    Feature::Veto,
    Feature::Hints,
    Feature::Total,
    Feature::Budget,
    Feature::Probe,
    Feature::Log,
    Feature::Refused,
    Feature::Jitter,
    Feature::Inner,
    Feature::Peek,
];

impl Plan {
    /// All that a seed has.
    pub const fn whole(seed: u64) -> Self {
        Self { seed, calls: 8, contexts: 3, retries: 6, without: 0 }
    }

    /// The same without something.
    pub const fn less(self, feature: Feature) -> Self {
        Self { without: self.without | 1 << feature as u32, ..self }
    }

    /// Whether something that was drawn is to happen.
    pub const fn has(&self, feature: Feature, drawn: bool) -> bool {
        drawn && self.without & 1 << feature as u32 == 0
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seed, calls, contexts, retries, without } = self;
        write!(to, "{seed}:{calls}:{contexts}:{retries}:{without}")
    }
}

impl FromStr for Plan {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Result<Vec<u64>, _> = text.trim().split(':').map(str::parse).collect();
        match *numbers.map_err(|error| format!("{text:?} is no scenario: {error}"))? {
            [seed] => Ok(Self::whole(seed)),
            [seed, calls, contexts, retries, without] => Ok(Self {
                seed,
                calls: calls as usize,
                contexts: (contexts as usize).max(1),
                retries,
                without: without as u32,
            }),
            _ => Err(format!(
                "{text:?} is no scenario: seed, or seed:calls:contexts:retries:without"
            )),
        }
    }
}
