//! What every type must do, whatever its row says: the list calls these for each.

use super::AssociatedAlgorithm;
use crate::hash;
use alloc::boxed::Box;
use alloc::vec::Vec;
use digest::common::BlockSizeUser;
use digest::{DynDigest, FixedOutput, FixedOutputReset, InvalidLength, KeyInit, Mac, OutputSizeUser};

/// Lengths next to the ends of blocks, of whatever length.
const LENGTHS: [usize; 14] = [0, 1, 3, 63, 64, 65, 111, 112, 127, 128, 129, 1000, 4096, 40_000];

fn message(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i * 7 + i / 251) as u8).collect()
}

/// Holds a type to the front door.
pub(super) fn hash_type<T>()
where
    T: AssociatedAlgorithm + FixedOutputReset + BlockSizeUser + Default + Clone + Send + Sync + 'static,
{
    let algorithm = T::ALGORITHM;
    assert_eq!(<T as OutputSizeUser>::output_size(), algorithm.digest_len(), "{algorithm}");
    assert_eq!(T::block_size(), algorithm.block_len(), "{algorithm}");
    let mut kept = T::default();
    let mut dynamic: Box<dyn DynDigest> = Box::new(T::default());
    for len in LENGTHS {
        let message = message(len);
        let expected = hash(algorithm, &message);
        let (first, rest) = message.split_at(len / 3);

        let mut hasher = T::default();
        hasher.update(first);
        let mut forked = hasher.clone();
        hasher.update(rest);
        assert_eq!(hasher.finalize_fixed()[..], *expected.as_bytes(), "{algorithm}, {len}");
        forked.update(b"another");
        forked.update(rest);
        assert_ne!(forked.finalize_fixed()[..], *expected.as_bytes(), "{algorithm}, {len}");

        kept.update(b"to be forgotten");
        kept.reset();
        kept.update(first);
        kept.update(rest);
        assert_eq!(kept.finalize_fixed_reset()[..], *expected.as_bytes(), "{algorithm}, {len}");

        dynamic.update(&message);
        assert_eq!(dynamic.output_size(), algorithm.digest_len());
        let mut digest = alloc::vec![0; algorithm.digest_len()];
        assert!(dynamic.finalize_into_reset(&mut digest[1..]).is_err());
        dynamic.finalize_into_reset(&mut digest).expect("as long as the digest");
        assert_eq!(digest, expected.as_bytes(), "{algorithm}, {len}");
    }
}

/// Holds a type under a key to what any such must do.
pub(super) fn mac_type<H, T>()
where
    H: AssociatedAlgorithm + FixedOutput + Default,
    T: Mac + KeyInit + FixedOutputReset + Clone + Send + Sync + 'static,
{
    let algorithm = H::ALGORITHM;
    let lens = algorithm.key_lens().expect("it has a type under a key");
    assert_eq!(T::key_size(), *lens.end(), "{algorithm}");
    let key: Vec<u8> = (1..=*lens.end() as u8 + 1).collect();
    for len in [0, lens.start() - 1, lens.end() + 1] {
        assert_eq!(T::new_from_slice(&key[..len]).err(), Some(InvalidLength), "{algorithm}, {len}");
    }
    let mut tags = Vec::new();
    for len in lens.clone() {
        let mut mac = T::new_from_slice(&key[..len]).expect("a length that it takes");
        for len in LENGTHS {
            let message = message(len);
            Mac::update(&mut mac, &message[..len / 3]);
            let fork = mac.clone();
            Mac::update(&mut mac, &message[len / 3..]);
            let tag = mac.finalize_reset();
            assert!(fork.chain_update(&message[len / 3..]).finalize() == tag, "{algorithm}, {len}");
            let unkeyed = H::default().chain(&message).finalize_fixed();
            assert_ne!(tag.as_bytes()[..], unkeyed[..], "{algorithm}, {len}");

            // The reset has kept the key.
            let mut wrong = tag.as_bytes().to_vec();
            let again = mac.clone().chain_update(&message);
            assert!(again.clone().verify_slice(&wrong).is_ok(), "{algorithm}, {len}");
            wrong[0] ^= 1;
            assert!(again.verify_slice(&wrong).is_err(), "{algorithm}, {len}");
        }
        tags.push(mac.finalize().into_bytes().to_vec());
    }
    let full = T::new(key[..T::key_size()].try_into().expect("the longest"));
    assert_eq!(Some(&full.finalize().into_bytes().to_vec()), tags.last(), "{algorithm}");
    let count = tags.len();
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), count, "{algorithm}: two keys, one tag");
}
