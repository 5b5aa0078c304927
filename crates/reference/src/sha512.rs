//! SHA-384, SHA-512, SHA-512/224 and SHA-512/256, FIPS 180-4, sections 5.3.6 and 6.4 to 6.7.

/// The first 64 bits of the fractions of the cube roots of the first 80 primes (section 4.2.3).
#[rustfmt::skip]
const K: [u64; 80] = [
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc,
    0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118,
    0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
    0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694,
    0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
    0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4,
    0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70,
    0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
    0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30,
    0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
    0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8,
    0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
    0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b,
    0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178,
    0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
    0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c,
    0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
];

/// The initial hash value of SHA-384 (section 5.3.4).
const H384: [u64; 8] = [
    0xcbbb9d5dc1059ed8,
    0x629a292a367cd507,
    0x9159015a3070dd17,
    0x152fecd8f70e5939,
    0x67332667ffc00b31,
    0x8eb44a8768581511,
    0xdb0c2e0d64f98fa7,
    0x47b5481dbefa4fa4,
];

/// The initial hash value of SHA-512 (section 5.3.5).
const H512: [u64; 8] = [
    0x6a09e667f3bcc908,
    0xbb67ae8584caa73b,
    0x3c6ef372fe94f82b,
    0xa54ff53a5f1d36f1,
    0x510e527fade682d1,
    0x9b05688c2b3e6c1f,
    0x1f83d9abfb41bd6b,
    0x5be0cd19137e2179,
];

/// SHA-384 of `message`.
pub fn sha384(message: &[u8]) -> [u8; 48] {
    digest(hash(H384, message))
}

/// SHA-512 of `message`.
pub fn sha512(message: &[u8]) -> [u8; 64] {
    digest(hash(H512, message))
}

/// SHA-512/224 of `message`.
pub fn sha512_224(message: &[u8]) -> [u8; 28] {
    digest(hash(initial_hash_value("SHA-512/224"), message))
}

/// SHA-512/256 of `message`.
pub fn sha512_256(message: &[u8]) -> [u8; 32] {
    digest(hash(initial_hash_value("SHA-512/256"), message))
}

/// Section 5.3.6: SHA-512 of the name, under an initial hash value of its own.
fn initial_hash_value(name: &str) -> [u64; 8] {
    hash(H512.map(|word| word ^ 0xa5a5a5a5a5a5a5a5), name.as_bytes())
}

/// The first `N` bytes of the hash value.
fn digest<const N: usize>(hash: [u64; 8]) -> [u8; N] {
    let bytes: Vec<u8> = hash.iter().flat_map(|word| word.to_be_bytes()).collect();
    std::array::from_fn(|i| bytes[i])
}

fn hash(initial: [u64; 8], message: &[u8]) -> [u64; 8] {
    let mut hash = initial;
    for block in pad(message).as_chunks().0 {
        hash = compress(hash, block);
    }
    hash
}

/// Section 5.1.2: a one bit, zeros, and the length in bits.
fn pad(message: &[u8]) -> Vec<u8> {
    let bits = 8 * message.len() as u128;
    let mut padded = message.to_vec();
    padded.push(0x80);
    while padded.len() % 128 != 112 {
        padded.push(0);
    }
    padded.extend(bits.to_be_bytes());
    padded
}

/// Section 6.4.2.
fn compress(hash: [u64; 8], block: &[u8; 128]) -> [u64; 8] {
    let mut w = [0u64; 80];
    for t in 0..16 {
        w[t] = u64::from_be_bytes(block.as_chunks().0[t]);
    }
    for t in 16..80 {
        let s0 = w[t - 15].rotate_right(1) ^ w[t - 15].rotate_right(8) ^ (w[t - 15] >> 7);
        let s1 = w[t - 2].rotate_right(19) ^ w[t - 2].rotate_right(61) ^ (w[t - 2] >> 6);
        w[t] = s1.wrapping_add(w[t - 7]).wrapping_add(s0).wrapping_add(w[t - 16]);
    }

    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = hash;
    for t in 0..80 {
        let s1 = e.rotate_right(14) ^ e.rotate_right(18) ^ e.rotate_right(41);
        let ch = (e & f) ^ (!e & g);
        let t1 = h.wrapping_add(s1).wrapping_add(ch).wrapping_add(K[t]).wrapping_add(w[t]);
        let s0 = a.rotate_right(28) ^ a.rotate_right(34) ^ a.rotate_right(39);
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

    const TWO_BLOCKS: &[u8] = b"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn\
        hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu";

    /// The examples of FIPS 180 (NIST: SHA384.pdf, SHA512.pdf, SHA512_224.pdf, SHA512_256.pdf).
    #[test]
    fn examples() {
        for (got, digest) in [
            (
                hex::encode(sha384(b"abc")),
                "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed\
                 8086072ba1e7cc2358baeca134c825a7",
            ),
            (
                hex::encode(sha384(TWO_BLOCKS)),
                "09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712\
                 fcc7c71a557e2db966c3e9fa91746039",
            ),
            (
                hex::encode(sha512(b"abc")),
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
                 2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
            ),
            (
                hex::encode(sha512(TWO_BLOCKS)),
                "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018\
                 501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909",
            ),
            (hex::encode(sha512_224(b"abc")), "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa"),
            (hex::encode(sha512_224(TWO_BLOCKS)), "23fec5bb94d60b23308192640b0c453335d664734fe40e7268674af9"),
            (
                hex::encode(sha512_256(b"abc")),
                "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23",
            ),
            (
                hex::encode(sha512_256(TWO_BLOCKS)),
                "3928e184fb8690f840da3988121d31be65cb9d3ef83ee6146feac861e19b563a",
            ),
        ] {
            assert_eq!(got, digest);
        }
    }

    #[test]
    fn a_million_times_a() {
        assert_eq!(
            hex::encode(sha512(&[b'a'; 1_000_000])),
            "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb\
             de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b"
        );
    }

    /// What section 5.3.6.1 and 5.3.6.2 list as computed.
    #[test]
    fn initial_hash_values() {
        assert_eq!(initial_hash_value("SHA-512/224")[0], 0x8c3d37c819544da2);
        assert_eq!(initial_hash_value("SHA-512/256")[0], 0x22312194fc2bf72c);
    }
}
