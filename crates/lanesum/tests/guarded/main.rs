//! Messages that end, and messages that begin, at a page that nobody may touch.
//!
//! A digest does not show that a kernel has read too much, for what lies behind
//! a message is left out of it. Here the first such byte ends the process.

#![cfg(unix)]

mod caps;
mod pages;

use lanesum::{Algorithm, hash, hash_many};
use pages::{Pages, Side};

/// A lane turns to its tail at the very step at which another one ends.
#[test]
fn a_turn_where_another_lane_ends() {
    caps::under_each("turn_where_another_lane_ends");
}

#[test]
#[ignore = "the test above runs it under each cap"]
fn turn_where_another_lane_ends() {
    let mut pages = Pages::new(17, 10 * 128);
    for algorithm in Algorithm::ALL {
        println!("hash_many {algorithm}: 16 messages of 10 blocks, and one of 9");
        let block = algorithm.block_len();
        let messages: Vec<_> =
            (0..17).map(|i| vec![i; if i < 16 { 10 * block } else { 9 * block }]).collect();
        let expected: Vec<_> = messages.iter().map(|message| hash(algorithm, message)).collect();
        assert_eq!(hash_many(algorithm, &pages.put(&messages, Side::End)), expected, "{algorithm}");
    }
}
