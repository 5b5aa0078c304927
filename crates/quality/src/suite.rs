//! The tests, by name.

use crate::avalanche::{avalanche, differential, independence};
use crate::collisions;
use crate::hashes::Hash;
use crate::keys::{self, Take};
use crate::report::{Case, Outcome};
use crate::sanity::sanity;

/// How many keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// Seconds: for the project's tests.
    Quick,
    /// Minutes: for a table.
    Full,
    /// The largest sets too, which need 8 GiB of memory, and an hour.
    Everything,
}

/// A test.
pub struct Test {
    /// Its name.
    pub name: &'static str,
    cases: fn(&Hash, Size) -> Vec<Case>,
    /// Whether it is about the seed.
    seed: bool,
}

impl Test {
    /// How a hash does; `None` where the test is about a seed that it has not.
    pub fn run(&self, hash: &Hash, size: Size) -> Option<Outcome> {
        (hash.seeded || !self.seed).then(|| Outcome::worst(self.name, (self.cases)(hash, size)))
    }
}

/// All of them.
pub const ALL: &[Test] = &[
    Test { name: "Sanity", cases: |h, s| sanity(h, pick(s, 64, 256)), seed: false },
    Test { name: "AppendedZeros", cases: appended_zeros, seed: false },
    Test {
        name: "Zeros",
        cases: |h, s| set(h, "zeros", |take| keys::zeros(pick(s, 2048, 32_768), take)),
        seed: false,
    },
    Test {
        name: "SmallKeys",
        cases: |h, s| set(h, "small keys", |take| keys::small(pick(s, 2, 3), take)),
        seed: false,
    },
    Test { name: "TwoNonzero", cases: two_nonzero, seed: false },
    Test { name: "OneByte", cases: one_byte, seed: false },
    Test { name: "Strided", cases: strided, seed: false },
    Test { name: "Cyclic", cases: cyclic, seed: false },
    Test { name: "Sparse", cases: sparse, seed: false },
    Test { name: "Permutation", cases: permutation, seed: false },
    Test { name: "Text", cases: text, seed: false },
    Test { name: "Windowed", cases: windowed, seed: false },
    Test {
        name: "Avalanche",
        cases: |h, s| avalanche(h, pick(s, &[4, 16, 64], &[4, 8, 16, 32, 64, 128]), pick(s, 2048, 20_000)),
        seed: false,
    },
    Test {
        name: "BitIndependence",
        cases: |h, s| independence(h, pick(s, &[8], &[8, 16, 32]), pick(s, 1024, 8192)),
        seed: false,
    },
    Test {
        name: "Differential",
        cases: |h, s| differential(h, pick(s, &[8, 64], &[8, 16, 32, 64, 256]), pick(s, 2048, 16_384)),
        seed: false,
    },
    Test { name: "Seed", cases: seeds, seed: true },
];

fn pick<T>(size: Size, quick: T, full: T) -> T {
    if size == Size::Quick { quick } else { full }
}

/// The cases of a set of keys under the seed 0.
fn set(hash: &Hash, name: &str, keys: impl FnOnce(Take<'_>)) -> Vec<Case> {
    let mut digests = Vec::new();
    keys(&mut |key| digests.push((hash.hash)(0, key)));
    collisions::cases(name, hash.bits, digests)
}

fn appended_zeros(hash: &Hash, size: Size) -> Vec<Case> {
    let sets = 0..pick(size, 4, 32);
    sets.flat_map(|i| {
        set(hash, &format!("key {i} and zeros"), |take| keys::appended_zeros(i, pick(size, 256, 2048), take))
    })
    .collect()
}

fn two_nonzero(hash: &Hash, size: Size) -> Vec<Case> {
    let lens: &[usize] = match size {
        Size::Quick => &[4],
        Size::Full => &[4, 8, 16],
        Size::Everything => &[4, 8, 16, 32, 48],
    };
    lens.iter()
        .flat_map(|&len| set(hash, &format!("{len} bytes, two not zero"), |take| keys::two_bytes(len, take)))
        .collect()
}

fn one_byte(hash: &Hash, size: Size) -> Vec<Case> {
    let lens = pick(size, &[64, 256][..], &[1024, 2048, 4096]);
    lens.iter()
        .flat_map(|&len| set(hash, &format!("{len} bytes, one not zero"), |take| keys::one_byte(len, take)))
        .collect()
}

fn strided(hash: &Hash, size: Size) -> Vec<Case> {
    let values: Vec<u8> = (1..=255).step_by(pick(size, 17, 7)).collect();
    pick(size, &[16, 64][..], &[4, 8, 16, 32, 48, 64, 96, 112, 128])
        .iter()
        .flat_map(|&stride| {
            let name = format!("256 bytes, two {stride} apart");
            set(hash, &name, |take| keys::strided(256, stride, &values, take))
        })
        .collect()
}

fn cyclic(hash: &Hash, size: Size) -> Vec<Case> {
    [4, 5, 8, 16, 20]
        .into_iter()
        .flat_map(|len| {
            let name = format!("{len} bytes, 8 times");
            set(hash, &name, |take| keys::cyclic(len as u64, pick(size, 10_000, 1_000_000), len, 8, take))
        })
        .collect()
}

/// Bytes, and how many bits are set at most.
fn sparse(hash: &Hash, size: Size) -> Vec<Case> {
    let sets: &[(usize, usize)] = match size {
        Size::Quick => &[(4, 3), (32, 2), (64, 2), (128, 1), (256, 1)],
        Size::Full => &[(4, 5), (8, 4), (32, 3), (48, 3), (128, 2), (256, 2), (512, 2)],
        Size::Everything => &[
            (4, 6),
            (8, 5),
            (32, 3),
            (48, 3),
            (64, 3),
            (96, 3),
            (128, 2),
            (256, 2),
            (512, 2),
            (1024, 2),
            (2048, 2),
        ],
    };
    sets.iter()
        .flat_map(|&(len, bits)| {
            set(hash, &format!("{len} bytes, {bits} bits"), |take| keys::sparse(len, bits, take))
        })
        .collect()
}

fn permutation(hash: &Hash, size: Size) -> Vec<Case> {
    let words = |words: &[u32]| words.iter().map(|word| word.to_le_bytes().to_vec()).collect::<Vec<_>>();
    let low: Vec<u32> = (0..8).collect();
    let high: Vec<u32> = (0..8).map(|i| i << 29).collect();
    let mut sets = vec![
        ("words, low bits", words(&low), pick(size, 4, 7)),
        ("words, high bits", words(&high), pick(size, 4, 7)),
        ("words, 0 and 2^31", words(&[0, 1 << 31]), pick(size, 12, 19)),
    ];
    let names = ["8 bytes", "16 bytes", "32 bytes", "64 bytes", "128 bytes"];
    for (name, len) in names.into_iter().zip([8, 16, 32, 64, 128]) {
        let block = |place: usize, byte: u8| {
            let mut block = vec![0; len];
            block[place] = byte;
            block
        };
        let few = pick(size, 10, 17);
        sets.push((name, vec![block(0, 0), block(0, 1)], few));
        sets.push((name, vec![block(0, 0), block(len - 1, 0x80)], few));
    }
    sets.into_iter()
        .flat_map(|(name, blocks, most)| {
            set(hash, &format!("blocks: {name}"), |take| keys::permutations(&blocks, most, take))
        })
        .collect()
}

fn text(hash: &Hash, size: Size) -> Vec<Case> {
    let letters = pick(size, 2, 4);
    let mut cases = Vec::new();
    for (before, after) in [(&b"Foo"[..], &b"Bar"[..]), (b"FooBar", b""), (b"", b"FooBar")] {
        cases.extend(set(hash, "text", |take| keys::text(before, letters, after, take)));
    }
    let long = keys::long_text(1, 2048);
    cases.extend(set(hash, "long text, its end", |take| keys::text(&long, pick(size, 2, 3), b"", take)));
    cases
        .extend(set(hash, "long text, its beginning", |take| keys::text(b"", pick(size, 2, 3), &long, take)));
    cases
}

fn windowed(hash: &Hash, size: Size) -> Vec<Case> {
    let (len, bits, step) = pick(size, (16, 10, 5), (32, 16, 1));
    (0..8 * len)
        .step_by(step)
        .flat_map(|at| {
            let name = format!("{len} bytes, window of {bits} bits at {at}");
            set(hash, &name, |take| keys::window(len, at, bits, take))
        })
        .collect()
}

/// Keys under seeds next to each other, with few bits set, and under no seed.
fn seeds(hash: &Hash, size: Size) -> Vec<Case> {
    let mut cases = Vec::new();
    for len in [0, 3, 16, 64, 200] {
        let key = keys::long_text(len as u64, len);
        let under = |seed: u64| (hash.hash)(seed, &key);
        let n = pick(size, 2000, 100_000);
        cases.extend(collisions::cases(
            &format!("{len} bytes, seeds from 0"),
            hash.bits,
            (0..n).map(under).collect(),
        ));
        let mut digests = Vec::new();
        keys::sparse(8, pick(size, 2, 3), &mut |seed| {
            digests.push(under(u64::from_le_bytes(seed.try_into().unwrap_or_default())));
        });
        cases.extend(collisions::cases(&format!("{len} bytes, sparse seeds"), hash.bits, digests));
    }
    cases
}
