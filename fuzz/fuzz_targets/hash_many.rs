//! Batches of any messages, each in a buffer of its own length: every digest is
//! the reference's, and address sanitizer sees no byte read beside a message.
//!
//! `cargo +nightly fuzz run hash_many`

#![no_main]

use arbitrary::Arbitrary;
use lanesum::blake2::DigestLength;
use lanesum::{Algorithm, Hasher, finalize_many, hash_many, par_hash_many_into, update_many};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Batch {
    algorithm: u8,
    /// Whole blocks of each message, and the bytes after them.
    lens: Vec<(u8, u8)>,
    /// Where each is cut in two.
    cuts: u16,
}

/// What both know: an algorithm's function in the reference.
type Reference = fn(&[u8]) -> Vec<u8>;

const ALGORITHMS: [(Algorithm, Reference); 15] = [
    (Algorithm::Md5, |m| reference::md5(m).to_vec()),
    (Algorithm::Sha1, |m| reference::sha1(m).to_vec()),
    (Algorithm::Sha224, |m| reference::sha224(m).to_vec()),
    (Algorithm::Sha256, |m| reference::sha256(m).to_vec()),
    (Algorithm::Sha384, |m| reference::sha384(m).to_vec()),
    (Algorithm::Sha512, |m| reference::sha512(m).to_vec()),
    (Algorithm::Sha512_224, |m| reference::sha512_224(m).to_vec()),
    (Algorithm::Sha512_256, |m| reference::sha512_256(m).to_vec()),
    (Algorithm::Blake2b(DigestLength::MAX), |m| reference::blake2b::hash(&Default::default(), m)),
    (Algorithm::Blake2s(DigestLength::MAX), |m| reference::blake2s::hash(&Default::default(), m)),
    (Algorithm::Blake2bp(DigestLength::MAX), |m| reference::blake2bp(64, &[], m)),
    (Algorithm::Blake2sp(DigestLength::MAX), |m| reference::blake2sp(32, &[], m)),
    (Algorithm::Blake3, |m| reference::blake3::hash(reference::blake3::Mode::HASH, m, 0, 32)),
    (Algorithm::LeMac, |m| reference::lemac(&[0; 16], &[0; 16], m).to_vec()),
    (Algorithm::NabHash, |m| reference::nabhash(m).to_vec()),
];

fuzz_target!(|batch: Batch| {
    let (algorithm, reference) = ALGORITHMS[usize::from(batch.algorithm) % ALGORITHMS.len()];
    let block = algorithm.block_len();
    // Boxed: no byte behind the last one is the message's.
    let messages: Vec<Box<[u8]>> = batch
        .lens
        .iter()
        .take(80)
        .enumerate()
        .map(|(i, &(blocks, rest))| {
            let len = usize::from(blocks % 24) * block + usize::from(rest) % block;
            (0..len).map(|j| (i * 131 + j * 7 + j / 251) as u8).collect()
        })
        .collect();
    let expected: Vec<_> = messages.iter().map(|message| reference(message)).collect();

    let digests = hash_many(algorithm, &messages);
    assert!(digests.iter().map(|digest| digest.as_bytes()).eq(&expected), "hash_many of {algorithm}");

    let mut packed = vec![0; expected.len() * algorithm.digest_len()];
    par_hash_many_into(algorithm, &messages, &mut packed).expect("the room is right");
    assert!(packed == expected.concat(), "par_hash_many_into of {algorithm}");

    let mut hashers = vec![Hasher::new(algorithm); messages.len()];
    for second in [false, true] {
        let pieces: Vec<Box<[u8]>> = messages
            .iter()
            .map(|message| {
                let (a, b) = message.split_at(usize::from(batch.cuts) % (message.len() + 1));
                if second { b.into() } else { a.into() }
            })
            .collect();
        update_many(&mut hashers.iter_mut().zip(pieces.iter().map(|piece| &piece[..])).collect::<Vec<_>>());
    }
    let digests = finalize_many(&hashers.iter().collect::<Vec<_>>());
    assert!(digests.iter().map(|digest| digest.as_bytes()).eq(&expected), "update_many of {algorithm}");
});
