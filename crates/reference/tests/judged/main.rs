//! Judges the oracle: each hash against an implementation by other hands.

mod bao;
mod blake2;
mod blake3;
mod md5_sha;
mod sm3_sha3;
