//! Short pieces of any lengths, copied to where zeros follow them.

use super::LINE;
#[cfg(target_arch = "x86_64")]
use super::x86_64::{Avx2, Avx512};
#[cfg(target_arch = "x86_64")]
use crate::token::Token;

/// Copies pieces with what this CPU has for it.
#[derive(Clone, Copy)]
pub(crate) enum Copier {
    /// With masks of bytes.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    /// With masks of words of four bytes.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// By what the compiler has for any length.
    Plain,
}

impl Copier {
    pub(crate) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(isa) = Avx512::detect() {
                return Self::Avx512(isa);
            }
            if let Some(isa) = Avx2::detect() {
                return Self::Avx2(isa);
            }
        }
        Self::Plain
    }

    /// Fills whole lines with a piece, and with zeros behind it.
    ///
    /// # Panics
    ///
    /// Where it is longer, or the last line is not whole.
    #[inline(always)]
    pub(crate) fn copy(self, from: &[u8], to: &mut [u8]) {
        self.copy_each(core::iter::once(from), core::iter::once(to));
    }

    /// [`Copier::copy`] of some pieces, each to its lines.
    ///
    /// With masks no branch depends on a piece's length, unless how many lines it gets says less
    /// of that than all but two; with AVX2, also where it has less than four bytes. That costs
    /// more instructions than the piece needs, and saves mispredictions, behind which nothing is
    /// read ahead.
    #[inline(always)]
    pub(crate) fn copy_each<'a, 'r>(
        self,
        from: impl Iterator<Item = &'a [u8]>,
        to: impl Iterator<Item = &'r mut [u8]>,
    ) {
        let pieces = from.zip(to).inspect(|(from, to)| {
            assert!(from.len() <= to.len() && to.len().is_multiple_of(LINE));
        });
        match self {
            // SAFETY: the token is the proof of the features; the lengths are checked.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => unsafe { with_masks(pieces) },
            // SAFETY: the token is the proof of the features; the lengths are checked.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => unsafe { with_masks_of_words(pieces) },
            Self::Plain => pieces.for_each(|(from, to)| {
                let (piece, zeros) = to.split_at_mut(from.len());
                piece.copy_from_slice(from);
                zeros.fill(0);
            }),
        }
    }
}

/// # Safety
///
/// The CPU has the features. Each piece has whole lines, at least as long as it is.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2")]
unsafe fn with_masks<'a, 'r>(pieces: impl Iterator<Item = (&'a [u8], &'r mut [u8])>) {
    use core::arch::x86_64::*;
    for (from, to) in pieces {
        let mut left = from.len();
        for (i, line) in to.chunks_exact_mut(LINE).enumerate() {
            let mask = _bzhi_u64(u64::MAX, left.min(LINE) as u32);
            // SAFETY: what the mask leaves is in the piece, and nothing else is read.
            unsafe {
                let bytes = _mm512_maskz_loadu_epi8(mask, from.as_ptr().wrapping_add(LINE * i).cast());
                _mm512_storeu_si512(line.as_mut_ptr().cast(), bytes);
            }
            left = left.saturating_sub(LINE);
        }
    }
}

/// # Safety
///
/// [`with_masks`]'s.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn with_masks_of_words<'a, 'r>(pieces: impl Iterator<Item = (&'a [u8], &'r mut [u8])>) {
    use core::arch::x86_64::*;
    const HALF: usize = LINE / 2;
    const WORDS: usize = LINE / 4;
    /// From word `WORDS - n` on, the masks of a line of which `n` words of four bytes are copied.
    static MASKS: [u32; 2 * WORDS] = {
        let mut masks = [0; 2 * WORDS];
        masks.split_at_mut(WORDS).0.copy_from_slice(&[u32::MAX; WORDS]);
        masks
    };
    for (from, to) in pieces {
        let lines = to.len() / LINE;
        let whole = lines.saturating_sub(2).min(from.len() / LINE);
        for at in (0..whole * LINE).step_by(HALF) {
            // SAFETY: both have whole lines there.
            unsafe {
                let half = _mm256_loadu_si256(from.as_ptr().wrapping_add(at).cast());
                _mm256_storeu_si256(to.as_mut_ptr().wrapping_add(at).cast(), pinned(half));
            }
        }
        for i in whole..lines {
            let words = (from.len() / 4).saturating_sub(WORDS * i).min(WORDS);
            let masks = MASKS[WORDS - words..].as_ptr();
            for half in [0, HALF] {
                let at = LINE * i + half;
                // SAFETY: what the mask leaves is in the piece, and nothing else is read. There
                // are as many masks behind the first one as a line has words.
                unsafe {
                    let mask = _mm256_loadu_si256(masks.wrapping_byte_add(half).cast());
                    let words = _mm256_maskload_epi32(from.as_ptr().wrapping_add(at).cast(), mask);
                    _mm256_storeu_si256(to.as_mut_ptr().wrapping_add(at).cast(), words);
                }
            }
        }
        // The bytes behind the last whole word, and those before them once more.
        match from.last_chunk::<4>() {
            Some(last) => to[from.len() - 4..from.len()].copy_from_slice(last),
            None => to.iter_mut().zip(from).for_each(|(to, from)| *to = *from),
        }
    }
}

/// The same vector, which the compiler may not look through: of a loop of copies it makes a
/// call of a function that begins with branches on the length.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
fn pinned(mut x: core::arch::x86_64::__m256i) -> core::arch::x86_64::__m256i {
    // SAFETY: it does nothing.
    unsafe {
        core::arch::asm!("/* {0} */", inout(ymm_reg) x, options(pure, nomem, nostack, preserves_flags));
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every length, over what was there before.
    #[test]
    fn zeros_follow_each() {
        let from: [u8; LINE] = core::array::from_fn(|i| i as u8 | 1);
        let mut to = [[0xAA; LINE]; LINE + 1];
        let lines = to.iter_mut().map(<[u8; LINE]>::as_mut_slice);
        Copier::detect().copy_each((0..=LINE).map(|len| &from[..len]), lines);
        for (len, to) in to.iter().enumerate() {
            assert_eq!((&to[..len], to[len..].iter().all(|&byte| byte == 0)), (&from[..len], true));
        }
    }

    /// The same of several lines.
    #[test]
    fn zeros_follow() {
        let from: [u8; 3 * LINE] = core::array::from_fn(|i| i as u8 | 1);
        for len in 0..=from.len() {
            let mut to = [0xAA; 3 * LINE];
            Copier::detect().copy(&from[..len], &mut to);
            assert_eq!((&to[..len], to[len..].iter().all(|&byte| byte == 0)), (&from[..len], true));
        }
    }
}
