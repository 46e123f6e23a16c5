//! The order of vertices: along the curve of Morton (1966), on which points that are near each other in space are
//! usually near each other too. A climb from neighbor to neighbor then usually finds the next one in a cache line that
//! it has just read.

/// Sorts in place (heapsort): the time grows like n log n, whatever the order was.
pub fn sort<T: Copy>(items: &mut [T], comes_before: impl Fn(T, T) -> bool) {
    for root in (0..items.len() / 2).rev() {
        sink(items, root, &comes_before);
    }
    for last in (1..items.len()).rev() {
        // The item that comes last is on top of the heap.
        if let Some([top, .., end]) = items.get_mut(..=last) {
            core::mem::swap(top, end);
        }
        sink(items.get_mut(..last).unwrap_or_default(), 0, &comes_before);
    }
}

/// Moves an item down a heap until it comes before no item below it.
fn sink<T: Copy>(heap: &mut [T], mut root: usize, comes_before: impl Fn(T, T) -> bool) {
    // Its number at least doubles on each level, so this many rounds are enough.
    for _ in 0..usize::BITS {
        let below = 2 * root + 1;
        let (Some(&item), Some(&one)) = (heap.get(root), heap.get(below)) else { return };
        let (place, last) = match heap.get(below + 1) {
            Some(&other) if comes_before(one, other) => (below + 1, other),
            _ => (below, one),
        };
        if !comes_before(item, last) {
            return;
        }
        for (place, item) in [(root, last), (place, item)] {
            if let Some(slot) = heap.get_mut(place) {
                *slot = item;
            }
        }
        root = place;
    }
}
