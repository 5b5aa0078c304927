//! SHA-3 and SHAKE, FIPS 202, and Keccak-256, which the Keccak team submitted to NIST's
//! competition (Keccak submission 3.0) and Ethereum took: SHA3-256 with other padding.

use std::sync::LazyLock;

/// A lane, x and y, of the state (section 3.1.2): `a[x][y]`.
type State = [[u64; 5]; 5];

/// SHA3-224 of `message` (section 6.1).
pub fn sha3_224(message: &[u8]) -> [u8; 28] {
    sha3(message)
}

/// SHA3-256 of `message` (section 6.1).
pub fn sha3_256(message: &[u8]) -> [u8; 32] {
    sha3(message)
}

/// SHA3-384 of `message` (section 6.1).
pub fn sha3_384(message: &[u8]) -> [u8; 48] {
    sha3(message)
}

/// SHA3-512 of `message` (section 6.1).
pub fn sha3_512(message: &[u8]) -> [u8; 64] {
    sha3(message)
}

/// The first `len` bytes of SHAKE128 of `message` (section 6.2).
pub fn shake128(message: &[u8], len: usize) -> Vec<u8> {
    keccak(256, message, 0b1111, 4, len)
}

/// The first `len` bytes of SHAKE256 of `message` (section 6.2).
pub fn shake256(message: &[u8], len: usize) -> Vec<u8> {
    keccak(512, message, 0b1111, 4, len)
}

/// Keccak-256 of `message`: no bits between it and the padding.
pub fn keccak256(message: &[u8]) -> [u8; 32] {
    let digest = keccak(512, message, 0, 0, 32);
    std::array::from_fn(|i| digest[i])
}

/// The bits 01 after the message, and a capacity of twice the digest's length.
fn sha3<const N: usize>(message: &[u8]) -> [u8; N] {
    let digest = keccak(16 * N, message, 0b10, 2, N);
    std::array::from_fn(|i| digest[i])
}

/// KECCAK[c] (section 5.2) of `message` and the `n` bits of `suffix`, the lowest first: the sponge
/// (section 4, algorithm 8) over KECCAK-p[1600, 24].
fn keccak(c: usize, message: &[u8], suffix: u8, n: u32, len: usize) -> Vec<u8> {
    let rate = (1600 - c) / 8;
    // pad10*1 (section 5.1): a one, zeros, and a one at the end of a block.
    let mut padded = message.to_vec();
    padded.push(suffix | 1 << n);
    padded.resize(padded.len().next_multiple_of(rate), 0);
    *padded.last_mut().unwrap() |= 0x80;

    let mut a = [[0; 5]; 5];
    for block in padded.chunks(rate) {
        for (i, word) in block.as_chunks().0.iter().enumerate() {
            a[i % 5][i / 5] ^= u64::from_le_bytes(*word);
        }
        a = keccak_p(a);
    }
    let mut z = Vec::new();
    loop {
        z.extend((0..rate / 8).flat_map(|i| a[i % 5][i / 5].to_le_bytes()));
        if z.len() >= len {
            z.truncate(len);
            return z;
        }
        a = keccak_p(a);
    }
}

/// Rnd for each of the 24 rounds (section 3.3, algorithm 7).
fn keccak_p(mut a: State) -> State {
    for ir in 0..24 {
        a = iota(chi(pi(rho(theta(a)))), ir);
    }
    a
}

/// Section 3.2.1, algorithm 1.
fn theta(a: State) -> State {
    let c = a.map(|column| column.into_iter().fold(0, |c, lane| c ^ lane));
    let d = |x: usize| c[(x + 4) % 5] ^ c[(x + 1) % 5].rotate_left(1);
    lanes(|x, y| a[x][y] ^ d(x))
}

/// Section 3.2.2, algorithm 2.
fn rho(a: State) -> State {
    lanes(|x, y| a[x][y].rotate_left(OFFSETS[x][y]))
}

/// How far a lane is rotated, along the walk of algorithm 2.
const OFFSETS: [[u32; 5]; 5] = {
    let mut offsets = [[0; 5]; 5];
    let (mut x, mut y, mut t) = (1, 0, 0);
    while t < 24 {
        offsets[x][y] = (t + 1) * (t + 2) / 2 % 64;
        (x, y) = (y, (2 * x + 3 * y) % 5);
        t += 1;
    }
    offsets
};

/// Section 3.2.3, algorithm 3.
fn pi(a: State) -> State {
    lanes(|x, y| a[(x + 3 * y) % 5][x])
}

/// Section 3.2.4, algorithm 4.
fn chi(a: State) -> State {
    lanes(|x, y| a[x][y] ^ (!a[(x + 1) % 5][y] & a[(x + 2) % 5][y]))
}

/// Section 3.2.5, algorithm 6, with a constant for each round.
fn iota(mut a: State, ir: usize) -> State {
    static RC: LazyLock<[u64; 24]> = LazyLock::new(|| {
        std::array::from_fn(|ir| (0..=6).map(|j| u64::from(rc(j + 7 * ir)) << ((1 << j) - 1)).sum())
    });
    a[0][0] ^= RC[ir];
    a
}

/// Bit `t` of a shift register (section 3.2.5, algorithm 5), whose bit `R[0]` is the lowest here.
fn rc(t: usize) -> bool {
    let mut r = 1u16;
    for _ in 0..t % 255 {
        r <<= 1;
        if r >> 8 == 1 {
            r ^= 0b1_0111_0001;
        }
    }
    r & 1 == 1
}

/// The state whose lane x, y is `f(x, y)`.
fn lanes(f: impl Fn(usize, usize) -> u64) -> State {
    std::array::from_fn(|x| std::array::from_fn(|y| f(x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NIST's examples of a message of 1600 bits, each byte 0xa3 (SHA3-224_1600.pdf and the
    /// others), and of the empty message (SHA3-224_Msg0.pdf).
    #[test]
    fn sha3_examples() {
        let long = &[0xa3; 200];
        for (digest, expected) in [
            (sha3_224(b"").to_vec(), "6b4e03423667dbb73b6e15454f0eb1abd4597f9a1b078e3f5b5a6bc7"),
            (sha3_224(long).to_vec(), "9376816aba503f72f96ce7eb65ac095deee3be4bf9bbc2a1cb7e11e0"),
            (sha3_256(b"").to_vec(), "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a"),
            (sha3_256(long).to_vec(), "79f38adec5c20307a98ef76e8324afbfd46cfd81b22e3973c65fa1bd9de31787"),
            (
                sha3_384(b"").to_vec(),
                "0c63a75b845e4f7d01107d852e4c2485c51a50aaaa94fc61995e71bbee983a2ac3713831264adb47fb6bd1e0\
                 58d5f004",
            ),
            (
                sha3_384(long).to_vec(),
                "1881de2ca7e41ef95dc4732b8f5f002b189cc1e42b74168ed1732649ce1dbcdd76197a31fd55ee989f2d7050\
                 dd473e8f",
            ),
            (
                sha3_512(b"").to_vec(),
                "a69f73cca23a9ac5c8b567dc185a756e97c982164fe25859e0d1dcc1475c80a615b2123af1f5f94c11e3e940\
                 2c3ac558f500199d95b6d3e301758586281dcd26",
            ),
            (
                sha3_512(long).to_vec(),
                "e76dfad22084a8b1467fcf2ffa58361bec7628edf5f3fdc0e4805dc48caeeca81b7c13c30adf52a365958473\
                 9a2df46be589c51ca1a4a8416df6545a1ce8ba00",
            ),
        ] {
            assert_eq!(hex::encode(digest), expected);
        }
    }

    /// The first bytes of NIST's examples (SHAKE128_Msg0.pdf, SHAKE128_Msg1600.pdf, SHAKE256_...).
    #[test]
    fn shake_examples() {
        for (output, expected) in [
            (shake128(b"", 32), "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26"),
            (shake128(&[0xa3; 200], 32), "131ab8d2b594946b9c81333f9bb6e0ce75c3b93104fa3469d3917457385da037"),
            (shake256(b"", 32), "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f"),
            (shake256(&[0xa3; 200], 32), "cd8a920ed141aa0407a22d59288652e9d9f1a7ee0c1e7c1ca699424da84a904d"),
        ] {
            assert_eq!(hex::encode(output), expected);
        }
    }

    /// Of the empty message: the Keccak team's ShortMsgKAT_256.txt, and the code hash of an
    /// Ethereum account without code (yellow paper, 4.1).
    #[test]
    fn keccak256_example() {
        let expected = "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470";
        assert_eq!(hex::encode(keccak256(b"")), expected);
    }
}
