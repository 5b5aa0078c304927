//! LeMac, a keyed 128-bit hash on AES rounds, by Bariant, Baudrin, Leurent, Pernot, Perrin and
//! Peyrin: "Fast AES-Based Universal Hash Functions and MACs", ToSC 2024(2), with the corrigendum.
//!
//! The paper as first printed shifts the message schedule by one round ("LeMac-0"); this is the
//! corrected LeMac, which the implementation of its authors computes.

use crate::aes::{Block, aes128, round, xor};

/// The tag of `message`. A nonce must not return under a key with another message where forgery
/// matters; as a seeded hash, the nonce is zero.
pub fn lemac(key: &Block, nonce: &Block, message: &[u8]) -> Block {
    // E_K of the counters 0, 1, 2 ...
    let derived = |i: usize| aes128(*key, std::array::from_fn(|j| if j == 0 { i as u8 } else { 0 }));
    let mut s: [Block; 9] = std::array::from_fn(derived);
    let f: [Block; 18] = std::array::from_fn(|i| derived(9 + i));
    let (k2, k3) = (derived(27), derived(28));

    let mut padded = message.to_vec();
    padded.push(1);
    padded.resize(padded.len().next_multiple_of(64) + 4 * 64, 0);

    let [mut rr, mut r0, mut r1, mut r2] = [[0; 16]; 4];
    for block in padded.as_chunks::<64>().0 {
        let m: [Block; 4] = std::array::from_fn(|i| block.as_chunks().0[i]);
        s = [
            xor(xor(s[0], s[8]), m[2]),
            xor(round(s[0]), m[3]),
            xor(round(s[1]), m[3]),
            xor(round(s[2]), xor(r1, r2)),
            xor(round(s[3]), m[0]),
            xor(round(s[4]), m[0]),
            xor(round(s[5]), m[1]),
            xor(round(s[6]), m[1]),
            xor(round(s[7]), m[3]),
        ];
        (r2, r1, r0, rr) = (r1, r0, xor(rr, m[1]), m[2]);
    }

    let mut t = xor(*nonce, aes128(k2, *nonce));
    for i in 0..9 {
        t = xor(t, finalize(s[i], &f[i..i + 10]));
    }
    aes128(k3, t)
}

/// AES with ten keys and a full last round, which has no key.
fn finalize(state: Block, keys: &[Block]) -> Block {
    let mut x = state;
    for key in keys {
        x = round(xor(x, *key));
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(key: Block, nonce: Block, vectors: &[(usize, &str)]) {
        for &(len, tag) in vectors {
            let message: Vec<u8> = (0..len).map(|i| (i % 251) as u8).collect();
            assert_eq!(hex::encode(lemac(&key, &nonce, &message)), tag, "{len} bytes");
        }
    }

    /// Computed by the implementation of the authors.
    #[test]
    fn key_and_nonce_zero() {
        check(
            [0; 16],
            [0; 16],
            &[
                (0, "52282e853c9cfeb5537d33fb916a341f"),
                (1, "3813e97cdb668705fab759feb021a37b"),
                (15, "ce65fa7072118747abbc1cdb12d7bf23"),
                (16, "7de8aa5d5741508b6f82d9edb5a26b6e"),
                (17, "d6f1ae51dcf5532f923d3e0a2606ddf9"),
                (63, "d33bdc58fda1f320d1008e0c0200d9fd"),
                (64, "aa7b720885f632a7b812cb426841f313"),
                (65, "f983eb021fe07ff00147c916db9461bf"),
                (128, "dec2a55ad0d12428814f3a6ac028a552"),
                (255, "9062a7834a94ae9e9f225058e420b208"),
                (1000, "7fdf685570a3f8a488460a09b700622d"),
                (4096, "69ba618de08da42fb0659c786a515a4f"),
            ],
        );
    }

    /// Computed by the implementation of the authors.
    #[test]
    fn key_and_nonce() {
        check(
            std::array::from_fn(|i| i as u8),
            std::array::from_fn(|i| 0x10 + i as u8),
            &[
                (0, "3cbed24e2e68c17ecc6dfdf80c74b707"),
                (1, "0a77c88e7a3facc06a84091756474f6f"),
                (16, "3931d0917d480246987d601cc00a9fa0"),
                (63, "d53c21dbadb46665c0ef8a21b1ad3571"),
                (64, "dc9064401bea8e625fcea2b56ba16e6b"),
                (129, "b0d0bbb9d683c3ef24bee3d9fe5e684d"),
                (1024, "8c97b9a9935cf277fce6bf76be317252"),
                (4096, "6700cbb41aff6522121b2b21be1e85e3"),
            ],
        );
    }
}
