//! RustCrypto's traits: a type for each hash, and in [`mac`] for each that takes
//! a key, for programs that are generic over the crate [`digest`].
//!
//! ```
//! use lanesum::rust_crypto::digest::Digest;
//!
//! fn fingerprint<D: Digest>(parts: &[&[u8]]) -> Vec<u8> {
//!     let mut hasher = D::new();
//!     parts.iter().for_each(|part| hasher.update(part));
//!     hasher.finalize().to_vec()
//! }
//!
//! let digest = lanesum::hash(lanesum::Algorithm::Sha256, b"abc");
//! assert_eq!(fingerprint::<lanesum::Sha256>(&[b"a", b"bc"]), digest.as_bytes());
//! ```
//!
//! # What each type has
//!
//! | Types | Traits |
//! |---|---|
//! | all | `Update`, `FixedOutput`, `FixedOutputReset`, `Reset`, `DynDigest`, `Clone`, `Default`, `io::Write` |
//! | meant to withstand attacks, as MD5 once was | `HashMarker`, and so `Digest` and `hmac::SimpleHmac` |
//! | no attack is known | `CollisionResistance` too |
//! | MD5, SHA-1, SHA-2, SM3 | `EagerHash` too: `hmac::Hmac` and `pbkdf2::pbkdf2_hmac` |
//! | those and SHA-3 | `AssociatedOid` too, for signatures |
//! | BLAKE3, SHAKE | `ExtendableOutput` too |
//! | [`mac`] | `KeyInit` and `Mac` |
//!
//! BLAKE2 and BLAKE3 hold their last block until they know that it is the last,
//! and `hmac::Hmac` is for hashes that do not: `hmac::SimpleHmac` takes them.
//!
//! ```
//! use hmac::{Hmac, KeyInit, Mac, SimpleHmac};
//!
//! let mut hmac = Hmac::<lanesum::Sha256>::new_from_slice(b"Jefe")?;
//! hmac.update(b"what do ya want for nothing?");
//! let tag = hmac.finalize().into_bytes();
//! assert_eq!(tag[..4], [0x5b, 0xdc, 0xc1, 0x46]);
//!
//! let hmac = SimpleHmac::<lanesum::Blake2b>::new_from_slice(b"Jefe")?;
//! assert!(hmac.chain_update(b"a message").verify_slice(&tag).is_err());
//! # Ok::<(), hmac::digest::InvalidLength>(())
//! ```
//!
//! A checksum or a fast hash is not a `Digest`, so that none gets into a signature:
//!
//! ```compile_fail,E0277
//! use lanesum::rust_crypto::digest::Digest;
//!
//! fn sign<D: Digest>(message: &[u8]) {}
//!
//! sign::<lanesum::Crc32>(b"message");
//! ```
//!
//! These types take one message at a time, on the fastest single stream that the
//! CPU has; many messages in lanes are for [`hash_many`](crate::hash_many), whose
//! algorithm is [`AssociatedAlgorithm::ALGORITHM`].

mod blockwise;
mod eager;
mod keyed;
mod oid;
mod rows;
mod shorter;
#[cfg(test)]
mod tests;
mod traits;
mod typed;
mod xof;

/// A type for each hash that takes a key, under one: message authentication codes.
///
/// ```
/// use lanesum::mac;
/// use lanesum::rust_crypto::digest::{KeyInit, Mac};
///
/// let tag = mac::Blake3::new(&[7; 32].into()).chain_update(b"message").finalize();
/// let mut again = mac::Blake3::new_from_slice(&[7; 32])?;
/// again.update(b"mess");
/// again.update(b"age");
/// assert!(again.verify(tag.as_bytes()).is_ok());
/// # Ok::<(), lanesum::rust_crypto::digest::InvalidLength>(())
/// ```
pub mod mac {
    pub use super::macs::*;
}

pub use digest;
pub use eager::EagerCore;
pub use hashes::*;
pub use shorter::{AnyLength, Shorter};

use crate::algorithm::{Algorithm, each_row};
use blockwise::Blockwise;
use eager::InWords;
use keyed::keyed;
#[cfg(test)]
use rows::test_mac_type;
use rows::{in_words, mac_type, markers, message, of_family, types};
use traits::hasher_traits;
use xof::{Extended, extendable};

each_row!(types);

/// The algorithm of a type: for [`hash_many`](crate::hash_many) and the other doors.
///
/// ```
/// use lanesum::{AssociatedAlgorithm, hash_many};
///
/// fn digests<D: AssociatedAlgorithm>(messages: &[&str]) -> Vec<lanesum::Digest> {
///     hash_many(D::ALGORITHM, messages)
/// }
///
/// assert_eq!(digests::<lanesum::Md5>(&["abc"])[0].to_string(), "900150983cd24fb0d6963f7d28e17f72");
/// ```
pub trait AssociatedAlgorithm: sealed::Sealed {
    /// The algorithm.
    const ALGORITHM: Algorithm;
}

mod sealed {
    /// Only the types here.
    pub trait Sealed {}
}
