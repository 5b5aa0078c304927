//! Checksum lines: how they are written, and how they are read.
//!
//! Independent of the command line, and of what is done with the lines.

mod digests;
mod emit;
mod parse;

pub(crate) use digests::{hex, of_length};
pub(crate) use emit::{Form, tag};
pub(crate) use parse::{Entry, Parsed, Parser};
