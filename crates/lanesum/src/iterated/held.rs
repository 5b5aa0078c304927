//! Less than a block of a message, until there is a block.

use super::copies::{FEW, write_few};
use crate::wipe::wipe;
use core::mem::MaybeUninit;
use core::slice;

/// Bytes that wait for those which make them a block.
///
/// What is behind them was never written: to zero it took a sixth of the time of a message of 16
/// bytes in a [`Hasher`](crate::Hasher) (SHA-1, AMD Zen 4).
#[derive(Clone, Copy)]
pub(crate) struct Held<const MOST: usize> {
    /// The first `len` are written.
    bytes: [MaybeUninit<u8>; MOST],
    /// At most as many as there is room for.
    len: u8,
}

impl<const MOST: usize> Held<MOST> {
    /// None.
    #[inline]
    pub(crate) fn new() -> Self {
        const { assert!(MOST <= u8::MAX as usize) };
        Self { bytes: [MaybeUninit::uninit(); MOST], len: 0 }
    }

    /// How many they are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len.into()
    }

    /// All of them.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        // SAFETY: so many are written.
        unsafe { slice::from_raw_parts(self.bytes.as_ptr().cast(), self.len()) }
    }

    /// Some more.
    ///
    /// # Panics
    ///
    /// Where there is no room for them.
    #[inline]
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let len = self.len();
        let to = &mut self.bytes[len..][..bytes.len()];
        if bytes.len() <= FEW {
            write_few(bytes, to);
        } else {
            to.write_copy_of_slice(bytes);
        }
        self.len = (len + bytes.len()) as u8;
    }

    /// Some more, if they are few and all of them at most `most` then: says whether it holds them.
    /// It calls nothing.
    #[inline(always)]
    pub(crate) fn push_few(&mut self, bytes: &[u8], most: usize) -> bool {
        let len = self.len();
        let fits = bytes.len() <= FEW && len + bytes.len() <= most.min(MOST);
        if fits {
            write_few(bytes, &mut self.bytes[len..][..bytes.len()]);
            self.len = (len + bytes.len()) as u8;
        }
        fits
    }

    /// None any more.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// None any more, of a message that is over.
    #[inline]
    pub(crate) fn reset(&mut self) {
        wipe(self);
        self.clear();
    }
}

#[cfg(feature = "zeroize")]
impl<const MOST: usize> zeroize::Zeroize for Held<MOST> {
    fn zeroize(&mut self) {
        self.bytes.zeroize();
        self.len = 0;
    }
}
