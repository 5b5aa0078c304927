//! Messages to hash: written beforehand, for a page that was never written is
//! the shared page of zeros, which is always in the cache.

/// Messages of given lengths in one allocation.
pub(crate) struct Messages {
    bytes: Vec<u8>,
    /// Where each starts, and its length.
    places: Vec<(usize, usize)>,
}

/// A cache line.
const LINE: usize = 64;

/// From this length on, messages get lines of their own.
const LONG: usize = 1024;

impl Messages {
    /// Short messages lie back to back. Long ones start at a cache line, and
    /// one line further on than the end of the one before, so that equally
    /// long ones do not all lie at the same place of a page: that would fall
    /// into few sets of the first-level cache.
    pub(crate) fn new(lengths: impl IntoIterator<Item = usize>) -> Self {
        let mut places = Vec::new();
        let mut end = 0usize;
        for len in lengths {
            let start = if len < LONG { end } else { end.next_multiple_of(LINE) + LINE };
            places.push((start, len));
            end = start + len;
        }
        let mut bytes = vec![0; end + LINE];
        let skip = bytes.as_ptr().align_offset(LINE);
        for (start, _) in &mut places {
            *start += skip;
        }
        fill(&mut bytes, 0);
        Self { bytes, places }
    }

    /// The messages.
    pub(crate) fn slices(&self) -> Vec<&[u8]> {
        self.places.iter().map(|&(start, len)| &self.bytes[start..][..len]).collect()
    }
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
