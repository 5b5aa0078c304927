//! A message that a reader has.

use crate::wipe::wipe;
use alloc::vec;
use std::io::{ErrorKind, Read, Result};

/// Bytes of the first read. A buffer is filled with zeros first: of 32 KiB that took an eighth of
/// the time of a file of 100 bytes (AMD Zen 3).
const FIRST: usize = 8 << 10;
/// Bytes of the next ones, on the stack too: to make room is not worth it yet.
const SHORT: usize = 32 << 10;
/// How many whole reads of them a message may have that is short yet: it goes on at a multiple of
/// `LONG` then.
const SHORT_READS: usize = 2;
/// Bytes of the others. BLAKE3 of 1 MiB takes a quarter longer by reads of 8 KiB, as of
/// [`std::io::copy`], SHA-256 a twelfth (AMD Zen 3).
const LONG: usize = 128 << 10;

/// Gives all that a reader has to `update`, in pieces.
pub(crate) fn each_piece(mut reader: impl Read, mut update: impl FnMut(&[u8])) -> Result<()> {
    // A reader that gives less at a time, as of a connection, needs no more room.
    match pieces(&mut reader, &mut [0; FIRST], 0, &mut update)? {
        true => Ok(()),
        false => further_pieces(reader, update),
    }
}

/// With more on the stack, and with as much as is good for a long message.
#[inline(never)]
fn further_pieces(mut reader: impl Read, mut update: impl FnMut(&[u8])) -> Result<()> {
    let mut short = [0; SHORT];
    // Pieces that lie at multiples of their lengths are whole subtrees of BLAKE3's.
    if pieces(&mut reader, &mut short[FIRST..], 0, &mut update)?
        || pieces(&mut reader, &mut short, SHORT_READS, &mut update)?
    {
        return Ok(());
    }
    pieces(&mut reader, &mut vec![0; LONG], usize::MAX, &mut update)?;
    Ok(())
}

/// Gives pieces that are read into a buffer to `update`, until more than `most` have filled it:
/// says whether there are no more.
fn pieces(
    reader: &mut impl Read,
    buffer: &mut [u8],
    most: usize,
    update: &mut impl FnMut(&[u8]),
) -> Result<bool> {
    let (mut whole, mut longest) = (0, 0);
    let said = loop {
        if whole > most {
            break Ok(false);
        }
        match reader.read(buffer) {
            Ok(0) => break Ok(true),
            Ok(n) => {
                update(&buffer[..n]);
                whole += usize::from(n == buffer.len());
                longest = longest.max(n);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => break Err(error),
        }
    };
    // All of a long one takes longer than to hash a short message.
    wipe(&mut buffer[..longest]);
    said
}
