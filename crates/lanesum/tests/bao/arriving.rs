//! Encodings that arrive while they are read: what is not there yet is not counted on, and what
//! comes later is seen.

use super::*;
use lanesum::bao::{Apart, Combined, Decoder, Piece, Reader};
use std::io::Read;
use std::sync::RwLock;

/// A file that is written while it is read.
pub(super) struct Arriving<'e> {
    whole: &'e [u8],
    /// The bytes that are there, and whether to ask for others is an error. They are zeros if not.
    there: RwLock<Vec<bool>>,
    is_error: bool,
}

impl<'e> Arriving<'e> {
    fn new(whole: &'e [u8], is_error: bool) -> Self {
        Self { whole, there: RwLock::new(vec![false; whole.len()]), is_error }
    }

    fn arrive(&self, offset: u64, len: usize) {
        self.there.write().expect("no panic")[offset as usize..][..len].fill(true);
    }
}

impl ReadAt for &Arriving<'_> {
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.whole.read_at(offset, buffer)?;
        let there = &self.there.read().expect("no panic")[offset as usize..][..len];
        if self.is_error && there.contains(&false) {
            return Err(io::ErrorKind::NotConnected.into());
        }
        for (byte, is_there) in buffer.iter_mut().zip(there) {
            *byte *= u8::from(*is_there);
        }
        Ok(len)
    }
}

/// All pieces of a whole encoding, in order.
fn pieces(format: Format, hash: &lanesum::blake3::Hash, encoded: &[u8]) -> Vec<Piece> {
    let everything = 0..u64::MAX;
    let mut decoder = Decoder::of_encoding(format, hash, std::slice::from_ref(&everything));
    let (mut pieces, mut content) = (Vec::new(), Vec::new());
    while let Some(piece) = decoder.next_piece() {
        let start = piece.encoded_offset() as usize;
        decoder.verify_encoded(&encoded[start..][..piece.encoded_len()], &mut content).expect("it is right");
        pieces.push(piece);
    }
    pieces
}

/// What fills a buffer with the next bytes of a message.
pub(super) type Fill<'a> = Box<dyn FnMut(&mut [u8]) -> io::Result<()> + 'a>;

/// Reads each piece of a message as soon as it is there, by what is made of the combined encoding,
/// and of the outboard one and the message.
pub(super) fn read_arriving(
    (log, is_error): (u8, bool),
    readers: impl for<'a> Fn(Format, &lanesum::blake3::Hash, [&'a Arriving<'a>; 3]) -> [Fill<'a>; 2],
) {
    let (format, message) = (grouped(log), message(3000 * KIB + 5));
    let ((hash, encoded), (_, outboard)) = (format.encode(&message), format.outboard(&message));
    let combined = Arriving::new(&encoded, is_error);
    let (tree, content) = (Arriving::new(&outboard, is_error), Arriving::new(&message, is_error));
    let mut readers = readers(format, &hash, [&combined, &tree, &content]);
    for piece in pieces(format, &hash, &encoded) {
        combined.arrive(piece.encoded_offset(), piece.encoded_len());
        tree.arrive(piece.tree_offset(), piece.tree_len());
        content.arrive(piece.content().start, piece.content_len());
        let expected = &message[piece.content().start as usize..][..piece.content_len()];
        for fill in &mut readers {
            let mut got = vec![0; expected.len()];
            fill(&mut got).unwrap_or_else(|error| panic!("2^{log} chunks, {piece:?}: {error}"));
            assert!(got == expected, "2^{log} chunks, {piece:?}");
        }
    }
}

#[test]
fn piece_by_piece() {
    for case in [(0, false), (4, true), (8, false), (8, true), (10, false)] {
        read_arriving(case, |format, hash, [combined, tree, content]| {
            let mut combined = Reader::of_source(format, hash, Combined::new(combined));
            let mut apart = Reader::of_source(format, hash, Apart::new(tree, content));
            [
                Box::new(move |buffer: &mut [u8]| combined.read_exact(buffer)),
                Box::new(move |buffer: &mut [u8]| apart.read_exact(buffer)),
            ]
        });
    }
}
