//! Whether it is a function of the key at all.

use crate::hashes::Hash;
use crate::report::Case;
use crate::rng::Rng;

/// The digest depends on all bits of the key, on nothing beside it, and not on
/// where it lies.
pub(crate) fn sanity(hash: &Hash, longest: usize) -> Vec<Case> {
    let mut rng = Rng(0x5a17);
    let (mut wrong, mut checked) = (0, 0);
    for len in 1..=longest {
        let key = rng.bytes(len);
        let digest = (hash.hash)(0, &key);
        for offset in [0, 1, 3, 8, 13] {
            // Other bytes around it.
            let mut room = rng.bytes(len + 64);
            room[offset..offset + len].copy_from_slice(&key);
            wrong += u32::from((hash.hash)(0, &room[offset..offset + len]) != digest);
            checked += 1;
        }
        let mut key = key;
        for bit in 0..8 * len {
            key[bit / 8] ^= 1 << (bit % 8);
            wrong += u32::from((hash.hash)(0, &key) == digest);
            checked += 1;
            key[bit / 8] ^= 1 << (bit % 8);
        }
    }
    // A hash of 32 bits meets itself now and then.
    let chance = f64::from(checked) / 2f64.powi(hash.bits as i32);
    vec![Case {
        name: format!("{checked} checks"),
        seen: f64::from(wrong),
        expected: chance,
        p: crate::report::poisson_tail(u64::from(wrong), chance),
    }]
}
