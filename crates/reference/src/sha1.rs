//! SHA-1, FIPS 180-4, sections 5.3.1 and 6.1.

/// SHA-1 of `message`.
pub fn sha1(message: &[u8]) -> [u8; 20] {
    let mut hash = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
    for block in pad(message).as_chunks().0 {
        hash = compress(hash, block);
    }
    let mut digest = [0; 20];
    for i in 0..5 {
        digest[4 * i..][..4].copy_from_slice(&hash[i].to_be_bytes());
    }
    digest
}

/// Section 5.1.1: a one bit, zeros, and the length in bits.
fn pad(message: &[u8]) -> Vec<u8> {
    let bits = (message.len() as u64).wrapping_mul(8);
    let mut padded = message.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend(bits.to_be_bytes());
    padded
}

/// Section 6.1.2.
fn compress(hash: [u32; 5], block: &[u8; 64]) -> [u32; 5] {
    let mut w = [0u32; 80];
    for t in 0..16 {
        w[t] = u32::from_be_bytes(block.as_chunks().0[t]);
    }
    for t in 16..80 {
        w[t] = (w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16]).rotate_left(1);
    }

    let [mut a, mut b, mut c, mut d, mut e] = hash;
    for t in 0..80 {
        let (f, k) = match t / 20 {
            0 => ((b & c) ^ (!b & d), 0x5a827999),
            1 => (b ^ c ^ d, 0x6ed9eba1),
            2 => ((b & c) ^ (b & d) ^ (c & d), 0x8f1bbcdc),
            _ => (b ^ c ^ d, 0xca62c1d6),
        };
        let sum = a.rotate_left(5).wrapping_add(f).wrapping_add(e).wrapping_add(k).wrapping_add(w[t]);
        (a, b, c, d, e) = (sum, a, b.rotate_left(30), c, d);
    }

    let last = [a, b, c, d, e];
    std::array::from_fn(|i| hash[i].wrapping_add(last[i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of FIPS 180 (NIST, Cryptographic Standards and Guidelines: SHA1.pdf) and the
    /// empty message.
    #[test]
    fn examples() {
        for (message, digest) in [
            ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
            ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
            ),
        ] {
            assert_eq!(hex::encode(sha1(message.as_bytes())), digest, "{message:?}");
        }
    }

    #[test]
    fn a_million_times_a() {
        assert_eq!(hex::encode(sha1(&[b'a'; 1_000_000])), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
    }
}
