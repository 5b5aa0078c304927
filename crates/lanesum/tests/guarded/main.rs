//! Messages that end, and messages that begin, at a page that nobody may touch,
//! through every door, with every algorithm, under every cap.
//!
//! A digest does not show that a kernel has read too much, for what lies behind
//! a message is left out of it. Here the first such byte ends the process, and
//! what the process printed last says where that was.

#![cfg(unix)]

mod bao;
mod batches;
mod blake2;
mod blake3;
mod caps;
mod check;
mod doors;
mod others;
mod pages;

use batches::Batch;
use check::{Doors, of_each_algorithm};
use lanesum::Algorithm;

/// The tests that are ignored here, each in a process for each cap.
macro_rules! under_each_cap {
    ($($test:ident, $alone:ident => $check:expr;)*) => {$(
        #[test]
        fn $test() {
            caps::under_each(stringify!($alone));
        }

        #[test]
        #[ignore = "run under each cap, in processes of their own"]
        fn $alone() {
            println!("done: {}", $check);
        }
    )*};
}

under_each_cap! {
    a_turn_where_another_lane_ends, turns => of_each_algorithm(&doors::MANY, |algorithm| {
        let block = algorithm.block_len();
        vec![Batch::of((0..17).map(|i| if i < 16 { 10 * block } else { 9 * block }))]
    });
    any_messages, any => of_each_algorithm(&doors::ALL, |algorithm| batches::any(algorithm.block_len()));
    long_messages, long => of_each_algorithm(&doors::ALL, |_| vec![batches::long()]);
    many_threads, threads => of_each_algorithm(&doors::STREAMS, |_| vec![batches::long()]);
    doors_of_one_algorithm, one => {
        let doors = [&blake2::DOORS[..], &blake3::DOORS, &bao::DOORS, &others::DOORS].concat();
        let mut of_one = batches::any(64);
        of_one.extend([batches::long(), batches::few()]);
        Doors(&doors).check(&of_one)
    };
}

/// No algorithm is without a door.
#[test]
fn every_algorithm() {
    for algorithm in Algorithm::ALL {
        for door in &doors::ALL {
            assert_eq!(
                (door.run)(algorithm, &[b"abc"], pages::Side::End).len(),
                1,
                "{} {algorithm}",
                door.name
            );
        }
    }
}
