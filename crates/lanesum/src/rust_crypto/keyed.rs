//! A hash under a key.

use crate::algorithm::Algorithm;
use crate::function::Function;
use crate::hasher::Hasher;
use crate::{lemac, mac};
use digest::Key;
use digest::common::{Iv, IvSizeUser, KeyIvInit};
use digest::typenum::U16;

/// For a message under a key. `None` where the algorithm takes none of that length.
pub(super) fn keyed(algorithm: Algorithm, key: &[u8]) -> Option<Hasher> {
    Some(Hasher::new(Function::new(algorithm).with_key(key).ok()?))
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
