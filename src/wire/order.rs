//! Sorting positions, lists and maps. The heap sort is our own, because the standard sort adds 4 KB to the download for
//! each type that it sorts.

use litemap::LiteMap;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// The positions below `count`, in the order of `compare`.
pub fn sorted_positions(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut heap: Vec<usize> = (0..count).collect();
    for start in (0..count / 2).rev() {
        sift_down(&mut heap, start, compare);
    }
    // The largest of the rest moves to its end, one position at a time.
    let mut unsorted = heap.as_mut_slice();
    while let [_, .., _] = unsorted {
        let last = unsorted.len().saturating_sub(1);
        unsorted.swap(0, last);
        unsorted = unsorted.split_at_mut(last).0;
        sift_down(unsorted, 0, compare);
    }
    heap
}

/// Sorts a list by a key of its items. Items with equal keys keep their order.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    // Positions are sorted, then items swapped: only this function is compiled per type.
    let keys: Vec<K> = items.iter().map(key).collect();
    let swaps = sorting_swaps(keys.len(), &|one, other| keys.get(one).cmp(&keys.get(other)));
    for (position, from) in swaps.into_iter().enumerate() {
        items.swap(position, from);
    }
}

/// The swaps that sort a list, one for each position from the first on.
fn sorting_swaps(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let order = sorted_positions(count, &|one, other| compare(one, other).then(one.cmp(&other)));
    // Which item is at each position now, and at which position each item is.
    let (mut items, mut positions): (Vec<usize>, Vec<usize>) = ((0..count).collect(), (0..count).collect());
    let mut swaps = Vec::with_capacity(count);
    for (position, wanted) in order.into_iter().enumerate() {
        let from = positions.get(wanted).copied().unwrap_or(position);
        let displaced = items.get(position).copied().unwrap_or(wanted);
        items.swap(position, from);
        positions.swap(displaced, wanted);
        swaps.push(from);
    }
    swaps
}

/// A map, filled pair by pair: `collect` would sort the pairs first.
pub fn collect_map<K: Ord, V>(pairs: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    for (key, value) in pairs {
        map.insert(key, value);
    }
    map
}

/// A map as a sorted list. Each type of `BTreeMap` is 5 KB of code: this is the map for few entries, and for keys that
/// come in order, of which none is removed from among many.
pub fn collect_list_map<K: Ord, V>(pairs: impl IntoIterator<Item = (K, V)>) -> LiteMap<K, V> {
    let mut map = LiteMap::new_vec();
    for (key, value) in pairs {
        map.insert(key, value);
    }
    map
}

/// A set as a sorted list, for the same uses.
pub fn collect_list_set<K: Ord>(items: impl IntoIterator<Item = K>) -> LiteMap<K, ()> {
    collect_list_map(items.into_iter().map(|item| (item, ())))
}

/// A set, filled item by item: `collect` would sort the items first.
pub fn collect_set<K: Ord>(items: impl IntoIterator<Item = K>) -> BTreeSet<K> {
    let mut set = BTreeSet::new();
    for item in items {
        set.insert(item);
    }
    set
}

fn sift_down(heap: &mut [usize], mut parent: usize, compare: &dyn Fn(usize, usize) -> Ordering) {
    loop {
        let left = parent.saturating_mul(2).saturating_add(1);
        let right = left.saturating_add(1);
        let Some(mut child) = heap.get(left).copied() else { return };
        let mut position = left;
        if let Some(other) = heap.get(right).copied()
            && compare(child, other) == Ordering::Less
        {
            (child, position) = (other, right);
        }
        match heap.get(parent) {
            Some(value) if compare(*value, child) == Ordering::Less => heap.swap(parent, position),
            _ => return,
        }
        parent = position;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn positions_come_in_order(values: Vec<u8>) {
            let order = sorted_positions(values.len(), &|one, other| (values[one], one).cmp(&(values[other], other)));
            let mut expected: Vec<usize> = (0..values.len()).collect();
            expected.sort_by_key(|position| (values[*position], *position));
            prop_assert_eq!(order, expected);
        }

        #[test]
        fn what_is_equal_keeps_its_order(keys: Vec<u8>) {
            let mut items: Vec<(u8, usize)> = keys.into_iter().map(|key| key % 8).zip(0..).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            sort_by_key(&mut items, |item| item.0);
            prop_assert_eq!(items, expected);
        }
    }
}
