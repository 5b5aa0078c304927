//! BLAKE2sp, the BLAKE2 paper: a tree of eight BLAKE2s leaves under one root.

use crate::blake2s::{Params, key_block, node};

/// BLAKE2sp of `message` under a key of up to 32 bytes (empty for none): `digest_length` bytes,
/// 1 to 32.
///
/// # Panics
/// If a length is out of its range.
pub fn blake2sp(digest_length: usize, key: &[u8], message: &[u8]) -> Vec<u8> {
    let params = Params {
        digest_length,
        key: key.to_vec(),
        fanout: 8,
        depth: 2,
        inner_length: 32,
        ..Params::default()
    };

    // Leaf i takes blocks i, i + 8, i + 16 ... of the message, and all 32 bytes of a leaf
    // enter the root, whatever the digest length.
    let mut leaves = Vec::new();
    for i in 0..8 {
        let mut input = key_block(key);
        for block in message.chunks(64).skip(i).step_by(8) {
            input.extend(block);
        }
        leaves.extend(node(&Params { node_offset: i as u64, last_node: i == 7, ..params.clone() }, &input));
    }

    // The root knows the length of the key, but the key block is the leaves' alone.
    let root = Params { node_depth: 1, last_node: true, ..params };
    node(&root, &leaves)[..digest_length].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The known answers of the BLAKE2 package: key 00 01 .. 1f, message 00 01 ...
    #[test]
    fn keyed() {
        let key: Vec<u8> = (0..32).collect();
        for (len, digest) in [
            (0, "715cb13895aeb678f6124160bff21465b30f4f6874193fc851b4621043f09cc6"),
            (1, "40578ffa52bf51ae1866f4284d3a157fc1bcd36ac13cbdcb0377e4d0cd0b6603"),
            (64, "1d3701a5661bd31ab20562bd07b74dd19ac8f3524b73ce7bc996b788afd2f317"),
            (72, "f1e442afb872151f8134956c548ae3240d07e6e338d4a7a6af8da4119ab0e2b0"),
        ] {
            let message: Vec<u8> = (0..len).collect();
            assert_eq!(hex::encode(blake2sp(32, &key, &message)), digest, "{len} bytes");
        }
    }
}
