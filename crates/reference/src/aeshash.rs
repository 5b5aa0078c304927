//! The hash of the Go runtime (1.26) for the keys of its maps, with its random inputs given: the key
//! schedule of 128 bytes and the seed. amd64 and arm64 are two functions.
//!
//! Its specification is `runtime/asm_amd64.s` and `runtime/asm_arm64.s` of Go. The x86 instruction
//! adds the key after a round, the ARM one before, and that is most of the difference.

use crate::aes::{Block, round, sub_shift, xor};

/// AESENC of x86.
fn e(x: Block, key: Block) -> Block {
    xor(round(x), key)
}

/// AESENC with the state as the key: the runtime's scramble.
fn s(x: Block) -> Block {
    e(x, x)
}

/// AESE and AESMC of ARM.
fn d(x: Block, key: Block) -> Block {
    round(xor(x, key))
}

/// AESE of ARM.
fn f(x: Block, key: Block) -> Block {
    sub_shift(xor(x, key))
}

/// K[i]: the key schedule, a block at a time.
fn k(schedule: &[u8; 128], i: usize) -> Block {
    schedule.as_chunks().0[i]
}

/// The 16 bytes at `offset`.
fn load(message: &[u8], offset: usize) -> Block {
    std::array::from_fn(|i| message[offset + i])
}

/// Up to 16 bytes, the rest zeros.
fn block(parts: &[&[u8]]) -> Block {
    let bytes = parts.concat();
    std::array::from_fn(|i| if i < bytes.len() { bytes[i] } else { 0 })
}

/// The first 8 bytes, little-endian.
fn lo64(x: Block) -> u64 {
    u64::from_le_bytes(x.as_chunks().0[0])
}

/// lo64 of the exclusive or of all.
fn combine(lanes: &[Block]) -> u64 {
    lo64(lanes.iter().fold([0; 16], |sum, lane| xor(sum, *lane)))
}

/// The offsets that cover 17 to 128 bytes: from both ends, overlapping in the middle.
fn offsets(n: usize) -> Vec<usize> {
    match n {
        17..=32 => vec![0, n - 16],
        33..=64 => vec![0, 16, n - 32, n - 16],
        65..=128 => vec![0, 16, 32, 48, n - 64, n - 48, n - 32, n - 16],
        _ => unreachable!("{n} bytes are hashed in another way"),
    }
}

/// `memhash` on amd64. Of the length only the low 16 bits enter.
pub fn go_amd64(schedule: &[u8; 128], seed: u64, message: &[u8]) -> u64 {
    let n = message.len();
    let length = (n as u16).to_le_bytes();
    let u = block(&[&seed.to_le_bytes(), &length, &length, &length, &length]);
    let seeds: [Block; 8] = std::array::from_fn(|i| s(xor(u, k(schedule, i))));
    let t3 = |x| s(s(s(x)));

    match n {
        0 => lo64(s(seeds[0])),
        1..=16 => lo64(t3(xor(block(&[message]), seeds[0]))),
        17..=128 => {
            let lanes: Vec<Block> =
                offsets(n).iter().zip(seeds).map(|(&at, seed)| t3(xor(load(message, at), seed))).collect();
            combine(&lanes)
        }
        _ => {
            // The last 128 bytes first, then all from the start but the last 1 to 128.
            let mut lanes: [Block; 8] =
                std::array::from_fn(|i| xor(load(message, n - 128 + 16 * i), seeds[i]));
            for piece in 0..(n - 1) / 128 {
                for i in 0..8 {
                    lanes[i] = e(s(lanes[i]), load(message, 128 * piece + 16 * i));
                }
            }
            combine(&lanes.map(t3))
        }
    }
}

/// `memhash32` on amd64: the key is 4 bytes.
pub fn go_amd64_32(schedule: &[u8; 128], seed: u64, key: u32) -> u64 {
    let x = block(&[&seed.to_le_bytes(), &key.to_le_bytes()]);
    lo64((0..3).fold(x, |x, i| e(x, k(schedule, i))))
}

/// `memhash64` on amd64: the key is 8 bytes.
pub fn go_amd64_64(schedule: &[u8; 128], seed: u64, key: u64) -> u64 {
    let x = block(&[&seed.to_le_bytes(), &key.to_le_bytes()]);
    lo64((0..3).fold(x, |x, i| e(x, k(schedule, i))))
}

/// `memhash` on arm64.
pub fn go_arm64(schedule: &[u8; 128], seed: u64, message: &[u8]) -> u64 {
    let n = message.len();
    let u = block(&[&seed.to_le_bytes(), &(n as u64).to_le_bytes()]);
    let seeds: [Block; 8] = std::array::from_fn(|i| d(k(schedule, i), u));
    let g = |x, v| f(d(d(x, v), v), v);

    match n {
        0 => lo64(seeds[0]),
        1..=15 => lo64((0..3).fold(ragged(message), |x, _| d(x, seeds[0]))),
        16 => lo64((0..3).fold(load(message, 0), |x, _| d(x, seeds[0]))),
        17..=128 => {
            let lanes: Vec<Block> =
                offsets(n).iter().zip(seeds).map(|(&at, v)| g(load(message, at), v)).collect();
            combine(&lanes)
        }
        _ => {
            // The message is the key here, and the seeds are the state.
            let mut v = seeds;
            let mut data: [Block; 8] = std::array::from_fn(|i| load(message, n - 128 + 16 * i));
            for piece in 0..(n - 1) / 128 {
                for i in 0..8 {
                    v[i] = d(v[i], data[i]);
                    data[i] = load(message, 128 * piece + 16 * i);
                    v[i] = d(v[i], data[i]);
                }
            }
            let lanes: [Block; 8] = std::array::from_fn(|i| g(v[i], data[i]));
            combine(&lanes)
        }
    }
}

/// 1 to 15 bytes for arm64: 8, 4, 2 and 1 of them, as the length has those bits, each at its place.
fn ragged(message: &[u8]) -> Block {
    let mut x = [0; 16];
    let mut rest = message;
    for (size, place) in [(8, 0), (4, 8), (2, 12), (1, 14)] {
        if message.len() & size != 0 {
            let (piece, after) = rest.split_at(size);
            x[place..place + size].copy_from_slice(piece);
            rest = after;
        }
    }
    x
}

/// `memhash32` on arm64: the key is 4 bytes, and only the low half of the seed enters.
pub fn go_arm64_32(schedule: &[u8; 128], seed: u64, key: u32) -> u64 {
    let x = block(&[&(seed as u32).to_le_bytes(), &key.to_le_bytes()]);
    let k0 = k(schedule, 0);
    lo64(f(d(d(x, k0), k0), k0))
}

/// `memhash64` on arm64: the key is 8 bytes.
pub fn go_arm64_64(schedule: &[u8; 128], seed: u64, key: u64) -> u64 {
    let x = block(&[&seed.to_le_bytes(), &key.to_le_bytes()]);
    let k0 = k(schedule, 0);
    lo64(f(d(d(x, k0), k0), k0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEED: u64 = 0x0123456789abcdef;

    fn schedule() -> [u8; 128] {
        std::array::from_fn(|i| i as u8)
    }

    /// Computed by the runtime: length, amd64, arm64.
    #[test]
    fn lengths() {
        for (len, amd64, arm64) in [
            (0, 0x493f05475c1c3dae, 0x4035613bf88212af),
            (1, 0xd4758b549e63d4b0, 0x4f5e4f38b1d825ed),
            (3, 0x2598a0814c2e5e20, 0x932eb752dcbe79ee),
            (7, 0x143560df4d4ca512, 0xa67c99940e6efd0e),
            (8, 0x558599be408e5268, 0xef223428d1b2d00c),
            (15, 0x51c425177f77c34a, 0x4e01d7dcbf92785d),
            (16, 0x2b95f42d591ff5c0, 0xa37d954b30ec4cca),
            (17, 0x16b4243ee537697b, 0x75b13361968401d6),
            (32, 0x427b4c0c8ead1712, 0xd42174e37bc321e2),
            (33, 0xc99cafcab5231e4e, 0x17eab250a521ef75),
            (64, 0x2793a81eb40f92f8, 0xbd2acf0cc54d30b9),
            (65, 0x16c10c3b52a91b7b, 0xe0f94f74acb33afe),
            (128, 0x15ff126e09ec0e75, 0x0218f832a50badf5),
            (129, 0xc778505c362b4ead, 0x63e8ebc84b57fee5),
            (256, 0x9856beda898c5346, 0x0d470f695a15b684),
            (257, 0xb8794243144e1231, 0x5bfd71ed63d8ebe4),
            (1024, 0xa7d13363bf61bc70, 0xb10525ac1c84fa03),
            (65536, 0xafde3beed4340829, 0x6ff6825db15a9174),
            (65537, 0xd1181d0fff0f2619, 0x1faff3c357155edf),
        ] {
            let message: Vec<u8> = (0..len).map(|i| (i % 251) as u8).collect();
            assert_eq!(go_amd64(&schedule(), SEED, &message), amd64, "amd64, {len} bytes");
            assert_eq!(go_arm64(&schedule(), SEED, &message), arm64, "arm64, {len} bytes");
        }
    }

    /// Every length from 0 to 1100, computed by the runtime and folded into one number.
    #[test]
    fn every_length_amd64() {
        let message: Vec<u8> = (0..1100).map(|i| (i % 251) as u8).collect();
        let mut folded = 0u64;
        for len in 0..=1100 {
            let hash = go_amd64(&schedule(), SEED, &message[..len]);
            folded = folded.wrapping_mul(0x9e3779b97f4a7c15).wrapping_add(hash);
        }
        assert_eq!(folded, 0x34541b619ebd4e72);
    }

    /// amd64: computed by the runtime. arm64: by hand from its assembly.
    #[test]
    fn keys_of_4_and_8_bytes() {
        assert_eq!(go_amd64_32(&schedule(), SEED, 0xdeadbeef), 0xd9ff8bfb53b9e474);
        assert_eq!(go_amd64_64(&schedule(), SEED, 0xfeedfacecafebeef), 0x2f229b2fb54345ef);
        assert_eq!(go_arm64_32(&schedule(), SEED, 0xdeadbeef), 0xebf0cfa72629131d);
        assert_eq!(go_arm64_64(&schedule(), SEED, 0xfeedfacecafebeef), 0x870711d4a57ccf9b);
    }
}
