//! What one flipped bit of the key does to the digest.

use crate::collisions;
use crate::hashes::Hash;
use crate::report::{Case, normal_tail};
use crate::rng::Rng;

/// For each bit of a key the digests' differences, over `n` random keys.
fn differences(hash: &Hash, rng: &mut Rng, len: usize, n: usize) -> Vec<Vec<u128>> {
    let mut differences = vec![Vec::with_capacity(n); 8 * len];
    for _ in 0..n {
        let mut key = rng.bytes(len);
        let before = (hash.hash)(0, &key);
        for (bit, list) in differences.iter_mut().enumerate() {
            key[bit / 8] ^= 1 << (bit % 8);
            list.push(before ^ (hash.hash)(0, &key));
            key[bit / 8] ^= 1 << (bit % 8);
        }
    }
    differences
}

/// Bit `bit` of all of them, 64 to a word.
fn column(differences: &[u128], bit: u32) -> Vec<u64> {
    let word = |chunk: &[u128]| {
        chunk.iter().enumerate().fold(0, |word, (i, d)| word | (((d >> bit) as u64 & 1) << i))
    };
    differences.chunks(64).map(word).collect()
}

/// The worst of several counts out of `n` whose mean is half of it.
fn worst(name: String, n: usize, counts: impl Iterator<Item = u64>) -> Case {
    let (mut tests, mut most) = (0, 0.0f64);
    for count in counts {
        tests += 1;
        most = most.max((count as f64 - n as f64 / 2.0).abs());
    }
    let sigmas = most / (n as f64 / 4.0).sqrt();
    // The bias: 0 where a bit flips half of the time, 1 where always or never.
    let bias = |deviation: f64| 2.0 * deviation / n as f64;
    let p = (normal_tail(sigmas) * f64::from(tests)).min(1.0);
    // About the largest of so many.
    let expected = (2.0 * f64::from(tests.max(2)).ln()).sqrt() * (n as f64 / 4.0).sqrt();
    Case { name, seen: bias(most), expected: bias(expected), p }
}

/// Each bit of the key flips each bit of the digest half of the time.
pub(crate) fn avalanche(hash: &Hash, lens: &[usize], n: usize) -> Vec<Case> {
    let mut rng = Rng(0xa7a1);
    lens.iter()
        .map(|&len| {
            let differences = differences(hash, &mut rng, len, n);
            let counts = differences.iter().flat_map(|list| {
                (0..hash.bits).map(move |bit| list.iter().filter(|&&d| d >> bit & 1 == 1).count() as u64)
            });
            worst(format!("keys of {len} bytes, worst bias"), n, counts)
        })
        .collect()
}

/// Two bits of the digest flip alike half of the time.
pub(crate) fn independence(hash: &Hash, lens: &[usize], n: usize) -> Vec<Case> {
    let mut rng = Rng(0xb1c);
    lens.iter()
        .map(|&len| {
            let differences = differences(hash, &mut rng, len, n);
            let counts = differences.iter().flat_map(|list| {
                let columns: Vec<_> = (0..hash.bits).map(|bit| column(list, bit)).collect();
                let mut counts = Vec::new();
                for (i, a) in columns.iter().enumerate() {
                    for b in &columns[..i] {
                        counts.push(a.iter().zip(b).map(|(a, b)| u64::from((a ^ b).count_ones())).sum());
                    }
                }
                counts
            });
            worst(format!("keys of {len} bytes, worst pair"), n, counts)
        })
        .collect()
}

/// The differences that a flipped bit makes differ themselves: over random
/// keys, and over keys that differ in other places only.
pub(crate) fn differential(hash: &Hash, lens: &[usize], n: usize) -> Vec<Case> {
    let mut rng = Rng(0xd1ff);
    let mut cases = Vec::new();
    for &len in lens {
        for (bit, list) in differences(hash, &mut rng, len, n).into_iter().enumerate().step_by(7) {
            cases.extend(collisions::cases(&format!("{len} bytes, bit {bit}, random"), hash.bits, list));
        }
        // Keys whose first four bytes count, and a bit elsewhere.
        let mut key = rng.bytes(len);
        for bit in (32..8 * len).step_by(13) {
            let differences = (0..n).map(|i| {
                key[..4].copy_from_slice(&(i as u32).to_le_bytes());
                let before = (hash.hash)(0, &key);
                key[bit / 8] ^= 1 << (bit % 8);
                let after = (hash.hash)(0, &key);
                key[bit / 8] ^= 1 << (bit % 8);
                before ^ after
            });
            let name = format!("{len} bytes, bit {bit}, keys that differ elsewhere");
            cases.extend(collisions::cases(&name, hash.bits, differences.collect()));
        }
    }
    cases
}
