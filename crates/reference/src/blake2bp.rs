//! BLAKE2bp, the BLAKE2 paper: a tree of four BLAKE2b leaves under one root.

use crate::blake2b::{Params, key_block, node};

/// BLAKE2bp of `message` under a key of up to 64 bytes (empty for none): `digest_length` bytes,
/// 1 to 64.
///
/// # Panics
/// If a length is out of its range.
pub fn blake2bp(digest_length: usize, key: &[u8], message: &[u8]) -> Vec<u8> {
    let params = Params {
        digest_length,
        key: key.to_vec(),
        fanout: 4,
        depth: 2,
        inner_length: 64,
        ..Params::default()
    };

    // Leaf i takes blocks i, i + 4, i + 8 ... of the message, and all 64 bytes of a leaf
    // enter the root, whatever the digest length.
    let mut leaves = Vec::new();
    for i in 0..4 {
        let mut input = key_block(key);
        for block in message.chunks(128).skip(i).step_by(4) {
            input.extend(block);
        }
        leaves.extend(node(&Params { node_offset: i as u64, last_node: i == 3, ..params.clone() }, &input));
    }

    // The root knows the length of the key, but the key block is the leaves' alone.
    let root = Params { node_depth: 1, last_node: true, ..params };
    node(&root, &leaves)[..digest_length].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The known answers of the BLAKE2 package: key 00 01 .. 3f, message 00 01 ...
    #[test]
    fn keyed() {
        let key: Vec<u8> = (0..64).collect();
        for (len, digest) in [
            (
                0,
                "9d9461073e4eb640a255357b839f394b838c6ff57c9b686a3f76107c1066728f\
                 3c9956bd785cbc3bf79dc2ab578c5a0c063b9d9c405848de1dbe821cd05c940a",
            ),
            (
                1,
                "ff8e90a37b94623932c59f7559f26035029c376732cb14d41602001cbb73adb7\
                 9293a2dbda5f60703025144d158e2735529596251c73c0345ca6fccb1fb1e97e",
            ),
            (
                33,
                "158e2570d084a4869d969343c010860717ff74116188175f2ed74cd578fa0d80\
                 91b03fad0c65cf59ab91dd73b37fe3f58a58e7b4479c875acd63ec525812353f",
            ),
        ] {
            let message: Vec<u8> = (0..len).collect();
            assert_eq!(hex::encode(blake2bp(64, &key, &message)), digest, "{len} bytes");
        }
    }
}
