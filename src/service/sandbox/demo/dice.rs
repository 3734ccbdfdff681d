//! Pseudo-random numbers, the same in every run.

/// A sequence of pseudo-random numbers: splitmix64.
#[derive(Debug)]
pub struct Dice(u64);

impl Dice {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// A number from 0 to `sides` - 1; 0 if `sides` is 0.
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)).checked_rem(sides).unwrap_or(0)
    }

    /// True in `percent` of a hundred cases.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.roll(100) < percent
    }

    /// One of the texts.
    pub fn pick(&mut self, texts: &[&'static str]) -> Option<&'static str> {
        let index = self.roll(u64::try_from(texts.len()).unwrap_or(0));
        texts.get(usize::try_from(index).unwrap_or(0)).copied()
    }

    /// A whole number within these bounds, as text.
    pub fn number_between(&mut self, least: u64, most: u64) -> String {
        self.roll(most.saturating_sub(least).saturating_add(1)).saturating_add(least).to_string()
    }

    /// One of the texts; the first ones are the most frequent.
    pub fn pick_early(&mut self, texts: &[&'static str]) -> Option<&'static str> {
        let count = u64::try_from(texts.len()).unwrap_or(0);
        let index = self.roll(count).min(self.roll(count));
        texts.get(usize::try_from(index).unwrap_or(0)).copied()
    }

    /// An index with these shares; 0 if there are none.
    pub fn pick_weighted(&mut self, shares: impl Iterator<Item = u64> + Clone) -> usize {
        let mut place = self.roll(shares.clone().fold(0, u64::saturating_add));
        for (index, share) in shares.enumerate() {
            if place < share {
                return index;
            }
            place = place.saturating_sub(share);
        }
        0
    }
}
