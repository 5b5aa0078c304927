//! Messages longer than anyone can wait for: the counter is set.

use super::*;
use crate::blake2::{blake2b, blake2s};
use alloc::vec::Vec;

/// A state that has taken `count` bytes, whatever they were.
fn after<B: Variant>(count: u128) -> State<B> {
    let mut state = State::new(&Params::new());
    (state.words[8], state.words[9]) =
        (Word::truncate(count as u64), Word::truncate((count >> B::MAX_LEN) as u64));
    state
}

#[test]
fn blake2b_past_2_to_64_bytes() {
    for near in [1 << 64, 1 << 65, 1 << 127] {
        for (before, len) in [(near - 256, 100), (near - 256, 300), (near - 128, 128), (near, 1), (near, 500)]
        {
            let mut state = after::<blake2b::Blake2b>(before);
            let message: Vec<u8> = (0..len).map(|i| i as u8).collect();
            let mut h = *state.words.first_chunk().unwrap();
            for (i, part) in message.chunks(128).enumerate() {
                let mut block = [0; 128];
                block[..part.len()].copy_from_slice(part);
                let end = 128 * i + part.len();
                h = reference::blake2b::compress(h, &block, before + end as u128, end == len, false);
            }
            let expected: Vec<u8> = h.iter().flat_map(|word| word.to_le_bytes()).collect();
            assert_eq!(state.update(&message).finalize().as_bytes(), expected, "{before} + {len}");
            assert_eq!(state.count(), before + len as u128);
        }
    }
}

#[test]
fn blake2s_past_2_to_32_bytes() {
    for near in [1 << 32, 1 << 33, 1 << 63] {
        for (before, len) in [(near - 128, 50), (near - 128, 150), (near - 64, 64), (near, 1), (near, 250)] {
            let mut state = after::<blake2s::Blake2s>(before.into());
            let message: Vec<u8> = (0..len).map(|i| i as u8).collect();
            let mut h = *state.words.first_chunk::<8>().unwrap();
            for (i, part) in message.chunks(64).enumerate() {
                let mut block = [0; 64];
                block[..part.len()].copy_from_slice(part);
                let end = 64 * i + part.len();
                h = reference::blake2s::compress(h, &block, before + end as u64, end == len, false);
            }
            let expected: Vec<u8> = h.iter().flat_map(|word| word.to_le_bytes()).collect();
            assert_eq!(state.update(&message).finalize().as_bytes(), expected, "{before} + {len}");
            assert_eq!(state.count(), u128::from(before) + len as u128);
        }
    }
}
