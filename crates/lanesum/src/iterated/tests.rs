//! Every kernel, in every lane, against the reference.

use super::many::{Tails, Updates};
use super::{Iterated, Pieces, Whole};
use crate::algorithm::Algorithm;
use crate::algorithm::dispatch::AnyHash;
use crate::digest::Output;
use crate::family::State;
use crate::few;
use crate::kernel::Plan;
use crate::lanes::MAX_LANES;
use crate::scheduler;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::RefCell;
use proptest::prelude::*;
use std::collections::HashMap;

/// `each!(hash => { ... })`: for every hash that is one, and its algorithm; with
/// `each!(of a kind, hash => { ... })` for one of those that have the same kernels.
macro_rules! each {
    (of a kind, $hash:ident => $body:block) => {
        let mut seen = Vec::new();
        each!(hash => {
            let kernels = core::ptr::from_ref(hash.1.compression());
            if !seen.contains(&kernels) {
                seen.push(kernels);
                let $hash = hash;
                $body
            }
        });
    };
    ($hash:ident => $body:block) => {
        for algorithm in Algorithm::ALL {
            match algorithm.plain() {
                AnyHash::MerkleDamgard32($hash) => {
                    let $hash = (algorithm, $hash);
                    $body
                }
                AnyHash::MerkleDamgard64($hash) => {
                    let $hash = (algorithm, $hash);
                    $body
                }
                AnyHash::Sha3($hash) => {
                    let $hash = (algorithm, $hash);
                    $body
                }
                _ => {}
            }
        }
    };
}

/// What the reference said of messages, with one algorithm at a time.
#[derive(Default)]
struct Said {
    algorithm: Option<Algorithm>,
    digests: HashMap<Vec<u8>, Vec<u8>>,
}

std::thread_local! {
    /// Many plans are given the same messages, and kernels take a fraction of the
    /// reference's time.
    static SAID: RefCell<Said> = RefCell::default();
}

/// What the reference says, which is asked once for each message.
fn reference(algorithm: Algorithm, message: &[u8]) -> Vec<u8> {
    SAID.with_borrow_mut(|said| {
        if said.algorithm.replace(algorithm) != Some(algorithm) {
            said.digests.clear();
        }
        if let Some(digest) = said.digests.get(message) {
            return digest.clone();
        }
        let digest = computed(algorithm, message);
        said.digests.insert(message.to_vec(), digest.clone());
        digest
    })
}

fn computed(algorithm: Algorithm, message: &[u8]) -> Vec<u8> {
    match algorithm {
        Algorithm::Md5 => reference::md5(message).to_vec(),
        Algorithm::Sha1 => reference::sha1(message).to_vec(),
        Algorithm::Sha224 => reference::sha224(message).to_vec(),
        Algorithm::Sha256 => reference::sha256(message).to_vec(),
        Algorithm::Sha384 => reference::sha384(message).to_vec(),
        Algorithm::Sha512 => reference::sha512(message).to_vec(),
        Algorithm::Sha512_224 => reference::sha512_224(message).to_vec(),
        Algorithm::Sha512_256 => reference::sha512_256(message).to_vec(),
        Algorithm::Sm3 => reference::sm3(message).to_vec(),
        Algorithm::Sha3_224 => reference::sha3_224(message).to_vec(),
        Algorithm::Sha3_256 => reference::sha3_256(message).to_vec(),
        Algorithm::Sha3_384 => reference::sha3_384(message).to_vec(),
        Algorithm::Sha3_512 => reference::sha3_512(message).to_vec(),
        Algorithm::Shake128 => reference::shake128(message, 32),
        Algorithm::Shake256 => reference::shake256(message, 64),
        Algorithm::Keccak256 => reference::keccak256(message).to_vec(),
        _ => panic!("{algorithm} has no reference here: add it"),
    }
}

/// Bytes that do not repeat within a block, and differ from message to message.
fn bytes(seed: usize, len: usize) -> Vec<u8> {
    let mut x = seed as u64 ^ 0x9e37_79b9_7f4a_7c15;
    (0..len)
        .map(|_| {
            x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (x >> 56) as u8
        })
        .collect()
}

/// Digests, each of which is written once.
struct Once {
    digests: Vec<Vec<u8>>,
    len: usize,
}

impl Output for Once {
    fn digest_mut(&mut self, message: usize) -> &mut [u8] {
        assert!(self.digests[message].is_empty(), "message {message} ends twice");
        self.digests[message] = alloc::vec![0; self.len];
        &mut self.digests[message]
    }
}

/// Runs the messages on the kernels of a plan, and compares every digest.
fn check(hash: (Algorithm, impl Iterated), plan: &Plan, name: &str, messages: &[Vec<u8>]) {
    let messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
    check_slices(hash, plan, name, &messages);
}

/// Runs messages that lie anywhere, and compares every digest.
fn check_slices((algorithm, hash): (Algorithm, impl Iterated), plan: &Plan, name: &str, messages: &[&[u8]]) {
    let mut output = Once { digests: alloc::vec![Vec::new(); messages.len()], len: algorithm.digest_len() };
    let (kernels, block_len) = (hash.compression(), hash.block_len());
    let mut whole = Whole { hash, messages, output: &mut output };
    scheduler::run(&kernels.list, |_| plan, kernels.layout().states(), block_len, &mut whole);
    let mut side_by_side = Once { digests: Vec::new(), len: algorithm.digest_len() };
    for messages in few::fitting(kernels.layout(), messages, |message| hash.blocks(message.len())) {
        let mut output =
            Once { digests: alloc::vec![Vec::new(); messages.len()], len: algorithm.digest_len() };
        few::run(kernels, plan, &mut Whole { hash, messages, output: &mut output });
        side_by_side.digests.append(&mut output.digests);
    }
    for (i, message) in messages.iter().enumerate() {
        let expected = reference(algorithm, message);
        let which = || {
            alloc::format!(
                "{algorithm} on {name}, message {i} of {}, {} bytes",
                messages.len(),
                message.len()
            )
        };
        assert_eq!(output.digests[i], expected, "{}", which());
        if let Some(digest) = side_by_side.digests.get(i) {
            assert_eq!(*digest, expected, "{}, side by side", which());
        }
    }
}

/// Each kernel alone, and all of them together.
fn plans(hash: impl Iterated) -> Vec<(String, usize, Plan)> {
    let kernels = hash.compression();
    let list = &kernels.list;
    let alone = list.iter().enumerate().map(|(i, k)| {
        let k = k.kernel();
        (k.to_string(), k.lanes(), kernels.plan_of(i..i + 1))
    });
    let all = ("all kernels".to_string(), MAX_LANES, kernels.plan_of(0..list.len()));
    alone.chain([all]).collect()
}

/// Adds the second pieces of messages, and ends them: the first ones end `cut(i)` bytes into each.
fn check_pieces(
    (algorithm, hash): (Algorithm, impl Iterated),
    plan: &Plan,
    name: &str,
    messages: &[&[u8]],
    cut: impl Fn(usize) -> usize,
) {
    let (kernels, block_len) = (hash.compression(), hash.block_len());
    for side_by_side in [false, true] {
        let begun = |(i, message): (usize, &&[u8])| {
            let mut so_far = Pieces::new(hash);
            so_far.update(&message[..cut(i)]);
            so_far
        };
        let mut states: Vec<_> = messages.iter().enumerate().map(begun).collect();
        let pieces = messages.iter().enumerate().map(|(i, message)| &message[cut(i)..]);
        let mut updates: Vec<_> = states.iter_mut().zip(pieces).collect();
        let pieces = &mut Updates { hash, updates: &mut updates };
        match side_by_side {
            true => few::run(kernels, plan, pieces),
            false => scheduler::run(&kernels.list, |_| plan, kernels.layout().states(), block_len, pieces),
        }
        updates.iter_mut().for_each(|(so_far, piece)| so_far.hold_rest(piece));
        let states: Vec<_> = states.iter().collect();
        let mut output = Once { digests: alloc::vec![Vec::new(); states.len()], len: algorithm.digest_len() };
        let tails = &mut Tails { hash, all: &states, output: &mut output };
        match side_by_side {
            true => few::run(kernels, plan, tails),
            false => scheduler::run(&kernels.list, |_| plan, kernels.layout().states(), block_len, tails),
        }
        for (i, (message, digest)) in messages.iter().zip(&output.digests).enumerate() {
            let (len, at) = (message.len(), cut(i));
            assert_eq!(
                *digest,
                reference(algorithm, message),
                "{algorithm} on {name}, message {i}, {len} bytes cut at {at}, side by side: {side_by_side}"
            );
        }
    }
}

/// Messages in two pieces, in every lane: with and without bytes held before the second, whole
/// blocks behind them, and bytes held at the end.
#[test]
fn pieces_and_ends_in_every_lane() {
    each!(of a kind, hash => {
        let block = hash.1.block_len();
        let longest = 3 * block + 2;
        let beginnings: Vec<_> = (0..=MAX_LANES).map(|i| bytes(i, longest)).collect();
        for (name, lanes, plan) in plans(hash.1) {
            let layout = hash.1.compression().layout();
            let most = (1..=lanes).rev().find(|&lanes| few::are_few(layout, lanes, 4)).unwrap();
            for first in 0..longest {
                // Those next to the ends of blocks, and others.
                let len = |i: usize| (first + i * (block - 1)) % longest;
                let cut = |i: usize| (first * 5 + i * (block + 7)) % (len(i) + 1);
                let messages: Vec<_> = (0..most).map(|i| &beginnings[i][..len(i)]).collect();
                check_pieces(hash, &plan, &name, &messages, cut);
            }
        }
    });
}

/// Every length up to four blocks, in every lane: each batch is as wide as the
/// kernel, and its messages move on by one lane from batch to batch. Once in
/// groups, and once planned, for one of them has too many blocks for a group.
#[test]
fn short_lengths_in_every_lane() {
    each!(of a kind, hash => {
        let (longest, long) = (4 * hash.1.block_len() + 1, 9 * hash.1.block_len());
        // Of each message its first bytes, made once for all lengths.
        let beginnings: Vec<_> = (0..=longest).map(|i| bytes(i, long)).collect();
        let message = |i: usize, len: usize| &beginnings[i][..len];
        for (name, lanes, plan) in plans(hash.1) {
            for first in 0..lanes.min(longest) {
                let mut messages: Vec<_> = (0..longest).map(|i| message(i, (first + i) % longest)).collect();
                check_slices(hash, &plan, &name, &messages);
                messages.push(message(longest, long));
                check_slices(hash, &plan, &name, &messages);
            }
            // Equal lengths keep every lane at the same step.
            for len in 0..longest {
                let mut messages: Vec<_> = (0..lanes).map(|i| message(i, len)).collect();
                check_slices(hash, &plan, &name, &messages);
                // And others behind them, each with a tail of its own, and again.
                messages.extend((lanes..3 * lanes).map(|i| message(i, len + (i + 1) % lanes.min(2))));
                messages.extend((0..lanes).map(|i| message(i, len)));
                check_slices(hash, &plan, &name, &messages);
            }
        }
    });
}

/// Lengths next to the ends of up to eight blocks, more of some than of others, so that
/// copies of them fill the lanes at different times.
#[test]
fn copied_messages() {
    each!(hash => {
        let (block, init) = (hash.1.block_len(), hash.1.blocks(0));
        let near = |i: usize| (i * i + i / 3) % 8 * block + [0, 1, block - 18, block - 17, block - 10, block - 9, block - 1][i % 7];
        for (name, lanes, plan) in plans(hash.1) {
            for count in [lanes + 1, 2 * MAX_LANES + 1, 9 * lanes + 3] {
                let lengths = (0..count).map(near).filter(|&len| hash.1.blocks(len) <= 8 * init);
                let messages: Vec<_> = lengths.enumerate().map(|(i, len)| bytes(i, len)).collect();
                check(hash, &plan, &name, &messages);
            }
        }
    });
}

/// Lengths next to every power of two, up to 64 KiB.
#[test]
fn lengths_next_to_boundaries() {
    each!(hash => {
        let lengths = (8..=16).flat_map(|bits| [-9i64, -1, 0, 1].map(|d| ((1 << bits) + d) as usize));
        let messages: Vec<_> = lengths.enumerate().map(|(i, len)| bytes(i, len)).collect();
        for (name, _, plan) in plans(hash.1) {
            check(hash, &plan, &name, &messages);
        }
    });
}

/// A few messages only: fewer than the lanes, down to one, and none.
#[test]
fn few_messages() {
    each!(hash => {
        for (name, lanes, plan) in plans(hash.1) {
            for n in 0..=lanes + 1 {
                let messages: Vec<_> = (0..n).map(|i| bytes(i, 100 + 37 * i)).collect();
                check(hash, &plan, &name, &messages);
            }
        }
    });
}

/// One long message among short ones: the rest is cut, parked and taken up.
#[test]
fn one_long_message() {
    each!(hash => {
        for (name, lanes, plan) in plans(hash.1) {
            for long in [0, lanes / 2, lanes] {
                let messages: Vec<_> =
                    (0..lanes + 1).map(|i| bytes(i, if i == long { 20_000 } else { 1000 })).collect();
                check(hash, &plan, &name, &messages);
            }
        }
    });
}

/// Long messages among short ones, so unequal that they are cut short, and what
/// is left is cut again.
#[test]
fn long_messages_cut_short() {
    each!(hash => {
        let block = hash.1.block_len();
        for (name, lanes, plan) in plans(hash.1) {
            let mut lengths = alloc::vec![40 * block + 7; lanes + 3];
            lengths[1] = 2000 * block;
            lengths[lanes] = 400 * block - 9;
            lengths[lanes + 2] = 401 * block;
            let messages: Vec<_> = lengths.iter().enumerate().map(|(i, &len)| bytes(i, len)).collect();
            check(hash, &plan, &name, &messages);
        }
    });
}

/// Messages in buffers a page apart, which are copied on their way into many lanes: as
/// many as fill the lanes, some of them shorter, and too short to be copied.
#[test]
fn messages_a_page_apart() {
    const PAGE: usize = 4096;
    let mut pool = bytes(1, 70 * PAGE);
    let first = pool.as_ptr().align_offset(PAGE);
    for (i, page) in pool[first..].chunks_exact_mut(PAGE).enumerate() {
        page.copy_from_slice(&bytes(i, PAGE));
    }
    each!(of a kind, hash => {
        for (name, _, plan) in plans(hash.1) {
            for len in [PAGE, PAGE - 1, 17 * hash.1.block_len(), 16 * hash.1.block_len()] {
                for count in [16, 31, 33, 64, 68] {
                    let pages = pool[first..].chunks_exact(PAGE).take(count).enumerate();
                    let messages: Vec<_> = pages.map(|(i, page)| &page[..len.min(PAGE) - i / 32 % 3]).collect();
                    check_slices(hash, &plan, &name, &messages);
                }
            }
        }
    });
}

/// Messages of one length that take turns in fewer lanes: of numbers that leave one or
/// many over, and of blocks that turns divide and do not.
#[test]
fn messages_that_take_turns() {
    each!(of a kind, hash => {
        let block = hash.1.block_len();
        for (name, lanes, plan) in plans(hash.1) {
            for (count, len) in [
                (lanes + 1, 40 * block),
                (lanes + 4, 65 * block - 70),
                (2 * lanes - 1, 20 * block - 1),
                (lanes + lanes / 3 + 1, 301 * block + 3),
                (MAX_LANES + 36, 13 * block),
            ] {
                let messages: Vec<_> = (0..count).map(|i| bytes(i, len - i % 2)).collect();
                check(hash, &plan, &name, &messages);
            }
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever kernels cost, digests are the same.
    #[test]
    fn any_costs(
        costs in prop::collection::vec(1..100_000u32, 32),
        lengths in prop::collection::vec(prop_oneof![0..300usize, 0..5000usize, 0..20_000usize], 0..150),
    ) {
        let messages: Vec<_> = lengths.iter().enumerate().map(|(i, &len)| bytes(i, len)).collect();
        each!(of a kind, hash => {
            let plan = hash.1.compression().plan_with(&costs);
            check(hash, &plan, "random costs", &messages);
        });
    }

    /// Nor by the turns that follow from the costs: of messages with as many blocks.
    #[test]
    fn any_turns(
        costs in prop::collection::vec(1..2000u32, 32),
        count in 1..150usize,
        len in 0..5000usize,
    ) {
        let messages: Vec<_> = (0..count).map(|i| bytes(i, len)).collect();
        each!(of a kind, hash => {
            let plan = hash.1.compression().plan_with(&costs);
            check(hash, &plan, "random costs", &messages);
        });
    }

    /// Random batches of random lengths.
    #[test]
    fn random_batches(lengths in prop::collection::vec(prop_oneof![0..300usize, 0..5000usize], 0..200)) {
        let messages: Vec<_> = lengths.iter().enumerate().map(|(i, &len)| bytes(i, len)).collect();
        each!(of a kind, hash => {
            for (name, _, plan) in plans(hash.1) {
                check(hash, &plan, &name, &messages);
            }
        });
    }
}
