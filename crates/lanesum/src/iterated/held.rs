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

    /// How many bytes whole blocks have with a piece of `len` bytes, where at least `kept` bytes of
    /// what there is stay behind them.
    #[inline(always)]
    fn whole(&self, len: usize, block: usize, kept: usize) -> usize {
        let whole = (self.len() + len).saturating_sub(kept);
        whole - whole % block
    }

    /// These blocks: what is held, and the beginning of the piece. Nothing, where there are none.
    #[inline]
    pub(crate) fn blocks<'p>(&self, piece: &'p [u8], block: usize, kept: usize) -> (&[u8], &'p [u8]) {
        match self.whole(piece.len(), block, kept) {
            0 => Default::default(),
            whole => (self.bytes(), &piece[..whole - self.len()]),
        }
    }

    /// Holds what is behind them, where they were added elsewhere. Says how many bytes they had.
    pub(crate) fn hold_rest(&mut self, piece: &[u8], block: usize, kept: usize) -> u64 {
        let whole = self.whole(piece.len(), block, kept);
        if whole == 0 {
            self.push(piece);
        } else {
            let rest = &piece[whole - self.len()..];
            self.clear();
            self.push(rest);
        }
        whole as u64
    }

    /// What comes behind them: `add` takes whole blocks, the first of which begin with what was
    /// held. The rest is held, at least `kept` bytes of what there is. Says how many bytes `add`
    /// took.
    #[inline(always)]
    pub(crate) fn update(
        &mut self,
        piece: &[u8],
        block: usize,
        kept: usize,
        mut add: impl FnMut(&[u8]),
    ) -> u64 {
        let whole = self.whole(piece.len(), block, kept);
        if whole == 0 {
            self.push(piece);
            return 0;
        }
        let (mut blocks, rest) = piece.split_at(whole - self.len());
        if self.len() > 0 {
            let (fill, behind) = blocks.split_at(block - self.len());
            self.push(fill);
            add(self.bytes());
            self.clear();
            blocks = behind;
        }
        if !blocks.is_empty() {
            add(blocks);
        }
        self.push(rest);
        whole as u64
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
