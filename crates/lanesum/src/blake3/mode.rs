//! The three modes: what every node of a tree has in common.

use super::many::hash_each;
use super::tree::{hash_of_chunk, root};
use super::{CHUNK_LEN, Hash, KEY_LEN, OUT_LEN, Serial};
use crate::blake3::compression::{DERIVE_KEY_CONTEXT, DERIVE_KEY_MATERIAL, IV, KEYED_HASH};
use crate::digest::Packed;
use crate::family::answers;
use crate::wipe::wipe_by_hand;
use alloc::vec::Vec;
use core::fmt;

/// Plain, keyed, or key derivation: the key and the flags of every node.
///
/// Making one costs something for key derivation, which hashes the context:
/// keep it for the next message.
///
/// Its copies hold the key until they are overwritten: with the feature `zeroize`
/// whoever made one wipes it, and what was made of it wipes its own.
#[derive(Clone, Copy)]
pub struct Mode {
    pub(crate) key: [u32; 8],
    pub(crate) flags: u32,
}

wipe_by_hand!(Mode { key });

impl Mode {
    /// [`hash`](super::hash): no key.
    pub const HASH: Self = Self { key: IV, flags: 0 };

    /// [`keyed_hash`](super::keyed_hash).
    pub const fn keyed(key: &[u8; KEY_LEN]) -> Self {
        Self { key: words(key), flags: KEYED_HASH }
    }

    /// [`derive_key`](super::derive_key): the message is the key material.
    pub fn derive_key(context: impl AsRef<[u8]>) -> Self {
        let of_context = Self { key: IV, flags: DERIVE_KEY_CONTEXT };
        Self { key: words(of_context.hash(context.as_ref()).as_bytes()), flags: DERIVE_KEY_MATERIAL }
    }

    /// Whether it is key derivation.
    pub(super) fn derives_key(&self) -> bool {
        self.flags == DERIVE_KEY_MATERIAL
    }

    /// Whether it is the keyed hash.
    pub(super) fn has_key(&self) -> bool {
        self.flags == KEYED_HASH
    }

    /// Hashes a message.
    pub fn hash(&self, message: &[u8]) -> Hash {
        if message.len() <= CHUNK_LEN {
            Hash::from_bytes(hash_of_chunk(self, message))
        } else {
            root::<Serial>(self, message).hash()
        }
    }

    /// Hashes many messages of any lengths, their chunks and parents in the
    /// lanes together, on this core. Hash `i` is message `i`'s.
    ///
    /// ```
    /// use lanesum::blake3::{Mode, keyed_hash};
    ///
    /// let key = b"the key has as many bytes as this";
    /// # let key = key.first_chunk().unwrap();
    /// let hashes = Mode::keyed(key).hash_many(&["some", "messages"]);
    /// assert_eq!(hashes[1], keyed_hash(key, b"messages"));
    /// ```
    pub fn hash_many<M: AsRef<[u8]>>(&self, messages: &[M]) -> Vec<Hash> {
        self.hash_all(&answers(messages))
    }

    /// [`Mode::hash_many`], compiled once, in this crate.
    fn hash_all(&self, messages: &[&[u8]]) -> Vec<Hash> {
        let mut hashes = alloc::vec![[0; OUT_LEN]; messages.len()];
        hash_each(self, messages, &mut Packed { bytes: hashes.as_flattened_mut(), len: OUT_LEN });
        hashes.into_iter().map(Hash::from_bytes).collect()
    }
}

impl fmt::Debug for Mode {
    /// The mode, not the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.flags {
            0 => "Hash",
            KEYED_HASH => "KeyedHash(..)",
            _ => "DeriveKey(..)",
        })
    }
}

/// Little-endian words.
pub(super) const fn words<const N: usize>(bytes: &[u8]) -> [u32; N] {
    let (bytes, _) = bytes.as_chunks();
    let mut words = [0; N];
    let mut i = 0;
    while i < N {
        words[i] = u32::from_le_bytes(bytes[i]);
        i += 1;
    }
    words
}
