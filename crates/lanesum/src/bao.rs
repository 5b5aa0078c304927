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

#[cfg(feature = "async")]
mod aio;
mod error;
#[cfg(feature = "std")]
mod io;
mod machine;
mod memory;
#[cfg(feature = "rayon")]
mod positioned;
mod tree;

#[cfg(feature = "async")]
pub use aio::{
    AsyncApart, AsyncCombined, AsyncRandom, AsyncReader, AsyncSliceReader, AsyncSource, AsyncStream,
    AsyncStreamApart,
};
pub use error::Error;
#[cfg(feature = "std")]
pub use io::{
    Apart, Combined, Random, ReadAt, Reader, Seeking, SliceReader, Source, Stream, StreamApart, WriteAt,
};
pub use machine::{Decoder, Encoder, Extractor, VerifyError};
pub use tree::{ChunkGroup, Format, Layout, Piece};
