//! What differs between BLAKE2b and BLAKE2s, as far as their users see it.

use super::compression::STATE;
use super::compression::blake2b::Blake2b;
use super::compression::blake2s::Blake2s;
use super::kernels::{of_blake2b, of_blake2s};
use crate::kernel::{Kernels, StateWord, States};
use core::fmt::Debug;

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

/// What nobody else sees of it.
pub(super) mod sealed {
    pub trait Sealed {
        /// The initialization vector, RFC 7693, 2.6.
        const IV: [u64; 8];
    }
}

impl sealed::Sealed for Blake2b {
    const IV: [u64; 8] = crate::merkle_damgard::sha512::INIT_512;
}

impl sealed::Sealed for Blake2s {
    const IV: [u64; 8] = crate::merkle_damgard::sha256::INIT_256;
}

/// The kernels of the compression function.
pub(crate) fn kernels<B: Variant>() -> &'static Kernels {
    if B::MAX_LEN == Blake2b::MAX_LEN { of_blake2b() } else { of_blake2s() }
}

/// Room for the states of the lanes.
pub(crate) fn states<B: Variant>() -> States {
    if B::MAX_LEN == Blake2b::MAX_LEN { u64::states(STATE) } else { u32::states(STATE) }
}
