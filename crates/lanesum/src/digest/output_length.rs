//! Why output does not fit its room.

/// The room for the digests is not what they take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{messages} digests of {digest_len} bytes need {}, not {len} bytes", *messages as u128 * *digest_len as u128)]
pub struct OutputLengthError {
    messages: usize,
    digest_len: usize,
    len: usize,
}

impl OutputLengthError {
    pub(crate) fn check(messages: usize, digest_len: usize, digests: &[u8]) -> Result<(), Self> {
        match messages.checked_mul(digest_len) {
            Some(needed) if needed == digests.len() => Ok(()),
            _ => Err(Self { messages, digest_len, len: digests.len() }),
        }
    }
}
