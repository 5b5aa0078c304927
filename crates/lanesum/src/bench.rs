//! One kernel alone, for the benchmark that measures what kernels cost. Not
//! part of the library's promise.

use crate::algorithm::Algorithm;
use crate::family::Family;
use crate::feed::Feed;
use crate::function::{Function, on_hash};
use crate::kernel::{Column, Kernel, Kernels, Plan};
use crate::scheduler::{self, Messages, Run};
use alloc::vec::Vec;

/// The algorithms that kernels are measured for: one for each compression function,
/// the one with the longest digest.
pub fn compressions() -> Vec<Algorithm> {
    let mut found: Vec<(*const Kernels, Algorithm)> = Vec::new();
    for algorithm in Algorithm::ALL {
        let Some(kernels) = compression(algorithm) else { continue };
        match found.iter_mut().find(|(of, _)| core::ptr::eq(*of, kernels)) {
            Some((_, longest)) if longest.digest_len() < algorithm.digest_len() => *longest = algorithm,
            Some(_) => {}
            None => found.push((kernels, algorithm)),
        }
    }
    found.into_iter().map(|(_, algorithm)| algorithm).collect()
}

fn compression(algorithm: Algorithm) -> Option<&'static Kernels> {
    let function = Function::new(algorithm);
    on_hash!(function, hash => hash.compression())
}

/// Runs the whole blocks of equally long messages, one in each lane, on one of
/// [`Algorithm::kernels`]: block steps, without padding or digests. `None`
/// where the kernel is not one of them.
///
/// # Panics
///
/// Where there are no messages, more than the kernel has lanes, or one is
/// shorter than the first.
pub fn block_steps(algorithm: Algorithm, kernel: Kernel, messages: &[&[u8]]) -> Option<()> {
    let kernels = compression(algorithm)?;
    let block_len = kernels.layout().block_len();
    let kernel = kernels.list.iter().find(|k| k.kernel() == kernel.shape())?;
    let steps = messages[0].len() / block_len;
    let mut feed = Feed::new(block_len, block_len, messages.len());
    for (lane, message) in messages.iter().enumerate() {
        feed.give(lane, &message[..steps * block_len], 0, steps);
    }
    kernel.compress(&mut kernels.layout().states(), &mut feed, 0..messages.len(), steps);
    Some(())
}

/// A plan, made before anything is timed.
pub struct Planned {
    kernels: &'static Kernels,
    /// Another plan than the one in use.
    other: Option<Plan>,
}

impl Planned {
    /// The plan in use. `None` where the algorithm has none.
    pub fn new(algorithm: Algorithm) -> Option<Self> {
        compression(algorithm).map(|kernels| Self { kernels, other: None })
    }

    /// The plan that follows from other costs, one for each of [`Algorithm::kernels`].
    /// `None` where the algorithm has none.
    ///
    /// # Panics
    ///
    /// Where there are not as many costs as kernels.
    pub fn with(algorithm: Algorithm, costs: &[u32]) -> Option<Self> {
        let kernels = compression(algorithm)?;
        assert_eq!(costs.len(), kernels.list.len());
        let other = Some(kernels.plan_with(costs));
        Some(Self { kernels, other })
    }

    /// Runs the whole blocks of messages, without padding or digests.
    pub fn run(&self, messages: &[&[u8]]) {
        let (kernels, layout) = (self.kernels, self.kernels.layout());
        let (block, words) = (layout.block_len(), layout.words());
        let plan = |_| self.other.as_ref().unwrap_or(kernels.plan());
        scheduler::run(&kernels.list, plan, layout.states(), block, &mut Blocks { messages, block, words });
    }
}

/// The whole blocks of messages.
struct Blocks<'b, 'a> {
    messages: &'b [&'a [u8]],
    block: usize,
    words: usize,
}

impl<'a> Messages<'a> for Blocks<'_, 'a> {
    fn len(&self) -> usize {
        self.messages.len()
    }

    fn blocks(&self, message: usize) -> usize {
        self.messages[message].len() / self.block
    }

    fn run(&mut self, message: usize, at: usize, state: &mut Column<'_>, _: &mut [u8]) -> Run<'a> {
        if at == 0 {
            state.write(&[0_u64; 32][..self.words]);
        }
        let blocks = self.blocks(message);
        Run { body: &self.messages[message][at * self.block..blocks * self.block], tail_blocks: 0 }
    }

    fn end(&mut self, _: usize, state: &Column<'_>) {
        core::hint::black_box(state.word(0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_for_each_compression_function() {
        let names: Vec<_> = compressions().into_iter().map(Algorithm::name).collect();
        for name in ["md5", "sha1", "sha256", "sha512", "blake2b", "blake2s", "blake3"] {
            assert!(names.contains(&name), "{name} among {names:?}");
        }
        for name in ["sha224", "sha384", "sha512-256", "blake2bp", "crc32", "lemac"] {
            assert!(!names.contains(&name), "{name} among {names:?}");
        }
    }
}
