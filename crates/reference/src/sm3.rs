//! SM3, GB/T 32905-2016 (in English: draft-sca-cfrg-sm3-02 and ISO/IEC 10118-3:2018).

/// The initial value (section 4.1).
const IV: [u32; 8] =
    [0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600, 0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e];

/// SM3 of `message`: section 5.3.1.
pub fn sm3(message: &[u8]) -> [u8; 32] {
    let mut v = IV;
    for block in pad(message).as_chunks().0 {
        v = cf(v, block);
    }
    let bytes: Vec<u8> = v.iter().flat_map(|word| word.to_be_bytes()).collect();
    std::array::from_fn(|i| bytes[i])
}

/// Section 5.2: a one bit, zeros, and the length in bits.
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

/// The constant of round `j` (section 4.2).
fn t(j: usize) -> u32 {
    if j < 16 { 0x79cc4519 } else { 0x7a879d8a }
}

/// The boolean function FF (section 4.3).
fn ff(j: usize, x: u32, y: u32, z: u32) -> u32 {
    if j < 16 { x ^ y ^ z } else { (x & y) | (x & z) | (y & z) }
}

/// The boolean function GG (section 4.3).
fn gg(j: usize, x: u32, y: u32, z: u32) -> u32 {
    if j < 16 { x ^ y ^ z } else { (x & y) | (!x & z) }
}

/// The permutation P0 (section 4.4).
fn p0(x: u32) -> u32 {
    x ^ x.rotate_left(9) ^ x.rotate_left(17)
}

/// The permutation P1 (section 4.4).
fn p1(x: u32) -> u32 {
    x ^ x.rotate_left(15) ^ x.rotate_left(23)
}

/// The compression function (section 5.3.3), after the message expansion (section 5.3.2).
fn cf(v: [u32; 8], block: &[u8; 64]) -> [u32; 8] {
    let mut w = [0u32; 68];
    for j in 0..16 {
        w[j] = u32::from_be_bytes(block.as_chunks().0[j]);
    }
    for j in 16..68 {
        w[j] = p1(w[j - 16] ^ w[j - 9] ^ w[j - 3].rotate_left(15)) ^ w[j - 13].rotate_left(7) ^ w[j - 6];
    }

    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = v;
    for j in 0..64 {
        let ss1 =
            a.rotate_left(12).wrapping_add(e).wrapping_add(t(j).rotate_left(j as u32 % 32)).rotate_left(7);
        let ss2 = ss1 ^ a.rotate_left(12);
        let tt1 = ff(j, a, b, c).wrapping_add(d).wrapping_add(ss2).wrapping_add(w[j] ^ w[j + 4]);
        let tt2 = gg(j, e, f, g).wrapping_add(h).wrapping_add(ss1).wrapping_add(w[j]);
        (a, b, c, d, e, f, g, h) = (tt1, a, b.rotate_left(9), c, p0(tt2), e, f.rotate_left(19), g);
    }

    let last = [a, b, c, d, e, f, g, h];
    std::array::from_fn(|i| v[i] ^ last[i])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of the standard's appendix A.
    #[test]
    fn examples() {
        for (message, digest) in [
            (&b"abc"[..], "66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0"),
            (&b"abcd".repeat(16), "debe9ff92275b8a138604889c18e5a4d6fdb70e5387e5765293dcba39c0c5732"),
        ] {
            assert_eq!(hex::encode(sm3(message)), digest, "{} bytes", message.len());
        }
    }
}
