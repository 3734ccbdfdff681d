//! Positions in order. A heap sort of its own: the standard one is 4 KB of download for every type it sorts.

use std::cmp::Ordering;

/// The positions below `count` in the order that `compare` gives them.
pub(super) fn ordered(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut heap: Vec<usize> = (0..count).collect();
    for start in (0..count / 2).rev() {
        sink(&mut heap, start, compare);
    }
    let mut left = heap.as_mut_slice();
    while let [_, .., _] = left {
        let last = left.len().saturating_sub(1);
        left.swap(0, last);
        left = left.split_at_mut(last).0;
        sink(left, 0, compare);
    }
    heap
}

fn sink(heap: &mut [usize], mut parent: usize, compare: &dyn Fn(usize, usize) -> Ordering) {
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
            let order = ordered(values.len(), &|one, other| (values[one], one).cmp(&(values[other], other)));
            let mut expected: Vec<usize> = (0..values.len()).collect();
            expected.sort_by_key(|position| (values[*position], *position));
            prop_assert_eq!(order, expected);
        }
    }
}
