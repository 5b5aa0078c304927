//! BLAKE2: published vectors, every parameter, pieces of every pattern, many at
//! once; `blake2b_simd`, `blake2s_simd` and the reference judge.

mod front_doors;
mod judged;
mod random;
mod vectors;

/// Bytes that do not repeat from block to block.
fn bytes(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i % 251) as u8 ^ (i / 251) as u8).collect()
}
