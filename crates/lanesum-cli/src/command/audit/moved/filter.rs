//! Digests, of which most that were not added are said not to be there.

/// A bit for each digest that was added, which others share.
#[derive(Default)]
pub(super) struct Filter(Vec<u64>);

impl Filter {
    /// A mebibyte. With 300,000 digests one in thirty others seems to be there.
    const BITS: usize = 1 << 23;

    fn place(digest: &[u8]) -> (usize, u64) {
        let bit = digest.iter().take(4).fold(0, |bit, &byte| bit << 8 | usize::from(byte)) % Self::BITS;
        (bit / 64, 1 << (bit % 64))
    }

    pub(super) fn add(&mut self, digest: &[u8]) {
        self.0.resize(Self::BITS / 64, 0);
        let (word, bit) = Self::place(digest);
        self.0[word] |= bit;
    }

    /// Whether a digest was added, or perhaps was not.
    pub(super) fn may_have(&self, digest: &[u8]) -> bool {
        let (word, bit) = Self::place(digest);
        self.0.get(word).is_some_and(|word| word & bit != 0)
    }
}
