//! Messages to hash: written beforehand, for a page that was never written is
//! the shared page of zeros, which is always in the cache.

/// Messages of given lengths in one allocation.
pub(crate) struct Messages {
    bytes: Vec<u8>,
    /// Where each starts, and its length: of all messages, in each order.
    orders: Vec<Vec<(usize, usize)>>,
}

/// A cache line.
const LINE: usize = 64;

/// From this length on, messages get lines of their own.
const LONG: usize = 1024;

impl Messages {
    pub(crate) fn new(lengths: impl IntoIterator<Item = usize>) -> Self {
        Self::in_orders([lengths])
    }

    /// Messages that come in one of some orders at a time, in each of them one behind the other:
    /// the bytes are the same, so they take no more room in the cache than one order does.
    pub(crate) fn in_orders(orders: impl IntoIterator<Item: IntoIterator<Item = usize>>) -> Self {
        let mut orders: Vec<Vec<_>> = orders.into_iter().map(|order| places(order).collect()).collect();
        let ends = orders.iter().flatten().map(|(start, len)| start + len);
        let mut bytes = vec![0; ends.max().unwrap_or(0) + LINE];
        let skip = bytes.as_ptr().align_offset(LINE);
        orders.iter_mut().flatten().for_each(|(start, _)| *start += skip);
        fill(&mut bytes, 0);
        Self { bytes, orders }
    }

    /// The messages, in the first order.
    pub(crate) fn slices(&self) -> Vec<&[u8]> {
        self.in_each_order().next().unwrap_or_default()
    }

    /// The messages in each order.
    pub(crate) fn in_each_order(&self) -> impl Iterator<Item = Vec<&[u8]>> {
        let slice = |&(start, len): &(usize, usize)| &self.bytes[start..][..len];
        self.orders.iter().map(move |places| places.iter().map(slice).collect())
    }
}

/// Where messages start, and their lengths. Short ones lie back to back. Long ones start at a
/// cache line, and one line further on than the end of the one before, so that equally long ones
/// do not all lie at the same place of a page: that would fall into few sets of the first-level
/// cache.
fn places(lengths: impl IntoIterator<Item = usize>) -> impl Iterator<Item = (usize, usize)> {
    let mut end = 0usize;
    lengths.into_iter().map(move |len| {
        let start = if len < LONG { end } else { end.next_multiple_of(LINE) + LINE };
        end = start + len;
        (start, len)
    })
}

/// The same lengths in some order, which the seed says.
pub(crate) fn shuffled(lengths: &[usize], seed: u64) -> Vec<usize> {
    let mut keys = vec![0; 8 * lengths.len()];
    fill(&mut keys, seed);
    let mut keyed: Vec<_> = keys.chunks(8).zip(lengths.iter().copied()).collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, len)| len).collect()
}

/// Writes bytes that depend on the seed and do not repeat (S. Vigna's
/// SplitMix64).
pub(crate) fn fill(bytes: &mut [u8], seed: u64) {
    let mut x = seed;
    for word in bytes.chunks_mut(8) {
        x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = x;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word.copy_from_slice(&(z ^ (z >> 31)).to_le_bytes()[..word.len()]);
    }
}
