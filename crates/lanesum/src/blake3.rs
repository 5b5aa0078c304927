//! BLAKE3: one message as a tree of chunks, in lanes and on all cores.
//!
//! The BLAKE3 paper, "BLAKE3: one function, fast everywhere" (J. O'Connor, J.-P.
//! Aumasson, S. Neves, Z. Wilcox-O'Hearn, 2020), cuts a message into chunks of
//! 1024 bytes, the leaves of a binary tree, so that the chunks of one message
//! run side by side as other hashes run messages.
//!
//! ```
//! let hash = lanesum::blake3::hash(b"abc");
//! assert_eq!(
//!     hash.to_hex().as_str(),
//!     "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85",
//! );
//! ```

pub(crate) mod compression;
mod family;
mod gathered;
mod hash;
mod hasher;
mod join;
mod kernels;
mod many;
mod mode;
mod node;
#[allow(unsafe_code, reason = "reads the lanes through pointers")]
pub(crate) mod nodes;
mod output;
pub mod subtree;
pub(crate) mod tree;

pub(crate) use family::Told;
pub use hash::{Hash, Hex, ParseHashError};
pub use hasher::Hasher;
pub(crate) use kernels::of_blake3;
pub use mode::Mode;
pub(crate) use node::Node;
pub use output::OutputReader;

use alloc::vec::Vec;
#[cfg(feature = "rayon")]
pub(crate) use join::Rayon;
pub(crate) use join::{Join, Serial};

/// Bytes in a block.
pub const BLOCK_LEN: usize = 64;

/// Bytes in a chunk, a leaf of the tree.
pub const CHUNK_LEN: usize = 1024;

/// Bytes in a hash.
pub const OUT_LEN: usize = 32;

/// Bytes in a key.
pub const KEY_LEN: usize = 32;

/// Bytes in a chaining value.
pub(crate) const CV_LEN: usize = 32;

/// Hashes one message, on this core: the 32 bytes that `b3sum` prints.
///
/// [`par_hash`](crate::par_hash) does it on all cores, [`Hasher`] in pieces, and
/// [`Hasher::finalize_xof`] has output of any length.
pub fn hash(message: &[u8]) -> Hash {
    Mode::HASH.hash(message)
}

/// Hashes many messages of any lengths, their chunks and parents in the lanes
/// together, on this core. Hash `i` is message `i`'s.
///
/// [`Mode::hash_many`] does it with a key, [`par_hash_many`](crate::par_hash_many)
/// on all cores.
///
/// ```
/// use lanesum::blake3::{hash, hash_many};
///
/// let hashes = hash_many(&["some", "messages", "of any length"]);
/// assert_eq!(hashes[2], hash(b"of any length"));
/// ```
pub fn hash_many<M: AsRef<[u8]>>(messages: &[M]) -> Vec<Hash> {
    Mode::HASH.hash_many(messages)
}

/// Hashes a message with a key: whoever lacks the key can neither make nor
/// check the hash.
pub fn keyed_hash(key: &[u8; KEY_LEN], message: &[u8]) -> Hash {
    Mode::keyed(key).hash(message)
}

/// Derives a key from key material, for a context.
///
/// The context is a string, or bytes, that nobody else uses: hardcoded, unique
/// to the application and the purpose of the key, such as `"example.com
/// 2026-01-01 session tokens v1"`. The key material may be of any length, but
/// is not a password: those need a slow hash.
pub fn derive_key(context: impl AsRef<[u8]>, key_material: &[u8]) -> [u8; OUT_LEN] {
    Mode::derive_key(context).hash(key_material).into()
}
