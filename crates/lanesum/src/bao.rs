//! Bao: a BLAKE3 hash as a promise about every byte of a message.
//!
//! Whoever has the 32 bytes of the hash can verify any part of the message as it
//! arrives, without the rest: an encoding has the chaining values of BLAKE3's
//! tree among the bytes, or beside them. This is the format of the `bao` crate,
//! version 0.13 (its `docs/spec.md`), and with chunk groups and slices of several
//! ranges what the `bao-tree` crate answers; `docs/bao.md` specifies all of it.
//!
//! - An encoding is **combined**, the tree and the message mixed, or
//!   **outboard**, the tree alone ([`Layout`]). A **slice** has what verifies
//!   some ranges of bytes.
//! - In memory: [`Format::encode`], [`Format::outboard`], [`Format::decode`],
//!   [`Format::slice`], [`Format::decode_slice`], [`Format::verify`].
//! - From and to files and streams: [`Format::encode_from`],
//!   [`Format::encode_unknown`], [`Reader`], [`SliceReader`],
//!   [`Format::valid_ranges`]; on all cores [`Format::par_encode_at`],
//!   [`Format::par_decode_at`] and [`Format::par_verify_at`].
//! - From and to asynchronous streams, those of `futures-io`, with the feature
//!   `async`: `AsyncReader`, `AsyncSliceReader`, `Format::encode_async`.
//! - With one's own input and output: [`Encoder`], [`Decoder`] and [`Extractor`]
//!   do none.
//!
//! The work is done on whole subtrees of 256 KiB: their chunks are hashed in
//! lanes, then their parents, level by level, so that encoding and verifying run
//! at the speed of the hash.
//!
//! # What is promised
//!
//! - No byte is given out that is not verified, and none after one that is
//!   wrong. What was given out before an error is true.
//! - That the message ends is told only after its last byte is verified: at the
//!   end, in seeking past it or from it, and for the empty message too.
//! - Nothing is allocated for a length that the input claims.
//! - What follows an encoding is not read.

mod build;
mod check;
mod decoder;
mod encoder;
mod error;
mod extractor;
mod format;
mod levels;
mod memory;
mod open;
mod piece;
mod ranges;
mod run;
mod shape;
mod walk;

#[cfg(feature = "async")]
mod async_encode;
#[cfg(feature = "async")]
mod async_reader;
#[cfg(feature = "async")]
mod async_slice_reader;
#[cfg(feature = "async")]
mod async_source;
#[cfg(feature = "std")]
mod at;
#[cfg(feature = "async")]
mod fill;
#[cfg(feature = "std")]
mod given;
#[cfg(feature = "rayon")]
mod positioned;
#[cfg(feature = "std")]
mod reader;
#[cfg(feature = "std")]
mod reading;
#[cfg(feature = "std")]
mod slice_reader;
#[cfg(feature = "std")]
mod slicing;
#[cfg(feature = "std")]
mod source;
#[cfg(feature = "std")]
mod valid;
#[cfg(feature = "std")]
mod write;

#[cfg(feature = "async")]
pub use async_reader::AsyncReader;
#[cfg(feature = "async")]
pub use async_slice_reader::AsyncSliceReader;
#[cfg(feature = "async")]
pub use async_source::{AsyncApart, AsyncCombined, AsyncRandom, AsyncSource, AsyncStream, AsyncStreamApart};
#[cfg(feature = "std")]
pub use at::{ReadAt, Seeking, WriteAt};
pub use decoder::{Decoder, Rejected};
pub use encoder::Encoder;
pub use error::Error;
pub use extractor::Extractor;
pub use format::{Format, Layout};
pub use piece::Piece;
#[cfg(feature = "std")]
pub use reader::Reader;
pub use shape::ChunkGroup;
#[cfg(feature = "std")]
pub use slice_reader::SliceReader;
#[cfg(feature = "std")]
pub use source::{Apart, Combined, Random, Source, Stream, StreamApart};

use shape::{Shape, Subtree};

/// Compares nodes in constant time: of a keyed hash, they are secret until
/// they are given out.
#[inline]
fn equal(a: &[u8], b: &[u8]) -> bool {
    constant_time_eq::constant_time_eq(a, b)
}
