//! The list of algorithms becomes types: a new row is a new type.

/// `types! { rows }`: a module `hashes` with a type for each row, and a module
/// `macs` with one for each that takes a key.
macro_rules! types {
    ($(
        $(#[$doc:meta])*
        $name:ident $(($len:ident: $lengths:ty))? => AnyHash::$family:ident $hash:tt, Row {
            name: $text:literal,
            tag: $tag:literal,
            also: $also:expr,
            source: $source:literal,
            digest_len: $digest_len:literal,
            shorter: $shorter:ident $(($shorter_names:expr))?,
            block_len: $block_len:tt,
            protection: Protection::$protection:ident,
            cryptographic: $cryptographic:tt,
            about: $about:literal,
            key_lens: $keyed:ident $(($key_lens:expr))?,
            rank: $rank:literal,
        };
    )+) => {
        /// A type for each algorithm.
        mod hashes {
            use crate::algorithm::Algorithm;
            #[allow(unused_imports, reason = "of those with digests of any length")]
            use crate::blake2::DigestLength;
            use crate::algorithm::dispatch::{AnyHash, hashes as family};
            use crate::rust_crypto::{self, AssociatedAlgorithm, sealed::Sealed, typed::Typed};
            use digest::typenum::U;

            $(
                $(#[$doc])*
                #[derive(Clone)]
                pub struct $name(pub(super) rust_crypto::message!(Self, $family));

                impl Sealed for $name {}

                impl AssociatedAlgorithm for $name {
                    const ALGORITHM: Algorithm = Algorithm::$name $((<$lengths>::MAX))?;
                }

                impl Default for $name {
                    #[inline]
                    fn default() -> Self {
                        Self(<rust_crypto::message!(Self, $family)>::new())
                    }
                }

                impl digest::OutputSizeUser for $name {
                    type OutputSize = U<$digest_len>;
                }

                impl digest::common::BlockSizeUser for $name {
                    type BlockSize = U<$block_len>;
                }

                impl digest::common::AlgorithmName for $name {
                    fn write_alg_name(f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                        f.write_str(stringify!($name))
                    }
                }

                rust_crypto::hasher_traits!([] $name);
                rust_crypto::markers!($name, $digest_len, $cryptographic, $protection, $shorter);
                rust_crypto::of_family!($name, $family);
            )+

            #[cfg(test)]
            #[test]
            fn each_type() {
                $(rust_crypto::tests::hash_type::<$name>();)+
            }
        }

        /// A type for each algorithm that takes a key, under one.
        mod macs {
            use super::hashes;
            #[allow(unused_imports, reason = "of those with a key of one length")]
            use crate::blake3;
            use crate::hasher::Hasher;
            use crate::rust_crypto::{self, AssociatedAlgorithm};
            use digest::typenum::U;

            $(rust_crypto::mac_type!($name, $text, $family, $keyed $(($key_lens))?);)+

            #[cfg(test)]
            #[test]
            fn each_type() {
                $(rust_crypto::test_mac_type!($name, $keyed);)+
            }
        }
    };
}
pub(super) use types;

/// What a hash is good for, as its row says it.
macro_rules! markers {
    ($name:ident, $digest_len:literal, true, Attacks, Some) => {
        impl rust_crypto::AnyLength for $name {}
        rust_crypto::markers!($name, $digest_len, true, Attacks, None);
    };
    ($name:ident, $digest_len:literal, true, Attacks, None) => {
        impl digest::CollisionResistance for $name {
            type CollisionResistance = U<{ $digest_len / 2 }>;
        }
        rust_crypto::markers!($name, $digest_len, true, Accidents, None);
    };
    ($name:ident, $digest_len:literal, true, Accidents, None) => {
        impl digest::HashMarker for $name {}
    };
    ($name:ident, $digest_len:literal, false, $protection:ident, None) => {};
}
pub(super) use markers;

/// What the hashes of some families have besides.
macro_rules! of_family {
    ($name:ident, MerkleDamgard32) => {
        rust_crypto::in_words!($name, MerkleDamgard32, Bits32, Bytes64);
    };
    ($name:ident, MerkleDamgard64) => {
        rust_crypto::in_words!($name, MerkleDamgard64, Bits64, Bytes128);
    };
    ($name:ident, Blake3) => {
        rust_crypto::extendable!($name, crate::blake3::OutputReader);
    };
    (Shake128, Sha3) => {
        rust_crypto::extendable!(Shake128, crate::sha3::OutputReader);
    };
    (Shake256, Sha3) => {
        rust_crypto::extendable!(Shake256, crate::sha3::OutputReader);
    };
    ($name:ident, $other:ident) => {};
}

/// What a type of a family holds.
macro_rules! message {
    ($hash:ty, MerkleDamgard32) => {
        rust_crypto::Blockwise<$hash>
    };
    ($hash:ty, MerkleDamgard64) => {
        rust_crypto::Blockwise<$hash>
    };
    ($hash:ty, $family:ident) => {
        Typed<$hash, family::$family>
    };
}

/// A type of a Merkle-Damgard hash, of a family, with words of a format and blocks as long as a type's.
macro_rules! in_words {
    ($name:ident, $family:ident, $format:ident, $block:ident) => {
        #[allow(private_interfaces, reason = "nobody else can name the trait")]
        impl rust_crypto::InWords for $name {
            type Format = crate::merkle_damgard::$format;
            type Block = rust_crypto::eager::$block;

            const HASH: &'static crate::merkle_damgard::MerkleDamgard<Self::Format> = {
                let hash = <Self as AssociatedAlgorithm>::ALGORITHM.plain();
                let AnyHash::$family(it) = &hash else { panic!("a type of the family") };
                let it = *it;
                // Nothing is dropped where constants are made.
                core::mem::forget(hash);
                it
            };
        }

        impl digest::block_api::CoreProxy for $name {
            type Core = rust_crypto::EagerCore<Self>;

            fn compose(core: Self::Core, buffer: digest::block_api::Buffer<Self::Core>) -> Self {
                Self(rust_crypto::Blockwise { core, buffer })
            }

            fn decompose(self) -> (Self::Core, digest::block_api::Buffer<Self::Core>) {
                (self.0.core, self.0.buffer)
            }
        }
    };
}
pub(super) use {in_words, message, of_family};

/// The type of a hash under a key, if it takes one.
macro_rules! mac_type {
    ($name:ident, $text:literal, $family:ident, None) => {};
    ($name:ident, $text:literal, $family:ident, Some($key_lens:expr)) => {
        #[doc = concat!("[`", stringify!($name), "`](struct@crate::rust_crypto::", stringify!($name), ") under a key.")]
        ///
        #[doc = concat!("`new` takes a key of the most bytes, and `new_from_slice` of `", stringify!($key_lens), "`.")]
        #[derive(Clone)]
        pub struct $name(pub(super) Hasher);

        impl digest::common::KeySizeUser for $name {
            type KeySize = U<{ *($key_lens).end() }>;
        }

        impl digest::KeyInit for $name {
            fn new(key: &digest::Key<Self>) -> Self {
                Self::new_from_slice(key).expect("as long as the row says")
            }

            fn new_from_slice(key: &[u8]) -> Result<Self, digest::InvalidLength> {
                rust_crypto::keyed(hashes::$name::ALGORITHM, key).map(Self).ok_or(digest::InvalidLength)
            }
        }

        impl digest::OutputSizeUser for $name {
            type OutputSize = <hashes::$name as digest::OutputSizeUser>::OutputSize;
        }

        impl digest::common::BlockSizeUser for $name {
            type BlockSize = <hashes::$name as digest::common::BlockSizeUser>::BlockSize;
        }

        impl digest::common::AlgorithmName for $name {
            fn write_alg_name(f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!(stringify!($name), "Mac"))
            }
        }

        impl digest::MacMarker for $name {}

        rust_crypto::hasher_traits!([] $name);
        rust_crypto::of_family!($name, $family);
    };
}
pub(super) use mac_type;

/// Tests the type of a hash under a key, if it takes one.
#[cfg(test)]
macro_rules! test_mac_type {
    ($name:ident, None) => {};
    ($name:ident, Some) => {
        rust_crypto::tests::mac_type::<hashes::$name, $name>();
    };
}
#[cfg(test)]
pub(super) use test_mac_type;
