//! Hashes with digests of any length.

use super::sealed::Sealed;
use super::{AssociatedAlgorithm, hasher_traits};
use crate::algorithm::Algorithm;
use crate::hasher::Hasher;
use core::fmt;
use core::marker::PhantomData;
use digest::array::ArraySize;
use digest::common::{AlgorithmName, BlockSizeUser};
use digest::typenum::{IsLessOrEqual, NonZero, True};
use digest::{HashMarker, OutputSizeUser};

/// A hash with digests of any length, of which each is another hash.
pub trait AnyLength: AssociatedAlgorithm + HashMarker + BlockSizeUser + OutputSizeUser + Clone {}

/// The hash `H` with digests of `N` bytes.
///
/// ```
/// use lanesum::rust_crypto::digest::{Digest, consts::U32};
///
/// type Blake2b256 = lanesum::Shorter<lanesum::Blake2b, U32>;
///
/// let digest = lanesum::hash("blake2b-256".parse::<lanesum::Algorithm>()?, b"abc");
/// assert_eq!(Blake2b256::digest(b"abc")[..], *digest.as_bytes());
/// # Ok::<(), lanesum::ParseAlgorithmError>(())
/// ```
pub struct Shorter<H, N>(Hasher, PhantomData<fn() -> (H, N)>);

impl<H, N> Clone for Shorter<H, N> {
    fn clone(&self) -> Self {
        Self(self.0.clone(), PhantomData)
    }
}

impl<H: AnyLength, N: ArraySize + NonZero + IsLessOrEqual<H::OutputSize, Output = True>> Sealed
    for Shorter<H, N>
{
}

impl<H: AnyLength, N: ArraySize + NonZero + IsLessOrEqual<H::OutputSize, Output = True>> AssociatedAlgorithm
    for Shorter<H, N>
{
    const ALGORITHM: Algorithm = match H::ALGORITHM.with_digest_len(N::USIZE) {
        Some(algorithm) => algorithm,
        None => panic!("of one length"),
    };
}

impl<H: AnyLength, N: ArraySize + NonZero + IsLessOrEqual<H::OutputSize, Output = True>> Default
    for Shorter<H, N>
{
    fn default() -> Self {
        Self(Hasher::new(Self::ALGORITHM), PhantomData)
    }
}

impl<H, N: ArraySize> OutputSizeUser for Shorter<H, N> {
    type OutputSize = N;
}

impl<H: BlockSizeUser, N> BlockSizeUser for Shorter<H, N> {
    type BlockSize = H::BlockSize;
}

impl<H: AnyLength, N> HashMarker for Shorter<H, N> {}

impl<H: AlgorithmName, N: ArraySize> AlgorithmName for Shorter<H, N> {
    fn write_alg_name(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        H::write_alg_name(f)?;
        write!(f, "_{}", 8 * N::USIZE)
    }
}

hasher_traits!([H, N: ArraySize] Shorter<H, N>);
