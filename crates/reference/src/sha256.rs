//! SHA-224 and SHA-256, FIPS 180-4, sections 6.2 and 6.3.

/// The first 32 bits of the fractions of the cube roots of the first 64 primes (section 4.2.2).
#[rustfmt::skip]
const K: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

/// SHA-224 of `message`.
pub fn sha224(message: &[u8]) -> [u8; 28] {
    hash(
        [0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4],
        message,
    )
}

/// SHA-256 of `message`.
pub fn sha256(message: &[u8]) -> [u8; 32] {
    hash(
        [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19],
        message,
    )
}

/// From the initial hash value; the digest is the first `N` bytes of the last.
fn hash<const N: usize>(initial: [u32; 8], message: &[u8]) -> [u8; N] {
    let mut hash = initial;
    for block in pad(message).as_chunks().0 {
        hash = compress(hash, block);
    }
    let bytes: Vec<u8> = hash.iter().flat_map(|word| word.to_be_bytes()).collect();
    std::array::from_fn(|i| bytes[i])
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

/// Section 6.2.2.
fn compress(hash: [u32; 8], block: &[u8; 64]) -> [u32; 8] {
    let mut w = [0u32; 64];
    for t in 0..16 {
        w[t] = u32::from_be_bytes(block.as_chunks().0[t]);
    }
    for t in 16..64 {
        let s0 = w[t - 15].rotate_right(7) ^ w[t - 15].rotate_right(18) ^ (w[t - 15] >> 3);
        let s1 = w[t - 2].rotate_right(17) ^ w[t - 2].rotate_right(19) ^ (w[t - 2] >> 10);
        w[t] = s1.wrapping_add(w[t - 7]).wrapping_add(s0).wrapping_add(w[t - 16]);
    }

    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = hash;
    for t in 0..64 {
        let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let ch = (e & f) ^ (!e & g);
        let t1 = h.wrapping_add(s1).wrapping_add(ch).wrapping_add(K[t]).wrapping_add(w[t]);
        let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let maj = (a & b) ^ (a & c) ^ (b & c);
        let t2 = s0.wrapping_add(maj);
        (a, b, c, d, e, f, g, h) = (t1.wrapping_add(t2), a, b, c, d.wrapping_add(t1), e, f, g);
    }

    let last = [a, b, c, d, e, f, g, h];
    std::array::from_fn(|i| hash[i].wrapping_add(last[i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO_BLOCKS: &[u8] = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";

    /// The examples of FIPS 180 (NIST: SHA224.pdf) and the empty message.
    #[test]
    fn sha224_examples() {
        for (message, digest) in [
            (&b""[..], "d14a028c2a3a2bc9476102bb288234c415a2b01f828ea62ac5b3e42f"),
            (b"abc", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"),
            (TWO_BLOCKS, "75388b16512776cc5dba5da1fd890150b0c6455cb4f58b1952522525"),
            (&[b'a'; 1_000_000], "20794655980c91d8bbb4c1ea97618a4bf03f42581948b2ee4ee7ad67"),
        ] {
            assert_eq!(hex::encode(sha224(message)), digest, "{} bytes", message.len());
        }
    }

    /// The examples of FIPS 180 (NIST: SHA256.pdf) and the empty message.
    #[test]
    fn sha256_examples() {
        for (message, digest) in [
            (&b""[..], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (TWO_BLOCKS, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
            (&[b'a'; 1_000_000], "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
        ] {
            assert_eq!(hex::encode(sha256(message)), digest, "{} bytes", message.len());
        }
    }
}
