//! Messages that a reader has.

use lanesum::{Algorithm, Hasher, blake3, hash};
use std::io::{Error, ErrorKind, Read, Result, Write};

fn message(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i * 7 + i / 253) as u8).collect()
}

/// Gives a part of what it has at a time, at most so much, and is interrupted at every other call.
struct Hesitant<'a> {
    left: &'a [u8],
    most: usize,
    interrupted: bool,
    last: Option<Error>,
}

impl Read for Hesitant<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(ErrorKind::Interrupted.into());
        }
        let most = self.most.min(buffer.len());
        match self.left.take(most as u64).read(buffer)? {
            0 => self.last.take().map_or(Ok(0), Err),
            n => {
                self.left = &self.left[n..];
                Ok(n)
            }
        }
    }
}

/// Lengths next to those that are read at a time, and to where these change.
#[test]
fn all_at_once() {
    let ends = [0, 8, 32, 64, 96, 128, 256, 384].map(|kib| kib << 10);
    let all = message(ends[7] + 1);
    for end in ends {
        for len in end.saturating_sub(1)..=end + 1 {
            let message = &all[..len];
            let mut hasher = Hasher::new(Algorithm::Sha256);
            assert_eq!(
                hasher.update_reader(message).unwrap().finalize(),
                hash(Algorithm::Sha256, message),
                "{len}"
            );
            let mut of_tree = blake3::Hasher::new();
            assert_eq!(of_tree.update_reader(message).unwrap().finalize(), blake3::hash(message), "{len}");
        }
    }
}

#[test]
fn parts_and_interruptions() {
    for (len, most) in [(0, 1), (1, 1), (5_000, 1), (70_000, 1_000), (400_000, 32 << 10), (400_000, 100_000)]
    {
        let message = message(len);
        for algorithm in Algorithm::ALL {
            let reader = Hesitant { left: &message, most, interrupted: false, last: None };
            let mut hasher = Hasher::new(algorithm);
            assert_eq!(
                hasher.update_reader(reader).unwrap().finalize(),
                hash(algorithm, &message),
                "{algorithm}"
            );
        }
    }
}

/// What was read is in the message, and more may follow.
#[test]
fn errors() {
    for (len, most) in [(0, 1), (3_000, 7), (400_000, usize::MAX)] {
        let all = message(len + 5);
        let mut hasher = Hasher::new(Algorithm::Blake3);
        let last = Some(Error::other("torn"));
        let reader = Hesitant { left: &all[..len], most, interrupted: false, last };
        assert_eq!(hasher.update_reader(reader).err().unwrap().to_string(), "torn");
        assert_eq!(hasher.message_len(), len as u64);
        assert_eq!(hasher.update(&all[len..]).finalize(), hash(Algorithm::Blake3, &all));
    }
}

#[test]
fn files() {
    let message = message(1_000_003);
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(&message).unwrap();
    // At its end there is nothing.
    let mut hasher = Hasher::new(Algorithm::Md5);
    assert_eq!(hasher.update_reader(&file).unwrap().message_len(), 0);
    std::io::Seek::rewind(&mut file).unwrap();
    assert_eq!(hasher.update_reader(file).unwrap().finalize(), hash(Algorithm::Md5, &message));
}

/// A reader that says that it gave more than it had room for.
#[test]
fn too_much() {
    struct Liar;
    impl Read for Liar {
        fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
            Ok(buffer.len() + 1)
        }
    }
    assert_eq!(Hasher::new(Algorithm::Md5).update_reader(Liar).err().unwrap().kind(), ErrorKind::Other);
}
