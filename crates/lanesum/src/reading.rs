//! A message that a reader has, and reads that give less than they may.

use crate::wipe::wipe;
use alloc::vec;
use std::io::{Error, ErrorKind, Read, Result};

/// Bytes of the first read. A buffer is filled with zeros first: of 32 KiB that took an eighth of
/// the time of a file of 100 bytes (AMD Zen 3).
const FIRST: usize = 8 << 10;
/// Bytes of the next ones, on the stack too: to make room is not worth it yet.
const SHORT: usize = 32 << 10;
/// How many of them are whole: the others begin at a multiple of their length.
const SHORT_READS: usize = 3;
/// Bytes of the others. BLAKE3 of 1 MiB takes a quarter longer by reads of 8 KiB, as of
/// [`std::io::copy`], SHA-256 a twelfth (AMD Zen 3).
const LONG: usize = 128 << 10;

/// Gives all that a reader has to `update`, in pieces.
pub(crate) fn each_piece(mut reader: impl Read, mut update: impl FnMut(&[u8])) -> Result<()> {
    match piece(&mut reader, &mut [0; FIRST], &mut update)? {
        true => Ok(()),
        false => further_pieces(reader, update),
    }
}

/// With more on the stack, and with as much as is good for a long message.
#[inline(never)]
fn further_pieces(mut reader: impl Read, mut update: impl FnMut(&[u8])) -> Result<()> {
    let mut short = [0; SHORT];
    // Pieces that lie at multiples of their lengths are whole subtrees of BLAKE3's.
    let mut ended = piece(&mut reader, &mut short[FIRST..], &mut update)?;
    for _ in 0..SHORT_READS {
        ended = ended || piece(&mut reader, &mut short, &mut update)?;
    }
    if !ended {
        let mut long = vec![0; LONG];
        while !piece(&mut reader, &mut long, &mut update)? {}
    }
    Ok(())
}

/// Gives what fills a buffer to `update`, or all that there is. Says whether the reader has ended.
fn piece(reader: &mut impl Read, buffer: &mut [u8], update: &mut impl FnMut(&[u8])) -> Result<bool> {
    let mut done = 0;
    let read = fill(buffer, &mut done, |_, rest| reader.read(rest));
    update(&buffer[..done]);
    // All of a long one takes longer than to hash a short message.
    wipe(&mut buffer[..done]);
    read.map(|()| done < buffer.len())
}

/// Fills a buffer by reads that may each give less, as far as there are bytes; a read is told how
/// many there are before it. `done` are those that there are: it counts those that came before an
/// error, too.
pub(crate) fn fill(
    buffer: &mut [u8],
    done: &mut usize,
    mut read: impl FnMut(usize, &mut [u8]) -> Result<usize>,
) -> Result<()> {
    while *done < buffer.len() {
        match read(*done, &mut buffer[*done..]) {
            Ok(0) => break,
            Ok(n) => *done += at_most(n, buffer.len() - *done)?,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// How many bytes a read gave, or an error where it says more than it had room for.
pub(crate) fn at_most(read: usize, room: usize) -> Result<usize> {
    if read > room {
        return Err(Error::other("a read says that it gave more bytes than it had room for"));
    }
    Ok(read)
}
