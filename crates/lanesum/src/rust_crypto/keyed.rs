//! A hash under a key.

use crate::aes::lemac::LeMac;
use crate::algorithm::Algorithm;
use crate::algorithm::dispatch::AnyHash;
use crate::blake3::{Mode, Told};
use crate::function::Function;
use crate::hasher::Hasher;
use crate::{lemac, mac};
use digest::Key;
use digest::common::{Iv, IvSizeUser, KeyIvInit};
use digest::typenum::U16;

/// For a message under a key. `None` where the algorithm takes none of that length.
pub(super) fn keyed(algorithm: Algorithm, key: &[u8]) -> Option<Hasher> {
    if !algorithm.key_lens()?.contains(&key.len()) {
        return None;
    }
    let hash = match algorithm.plain() {
        AnyHash::Blake2b(params) => AnyHash::Blake2b(params.key(key).ok()?),
        AnyHash::Blake2s(params) => AnyHash::Blake2s(params.key(key).ok()?),
        AnyHash::Blake2bp(params) => AnyHash::Blake2bp(params.key(key).ok()?),
        AnyHash::Blake2sp(params) => AnyHash::Blake2sp(params.key(key).ok()?),
        AnyHash::Blake3(told) => AnyHash::Blake3(Told { mode: Mode::keyed(key.try_into().ok()?), ..told }),
        AnyHash::LeMac(_) => return Some(LeMac::new(key.try_into().ok()?, &[0; 16]).hasher()),
        AnyHash::MerkleDamgard(_) | AnyHash::Single(_) | AnyHash::NabHash(_) => return None,
    };
    Some(Hasher::of(Function::told(algorithm, hash, algorithm.digest_len())))
}

impl IvSizeUser for mac::LeMac {
    type IvSize = U16;
}

impl KeyIvInit for mac::LeMac {
    /// With a nonce, which must not be used for two messages. That of
    /// [`KeyInit`](digest::KeyInit) is zeros.
    fn new(key: &Key<Self>, nonce: &Iv<Self>) -> Self {
        Self(lemac::LeMac::new(key.as_ref(), nonce.as_ref()).hasher())
    }
}
