//! BLAKE3 against the `blake3` crate, which its authors wrote.

mod many;
mod output;
mod pieces;
mod subtrees;
mod whole;

use lanesum::blake3::Mode;

const KEY: &[u8; 32] = b"whats the Elvish word for friend";
const CONTEXT: &str = "lanesum 2026-01-01 tests of key derivation";

/// Bytes that do not repeat within a chunk.
fn message(len: usize) -> Vec<u8> {
    let mut x = 0x9e37_79b9_7f4a_7c15u64;
    (0..len)
        .map(|_| {
            x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (x >> 56) as u8
        })
        .collect()
}

/// The modes, ours and the crate's.
fn modes() -> [(Mode, blake3::Hasher); 3] {
    [
        (Mode::HASH, blake3::Hasher::new()),
        (Mode::keyed(KEY), blake3::Hasher::new_keyed(KEY)),
        (Mode::derive_key(CONTEXT), blake3::Hasher::new_derive_key(CONTEXT)),
    ]
}

/// What the crate says.
fn judged(judge: &blake3::Hasher, message: &[u8]) -> [u8; 32] {
    *judge.clone().update(message).finalize().as_bytes()
}

/// Lengths next to the ends of blocks, chunks, and groups of chunks that fill
/// lanes.
fn lengths() -> impl Iterator<Item = usize> {
    let blocks = (0..=34).map(|blocks| 64 * blocks);
    let chunks = (1..=70).chain([95, 96, 97, 127, 128, 129, 255, 256, 257, 300]).map(|chunks| 1024 * chunks);
    blocks.chain(chunks).flat_map(|end: usize| [end.saturating_sub(1), end, end + 1])
}
