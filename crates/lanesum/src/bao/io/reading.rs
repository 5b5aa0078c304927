//! What decoding readers do between reads, whatever they read from.

use crate::bao::error::Error;
use crate::bao::io::verified_bytes::Given;
use crate::bao::machine::decoder::Decoder;
use crate::bao::tree::piece::Piece;
use alloc::vec::Vec;

/// A decoder, the piece that it is given, and what of it is given out.
#[derive(Debug)]
pub(crate) struct Reading {
    decoder: Decoder,
    tree: Vec<u8>,
    given: Given,
    failed: Option<Error>,
    /// Whether a piece was asked for that is not yet verified: it stays the same one.
    begun: bool,
    /// Where the content begins in the message.
    start: u64,
}

impl Reading {
    pub(crate) fn new(decoder: Decoder) -> Self {
        Self { decoder, tree: Vec::new(), given: Given::default(), failed: None, begun: false, start: 0 }
    }

    pub(crate) fn decoder(&self) -> &Decoder {
        &self.decoder
    }

    /// So many bytes are wanted next.
    pub(crate) fn expect(&mut self, bytes: usize) {
        if !self.begun {
            self.decoder.expect(bytes as u64);
        }
    }

    /// The piece that is to be read next; none at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Piece>, Error> {
        self.begun = true;
        self.failed.map_or_else(|| Ok(self.decoder.next_piece()), Err)
    }

    /// Nothing, and room for a piece's nodes and its bytes of the message.
    pub(crate) fn room(&mut self) -> (&mut Vec<u8>, &mut Vec<u8>) {
        self.tree.clear();
        (&mut self.tree, self.given.clear())
    }

    /// Verifies the piece that was read, and how that ended.
    pub(crate) fn verify(&mut self, piece: &Piece, ended: Option<Error>) {
        let content = self.given.content();
        let valid = match self.decoder.verify(&self.tree, content) {
            Ok(()) => content.len(),
            Err(rejected) => {
                self.failed = Some(match (rejected.error, ended) {
                    (Error::Truncated { .. }, Some(ended)) => ended,
                    (error, _) => error,
                });
                rejected.valid
            }
        };
        self.begun = false;
        self.start = piece.content().start;
        self.given.ask(valid, self.decoder.asked(piece));
    }

    /// Gives out the next verified bytes. Says how many, and where in the message
    /// they end; none where a piece is to be read before.
    pub(crate) fn give(&mut self, buffer: &mut [u8]) -> Option<(usize, u64)> {
        let (len, end) = self.given.read(buffer)?;
        Some((len, self.start + end as u64))
    }

    /// Begins with another decoder, somewhere else: little may be wanted from there.
    pub(crate) fn restart(&mut self, decoder: Decoder) {
        self.decoder = decoder.bit_by_bit();
        self.given.clear();
        self.failed = None;
        self.begun = false;
    }

    /// Gives out none of what is verified.
    pub(crate) fn pass(&mut self) {
        self.given.clear();
    }
}
