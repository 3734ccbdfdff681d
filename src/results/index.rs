//! Positions by id: each part of an answer is looked up once, by a hash of its bytes.

/// An index from ids to positions in a list.
#[derive(Debug, Default)]
pub(super) struct IdIndex {
    /// Slots by hash: position + 1, or 0 if free. An id whose slot is taken is in the next free one.
    slots: Vec<usize>,
}

impl IdIndex {
    /// The index of a list of ids. Of equal ids the first is used.
    pub(super) fn from_ids<'a>(count: usize, id: &dyn Fn(usize) -> &'a str) -> IdIndex {
        let size = count.saturating_mul(2).next_power_of_two();
        let mut index = IdIndex { slots: vec![0; size] };
        for position in 0..count {
            let (found, slot) = index.find_slot(id(position).as_bytes(), id);
            if let Some(slot) = index.slots.get_mut(slot).filter(|_| found.is_none()) {
                *slot = position.saturating_add(1);
            }
        }
        index
    }

    /// The position of an id; `id` returns the id at a position.
    pub(super) fn find_id<'a>(&self, wanted: &[u8], id: &dyn Fn(usize) -> &'a str) -> Option<usize> {
        self.find_slot(wanted, id).0
    }

    /// The position of an id, and its slot, or the free slot at which the search ends.
    fn find_slot<'a>(&self, wanted: &[u8], id: &dyn Fn(usize) -> &'a str) -> (Option<usize>, usize) {
        let last = self.slots.len().wrapping_sub(1);
        let mut slot = hash_id(wanted) & last;
        // Half of the slots are free, so every search ends.
        while let Some(position) = self.slots.get(slot).and_then(|taken| taken.checked_sub(1)) {
            if same_bytes(id(position).as_bytes(), wanted) {
                return (Some(position), slot);
            }
            slot = slot.wrapping_add(1) & last;
        }
        (None, slot)
    }
}

/// Combines the first and the last eight bytes, which may overlap. Ids of a list are often consecutive and differ in
/// few bits; two multiplications spread these over the whole hash.
fn hash_id(bytes: &[u8]) -> usize {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let word = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => u64::from_le_bytes(*first).rotate_left(29) ^ u64::from_le_bytes(*last),
        _ => bytes.iter().fold(0, |word, byte| (word << 8) | u64::from(*byte)),
    };
    let hash = word.wrapping_mul(SPREAD);
    let hash = (hash ^ (hash >> 32)).wrapping_mul(SPREAD);
    (hash ^ (hash >> 29)) as usize
}

/// Whether two ids are equal, compared in words, because the platform's comparison is byte by byte.
fn same_bytes(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    match (one.first_chunk::<8>(), other.first_chunk::<8>(), one.last_chunk::<8>(), other.last_chunk::<8>()) {
        (Some(first), Some(as_first), Some(last), Some(as_last)) if one.len() <= 16 => {
            u64::from_le_bytes(*first) == u64::from_le_bytes(*as_first)
                && u64::from_le_bytes(*last) == u64::from_le_bytes(*as_last)
        }
        _ => one.iter().zip(other).all(|(one, other)| one == other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    proptest! {
        #[test]
        fn an_id_is_found_at_its_first_position(ids in prop::collection::vec("[a-c]{0,3}|[0-9]{7,18}|[01]{17,18}", 0..40), other in "[a-c]{0,3}") {
            let id = |position: usize| ids.get(position).map_or("", String::as_str);
            let index = IdIndex::from_ids(ids.len(), &id);
            for wanted in ids.iter().chain([&other]) {
                prop_assert_eq!(index.find_id(wanted.as_bytes(), &id), ids.iter().position(|known| known == wanted));
            }
        }
    }

    #[test]
    fn ids_that_follow_each_other_are_spread() {
        for (first, count) in
            [(123_456_789_012_u64, 100), (123_456_789_000, 300), (168_830_050, 10), (10_000_000_000, 1000)]
        {
            let last = (count * 2_usize).next_power_of_two() - 1;
            let slots: HashSet<usize> =
                (0..count as u64).map(|more| hash_id((first + more).to_string().as_bytes()) & last).collect();
            assert!(slots.len() * 2 > count, "{first}: {} slots for {count} ids", slots.len());
        }
    }
}
