//! The instruction sets: a token, and vectors, for each.
//!
//! An ISA is a table of intrinsics and never names an algorithm. Its token is
//! the proof that this CPU has the instructions: it can only be had by
//! detection, so whatever takes one is safe to call.

pub(crate) mod aes;
pub(crate) mod copy;
mod cpu;
mod table;

#[cfg(target_arch = "aarch64")]
pub(crate) mod aarch64;
pub(crate) mod portable;
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86_64;

use crate::lanes::{Vector, Word};
use crate::token::Token;

pub(crate) use cpu::{Cpu, Vendor, cpu};

/// An instruction set with vectors of `W`.
pub(crate) trait Has<W: Word>: Token {
    /// Its vector.
    type Vector: Vector<Token = Self, Word = W>;
}

/// Bytes in a line of the cache.
pub(crate) const LINE: usize = 64;

/// Aligns the frame of the function that this is inlined into to a line, for kernels that have
/// more vectors than registers.
///
/// The compiler puts those at multiples of 16 bytes, unless something else in the frame is
/// aligned to more. One that crosses a page, as the stack happens to lie, costs some 20 cycles
/// each time: SHA3-256 of 16 bytes took 337 ns so, and 224 elsewhere (AMD Zen 4).
#[inline(always)]
pub(crate) fn align_frame() {
    #[cfg(target_arch = "x86_64")]
    {
        #[repr(align(64))]
        struct AtLine;
        let line = core::mem::MaybeUninit::<(AtLine, u8)>::uninit();
        // SAFETY: nothing is done. That the line could be read from there is why it has a place.
        unsafe {
            core::arch::asm!("/* {} */", in(reg) &raw const line, options(readonly, nostack, preserves_flags));
        }
    }
}

macro_rules! prefetch {
    ($(#[$doc:meta])* $name:ident, $x86:ident, $aarch64:literal) => {
        $(#[$doc])*
        #[inline(always)]
        pub(crate) fn $name(p: *const u8) {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: every x86-64 CPU has the instruction, and it reads nothing.
            unsafe {
                core::arch::x86_64::_mm_prefetch::<{ core::arch::x86_64::$x86 }>(p.cast());
            }
            #[cfg(target_arch = "aarch64")]
            // SAFETY: every AArch64 CPU has the instruction, and it reads nothing.
            unsafe {
                core::arch::asm!($aarch64, p = in(reg) p, options(nostack, preserves_flags));
            }
            #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
            let _ = p;
        }
    };
}

prefetch! {
    /// Asks for the cache line at `p` to be brought near, from anywhere: nothing
    /// happens where that cannot be, at an invalid address too.
    prefetch, _MM_HINT_T0, "prfm pldl1keep, [{p}]"
}

prefetch! {
    /// Asks for the cache line at `p` to be brought to the second level of the cache, which
    /// has room for what is read some microseconds later.
    prefetch_later, _MM_HINT_T1, "prfm pldl2keep, [{p}]"
}
