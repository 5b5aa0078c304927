//! Every kernel, in every lane, from any state: counters that carry, ends in any block and
//! far away, against the reference's compression function.

use crate::blake2::kernels::{of_blake2b, of_blake2s};
use crate::feed::Feed;
use crate::kernel::{Dealt, Kernels, StateWords};
use alloc::vec::Vec;

/// Blocks in a run: the counter carries within it.
const BLOCKS: usize = 3;

/// Random numbers (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
/// Generators", 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

/// A state, each word widened to 64 bits.
type Words = [u64; super::STATE];

/// BLAKE2b's and BLAKE2s's.
struct Hash {
    kernels: &'static Kernels,
    /// Bits in a word.
    word: u32,
    /// The state after a block.
    compress: fn(&Words, &[u8]) -> Words,
}

const HASHES: [fn() -> Hash; 2] = [
    || Hash { kernels: of_blake2b(), word: 64, compress: blake2b },
    || Hash { kernels: of_blake2s(), word: 32, compress: blake2s },
];

fn blake2b(words: &Words, block: &[u8]) -> Words {
    let left = words[10].wrapping_neg();
    let t = (u128::from(words[8]) | u128::from(words[9]) << 64).wrapping_add(left.min(128).into());
    let h = *words.first_chunk().unwrap();
    let last = left <= 128;
    let h = reference::blake2b::compress(h, block.try_into().unwrap(), t, last, last && words[11] != 0);
    let mut out = *words;
    out[..8].copy_from_slice(&h);
    (out[8], out[9], out[10]) = (t as u64, (t >> 64) as u64, left.saturating_sub(128).wrapping_neg());
    out
}

fn blake2s(words: &Words, block: &[u8]) -> Words {
    let left = (words[10] as u32).wrapping_neg();
    let t = (words[8] | words[9] << 32).wrapping_add(left.min(64).into());
    let h = words.first_chunk::<8>().unwrap().map(|w| w as u32);
    let last = left <= 64;
    let h = reference::blake2s::compress(h, block.try_into().unwrap(), t, last, last && words[11] != 0);
    let mut out = *words;
    out[..8].copy_from_slice(&h.map(u64::from));
    let to_end = left.saturating_sub(64).wrapping_neg();
    (out[8], out[9], out[10]) = (t & 0xffff_ffff, t >> 32, to_end.into());
    out
}

impl Hash {
    fn block(&self) -> usize {
        self.word as usize * 2
    }

    /// A chaining value, a counter that is any number or about to carry, an end.
    fn state(&self, random: &mut Random) -> Words {
        let mask = u64::MAX >> (64 - self.word);
        let mut words: Words = core::array::from_fn(|_| random.next() & mask);
        if !random.next().is_multiple_of(4) {
            // Up to twice the blocks before the word is full, on and off a block.
            words[8] = mask - random.next() % (2 * BLOCKS * self.block()) as u64;
        }
        if random.next().is_multiple_of(2) {
            words[9] = mask;
        }
        // An end in each block, behind a part of it and all of it, behind the run, or so far
        // away that nothing is further.
        let block = self.block() as u64;
        let left = match random.next() % 4 {
            0 => 1 << (self.word - 1),
            1 => random.next() % (BLOCKS as u64 + 2) * block,
            _ => random.next() % ((BLOCKS as u64 + 1) * block),
        };
        words[10] = left.wrapping_neg() & mask;
        words[11] = if random.next().is_multiple_of(2) { mask } else { 0 };
        words
    }

    /// Does something with states as a kernel takes them.
    fn own<R>(&self, states: &mut [u64], f: impl FnOnce(StateWords<'_>) -> R) -> R {
        if self.word == 64 {
            return f(StateWords::W64(states));
        }
        let mut own: Vec<u32> = states.iter().map(|&word| word as u32).collect();
        let result = f(StateWords::W32(&mut own));
        states.iter_mut().zip(own).for_each(|(wide, word)| *wide = word.into());
        result
    }

    fn expected(&self, words: &Words, blocks: impl Iterator<Item = Vec<u8>>) -> Words {
        blocks.fold(*words, |words, block| (self.compress)(&words, &block))
    }
}

#[test]
fn every_kernel_in_every_lane() {
    for hash in HASHES.map(|hash| hash()) {
        let mut random = Random(1);
        for kernel in &hash.kernels.list {
            let (lanes, block) = (kernel.kernel().lanes(), hash.block());
            for _ in 0..32 {
                let messages: Vec<Vec<u8>> =
                    (0..lanes).map(|_| (0..BLOCKS * block).map(|_| random.next() as u8).collect()).collect();
                let words: Vec<Words> = (0..lanes).map(|_| hash.state(&mut random)).collect();
                let mut states = hash.kernels.layout().states();
                let mut feed = Feed::new(block, block);
                feed.begin(lanes);
                for i in 0..lanes {
                    states.column(i).write(&words[i]);
                    feed.give(i, &messages[i], 0, BLOCKS);
                }
                kernel.compress(&mut states, &mut feed, 0..lanes, BLOCKS);
                for i in 0..lanes {
                    let blocks = messages[i].chunks(block).map(<[u8]>::to_vec);
                    let expected = hash.expected(&words[i], blocks);
                    assert_eq!(states.column(i).read::<u64, _>(), expected, "{} lane {i}", kernel.kernel());
                }
            }
        }
    }
}

/// Blocks dealt out of one message, to any number of lanes that the kernel has.
#[test]
fn every_kernel_takes_blocks_that_lie_apart() {
    for hash in HASHES.map(|hash| hash()) {
        let mut random = Random(2);
        for kernel in &hash.kernels.list {
            let (lanes, block) = (kernel.kernel().lanes(), hash.block());
            for (n, gap) in (1..=lanes).flat_map(|n| [(n, 0), (n, 40)]) {
                let stride = n * block + gap;
                let bytes: Vec<u8> =
                    (0..(BLOCKS - 1) * stride + n * block).map(|_| random.next() as u8).collect();
                let words: Vec<Words> = (0..n).map(|_| hash.state(&mut random)).collect();
                let mut states = words.clone();
                let deal = |states: &mut [u64], bytes: &[u8], blocks| {
                    hash.own(states, |states| {
                        kernel.compress_dealt(states, Dealt { bytes, lane: block, stride, blocks });
                    });
                };
                deal(states.as_flattened_mut(), &bytes, BLOCKS);
                for i in 0..n {
                    let blocks = (0..BLOCKS).map(|b| bytes[b * stride + i * block..][..block].to_vec());
                    let expected = hash.expected(&words[i], blocks);
                    assert_eq!(states[i], expected, "{} lane {i} of {n}", kernel.kernel());
                }
                deal(states.as_flattened_mut(), &[], 0);
                deal(&mut [], &[], 1);
            }
        }
    }
}

#[test]
fn fewer_bytes_than_are_dealt_out_panic() {
    for hash in HASHES.map(|hash| hash()) {
        for kernel in &hash.kernels.list {
            for (stride, blocks, len) in [
                (hash.block(), 2, 2 * hash.block() - 1),
                (3 * hash.block(), 2, 4 * hash.block() - 1),
                (usize::MAX / 2, 4, 4 * hash.block()),
            ] {
                let deal = |states: StateWords<'_>| {
                    let bytes = &[0; 512][..len];
                    kernel.compress_dealt(states, Dealt { bytes, lane: hash.block(), stride, blocks });
                };
                let run = || hash.own(&mut [0; super::STATE], deal);
                assert!(std::panic::catch_unwind(core::panic::AssertUnwindSafe(run)).is_err());
            }
        }
    }
}

#[test]
fn the_kernel_for_one_message() {
    for hash in HASHES.map(|hash| hash()) {
        let mut random = Random(3);
        for _ in 0..100 {
            let bytes: Vec<u8> = (0..BLOCKS * hash.block()).map(|_| random.next() as u8).collect();
            let words = hash.state(&mut random);
            let mut state = words;
            hash.own(&mut state, |state| hash.kernels.one().compress_one(state, &bytes));
            assert_eq!(state, hash.expected(&words, bytes.chunks(hash.block()).map(<[u8]>::to_vec)));
        }
    }
}
