//! Places by id: each part of an answer is looked up once, by a hash of its bytes.

/// Where ids stand in a list that has them.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// A place and one more at each hash that is taken, 0 where none is; what finds its own taken stands behind it.
    slots: Vec<usize>,
}

impl Index {
    /// The index of a list of ids. Of two that are the same the first counts.
    pub(super) fn of<'a>(count: usize, id: &dyn Fn(usize) -> &'a str) -> Index {
        let size = count.saturating_mul(2).next_power_of_two();
        let mut index = Index { slots: vec![0; size] };
        for place in 0..count {
            let (found, slot) = index.search(id(place).as_bytes(), id);
            if let Some(slot) = index.slots.get_mut(slot).filter(|_| found.is_none()) {
                *slot = place.saturating_add(1);
            }
        }
        index
    }

    /// The place of an id; `id` gives that of a place.
    pub(super) fn find<'a>(&self, wanted: &[u8], id: &dyn Fn(usize) -> &'a str) -> Option<usize> {
        self.search(wanted, id).0
    }

    /// The place of an id, and its slot or the free one where the search ends.
    fn search<'a>(&self, wanted: &[u8], id: &dyn Fn(usize) -> &'a str) -> (Option<usize>, usize) {
        let last = self.slots.len().wrapping_sub(1);
        let mut slot = hash(wanted) & last;
        // Half of the slots are free, so that every search ends.
        while let Some(place) = self.slots.get(slot).and_then(|taken| taken.checked_sub(1)) {
            if same(id(place).as_bytes(), wanted) {
                return (Some(place), slot);
            }
            slot = slot.wrapping_add(1) & last;
        }
        (None, slot)
    }
}

/// The first and the last eight bytes at once, which may overlap: ids have a dozen digits, of which the last ones differ.
fn hash(bytes: &[u8]) -> usize {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = |hash: u64, word: u64| (hash ^ word).wrapping_mul(SPREAD).rotate_left(31);
    let hash = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => mixed(mixed(0, u64::from_le_bytes(*first)), u64::from_le_bytes(*last)),
        _ => bytes.iter().fold(0, |hash, byte| mixed(hash, (*byte).into())),
    };
    (hash ^ (hash >> 32)) as usize
}

/// Whether two ids are the same; the platform compares byte by byte.
fn same(one: &[u8], other: &[u8]) -> bool {
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

    proptest! {
        #[test]
        fn an_id_is_found_where_it_first_stands(ids in prop::collection::vec("[a-c]{0,3}|[0-9]{7,18}|[01]{17,18}", 0..40), other in "[a-c]{0,3}") {
            let id = |place: usize| ids.get(place).map_or("", String::as_str);
            let index = Index::of(ids.len(), &id);
            for wanted in ids.iter().chain([&other]) {
                prop_assert_eq!(index.find(wanted.as_bytes(), &id), ids.iter().position(|known| known == wanted));
            }
        }
    }
}
