//! Batches of messages: ragged ones, drawn with a seed that is always the same,
//! and a few of a certain shape.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Bytes of the longest message.
pub(crate) const LONGEST: usize = 40 << 10;

/// Messages of the most populous batch.
pub(crate) const MOST: usize = 70;

/// How many ragged batches are drawn, where nobody says otherwise.
const DRAWN: u32 = 20;

/// Messages, each with a buffer of its own.
pub(crate) struct Batch(pub(crate) Vec<Vec<u8>>);

impl Batch {
    /// Messages of these lengths.
    pub(crate) fn of(lens: impl IntoIterator<Item = usize>) -> Self {
        let message = |(i, len)| (0..len).map(|j| ((i * 131 + j * 7) ^ (j / 251)) as u8).collect();
        Self(lens.into_iter().enumerate().map(message).collect())
    }

    /// The lengths, for whoever reads where a process died.
    pub(crate) fn lens(&self) -> Vec<usize> {
        self.0.iter().map(Vec::len).collect()
    }
}

/// Ragged batches, for blocks of so many bytes: lengths next to a block's end,
/// any others, and now and then one that outlasts the rest.
pub(crate) fn any(block: usize) -> Vec<Batch> {
    let near = (1..12usize, 0..3usize).prop_map(move |(blocks, by)| blocks * block + by - 1);
    let whole = (0..20usize).prop_map(move |blocks| blocks * block);
    let len = prop_oneof![4 => near, 4 => whole, 4 => 0..300usize, 1 => 0..5000usize];
    let alike = (len.clone(), 1..MOST).prop_map(|(len, n)| vec![len; n]);
    let few_lens = (vec(len.clone(), 2), vec(0..2usize, 1..MOST))
        .prop_map(|(lens, which)| which.into_iter().map(|i| lens[i]).collect());
    let lens = prop_oneof![4 => vec(len, 1..MOST), 1 => alike, 2 => few_lens];
    let mut runner =
        TestRunner::new_with_rng(Config::default(), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    // Short ones, of every length in turn, at most four blocks.
    let short = Batch::of((0..MOST).map(|i| i * 61 % (4 * block)));
    let drawn = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(DRAWN);
    (0..drawn)
        .map(|_| Batch::of(lens.new_tree(&mut runner).expect("nothing is rejected").current()))
        .chain([short])
        .collect()
}

/// Messages of many blocks: enough bytes for all cores, and for streams to wait
/// for each other.
pub(crate) fn long() -> Batch {
    Batch::of((0..20).map(|i| LONGEST - i * 1111))
}

/// The lengths next to a chunk of BLAKE3, a few at a time.
pub(crate) fn few() -> Batch {
    Batch::of([0, 1, 1023, 1024, 1025, 2047, 2048, 2049, 3072, 3073, 4096, 5120, 8191, 16_385, 31_744])
}
