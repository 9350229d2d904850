//! Randomness that can be played again: all that happens in a scenario follows from one number.
//! (SplitMix64: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", 2014.)

use std::cell::Cell;

/// A source of random numbers. Forks of it by name do not disturb each other, so that a scenario can be made
/// smaller without everything else in it changing.
#[derive(Clone, Debug)]
pub struct Dice(Cell<u64>);

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

fn mixed(seed: u64) -> u64 {
    let seed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let seed = (seed ^ (seed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    seed ^ (seed >> 31)
}

impl Dice {
    /// The dice of a seed.
    pub fn new(seed: u64) -> Self {
        Self(Cell::new(mixed(seed ^ GOLDEN)))
    }

    /// Dice of their own for something, the same each time it is asked for before the next throw.
    pub fn fork(&self, name: u64) -> Self {
        Self(Cell::new(mixed(self.0.get() ^ mixed(name.wrapping_add(1).wrapping_mul(GOLDEN)))))
    }

    /// Any number.
    pub fn any(&self) -> u64 {
        self.0.set(self.0.get().wrapping_add(GOLDEN));
        mixed(self.0.get())
    }

    /// Less than `limit`.
    pub fn below(&self, limit: u64) -> u64 {
        ((u128::from(self.any()) * u128::from(limit.max(1))) >> 64) as u64
    }

    /// From `least` to `most`, both included.
    pub fn between(&self, least: u64, most: u64) -> u64 {
        least + self.below(most - least + 1)
    }

    /// Uniform in [0, 1).
    pub fn unit(&self) -> f64 {
        (self.any() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// True so many times in a hundred.
    pub fn percent(&self, share: u64) -> bool {
        self.below(100) < share
    }

    /// One of several.
    pub fn one_of<T: Copy>(&self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }
}
