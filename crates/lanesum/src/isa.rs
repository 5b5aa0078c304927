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
