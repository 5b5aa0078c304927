//! Checksum lines: how they are written, and how they are read.
//!
//! Independent of the command line, and of what is done with the lines.

pub mod candidates;
mod digests;
mod emit;
pub mod entries;
pub mod expected;
pub mod guess;
mod known;
pub mod lines;
pub mod listed;
mod meta;
pub mod needs;
mod parse;
pub mod repeats;
pub mod unsupported;

pub use digests::{Base64, hex, of_length};
pub use emit::Form;
pub use known::{Known, Of, of_tag};
pub use meta::Meta;
pub use parse::{Alike, Entry, Parsed, Parser, Rules};
