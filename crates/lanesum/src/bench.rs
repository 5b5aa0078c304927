//! One kernel alone, for the benchmark that measures what kernels cost. Not
//! part of the library's promise.

use crate::aes::{self, unfetched};
use crate::algorithm::{Algorithm, Family};
use crate::blake2::{self, blake2b, blake2s};
use crate::feed::Feed;
use crate::kernel::{Kernel, StateWord};

/// Runs the whole blocks of equally long messages, one in each lane, on one of
/// [`Algorithm::kernels`]: block steps, without padding or digests. `None`
/// where the kernel is not one of them.
///
/// # Panics
///
/// Where there are no messages, more than the kernel has lanes, or one is
/// shorter than the first.
pub fn block_steps(algorithm: Algorithm, kernel: Kernel, messages: &[&[u8]]) -> Option<()> {
    let family = algorithm.family();
    let kernel = family.kernels()?.list.iter().find(|k| k.kernel() == kernel)?;
    let mut states = match family {
        Family::MerkleDamgard(hash) => hash.states(),
        Family::Blake2b(_) | Family::Blake2bp(_) => blake2::states::<blake2b::Blake2b>(),
        Family::Blake2s(_) | Family::Blake2sp(_) => blake2::states::<blake2s::Blake2s>(),
        Family::Blake3 => u32::states(crate::blake3::STATE),
        Family::Single(_) | Family::LeMac | Family::NabHash => return None,
    };
    let block = algorithm.block_len();
    let steps = messages[0].len() / block;
    let mut feed = Feed::new(block, block, messages.len());
    for (lane, message) in messages.iter().enumerate() {
        feed.give(lane, &message[..steps * block], 0, steps);
    }
    kernel.compress(&mut states, &mut feed, 0..messages.len(), steps);
    Some(())
}

/// NABHash's state after the whole blocks of a message, by VAES without
/// prefetching, against which the kernel's own loop is measured. `None` where
/// this CPU has no VAES.
pub fn nabhash_without_prefetching(message: &[u8]) -> Option<[u8; 64]> {
    let state = unfetched(aes::blocks(message).0)?;
    let mut bytes = [0; 64];
    bytes.copy_from_slice(state.as_flattened());
    Some(bytes)
}
