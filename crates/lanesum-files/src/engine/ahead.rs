//! Reading ahead: one thread reads, another one hashes.

use super::read::ReadError;
use std::sync::mpsc::{channel, sync_channel};
use std::thread;

/// What is read ahead at the most, in so many buffers of so many bytes: all of
/// them stay in the level 2 cache of the thread that hashes.
const BUFFERS: usize = 4;
const BUFFER: usize = 256 << 10;

/// Gives `add` what `read` reads, in order and on another thread, until `read`
/// says 0. Says `false` where no thread is to be had: then nothing was read.
///
/// # Errors
///
/// That of `read`. What it read before is added.
pub(super) fn run(
    mut read: impl FnMut(&mut [u8]) -> Result<usize, ReadError>,
    mut add: impl FnMut(&[u8]) + Send,
) -> Result<bool, ReadError> {
    thread::scope(|scope| {
        let (full, filled) = sync_channel::<(Vec<u8>, usize)>(BUFFERS);
        let (empty, emptied) = channel();
        let back = empty.clone();
        let hashing = thread::Builder::new().spawn_scoped(scope, move || {
            for (buffer, len) in filled {
                add(&buffer[..len]);
                // Nobody waits for it where the reader is done.
                back.send(buffer).unwrap_or(());
            }
        });
        if hashing.is_err() {
            return Ok(false);
        }
        for _ in 0..BUFFERS {
            empty.send(vec![0; BUFFER]).unwrap_or(());
        }
        drop(empty);
        // Either end is gone only where the other thread panicked, and then so does
        // this one, when the scope ends.
        while let Ok(mut buffer) = emptied.recv() {
            let len = read(&mut buffer)?;
            if len == 0 || full.send((buffer, len)).is_err() {
                break;
            }
        }
        Ok(true)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All pieces come in order, of any lengths, more than there are buffers.
    #[test]
    fn in_order() {
        let bytes: Vec<u8> = (0..3_000_000).map(|i| (i / 7 % 251) as u8).collect();
        for most in [1000, BUFFER, usize::MAX] {
            let (mut rest, mut added) = (&bytes[..], Vec::new());
            let read = |buffer: &mut [u8]| {
                let len = rest.len().min(buffer.len()).min(most);
                buffer[..len].copy_from_slice(rest.split_off(..len).unwrap());
                Ok(len)
            };
            assert!(run(read, |piece| added.extend_from_slice(piece)).unwrap());
            assert!(added == bytes, "pieces of {most}");
        }
    }

    /// What was read before an error is added.
    #[test]
    fn an_error() {
        let (mut left, mut added) = (10, 0);
        let read = |buffer: &mut [u8]| {
            left -= 1;
            if left == 0 { Err(std::io::Error::other("no more").into()) } else { Ok(buffer.len()) }
        };
        let error = run(read, |piece| added += piece.len()).unwrap_err();
        assert_eq!((error.to_string(), added), ("no more".to_owned(), 9 * BUFFER));
    }
}
