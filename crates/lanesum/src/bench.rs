//! One kernel alone, for the benchmark that measures what kernels cost. Not
//! part of the library's promise.

use crate::algorithm::Algorithm;
use crate::blake3::nodes::{LANES, TreeKernels};
use crate::blake3::{BLOCK_LEN, of_blake3};
use crate::family::Family;
use crate::feed::Feed;
use crate::function::{Function, on_hash};
use crate::kernel::{Column, Kernel, Kernels, Plan};
use crate::scheduler::{self, Messages, Run};
use alloc::vec::Vec;
use core::ptr;

/// The algorithms that kernels are measured for: one for each compression function,
/// the one with the longest digest.
pub fn compressions() -> Vec<Algorithm> {
    let mut found: Vec<(*const (), Algorithm)> = Vec::new();
    for algorithm in Algorithm::ALL {
        let kernels = match Of::new(algorithm) {
            Some(Of::Compression(kernels)) => ptr::from_ref(kernels).cast(),
            Some(Of::Tree(kernels)) => ptr::from_ref(kernels).cast(),
            None => continue,
        };
        match found.iter_mut().find(|(of, _)| ptr::eq(*of, kernels)) {
            Some((_, longest)) if longest.digest_len() < algorithm.digest_len() => *longest = algorithm,
            Some(_) => {}
            None => found.push((kernels, algorithm)),
        }
    }
    found.into_iter().map(|(_, algorithm)| algorithm).collect()
}

/// The kernels of an algorithm.
#[derive(Clone, Copy)]
enum Of {
    /// Of a compression function, whose blocks the scheduler deals out.
    Compression(&'static Kernels),
    /// Of a tree's nodes.
    Tree(&'static TreeKernels),
}

impl Of {
    /// `None` where another crate computes it.
    fn new(algorithm: Algorithm) -> Option<Self> {
        let function = Function::new(algorithm);
        match algorithm {
            Algorithm::Blake3 => Some(Self::Tree(of_blake3())),
            _ => on_hash!(function, hash => hash.compression()).map(Self::Compression),
        }
    }

    fn plan(self) -> &'static Plan {
        match self {
            Self::Compression(kernels) => kernels.plan(),
            Self::Tree(kernels) => kernels.plan(),
        }
    }

    fn plan_with(self, costs: &[u32]) -> Plan {
        match self {
            Self::Compression(kernels) => kernels.plan_with(costs),
            Self::Tree(kernels) => kernels.plan_with(costs),
        }
    }

    /// How many kernels there are.
    fn count(self) -> usize {
        match self {
            Self::Compression(kernels) => kernels.list.len(),
            Self::Tree(kernels) => kernels.list.len(),
        }
    }
}

/// Runs the whole blocks of equally long messages, one in each lane, on one of
/// [`Algorithm::kernels`]: block steps, without padding or digests. Of a tree it runs as many
/// blocks, and reads the messages' first chunks again and again. `None` where the kernel is not
/// one of them.
///
/// # Panics
///
/// Where there are no messages, more than the kernel has lanes, or one is
/// shorter than the first.
pub fn block_steps(algorithm: Algorithm, kernel: Kernel, messages: &[&[u8]]) -> Option<()> {
    let kernels = match Of::new(algorithm)? {
        Of::Compression(kernels) => kernels,
        Of::Tree(kernels) => {
            let kernel = kernels.list.iter().find(|k| k.kernel() == kernel.shape())?;
            kernel.repeat(messages, messages[0].len() / BLOCK_LEN);
            return Some(());
        }
    };
    let block_len = kernels.layout().block_len();
    let kernel = kernels.list.iter().find(|k| k.kernel() == kernel.shape())?;
    let steps = messages[0].len() / block_len;
    let mut feed = Feed::new(block_len, block_len);
    feed.begin(messages.len());
    for (lane, message) in messages.iter().enumerate() {
        feed.give(lane, &message[..steps * block_len], 0, steps);
    }
    kernel.compress(&mut kernels.layout().states(), &mut feed, 0..messages.len(), steps);
    Some(())
}

/// A plan, made before anything is timed.
pub struct Planned {
    of: Of,
    /// Another plan than the one in use.
    other: Option<Plan>,
}

impl Planned {
    /// The plan in use. `None` where the algorithm has none.
    pub fn new(algorithm: Algorithm) -> Option<Self> {
        Of::new(algorithm).map(|of| Self { of, other: None })
    }

    /// The plan that follows from other costs, one for each of [`Algorithm::kernels`].
    /// `None` where the algorithm has none.
    ///
    /// # Panics
    ///
    /// Where there are not as many costs as kernels.
    pub fn with(algorithm: Algorithm, costs: &[u32]) -> Option<Self> {
        let of = Of::new(algorithm)?;
        assert_eq!(costs.len(), of.count());
        Some(Self { of, other: Some(of.plan_with(costs)) })
    }

    /// Runs the whole blocks of messages, without padding or digests.
    pub fn run(&self, messages: &[&[u8]]) {
        let plan = self.other.as_ref().unwrap_or_else(|| self.of.plan());
        match self.of {
            Of::Compression(kernels) => {
                let layout = kernels.layout();
                let (block, words) = (layout.block_len(), layout.words());
                let blocks = &mut Blocks { messages, block, words };
                scheduler::run(&kernels.list, |_| plan, layout.states(), block, blocks);
            }
            Of::Tree(kernels) => {
                let mut left = messages;
                while !left.is_empty() {
                    let kernel = &kernels.list[plan.kernel(left.len().min(LANES))];
                    let (now, rest) = left.split_at(kernel.takes(left.len()).min(kernel.lanes()));
                    kernel.repeat(now, messages[0].len() / BLOCK_LEN);
                    left = rest;
                }
            }
        }
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
