//! The BLAKE2 family held to `blake2b_simd` and `blake2s_simd`: every length over some blocks (for
//! the parallel ones, some rounds of the leaves), every key and digest length, and every parameter.

use reference::{blake2b, blake2bp, blake2s, blake2sp};

/// Two rounds of the leaves of BLAKE2bp and BLAKE2sp (512 bytes both), and a little more.
const LENGTHS: std::ops::RangeInclusive<usize> = 0..=1040;

/// Lengths next to the end of a block, or of a round of leaves.
const BOUNDARIES: [usize; 12] = [0, 1, 63, 64, 65, 127, 128, 129, 511, 512, 513, 1025];

fn message(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i % 251) as u8).collect()
}

#[test]
fn blake2b_lengths() {
    for len in LENGTHS {
        let message = message(len);
        let expected = blake2b_simd::blake2b(&message);
        assert_eq!(blake2b::hash(&Default::default(), &message), expected.as_bytes(), "{len} bytes");
    }
}

#[test]
fn blake2s_lengths() {
    for len in LENGTHS {
        let message = message(len);
        let expected = blake2s_simd::blake2s(&message);
        assert_eq!(blake2s::hash(&Default::default(), &message), expected.as_bytes(), "{len} bytes");
    }
}

/// Every parameter differs from its default, one set per step: a byte in the wrong place of the
/// block, or a flag left out, changes the digest.
#[test]
fn blake2b_parameters() {
    for step in 1..=64u8 {
        let params = blake2b::Params {
            digest_length: step as usize,
            key: message(step as usize - 1),
            fanout: step.wrapping_mul(3),
            depth: step.wrapping_mul(5).max(1),
            leaf_length: 0x01020304 * step as u32,
            node_offset: 0x0102030405060708u64.wrapping_mul(step as u64),
            node_depth: step.wrapping_mul(7),
            inner_length: 64 - step,
            salt: std::array::from_fn(|i| step ^ i as u8),
            personalisation: std::array::from_fn(|i| step.wrapping_add(100 + i as u8)),
            last_node: step % 2 == 1,
        };
        let mut theirs = blake2b_simd::Params::new();
        theirs
            .hash_length(params.digest_length)
            .key(&params.key)
            .fanout(params.fanout)
            .max_depth(params.depth)
            .max_leaf_length(params.leaf_length)
            .node_offset(params.node_offset)
            .node_depth(params.node_depth)
            .inner_hash_length(params.inner_length as usize)
            .salt(&params.salt)
            .personal(&params.personalisation)
            .last_node(params.last_node);
        for len in BOUNDARIES {
            let message = message(len);
            let expected = theirs.hash(&message);
            assert_eq!(blake2b::hash(&params, &message), expected.as_bytes(), "{params:?}, {len} bytes");
        }
    }
}

#[test]
fn blake2s_parameters() {
    for step in 1..=32u8 {
        let params = blake2s::Params {
            digest_length: step as usize,
            key: message(step as usize - 1),
            fanout: step.wrapping_mul(3),
            depth: step.wrapping_mul(5).max(1),
            leaf_length: 0x01020304 * step as u32,
            node_offset: 0x010203040506 * step as u64,
            node_depth: step.wrapping_mul(7),
            inner_length: 32 - step,
            salt: std::array::from_fn(|i| step ^ i as u8),
            personalisation: std::array::from_fn(|i| step.wrapping_add(100 + i as u8)),
            last_node: step % 2 == 1,
        };
        let mut theirs = blake2s_simd::Params::new();
        theirs
            .hash_length(params.digest_length)
            .key(&params.key)
            .fanout(params.fanout)
            .max_depth(params.depth)
            .max_leaf_length(params.leaf_length)
            .node_offset(params.node_offset)
            .node_depth(params.node_depth)
            .inner_hash_length(params.inner_length as usize)
            .salt(&params.salt)
            .personal(&params.personalisation)
            .last_node(params.last_node);
        for len in BOUNDARIES {
            let message = message(len);
            let expected = theirs.hash(&message);
            assert_eq!(blake2s::hash(&params, &message), expected.as_bytes(), "{params:?}, {len} bytes");
        }
    }
}

#[test]
fn blake2bp_lengths() {
    for len in LENGTHS {
        let message = message(len);
        let expected = blake2b_simd::blake2bp::blake2bp(&message);
        assert_eq!(blake2bp(64, &[], &message), expected.as_bytes(), "{len} bytes");
    }
}

#[test]
fn blake2sp_lengths() {
    for len in LENGTHS {
        let message = message(len);
        let expected = blake2s_simd::blake2sp::blake2sp(&message);
        assert_eq!(blake2sp(32, &[], &message), expected.as_bytes(), "{len} bytes");
    }
}

#[test]
fn blake2bp_keys_and_digest_lengths() {
    for step in 1..=64 {
        let key = message(step);
        for len in BOUNDARIES {
            let message = message(len);
            let expected =
                blake2b_simd::blake2bp::Params::new().hash_length(65 - step).key(&key).hash(&message);
            assert_eq!(blake2bp(65 - step, &key, &message), expected.as_bytes(), "{step}, {len} bytes");
        }
    }
}

#[test]
fn blake2sp_keys_and_digest_lengths() {
    for step in 1..=32 {
        let key = message(step);
        for len in BOUNDARIES {
            let message = message(len);
            let expected =
                blake2s_simd::blake2sp::Params::new().hash_length(33 - step).key(&key).hash(&message);
            assert_eq!(blake2sp(33 - step, &key, &message), expected.as_bytes(), "{step}, {len} bytes");
        }
    }
}
