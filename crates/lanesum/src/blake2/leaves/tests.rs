//! The leaves on threads, cut in every way.

use super::*;
use crate::blake2::{blake2b::Blake2b, blake2s::Blake2s};
use crate::kernel::StateWord;
use crate::lanes::Word;
use alloc::vec::Vec;
use core::fmt::Debug;

fn cut_in_every_way<B: Variant<Word: PartialEq + Debug>>() {
    const ROUNDS: usize = 5;
    let bytes: Vec<u8> = (0..ROUNDS * round::<B>()).map(|i| (i % 251) as u8).collect();
    let start: Vec<Words<B>> = (0..B::LEAVES)
        .map(|i| {
            let mut words: Words<B> = core::array::from_fn(|w| Word::truncate((100 * i + w) as u64));
            set_end::<B>(&mut words, open::<B>());
            words
        })
        .collect();
    let mut whole = start.clone();
    add::<B>(&mut whole, &bytes, ROUNDS);
    let mut parts = 1;
    while parts <= B::LEAVES {
        let mut leaves = start.clone();
        halve::<B>(parts, &mut leaves, &bytes, ROUNDS);
        assert_eq!(leaves, whole, "{} in {parts} parts", B::TREE_NAME);
        parts *= 2;
    }
    // One kernel and one leaf at a time says the same.
    for (i, leaf) in start.iter().enumerate() {
        let mut words = *leaf;
        for block in bytes.chunks(B::BLOCK_LEN).skip(i).step_by(B::LEAVES) {
            B::kernels().one().compress_one(B::Word::state(&mut words), block);
        }
        assert_eq!(words, whole[i], "{} leaf {i}", B::TREE_NAME);
    }
}

#[test]
fn parts() {
    cut_in_every_way::<Blake2b>();
    cut_in_every_way::<Blake2s>();
}

/// One thread is never asked for more; and no more than there are leaves.
#[test]
fn parts_fit_the_threads() {
    for threads in 1..20 {
        let parts = [super::parts::<Blake2b>(threads), super::parts::<Blake2s>(threads)];
        assert!(parts.into_iter().all(|parts| parts <= threads && parts.is_power_of_two()));
        assert!(parts[0] <= 4 && parts[1] <= 8);
    }
}
