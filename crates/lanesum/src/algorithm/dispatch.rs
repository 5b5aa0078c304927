//! The families, and the one place where they part.

use crate::aes::{OfLeMac, OfNabHash, OnAes};
use crate::blake2::{blake2b, blake2bp, blake2s, blake2sp};
use crate::blake3;
use crate::family::Family;
use crate::merkle_damgard::MerkleDamgard;
use crate::sha3::Sponge;
use crate::single::Single;

/// `families! { ($) Name(Type), ... }`: a hash of any of the families, a message
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

        $(impl Member for $hash {
            fn wrap_hash(hash: Self) -> AnyHash {
                AnyHash::$family(hash)
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

    /// Its state as one of any family.
    fn wrap(state: Self::State) -> AnyState;

    /// The state, if it is of this family.
    fn own(state: &AnyState) -> Option<&Self::State>;

    /// The state, if it is of this family.
    fn own_mut(state: &mut AnyState) -> Option<&mut Self::State>;
}

families! {
    ($)
    /// MD5, SHA-1, SHA-2 and SM3.
    MerkleDamgard(&'static MerkleDamgard),
    /// SHA-3, SHAKE and Keccak.
    Sha3(&'static Sponge),
    /// BLAKE2b.
    Blake2b(blake2b::Params),
    /// BLAKE2s.
    Blake2s(blake2s::Params),
    /// BLAKE2bp.
    Blake2bp(blake2bp::Params),
    /// BLAKE2sp.
    Blake2sp(blake2sp::Params),
    /// BLAKE3.
    Blake3(blake3::Told),
    /// Checksums and fast hashes, which take one message at a time.
    Single(Single),
    /// LeMac, on AES rounds.
    LeMac(OnAes<OfLeMac>),
    /// NABHash, on AES rounds.
    NabHash(OnAes<OfNabHash>),
}
