//! Every front door gives the digests that `hash` gives.

use lanesum::{
    Algorithm, Digest, Hasher, finalize_many, hash, hash_many, hash_many_into, par_hash_many,
    par_hash_many_into, update_many,
};
use proptest::prelude::*;

fn messages(lengths: &[usize]) -> Vec<Vec<u8>> {
    lengths
        .iter()
        .enumerate()
        .map(|(i, &len)| (0..len).map(|j| (i * 131 + j * 7 + j / 251) as u8).collect())
        .collect()
}

fn packed(digests: &[Digest]) -> Vec<u8> {
    digests.iter().flat_map(|digest| digest.as_bytes().to_vec()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn many(lengths in prop::collection::vec(prop_oneof![0..300usize, 0..20_000usize], 0..100)) {
        let messages = messages(&lengths);
        for algorithm in Algorithm::ALL {
            let expected: Vec<_> = messages.iter().map(|m| hash(algorithm, m)).collect();
            prop_assert_eq!(&hash_many(algorithm, &messages), &expected);
            prop_assert_eq!(&par_hash_many(algorithm, &messages), &expected);
            let mut bytes = vec![0; messages.len() * algorithm.digest_len()];
            hash_many_into(algorithm, &messages, &mut bytes).unwrap();
            prop_assert_eq!(&bytes, &packed(&expected));
            bytes.fill(0);
            par_hash_many_into(algorithm, &messages, &mut bytes).unwrap();
            prop_assert_eq!(&bytes, &packed(&expected));
        }
    }

    /// Pieces of any lengths, for hashers of mixed algorithms, in any order.
    #[test]
    fn pieces(
        lengths in prop::collection::vec(0..5_000usize, 1..40),
        cuts in prop::collection::vec(0..700usize, 1..30),
    ) {
        let messages = messages(&lengths);
        let algorithm = |i: usize| Algorithm::ALL[i % Algorithm::ALL.len()];
        let mut hashers: Vec<_> = (0..messages.len()).map(|i| Hasher::new(algorithm(i))).collect();
        let mut rest: Vec<&[u8]> = messages.iter().map(|m| &m[..]).collect();
        let mut cut = cuts.iter().cycle();
        while rest.iter().any(|r| !r.is_empty()) {
            let mut updates = Vec::new();
            for (hasher, rest) in hashers.iter_mut().zip(&mut rest) {
                let (piece, after) = rest.split_at(rest.len().min(cut.next().unwrap() + 1));
                *rest = after;
                updates.push((hasher, piece));
            }
            update_many(&mut updates);
        }
        let digests = finalize_many(&hashers.iter().collect::<Vec<_>>());
        for (i, digest) in digests.iter().enumerate() {
            prop_assert_eq!(*digest, hash(algorithm(i), &messages[i]));
            prop_assert_eq!(hashers[i].finalize(), *digest);
        }
    }
}

/// Enough for many threads and parts.
#[test]
fn on_all_cores() {
    let lengths: Vec<_> = (0..3000).map(|i| i * 7919 % 4096).collect();
    let messages = messages(&lengths);
    for algorithm in [Algorithm::Md5, Algorithm::Sha512] {
        assert_eq!(par_hash_many(algorithm, &messages), hash_many(algorithm, &messages));
    }
}

/// More messages than are sorted at once, of so many lengths that groups end at
/// many steps; and one so long among them that there are no groups.
#[test]
fn thousands_of_many_lengths() {
    for (count, most, long) in [(3000, 500, 0), (1100, 4097, 0), (1100, 9000, 0), (1100, 500, 300_000)] {
        let mut lengths: Vec<_> = (0..count).map(|i| i * 2741 % most).collect();
        lengths[count / 3] = lengths[count / 3].max(long);
        let messages = messages(&lengths);
        for algorithm in Algorithm::ALL {
            let expected: Vec<_> = messages.iter().map(|message| hash(algorithm, message)).collect();
            assert!(hash_many(algorithm, &messages) == expected, "{algorithm}: {count} of 0 to {most} bytes");
        }
    }
}

/// One message in every pattern of two pieces next to the block, and in many of a
/// few bytes; finalizing does not end it, a clone goes its own way, a reset begins anew.
#[test]
fn one_message_in_pieces() {
    for algorithm in Algorithm::ALL {
        let block = algorithm.block_len();
        let message = &messages(&[3 * block + 5])[0];
        for first in 0..=message.len() {
            let mut hasher = Hasher::new(algorithm);
            hasher.update(&message[..first]);
            assert_eq!(hasher.finalize(), hash(algorithm, &message[..first]));
            let mut other = hasher.clone();
            hasher.update(&message[first..]);
            assert_eq!(hasher.finalize(), hash(algorithm, message));
            other.update(b"x");
            assert_eq!(other.finalize(), hash(algorithm, &[&message[..first], b"x"].concat()));
            other.reset();
            assert_eq!(other.finalize(), hash(algorithm, b""));
        }
        // Of one to 32 bytes there are copies of their own.
        for (len, first) in (1..=40).flat_map(|len| [0, 1, len / 2].map(|first| (len, first))) {
            let first = first.min(message.len());
            let mut hasher = Hasher::new(algorithm);
            hasher.update(&message[..first]);
            for piece in message[first..].chunks(len) {
                hasher.update(piece);
            }
            assert_eq!(hasher.finalize(), hash(algorithm, message), "{algorithm}, {first} and {len} bytes");
            assert_eq!(hasher.message_len(), message.len() as u64);
        }
    }
}

#[test]
fn room_for_the_digests_is_checked() {
    let messages = ["a", "b"];
    let mut bytes = [7; 33];
    let error = hash_many_into(Algorithm::Md5, &messages, &mut bytes).unwrap_err();
    assert_eq!(error.to_string(), "2 digests of 16 bytes need 32, not 33 bytes");
    assert_eq!(bytes, [7; 33]);
    assert!(par_hash_many_into(Algorithm::Md5, &messages, &mut bytes).is_err());
}

/// Messages that lie a page apart, as buffers of a pool do, and so in the same sets of the
/// cache; with last blocks of all kinds.
#[test]
fn a_page_apart() {
    const PAGE: usize = 4096;
    let bytes = &messages(&[65 * PAGE])[0];
    for count in [15, 16, 17, 23, 24, 25, 33, 48, 64] {
        for len in [1023, 1024, 1087, 2040, 3000, PAGE] {
            let messages: Vec<_> = bytes.chunks(PAGE).take(count).map(|page| &page[..len]).collect();
            for algorithm in Algorithm::ALL {
                let expected: Vec<_> = messages.iter().map(|message| hash(algorithm, message)).collect();
                assert!(hash_many(algorithm, &messages) == expected, "{algorithm}: {count} of {len} bytes");
            }
        }
    }
}
