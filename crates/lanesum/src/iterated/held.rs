//! Less than a block of a message, until there is a block.

use super::MAX_BLOCK;
use core::mem::MaybeUninit;
use core::slice;

/// Bytes that wait for those which make them a block.
///
/// What is behind them was never written: to zero it took a sixth of the time of a message of 16
/// bytes in a [`Hasher`](crate::Hasher) (SHA-1, AMD Zen 4).
#[derive(Clone, Copy)]
pub(super) struct Held {
    /// The first `len` are written.
    bytes: [MaybeUninit<u8>; MAX_BLOCK],
    /// At most as many as there is room for.
    len: u8,
}

const _: () = assert!(MAX_BLOCK <= u8::MAX as usize);

impl Held {
    /// None.
    #[inline]
    pub(super) fn new() -> Self {
        Self { bytes: [MaybeUninit::uninit(); MAX_BLOCK], len: 0 }
    }

    /// How many they are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len.into()
    }

    /// All of them.
    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        // SAFETY: so many are written.
        unsafe { slice::from_raw_parts(self.bytes.as_ptr().cast(), self.len()) }
    }

    /// Some more.
    ///
    /// # Panics
    ///
    /// Where there is no room for them.
    #[inline]
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let len = self.len();
        self.bytes[len..][..bytes.len()].write_copy_of_slice(bytes);
        self.len = (len + bytes.len()) as u8;
    }

    /// None any more.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }
}

#[cfg(feature = "zeroize")]
impl zeroize::Zeroize for Held {
    fn zeroize(&mut self) {
        self.bytes.zeroize();
        self.len = 0;
    }
}
