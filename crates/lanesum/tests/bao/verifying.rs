//! A message beside its outboard encoding.

use super::*;
use lanesum::bao::{Apart, Reader};
use lanesum::blake3::Hash;

/// Verifies in all ways, which all say the same.
fn verify(format: Format, hash: &Hash, outboard: &[u8], message: &[u8]) -> Result<(), Error> {
    let result = format.verify(hash, outboard, message);
    assert_eq!(format.par_verify(hash, outboard, message), result);
    let at = format.par_verify_at(hash, &outboard, &message);
    assert_eq!(at.as_ref().map(|_| ()).map_err(inner), result);
    if let Ok(len) = at {
        assert_eq!(len, message.len() as u64);
    }
    let read = Reader::of_source(format, hash, Apart::new(outboard, message)).verify();
    match result {
        // A reader does not look for what follows.
        Err(Error::MessageTooLong { .. }) => assert!(read.is_ok()),
        _ => assert_eq!(read.as_ref().map_err(inner).copied(), result),
    }
    result
}

#[test]
fn whole() {
    for log in [0, 4, 10] {
        for len in lengths() {
            let message = message(len);
            let (hash, outboard) = grouped(log).outboard(&message);
            assert_eq!(verify(grouped(log), &hash, &outboard, &message), Ok(()), "{log} {len}");
        }
    }
}

#[test]
fn each_byte_counts() {
    for (log, len) in
        [(0, 0), (0, 1), (0, 5000), (2, 20_000), (0, 1500 * KIB), (4, 1500 * KIB), (10, 2500 * KIB)]
    {
        let format = grouped(log);
        let (mut message, mut choices) = (message(len), Choices(7));
        let (hash, mut outboard) = format.outboard(&message);
        // What is before the byte is verified each time.
        let samples = if len < 100 * KIB { 200 } else { 50 };
        for _ in 0..samples.min(len) {
            let i = choices.below(len);
            message[i] ^= 0x10;
            let leaf = format.chunk_group().bytes();
            let error = Error::LeafMismatch { offset: (i / leaf * leaf) as u64 };
            assert_eq!(verify(format, &hash, &outboard, &message), Err(error), "{log} {len}: {i}");
            message[i] ^= 0x10;
        }
        for _ in 0..samples {
            let i = choices.below(outboard.len());
            outboard[i] ^= 0x10;
            assert!(verify(format, &hash, &outboard, &message).is_err(), "{log} {len}: {i} of the outboard");
            outboard[i] ^= 0x10;
        }
        for _ in 0..(samples / 4).min(len) {
            let i = choices.below(len);
            let error = Error::MessageTruncated { offset: i as u64 };
            assert_eq!(verify(format, &hash, &outboard, &message[..i]), Err(error), "{log} {len}: {i}");
        }
        for _ in 0..samples / 4 {
            let i = choices.below(outboard.len());
            let error = Error::Truncated { offset: i as u64 };
            assert_eq!(verify(format, &hash, &outboard[..i], &message), Err(error), "{log} {len}: {i}");
        }
        message.push(0);
        let error = Error::MessageTooLong { offset: len as u64 };
        assert_eq!(verify(format, &hash, &outboard, &message), Err(error), "{log} {len}");
    }
}
