//! Asynchronous streams: the state machines with `futures-io`.

mod async_fill;
mod encode;
mod reader;
mod slice_reader;
mod source;

pub use reader::AsyncReader;
pub use slice_reader::AsyncSliceReader;
pub use source::{AsyncApart, AsyncCombined, AsyncRandom, AsyncSource, AsyncStream, AsyncStreamApart};
