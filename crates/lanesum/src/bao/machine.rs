//! The state machines of encoding, decoding and slicing, without input and output.

pub(super) mod decoder;
pub(super) mod encoder;
pub(super) mod extractor;

pub use decoder::{Decoder, VerifyError};
pub use encoder::Encoder;
pub use extractor::Extractor;
