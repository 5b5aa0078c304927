//! BLAKE2s, RFC 7693, with the whole parameter block of the BLAKE2 paper.

use crate::blake2b::SIGMA;

const IV: [u32; 8] =
    [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

/// The parameter block of the paper, the key, and whether the node is the last of its
/// level. The default is sequential BLAKE2s with 32 bytes of digest and no key.
#[derive(Clone, Debug)]
pub struct Params {
    /// In bytes, 1 to 32.
    pub digest_length: usize,
    /// Up to 32 bytes; empty for none.
    pub key: Vec<u8>,
    /// 0 is unlimited, 1 is sequential.
    pub fanout: u8,
    /// 255 is unlimited, 1 is sequential.
    pub depth: u8,
    /// In bytes; 0 is unlimited.
    pub leaf_length: u32,
    /// 0 for the leftmost node of a level; below 2^48.
    pub node_offset: u64,
    /// 0 for leaves.
    pub node_depth: u8,
    /// In bytes, 0 to 32.
    pub inner_length: u8,
    /// Shorter salts end in zeros.
    pub salt: [u8; 8],
    /// Shorter personalisations end in zeros.
    pub personalisation: [u8; 8],
    /// Sets the second finalization flag in the last block.
    pub last_node: bool,
}

impl Default for Params {
    fn default() -> Self {
        Params {
            digest_length: 32,
            key: Vec::new(),
            fanout: 1,
            depth: 1,
            leaf_length: 0,
            node_offset: 0,
            node_depth: 0,
            inner_length: 0,
            salt: [0; 8],
            personalisation: [0; 8],
            last_node: false,
        }
    }
}

impl Params {
    fn block(&self) -> [u8; 32] {
        assert!((1..=32).contains(&self.digest_length) && self.key.len() <= 32 && self.inner_length <= 32);
        assert!(self.node_offset < 1 << 48);
        let mut block = [0; 32];
        block[0] = self.digest_length as u8;
        block[1] = self.key.len() as u8;
        block[2] = self.fanout;
        block[3] = self.depth;
        block[4..8].copy_from_slice(&self.leaf_length.to_le_bytes());
        block[8..14].copy_from_slice(&self.node_offset.to_le_bytes()[..6]);
        block[14] = self.node_depth;
        block[15] = self.inner_length;
        block[16..24].copy_from_slice(&self.salt);
        block[24..32].copy_from_slice(&self.personalisation);
        block
    }
}

/// BLAKE2s of `message`: `digest_length` bytes.
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
        block.resize(64, 0);
    }
    block
}

/// The whole final state, of an input that the key block, if any, already begins.
pub(crate) fn node(params: &Params, input: &[u8]) -> [u8; 32] {
    let parameters = params.block();
    let mut h = IV;
    for i in 0..8 {
        h[i] ^= u32::from_le_bytes(parameters.as_chunks().0[i]);
    }
    let blocks = input.len().div_ceil(64).max(1);
    for i in 0..blocks {
        let end = input.len().min(64 * (i + 1));
        let mut block = [0; 64];
        block[..end - 64 * i].copy_from_slice(&input[64 * i..end]);
        let last = i + 1 == blocks;
        h = compress(h, &block, end as u64, last, last && params.last_node);
    }
    let mut bytes = [0; 32];
    for i in 0..8 {
        bytes[4 * i..][..4].copy_from_slice(&h[i].to_le_bytes());
    }
    bytes
}

/// F of RFC 7693, section 3.2, with the two finalization flags of the paper: `t` is the number of
/// bytes up to the end of this block.
pub fn compress(h: [u32; 8], block: &[u8; 64], t: u64, last_block: bool, last_node: bool) -> [u32; 8] {
    let m: [u32; 16] = std::array::from_fn(|i| u32::from_le_bytes(block.as_chunks().0[i]));
    let mut v = [0; 16];
    v[..8].copy_from_slice(&h);
    v[8..].copy_from_slice(&IV);
    v[12] ^= t as u32;
    v[13] ^= (t >> 32) as u32;
    v[14] ^= if last_block { u32::MAX } else { 0 };
    v[15] ^= if last_node { u32::MAX } else { 0 };
    for round in 0..10 {
        let s = SIGMA[round];
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
fn g(v: &mut [u32; 16], a: usize, b: usize, c: usize, d: usize, x: u32, y: u32) {
    v[a] = v[a].wrapping_add(v[b]).wrapping_add(x);
    v[d] = (v[d] ^ v[a]).rotate_right(16);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(12);
    v[a] = v[a].wrapping_add(v[b]).wrapping_add(y);
    v[d] = (v[d] ^ v[a]).rotate_right(8);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(7);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 7693, appendix B.
    #[test]
    fn abc() {
        assert_eq!(
            hex::encode(hash(&Params::default(), b"abc")),
            "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982"
        );
    }

    /// The known answers of the BLAKE2 package: key 00 01 .. 1f, message 00 01 ...
    #[test]
    fn keyed() {
        let params = Params { key: (0..32).collect(), ..Params::default() };
        for (message, digest) in [
            (&[][..], "48a8997da407876b3d79c0d92325ad3b89cbb754d86ab71aee047ad345fd2c49"),
            (&[0], "40d15fee7c328830166ac3f918650f807e7e01e177258cdc0a39b11f598066f1"),
        ] {
            assert_eq!(hex::encode(hash(&params, message)), digest, "{} bytes", message.len());
        }
    }
}
