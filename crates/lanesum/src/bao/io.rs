//! Files and streams: the state machines with `std::io`.

pub(super) mod buffer;
pub(super) mod positioned_io;
mod reader;
pub(super) mod reading;
mod slice_reader;
pub(super) mod slicing;
pub(super) mod source;
mod valid;
mod verified_bytes;
pub(super) mod window;
mod write;

pub use positioned_io::{ReadAt, Seeking, WriteAt};
pub use reader::Reader;
pub use slice_reader::SliceReader;
pub use source::{Apart, Combined, Random, Source, Stream, StreamApart};
