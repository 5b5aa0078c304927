//! Why output does not fit its room.

use core::fmt;

/// The room for the digests is not what they take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputLengthError {
    messages: usize,
    digest_len: usize,
    len: usize,
}

impl fmt::Display for OutputLengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { messages, digest_len, len } = *self;
        let needed = messages as u128 * digest_len as u128;
        write!(f, "{messages} digests of {digest_len} bytes need {needed}, not {len} bytes")
    }
}

impl core::error::Error for OutputLengthError {}

impl OutputLengthError {
    pub(crate) fn check(messages: usize, digest_len: usize, digests: &[u8]) -> Result<(), Self> {
        match messages.checked_mul(digest_len) {
            Some(needed) if needed == digests.len() => Ok(()),
            _ => Err(Self { messages, digest_len, len: digests.len() }),
        }
    }
}
