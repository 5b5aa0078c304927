//! BLAKE2b, RFC 7693, with the whole parameter block of the BLAKE2 paper.

const IV: [u64; 8] = [
    0x6a09e667f3bcc908,
    0xbb67ae8584caa73b,
    0x3c6ef372fe94f82b,
    0xa54ff53a5f1d36f1,
    0x510e527fade682d1,
    0x9b05688c2b3e6c1f,
    0x1f83d9abfb41bd6b,
    0x5be0cd19137e2179,
];

/// RFC 7693, section 2.7. Rounds 10 and 11 repeat the first two.
pub(crate) const SIGMA: [[usize; 16]; 10] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

/// The parameter block of the paper, the key, and whether the node is the last of its
/// level. The default is sequential BLAKE2b with 64 bytes of digest and no key.
#[derive(Clone, Debug)]
pub struct Params {
    /// In bytes, 1 to 64.
    pub digest_length: usize,
    /// Up to 64 bytes; empty for none.
    pub key: Vec<u8>,
    /// 0 is unlimited, 1 is sequential.
    pub fanout: u8,
    /// 255 is unlimited, 1 is sequential.
    pub depth: u8,
    /// In bytes; 0 is unlimited.
    pub leaf_length: u32,
    /// 0 for the leftmost node of a level.
    pub node_offset: u64,
    /// 0 for leaves.
    pub node_depth: u8,
    /// In bytes, 0 to 64.
    pub inner_length: u8,
    /// Shorter salts end in zeros.
    pub salt: [u8; 16],
    /// Shorter personalisations end in zeros.
    pub personalisation: [u8; 16],
    /// Sets the second finalization flag in the last block.
    pub last_node: bool,
}

impl Default for Params {
    fn default() -> Self {
        Params {
            digest_length: 64,
            key: Vec::new(),
            fanout: 1,
            depth: 1,
            leaf_length: 0,
            node_offset: 0,
            node_depth: 0,
            inner_length: 0,
            salt: [0; 16],
            personalisation: [0; 16],
            last_node: false,
        }
    }
}

impl Params {
    fn block(&self) -> [u8; 64] {
        assert!((1..=64).contains(&self.digest_length) && self.key.len() <= 64 && self.inner_length <= 64);
        let mut block = [0; 64];
        block[0] = self.digest_length as u8;
        block[1] = self.key.len() as u8;
        block[2] = self.fanout;
        block[3] = self.depth;
        block[4..8].copy_from_slice(&self.leaf_length.to_le_bytes());
        block[8..16].copy_from_slice(&self.node_offset.to_le_bytes());
        block[16] = self.node_depth;
        block[17] = self.inner_length;
        // 14 bytes reserved.
        block[32..48].copy_from_slice(&self.salt);
        block[48..64].copy_from_slice(&self.personalisation);
        block
    }
}

/// BLAKE2b of `message`: `digest_length` bytes.
///
/// # Panics
/// If a length of `params` is out of its range.
pub fn hash(params: &Params, message: &[u8]) -> Vec<u8> {
    node(params, &[&key_block(&params.key), message].concat())[..params.digest_length].to_vec()
}

/// The key, filled with zeros to a whole block; nothing without a key.
pub(crate) fn key_block(key: &[u8]) -> Vec<u8> {
    let mut block = key.to_vec();
    if !key.is_empty() {
        block.resize(128, 0);
    }
    block
}

/// The whole final state, of an input that the key block, if any, already begins.
pub(crate) fn node(params: &Params, input: &[u8]) -> [u8; 64] {
    let parameters = params.block();
    let mut h = IV;
    for i in 0..8 {
        h[i] ^= u64::from_le_bytes(parameters.as_chunks().0[i]);
    }
    let blocks = input.len().div_ceil(128).max(1);
    for i in 0..blocks {
        let end = input.len().min(128 * (i + 1));
        let mut block = [0; 128];
        block[..end - 128 * i].copy_from_slice(&input[128 * i..end]);
        let last = i + 1 == blocks;
        h = compress(h, &block, end as u128, last, last && params.last_node);
    }
    let mut bytes = [0; 64];
    for i in 0..8 {
        bytes[8 * i..][..8].copy_from_slice(&h[i].to_le_bytes());
    }
    bytes
}

/// F of RFC 7693, section 3.2, with the two finalization flags of the paper: `t` is the number of
/// bytes up to the end of this block.
pub fn compress(h: [u64; 8], block: &[u8; 128], t: u128, last_block: bool, last_node: bool) -> [u64; 8] {
    let m: [u64; 16] = std::array::from_fn(|i| u64::from_le_bytes(block.as_chunks().0[i]));
    let mut v = [0; 16];
    v[..8].copy_from_slice(&h);
    v[8..].copy_from_slice(&IV);
    v[12] ^= t as u64;
    v[13] ^= (t >> 64) as u64;
    v[14] ^= if last_block { u64::MAX } else { 0 };
    v[15] ^= if last_node { u64::MAX } else { 0 };
    for round in 0..12 {
        let s = SIGMA[round % 10];
        g(&mut v, 0, 4, 8, 12, m[s[0]], m[s[1]]);
        g(&mut v, 1, 5, 9, 13, m[s[2]], m[s[3]]);
        g(&mut v, 2, 6, 10, 14, m[s[4]], m[s[5]]);
        g(&mut v, 3, 7, 11, 15, m[s[6]], m[s[7]]);
        g(&mut v, 0, 5, 10, 15, m[s[8]], m[s[9]]);
        g(&mut v, 1, 6, 11, 12, m[s[10]], m[s[11]]);
        g(&mut v, 2, 7, 8, 13, m[s[12]], m[s[13]]);
        g(&mut v, 3, 4, 9, 14, m[s[14]], m[s[15]]);
    }
    std::array::from_fn(|i| h[i] ^ v[i] ^ v[i + 8])
}

/// RFC 7693, section 3.1.
fn g(v: &mut [u64; 16], a: usize, b: usize, c: usize, d: usize, x: u64, y: u64) {
    v[a] = v[a].wrapping_add(v[b]).wrapping_add(x);
    v[d] = (v[d] ^ v[a]).rotate_right(32);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(24);
    v[a] = v[a].wrapping_add(v[b]).wrapping_add(y);
    v[d] = (v[d] ^ v[a]).rotate_right(16);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(63);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 7693, appendix A.
    #[test]
    fn abc() {
        assert_eq!(
            hex::encode(hash(&Params::default(), b"abc")),
            "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1\
             7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923"
        );
    }

    /// The known answers of the BLAKE2 package: key 00 01 .. 3f, message 00 01 ...
    #[test]
    fn keyed() {
        let params = Params { key: (0..64).collect(), ..Params::default() };
        for (message, digest) in [
            (
                &[][..],
                "10ebb67700b1868efb4417987acf4690ae9d972fb7a590c2f02871799aaa4786\
                 b5e996e8f0f4eb981fc214b005f42d2ff4233499391653df7aefcbc13fc51568",
            ),
            (
                &[0],
                "961f6dd1e4dd30f63901690c512e78e4b45e4742ed197c3c5e45c549fd25f2e4\
                 187b0bc9fe30492b16b0d0bc4ef9b0f34c7003fac09a5ef1532e69430234cebd",
            ),
        ] {
            assert_eq!(hex::encode(hash(&params, message)), digest, "{} bytes", message.len());
        }
    }
}
