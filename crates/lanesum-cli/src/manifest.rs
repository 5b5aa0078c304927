//! Checksum lines: how they are written, and how they are read.
//!
//! Independent of the command line, and of what is done with the lines.

mod digests;
mod emit;
mod known;
mod parse;

pub(crate) use digests::{Base64, hex, of_length};
pub(crate) use emit::Form;
pub(crate) use known::{EITHER, Known, Of};
pub(crate) use parse::{Entry, Parsed, Parser, Rules};
