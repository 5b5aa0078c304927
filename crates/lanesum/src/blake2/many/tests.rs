//! Every kernel alone, and all together: parameters that differ from message to
//! message, messages that are cut, parked and taken up again.

use super::super::alike::Alike;
use super::*;
use crate::blake2::alike;
use crate::blake2::{blake2b::Blake2b, blake2s::Blake2s};
use crate::digest::Output;
use crate::few;
use crate::kernel::Plan;
use crate::scheduler::{self, Messages};
use alloc::string::{String, ToString};
use proptest::prelude::*;

/// What the reference says of a message, with the parameters of its number.
trait Expected: Variant {
    fn expected(message: usize, bytes: &[u8]) -> Vec<u8>;
}

/// Some have a key, some a short digest, some a salt, some are last nodes.
fn params<B: Variant>(message: usize) -> Params<B> {
    let mut params = Params::new().last_node(message % 5 == 4);
    if message % 2 == 1 {
        params = params.key(&bytes(message, 1 + message % B::MAX_LEN)).unwrap();
    }
    if message % 3 == 2 {
        params = params.digest_len(1 + message % B::MAX_LEN).unwrap();
    }
    params.salt(&bytes(message, message % (B::SALT_LEN + 1))).unwrap()
}

macro_rules! expected {
    ($variant:ident, $module:ident, $max:literal) => {
        impl Expected for $variant {
            fn expected(message: usize, input: &[u8]) -> Vec<u8> {
                let mut params = reference::$module::Params {
                    last_node: message % 5 == 4,
                    key: if message % 2 == 1 { bytes(message, 1 + message % $max) } else { Vec::new() },
                    digest_length: if message % 3 == 2 { 1 + message % $max } else { $max },
                    ..Default::default()
                };
                let salt = bytes(message, message % ($max / 4 + 1));
                params.salt[..salt.len()].copy_from_slice(&salt);
                reference::$module::hash(&params, input)
            }
        }
    };
}

expected!(Blake2b, blake2b, 64);
expected!(Blake2s, blake2s, 32);

/// Bytes that differ from message to message and from block to block.
fn bytes(seed: usize, len: usize) -> Vec<u8> {
    let mut x = seed as u64 ^ 0x9e37_79b9_7f4a_7c15;
    let mut next = || {
        x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (x >> 56) as u8
    };
    (0..len).map(|_| next()).collect()
}

/// Each kernel alone, and all of them together, with the lanes of each.
fn plans<B: Variant>() -> Vec<(String, usize, Plan)> {
    let kernels = B::kernels();
    let list = &kernels.list;
    let alone = list.iter().enumerate().map(|(i, kernel)| {
        let kernel = kernel.kernel();
        (kernel.to_string(), kernel.lanes(), kernels.plan_of(i..i + 1))
    });
    alone.chain([("all kernels".to_string(), 32, kernels.plan_of(0..list.len()))]).collect()
}

/// Hashes messages of these lengths by a plan, and compares every digest.
fn check<B: Expected>(name: &str, plan: &Plan, lengths: &[usize]) {
    let messages: Vec<_> = lengths.iter().enumerate().map(|(i, &len)| bytes(i, len)).collect();
    let own: Vec<_> = (0..messages.len()).map(params::<B>).collect();
    let jobs: Vec<(_, &[u8])> = own.iter().zip(messages.iter().map(Vec::as_slice)).collect();
    let mut digests = alloc::vec![Digest::EMPTY; messages.len()];
    run_by::<B>(plan, &mut Each(Whole { jobs: &jobs, digests: &mut digests }));
    let mut side_by_side = Vec::new();
    for few in few::fitting(B::kernels().layout(), &jobs, |(params, message)| {
        (params.key_block().len() + message.len()).div_ceil(B::BLOCK_LEN).max(1)
    }) {
        let mut digests = alloc::vec![Digest::EMPTY; few.len()];
        few::run(B::kernels(), plan, &mut Each(Whole { jobs: few, digests: &mut digests }));
        side_by_side.extend(digests);
    }
    for (i, digest) in digests.iter().enumerate().chain(side_by_side.iter().enumerate()) {
        let expected = B::expected(i, &messages[i]);
        assert_eq!(digest.as_bytes(), expected, "{} on {name}, message {i}: {} bytes", B::NAME, lengths[i]);
    }
    let mut first = 0;
    for few in few::fitting(B::kernels().layout(), &jobs, |(params, message)| {
        (params.key_block().len() + message.len()) / B::BLOCK_LEN + 1
    }) {
        check_pieces::<B>(name, plan, few, first);
        first += few.len();
    }
    // All with the parameters of one of them: without a key, and with one.
    let slices: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
    for of in [0, 1, 14] {
        let params = params::<B>(of);
        let mut output = Once { digests: alloc::vec![Vec::new(); slices.len()], len: params.len() };
        run_by::<B>(plan, &mut Alike::new(&params, &slices, &mut output));
        for (i, digest) in output.digests.iter().enumerate() {
            let expected = B::expected(of, &messages[i]);
            assert_eq!(*digest, expected, "{} on {name}, like {of}, {i}: {} bytes", B::NAME, lengths[i]);
        }
        let mut all = 0..;
        for few in few::fitting(B::kernels().layout(), &slices, |message| alike::blocks::<B>(message)) {
            let mut output = Once { digests: alloc::vec![Vec::new(); few.len()], len: params.len() };
            few::run(B::kernels(), plan, &mut Alike::new(&params, few, &mut output));
            for (digest, i) in output.digests.iter().zip(&mut all) {
                let expected = B::expected(of, &messages[i]);
                assert_eq!(
                    *digest,
                    expected,
                    "{} on {name}, like {of}, {i}: {} bytes, side by side",
                    B::NAME,
                    lengths[i]
                );
            }
        }
    }
}

/// Adds the second pieces of messages, and ends them: how long the first are differs.
fn check_pieces<B: Expected>(name: &str, plan: &Plan, jobs: &[(&Params<B>, &[u8])], first: usize) {
    let cut = |i: usize| (i * (B::BLOCK_LEN + 7) + jobs.len()) % (jobs[i].1.len() + 1);
    for side_by_side in [false, true] {
        let begun = |(i, (params, message)): (usize, &(&Params<B>, &[u8]))| {
            let mut state = State::new(params);
            state.update(&message[..cut(i)]);
            state
        };
        let mut states: Vec<_> = jobs.iter().enumerate().map(begun).collect();
        let pieces = jobs.iter().enumerate().map(|(i, (_, message))| &message[cut(i)..]);
        let mut updates: Vec<_> = states.iter_mut().zip(pieces).collect();
        let pieces = &mut Each(Pieces { updates: &mut updates });
        match side_by_side {
            true => few::run(B::kernels(), plan, pieces),
            false => run_by::<B>(plan, pieces),
        }
        updates.iter_mut().for_each(|(state, piece)| state.hold_rest(piece));
        let states: Vec<_> = states.iter().collect();
        let mut digests = alloc::vec![Digest::EMPTY; jobs.len()];
        let tails = &mut Each(Tails { states: &states, digests: &mut digests });
        match side_by_side {
            true => few::run(B::kernels(), plan, tails),
            false => run_by::<B>(plan, tails),
        }
        for (i, digest) in digests.iter().enumerate() {
            let (message, at) = (jobs[i].1, cut(i));
            let len = message.len();
            assert_eq!(
                digest.as_bytes(),
                B::expected(first + i, message),
                "{} on {name}, message {i}, {len} bytes cut at {at}, side by side: {side_by_side}",
                B::NAME
            );
        }
    }
}

fn run_by<'a, B: Variant>(plan: &Plan, messages: &mut impl Messages<'a>) {
    scheduler::run(&B::kernels().list, |_| plan, B::kernels().layout().states(), B::BLOCK_LEN, messages);
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

fn boundaries<B: Expected>() {
    let longest = 4 * B::BLOCK_LEN + 1;
    for (name, lanes, plan) in plans::<B>() {
        // Every length in every lane, and so in every parameter.
        for first in 0..lanes {
            let lengths: Vec<_> = (0..longest).map(|i| (first + i) % longest).collect();
            check::<B>(&name, &plan, &lengths);
        }
        // Equal lengths keep all lanes at one step.
        for blocks in 0..4 {
            for len in [blocks * B::BLOCK_LEN, blocks * B::BLOCK_LEN + 1, (blocks + 1) * B::BLOCK_LEN - 1] {
                check::<B>(&name, &plan, &alloc::vec![len; lanes + 1]);
            }
        }
        // One long message among short ones is cut.
        for long in [0, lanes / 2, lanes] {
            let lengths: Vec<_> = (0..=lanes).map(|i| if i == long { 20_000 } else { 500 + i }).collect();
            check::<B>(&name, &plan, &lengths);
        }
    }
}

#[test]
fn lengths_next_to_boundaries() {
    boundaries::<Blake2b>();
    boundaries::<Blake2s>();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn random_batches(lengths in prop::collection::vec(prop_oneof![0..300usize, 0..5000usize], 0..150)) {
        for (name, _, plan) in plans::<Blake2b>() {
            check::<Blake2b>(&name, &plan, &lengths);
        }
        for (name, _, plan) in plans::<Blake2s>() {
            check::<Blake2s>(&name, &plan, &lengths);
        }
    }
}
