//! The families, and the one place where they part.

use crate::family::Family;

/// `families! { ($) Name(Type), ... }`, with whole paths: a hash of any of the families, a message
/// so far of any of them, and the `match` on them.
macro_rules! families {
    (($d:tt) $($(#[$doc:meta])* $family:ident($hash:ty),)+) => {
        /// A hash, with all that it is told.
        #[derive(Clone)]
        pub(crate) enum AnyHash {
            $($(#[$doc])* $family($hash),)+
        }

        /// A message so far.
        #[derive(Clone)]
        pub(crate) enum AnyState {
            $($family(<$hash as Family>::State),)+
        }

        /// The hashes of the families, by their names.
        #[cfg(feature = "digest")]
        #[allow(dead_code, reason = "a Merkle-Damgard hash's type holds no state of the family")]
        pub(crate) mod hashes {
            $(pub(crate) type $family = $hash;)+
        }

        $(impl Member for $hash {
            fn wrap_hash(hash: Self) -> AnyHash {
                AnyHash::$family(hash)
            }

            #[cfg(feature = "digest")]
            #[inline]
            fn own_hash(hash: AnyHash) -> Option<Self> {
                match hash {
                    AnyHash::$family(hash) => Some(hash),
                    _ => None,
                }
            }

            #[inline]
            fn wrap(state: Self::State) -> AnyState {
                AnyState::$family(state)
            }

            #[inline]
            fn own(state: &AnyState) -> Option<&Self::State> {
                match state {
                    AnyState::$family(state) => Some(state),
                    _ => None,
                }
            }

            #[inline]
            fn own_mut(state: &mut AnyState) -> Option<&mut Self::State> {
                match state {
                    AnyState::$family(state) => Some(state),
                    _ => None,
                }
            }
        })+

        /// `on_family!(AnyHash: hash, h => e)`: `e` for a hash of any family, or for a
        /// `AnyState`. The one `match` on them.
        macro_rules! on_family {
            ($d kind:ident: $d of:expr, $d it:ident => $d e:expr) => {
                match $d of {
                    $($d crate::algorithm::dispatch::$d kind::$family($d it) => $d e,)+
                }
            };
        }
        pub(crate) use on_family;
    };
}

/// A family among all of them.
pub(crate) trait Member: Family {
    /// The hash as one of any family.
    fn wrap_hash(hash: Self) -> AnyHash;

    /// The hash, if it is of this family.
    #[cfg(feature = "digest")]
    fn own_hash(hash: AnyHash) -> Option<Self>;

    /// Its state as one of any family.
    fn wrap(state: Self::State) -> AnyState;

    /// The state, if it is of this family.
    fn own(state: &AnyState) -> Option<&Self::State>;

    /// The state, if it is of this family.
    fn own_mut(state: &mut AnyState) -> Option<&mut Self::State>;
}

families! {
    ($)
    /// MD5, SHA-1, SHA-224, SHA-256 and SM3.
    MerkleDamgard32(&'static crate::merkle_damgard::MerkleDamgard<crate::merkle_damgard::Bits32>),
    /// SHA-384 and SHA-512, whole or truncated.
    MerkleDamgard64(&'static crate::merkle_damgard::MerkleDamgard<crate::merkle_damgard::Bits64>),
    /// SHA-3, SHAKE and Keccak.
    Sha3(&'static crate::sha3::Sponge),
    /// BLAKE2b.
    Blake2b(crate::blake2::blake2b::Params),
    /// BLAKE2s.
    Blake2s(crate::blake2::blake2s::Params),
    /// BLAKE2bp.
    Blake2bp(crate::blake2::blake2bp::Params),
    /// BLAKE2sp.
    Blake2sp(crate::blake2::blake2sp::Params),
    /// BLAKE3.
    Blake3(crate::blake3::Told),
    /// Checksums and fast hashes, which take one message at a time.
    Single(crate::single::Single),
    /// LeMac, on AES rounds.
    LeMac(crate::aes::OnAes<crate::aes::OfLeMac>),
    /// NABHash, on AES rounds.
    NabHash(crate::aes::OnAes<crate::aes::OfNabHash>),
}
