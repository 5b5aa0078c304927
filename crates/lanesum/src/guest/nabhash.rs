//! One message of NABHash without a room, which would cost a short one four fifths of its time.

use super::direct::assume;
use crate::aes::interleave::split;
use crate::aes::nabhash::{NabHash, State};
use crate::isa::portable::Portable;
use crate::isa::portable::aes::Columns;
use crate::token::{Isa, Token};

#[cfg(target_arch = "aarch64")]
use crate::isa::aarch64::aes::{Armv8Aes, B128};
#[cfg(target_arch = "x86_64")]
use crate::isa::x86_64::aes::{AesNi, B128, B128Vaes, Vaes};

/// The chains of NABHash.
pub type NabHashState = State;

/// `on_best!(cpu, hash => expression)`: the expression with NABHash on the best instruction set in
/// `cpu`, which the function returns. For functions that are told, unsafely, that the CPU has the
/// instructions.
macro_rules! on_best {
    ($cpu:expr, $hash:ident => $e:expr) => {
        on_best!(@ $cpu, $hash => $e;
            #[cfg(target_arch = "x86_64")] Vaes(B128Vaes);
            #[cfg(target_arch = "x86_64")] AesNi(B128);
            #[cfg(target_arch = "aarch64")] Armv8Aes(B128);
        )
    };
    (@ $cpu:expr, $hash:ident => $e:expr; $(#[$here:meta] $isa:ident($vector:ident);)+) => {
        $(
            #[$here]
            if $cpu >> Isa::$isa as u32 & 1 == 1 {
                // SAFETY: whoever has `cpu` says so.
                let isa = unsafe { assume::<$isa>() };
                let $hash = NabHash::<$vector, $vector, 1>::new(isa);
                return isa.vectorize(
                    #[inline(always)]
                    || $e,
                );
            }
        )+
        let $hash = NabHash::<Columns, Columns, 1>::new(Portable);
        return plain(|| $e);
    };
}

/// Calls a function that is not inlined: a call with AES instructions too would save its registers and
/// make its frame, which takes as long again.
#[cold]
#[inline(never)]
fn plain<R>(f: impl FnOnce() -> R) -> R {
    f()
}

/// Adds whole blocks to the chains of NABHash, by the instructions in `cpu`, a bit each in the order of
/// [`Isa::ALL`]: without a room, on any stack.
///
/// # Safety
///
/// The CPU has the instructions.
#[inline]
pub unsafe fn add_to_nabhash(cpu: u64, state: &mut NabHashState, blocks: &[u8]) {
    on_best!(cpu, hash => hash.add(state, split(blocks).0));
}

/// The NABHash of a message of `len` bytes, of which the chains have all but the last ones.
///
/// # Safety
///
/// [`add_to_nabhash`]'s.
#[inline]
pub unsafe fn end_nabhash(cpu: u64, state: &NabHashState, last: &[u8], len: u64) -> [u8; 16] {
    on_best!(cpu, hash => hash.end(state, last, len));
}
