//! What differs between BLAKE2b and BLAKE2s.

use super::compression::Blake2;
use super::compression::blake2b::Blake2b;
use super::compression::blake2s::Blake2s;
use super::kernels::{of_blake2b, of_blake2s};
use crate::kernel::{Kernels, StateWord};
use core::fmt::Debug;

/// The most bytes in a block.
pub(super) const MAX_BLOCK: usize = 128;

/// BLAKE2b or BLAKE2s. Nothing else can be one.
pub trait Variant: sealed::Sealed + Copy + Debug + Send + Sync + 'static {
    /// The most bytes in a digest, and in a key: 64 or 32.
    const MAX_LEN: usize;

    /// Bytes in a block: 128 or 64.
    const BLOCK_LEN: usize = 2 * Self::MAX_LEN;

    /// The most bytes in a salt, and in a personalisation: 16 or 8.
    const SALT_LEN: usize = Self::MAX_LEN / 4;

    /// The leaves of the tree of BLAKE2bp or BLAKE2sp: 4 or 8.
    const LEAVES: usize = 256 / Self::MAX_LEN;

    /// The name of the sequential hash.
    const NAME: &'static str;

    /// The name of the tree.
    const TREE_NAME: &'static str;
}

impl Variant for Blake2b {
    const MAX_LEN: usize = 64;
    const NAME: &'static str = "BLAKE2b";
    const TREE_NAME: &'static str = "BLAKE2bp";
}

impl Variant for Blake2s {
    const MAX_LEN: usize = 32;
    const NAME: &'static str = "BLAKE2s";
    const TREE_NAME: &'static str = "BLAKE2sp";
}

/// What is of no use to others.
pub(super) mod sealed {
    use super::{Blake2, Kernels, StateWord};

    #[allow(private_interfaces, private_bounds, reason = "nobody else can name the trait")]
    pub trait Sealed: Blake2<Word: StateWord> {
        /// The kernels of the compression function.
        fn kernels() -> &'static Kernels;
    }
}

#[allow(private_interfaces, reason = "nobody else can name the trait")]
impl sealed::Sealed for Blake2b {
    fn kernels() -> &'static Kernels {
        of_blake2b()
    }
}

#[allow(private_interfaces, reason = "nobody else can name the trait")]
impl sealed::Sealed for Blake2s {
    fn kernels() -> &'static Kernels {
        of_blake2s()
    }
}
