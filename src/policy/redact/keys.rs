//! A set of hashes. (That of `std`, or a sorted list, would weigh some kilobytes.)

/// Hashes, by open addressing; as many as it was made for.
#[derive(Default)]
pub struct Keys(Vec<Option<u64>>);

impl Keys {
    /// Room for so many.
    pub fn for_about(count: usize) -> Self {
        Self(vec![None; count.saturating_mul(2).next_power_of_two()])
    }

    /// Adds one.
    pub fn insert(&mut self, key: u64) {
        if let Some(slot) = self.slot(key).and_then(|at| self.0.get_mut(at)) {
            *slot = Some(key);
        }
    }

    /// Whether it is there.
    pub fn contains(&self, key: u64) -> bool {
        self.slot(key).and_then(|at| self.0.get(at)) == Some(&Some(key))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// Where it is, or may be put.
    fn slot(&self, key: u64) -> Option<usize> {
        let mask = self.0.len().checked_sub(1)?;
        // The high bits are the best mixed ones.
        let start = (key ^ (key >> 32)) as usize;
        let mut places = (0..self.0.len()).map(|step| start.wrapping_add(step) & mask);
        places.find(|at| self.0.get(*at).is_some_and(|slot| slot.is_none_or(|held| held == key)))
    }
}
