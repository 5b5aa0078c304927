//! The hashes under test, and the controls.

use lanesum::aeshash::Schedule;
use lanesum::lemac::LeMac;
use lanesum::{Algorithm, hash};
use std::sync::LazyLock;

/// What is known of a hash, which the suite must find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Passes everything.
    Sound,
    /// Fails what is listed, at least.
    Fails(&'static [&'static str]),
}

/// A hash under test.
#[derive(Clone, Copy)]
pub struct Hash {
    /// Its name in the table.
    pub name: &'static str,
    /// Bits of its digests, at most 128, in the low bits.
    pub bits: u32,
    /// Of a seed and a key. Where the hash has no seed, it is not used.
    pub hash: fn(u64, &[u8]) -> u128,
    /// Whether it has a seed.
    pub seeded: bool,
    /// What must come out.
    pub known: Known,
}

/// A digest as a number.
fn number(bytes: &[u8]) -> u128 {
    bytes.iter().take(16).rev().fold(0, |number, &byte| (number << 8) | u128::from(byte))
}

fn plain(algorithm: Algorithm, key: &[u8]) -> u128 {
    number(hash(algorithm, key).as_bytes())
}

/// LeMac under keys that begin with the seed. The last one is kept, for a key
/// takes as long as a kilobyte.
fn lemac(seed: u64, key: &[u8]) -> u128 {
    thread_local! {
        static LAST: std::cell::RefCell<Option<(u64, LeMac)>> = const { std::cell::RefCell::new(None) };
    }
    LAST.with_borrow_mut(|last| {
        if last.as_ref().is_none_or(|(of, _)| *of != seed) {
            let mut bytes = [0; 16];
            bytes[..8].copy_from_slice(&seed.to_le_bytes());
            *last = Some((seed, LeMac::new(&bytes, &[0; 16])));
        }
        last.as_ref().map_or(0, |(_, lemac)| number(lemac.hash(key).as_bytes()))
    })
}

/// A schedule like any other.
static SCHEDULE: LazyLock<Schedule> = LazyLock::new(|| {
    let mut rng = crate::rng::Rng(1);
    Schedule::new(std::array::from_fn(|_| rng.next() as u8))
});

/// FNV-1a of 32 bits: a multiplication for each byte.
fn fnv1a(seed: u64, key: &[u8]) -> u128 {
    let start = 0x811c_9dc5 ^ seed as u32;
    u128::from(key.iter().fold(start, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)))
}

/// A rotation and an exclusive or for each byte: linear.
fn rotate_xor(seed: u64, key: &[u8]) -> u128 {
    let start = seed ^ key.len() as u64;
    u128::from(key.iter().fold(start, |hash, &byte| hash.rotate_left(5) ^ u64::from(byte)))
}

/// BLAKE3 of 128 bits, keyed with the seed.
fn blake3(seed: u64, key: &[u8]) -> u128 {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    number(lanesum::blake3::keyed_hash(&bytes, key).as_bytes())
}

/// All of them: the controls first.
pub const ALL: &[Hash] = &[
    Hash {
        name: "fnv1a-32",
        bits: 32,
        hash: fnv1a,
        seeded: true,
        known: Known::Fails(&["Avalanche", "BitIndependence", "Differential"]),
    },
    Hash {
        name: "rotate-xor",
        bits: 64,
        hash: rotate_xor,
        seeded: true,
        known: Known::Fails(&["Avalanche", "BitIndependence", "Differential", "Sparse"]),
    },
    Hash { name: "blake3-128", bits: 128, hash: blake3, seeded: true, known: Known::Sound },
    Hash { name: "lemac", bits: 128, hash: lemac, seeded: true, known: Known::Sound },
    Hash {
        name: "rapidhash",
        bits: 64,
        hash: |_, key| plain(Algorithm::Rapidhash, key),
        seeded: false,
        known: Known::Sound,
    },
    Hash {
        name: "nabhash",
        bits: 128,
        hash: |_, key| plain(Algorithm::NabHash, key),
        seeded: false,
        known: Known::Fails(&["Sparse"]),
    },
    Hash {
        name: "aeshash-amd64",
        bits: 64,
        hash: |seed, key| u128::from(SCHEDULE.go_amd64(seed, key)),
        seeded: true,
        known: Known::Fails(&[]),
    },
    Hash {
        name: "aeshash-arm64",
        bits: 64,
        hash: |seed, key| u128::from(SCHEDULE.go_arm64(seed, key)),
        seeded: true,
        known: Known::Fails(&[]),
    },
    Hash {
        name: "xxh64",
        bits: 64,
        hash: |_, key| plain(Algorithm::Xxh64, key),
        seeded: false,
        known: Known::Fails(&[]),
    },
    Hash {
        name: "xxh3-64",
        bits: 64,
        hash: |_, key| plain(Algorithm::Xxh3_64, key),
        seeded: false,
        known: Known::Fails(&[]),
    },
    Hash {
        name: "xxh3-128",
        bits: 128,
        hash: |_, key| plain(Algorithm::Xxh3_128, key),
        seeded: false,
        known: Known::Fails(&[]),
    },
];
