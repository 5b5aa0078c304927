//! A message that a reader has.

use crate::wipe::wipe;
use alloc::vec;
use std::io::{ErrorKind, Read, Result};

/// Bytes of the first reads: what a short file is read into need not be made for it, and
/// fits on every thread's stack.
const SHORT: usize = 32 << 10;
/// How many whole reads of them a message may have that is short yet.
const SHORT_READS: usize = 2;
/// Bytes of the others. BLAKE3 of 1 MiB takes a quarter longer by reads of 8 KiB, as of
/// [`std::io::copy`], SHA-256 a twelfth (AMD Zen 3).
const LONG: usize = 128 << 10;

/// Gives all that a reader has to `update`, in pieces.
pub(crate) fn each_piece(mut reader: impl Read, mut update: impl FnMut(&[u8])) -> Result<()> {
    // A reader that gives less at a time, as of a connection, needs no more room.
    if pieces(&mut reader, &mut [0; SHORT], SHORT_READS, &mut update)? {
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
