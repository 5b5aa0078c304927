//! Parameters at random.

use proptest::prelude::*;

/// Every parameter, in its range: the crates that judge panic out of it.
#[derive(Clone, Debug)]
pub(crate) struct Random {
    pub(crate) digest_len: usize,
    pub(crate) key: Vec<u8>,
    pub(crate) salt: Vec<u8>,
    pub(crate) personal: Vec<u8>,
    pub(crate) fanout: u8,
    pub(crate) depth: u8,
    pub(crate) leaf_len: u32,
    pub(crate) node_offset: u64,
    pub(crate) node_depth: u8,
    pub(crate) inner_len: usize,
    pub(crate) last_node: bool,
}

prop_compose! {
    /// For digests of up to `max` bytes: 64 or 32.
    pub(crate) fn random(max: usize)(
        digest_len in 1..=max,
        key in prop::collection::vec(any::<u8>(), 0..=max),
        salt in prop::collection::vec(any::<u8>(), 0..=max / 4),
        personal in prop::collection::vec(any::<u8>(), 0..=max / 4),
        fanout in any::<u8>(),
        depth in 1..=255u8,
        leaf_len in any::<u32>(),
        node_offset in any::<u64>(),
        node_depth in any::<u8>(),
        (inner_len, last_node) in (0..=max, any::<bool>()),
    ) -> Random {
        // BLAKE2s has 48 bits for it.
        let node_offset = node_offset >> if max == 64 { 0 } else { 16 };
        Random {
            digest_len, key, salt, personal, fanout, depth, leaf_len, node_offset, node_depth, inner_len,
            last_node,
        }
    }
}

/// A tree's digest length and key.
pub(crate) fn random_tree(max: usize) -> impl Strategy<Value = (usize, Vec<u8>)> {
    (1..=max, prop::collection::vec(any::<u8>(), 0..=max))
}
