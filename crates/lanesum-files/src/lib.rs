//! Files, many at once: what hashing them takes, apart from any command.
//!
//! [`engine::run`] reads any number of files and hashes them side by side, one in
//! each SIMD lane, on as many threads as it is told; a large file whose hash is a
//! tree is shared out to all of them. What is to be read comes from a
//! [`Source`](engine::Source), a [`Walk`](walk::Walk) through a directory or the
//! lines of a manifest ([`records`], [`manifest`]); what comes of it goes to a
//! [`Sink`](engine::Sink), in the order of the source. Memory is bounded whatever
//! the number of files and their sizes.
//!
//! The command `lanesum` and the Python package are made of it. Nothing in here
//! prints, reads arguments or ends the process: errors are values. Names of files
//! are bytes, in no encoding.

#![deny(unsafe_code)]

pub mod aligned;
pub mod descriptors;
pub mod engine;
pub mod format;
pub mod function;
pub mod input;
pub mod lock;
pub mod lookup;
pub mod manifest;
pub mod memory;
pub mod name;
pub mod original;
pub mod parent;
pub mod pipe;
mod reason;
pub mod records;
pub mod sorted;
#[allow(unsafe_code, reason = "asks about descriptors by number")]
pub mod standard;
pub mod status;
#[allow(unsafe_code, reason = "moves threads to other CPUs")]
pub mod threads;
pub mod wait;
pub mod walk;

pub use reason::reason;
