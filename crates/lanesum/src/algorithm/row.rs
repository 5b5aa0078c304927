//! What is told of an algorithm anywhere, and how the list of them becomes the
//! type.

use super::Protection;
use super::shorter::Shorter;
use core::ops::RangeInclusive;

/// All that is told of an algorithm.
pub(crate) struct Row {
    /// The name: lower case, parts set apart by dashes.
    pub(crate) name: &'static str,
    /// The name in a tagged line of a manifest, as other commands write it.
    pub(crate) tag: &'static str,
    /// Other spellings that are read. Case and separators never matter.
    pub(crate) also: &'static [&'static str],
    /// Where it is specified.
    pub(crate) source: &'static str,
    /// Bytes in a digest; in the longest one, if it has digests of any length.
    pub(crate) digest_len: usize,
    /// The names with shorter digests, if it has digests of any length.
    pub(crate) shorter: Option<Shorter>,
    /// Bytes in a block.
    pub(crate) block_len: usize,
    /// What a digest protects against.
    pub(crate) protection: Protection,
    /// Whether it was meant to withstand attacks.
    pub(crate) cryptographic: bool,
    /// What it protects against and what not, in a sentence or two.
    pub(crate) about: &'static str,
    /// Bytes in a key, if it takes one.
    pub(crate) key_lens: Option<RangeInclusive<usize>>,
    /// The place among the algorithms with digests of one length, the most common
    /// one first: what a digest without a name is tried as. No two of them share one.
    pub(crate) rank: u8,
}

/// `algorithms! { ($) Variant(len: Lengths) => family, Row { .. }; ... }`: the type,
/// and the rows for whoever makes more of them.
macro_rules! algorithms {
    (($d:tt) $($rows:tt)+) => {
        super::row::enumerated! { $($rows)+ }

        /// `each_row!(callback)`: `callback! { rows }`.
        #[cfg(feature = "digest")]
        macro_rules! each_row {
            ($d callback:ident) => {
                $d callback! { $($rows)+ }
            };
        }
        #[cfg(feature = "digest")]
        pub(crate) use each_row;
    };
}
pub(super) use algorithms;

/// The type, the list, and each one's row and family.
macro_rules! enumerated {
    ($($(#[$doc:meta])* $variant:ident $(($len:ident: $lengths:ty))? => $family:expr, $row:expr;)+) => {
        /// A hash function by name, without parameters: a [`Function`](crate::Function) has those.
        ///
        /// [`hash`](crate::hash()) and its like take one. It is read from its name by `parse`, and
        /// prints it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Algorithm {
            $($(#[$doc])* $variant $(($lengths))?,)+
        }

        impl Algorithm {
            /// Every algorithm; those with digests of any length with the longest.
            /// The order says nothing: see [`Algorithm::rank`].
            pub const ALL: [Self; [$(stringify!($variant)),+].len()] =
                [$(Self::$variant $((<$lengths>::MAX))?),+];

            pub(super) const fn row(self) -> &'static Row {
                #![allow(unused_variables, reason = "one row for all lengths")]
                match self {
                    $(Self::$variant $(($len))? => const { &$row },)+
                }
            }

            /// A number for the algorithm, whatever the length of its digests.
            pub(crate) const fn kind(self) -> u8 {
                #[repr(u8)]
                enum Kind { $($variant),+ }
                match self {
                    $(Self::$variant { .. } => Kind::$variant as u8,)+
                }
            }

            /// The hash itself, without a key.
            // Where it is inlined, each arm writes all of the room that the largest needs.
            #[inline(never)]
            pub(crate) const fn plain(self) -> dispatch::AnyHash {
                match self {
                    $(Self::$variant $(($len))? => $family,)+
                }
            }

            /// Bytes in a digest.
            pub const fn digest_len(self) -> usize {
                match self {
                    $(Self::$variant $(($len))? => {
                        $(return $len.get();)?
                        #[allow(unreachable_code, reason = "of one length")]
                        self.row().digest_len
                    })+
                }
            }

            /// The algorithm with digests of another length, if it has such.
            pub(crate) const fn with_digest_len(self, len: usize) -> Option<Self> {
                match self {
                    $(Self::$variant $(($len))? => {
                        $(
                            let _ = $len;
                            return match <$lengths>::new(len) {
                                Ok(len) => Some(Self::$variant(len)),
                                Err(_) => None,
                            };
                        )?
                        #[allow(unreachable_code, reason = "of one length")]
                        if len == self.row().digest_len { Some(self) } else { None }
                    })+
                }
            }
        }
    };
}
pub(super) use enumerated;
