//! Each hash as its specification says: the oracle of lanesum's tests.
//!
//! A file reads like the document it names, takes the whole message at once, and is neither
//! fast nor clever, so that it can be checked by reading. The tests hold each one to published
//! digests and, at every length near a boundary, to an implementation by other hands. Nothing
//! here is published, and nothing that is published depends on it.
//!
//! What a caller gets wrong (a digest length that does not exist) panics: it is a fault of a test.

#![forbid(unsafe_code)]

pub mod aes;
mod aeshash;
pub mod bao;
pub mod blake2b;
mod blake2bp;
pub mod blake2s;
mod blake2sp;
pub mod blake3;
mod lemac;
mod md5;
mod nabhash;
mod sha1;
mod sha256;
mod sha3;
mod sha512;
mod sm3;

pub use aeshash::{go_amd64, go_amd64_32, go_amd64_64, go_arm64, go_arm64_32, go_arm64_64};
pub use blake2bp::blake2bp;
pub use blake2sp::blake2sp;
pub use lemac::lemac;
pub use md5::md5;
pub use nabhash::nabhash;
pub use sha1::sha1;
pub use sha3::{keccak256, sha3_224, sha3_256, sha3_384, sha3_512, shake128, shake256};
pub use sha256::{sha224, sha256};
pub use sha512::{sha384, sha512, sha512_224, sha512_256};
pub use sm3::sm3;
