//! The round of AES, FIPS 197, in the shapes that the hashes on AES use, and AES-128.
//!
//! A block is 16 bytes in the order of the standard: byte `r + 4c` is row r, column c.

/// 16 bytes.
pub type Block = [u8; 16];

/// Section 5.1.1: the inverse in GF(2^8), then an affine map.
const SBOX: [u8; 256] = {
    let mut sbox = [0; 256];
    let mut x = 0;
    while x < 256 {
        // x^254, which is 1/x, and 0 for 0.
        let (mut inverse, mut i) = (1, 0);
        while i < 254 {
            inverse = multiply(inverse, x as u8);
            i += 1;
        }
        sbox[x] = inverse
            ^ inverse.rotate_left(1)
            ^ inverse.rotate_left(2)
            ^ inverse.rotate_left(3)
            ^ inverse.rotate_left(4)
            ^ 0x63;
        x += 1;
    }
    sbox
};

/// Section 4.2: the product in GF(2^8), modulo x^8 + x^4 + x^3 + x + 1.
const fn multiply(mut a: u8, mut b: u8) -> u8 {
    let mut product = 0;
    while b != 0 {
        if b & 1 != 0 {
            product ^= a;
        }
        a = (a << 1) ^ if a & 0x80 != 0 { 0x1b } else { 0 };
        b >>= 1;
    }
    product
}

/// ShiftRows(SubBytes(x)).
pub fn sub_shift(x: Block) -> Block {
    std::array::from_fn(|i| SBOX[x[(i + 4 * (i % 4)) % 16] as usize])
}

/// MixColumns(x).
fn mix_columns(x: Block) -> Block {
    std::array::from_fn(|i| {
        let row = |r: usize| x[i / 4 * 4 + (i + r) % 4];
        multiply(2, row(0)) ^ multiply(3, row(1)) ^ row(2) ^ row(3)
    })
}

/// A round without its key: MixColumns(ShiftRows(SubBytes(x))).
pub fn round(x: Block) -> Block {
    mix_columns(sub_shift(x))
}

/// x ^ y.
pub fn xor(x: Block, y: Block) -> Block {
    std::array::from_fn(|i| x[i] ^ y[i])
}

/// Section 5.1: AES-128 encryption of a block.
pub fn aes128(key: Block, block: Block) -> Block {
    let keys = expand_key(key);
    let mut x = xor(block, keys[0]);
    for key in &keys[1..10] {
        x = xor(round(x), *key);
    }
    xor(sub_shift(x), keys[10])
}

/// Section 5.2.
fn expand_key(key: Block) -> [Block; 11] {
    let mut keys = [key; 11];
    let mut rcon = 1;
    for i in 1..11 {
        let last = keys[i - 1];
        for j in 0..16 {
            let word_before = match j {
                // SubWord(RotWord(..)) ^ Rcon of the last word of the last key.
                0 => SBOX[last[13] as usize] ^ rcon,
                1..4 => SBOX[last[12 + (j + 1) % 4] as usize],
                _ => keys[i][j - 4],
            };
            keys[i][j] = last[j] ^ word_before;
        }
        rcon = multiply(2, rcon);
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(hex: &str) -> Block {
        hex::decode(hex).unwrap().try_into().unwrap()
    }

    /// FIPS 197, appendix B: the rows of round 1.
    #[test]
    fn one_round() {
        let start = block("193de3bea0f4e22b9ac68d2ae9f84808");
        assert_eq!(sub_shift(start), block("d4bf5d30e0b452aeb84111f11e2798e5"));
        assert_eq!(round(start), block("046681e5e0cb199a48f8d37a2806264c"));
    }

    /// FIPS 197, appendix A.1: the last round key.
    #[test]
    fn key_expansion() {
        let keys = expand_key(block("2b7e151628aed2a6abf7158809cf4f3c"));
        assert_eq!(keys[10], block("d014f9a8c9ee2589e13f0cc8b6630ca6"));
    }

    /// FIPS 197, appendix B and appendix C.1.
    #[test]
    fn ciphers() {
        assert_eq!(
            aes128(block("2b7e151628aed2a6abf7158809cf4f3c"), block("3243f6a8885a308d313198a2e0370734")),
            block("3925841d02dc09fbdc118597196a0b32")
        );
        assert_eq!(
            aes128(block("000102030405060708090a0b0c0d0e0f"), block("00112233445566778899aabbccddeeff")),
            block("69c4e0d86a7b0430d8cdb78070b4c55a")
        );
    }
}
