//! Checksum lines: how they are written, and how they are read.
//!
//! Independent of the command line, and of what is done with the lines.

mod digests;
mod emit;
mod known;
mod parse;

pub use digests::{Base64, hex, of_length};
pub use emit::Form;
pub use known::{EITHER, Known, Of};
pub use parse::{Entry, Parsed, Parser, Rules};
