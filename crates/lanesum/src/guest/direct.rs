//! A chunk or a parent without a room: what a guest's caller waits for least.

use super::TreeMode;
use crate::blake3::compression::{CHUNK_START, STATE};
use crate::blake3::nodes::Nodes;
use crate::blake3::{self, BLOCK_LEN};
use crate::token::{Isa, Token};

/// `on_widest!(cpu, isa => expression)`: the expression with the token of the widest vectors in
/// `cpu`, a bit for each instruction set in the order of [`Isa::ALL`]. For functions that are told,
/// unsafely, that the CPU has the instructions.
macro_rules! on_widest {
    ($cpu:expr, $isa:ident => $e:expr) => {{
        #[cfg(target_arch = "x86_64")]
        use $crate::guest::direct::assume;
        use $crate::guest::direct::widest;
        #[cfg(target_arch = "x86_64")]
        use $crate::isa::x86_64::{Avx2, Avx512, Ssse3};
        match widest($cpu) {
            #[cfg(target_arch = "x86_64")]
            $crate::token::Isa::Avx512 => {
                // SAFETY: whoever has `cpu` says so.
                let $isa = unsafe { assume::<Avx512>() };
                $e
            }
            #[cfg(target_arch = "x86_64")]
            $crate::token::Isa::Avx2 => {
                // SAFETY: whoever has `cpu` says so.
                let $isa = unsafe { assume::<Avx2>() };
                $e
            }
            #[cfg(target_arch = "x86_64")]
            $crate::token::Isa::Ssse3 => {
                // SAFETY: whoever has `cpu` says so.
                let $isa = unsafe { assume::<Ssse3>() };
                $e
            }
            _ => {
                let $isa = $crate::isa::portable::Portable;
                $e
            }
        }
    }};
}
pub(super) use on_widest;

/// Of the instruction sets in `cpu` that one message of BLAKE2 or BLAKE3 has a kernel for, the one
/// with the widest vectors.
#[inline(always)]
pub(super) fn widest(cpu: u64) -> Isa {
    [Isa::Avx512, Isa::Avx2, Isa::Ssse3]
        .into_iter()
        .find(|&isa| cpu >> isa as u32 & 1 == 1)
        .unwrap_or(Isa::Portable)
}

/// The chaining value of a chunk, or of a parent, where `out` has 32 bytes, or the first block of
/// its output, where it has 64: by the instructions in `cpu`, a bit each in the order of
/// [`Isa::ALL`], without a room, on any stack.
///
/// `ends` has the flags of the first block in its lower half, and those of the last one
/// in the upper half. `bytes` are at most a chunk.
///
/// # Safety
///
/// The CPU has the instructions.
#[inline]
pub unsafe fn direct(cpu: u64, mode: &TreeMode, bytes: &[u8], ends: u64, out: &mut [u8]) {
    on_widest!(cpu, isa => direct_on(isa, mode, bytes, ends, out));
}

/// A token.
///
/// # Safety
///
/// The CPU has the instructions.
pub(super) unsafe fn assume<T: Token>() -> T {
    const { assert!(size_of::<T>() == 0) }
    // SAFETY: it has no bytes; the rest is the caller's.
    unsafe { core::mem::MaybeUninit::uninit().assume_init() }
}

/// [`direct`] on an ISA.
#[inline(always)]
fn direct_on<T: Nodes<1>>(isa: T, mode: &TreeMode, bytes: &[u8], ends: u64, out: &mut [u8]) {
    let (blocks, rest) = bytes.split_at(blake3::nodes::last(bytes.len()) * BLOCK_LEN);
    let mut state = [[0; STATE]];
    state[0][..8].copy_from_slice(&mode.key);
    let mut flags = mode.flags | ends as u32;
    if !blocks.is_empty() {
        set_last_row(&mut state[0], BLOCK_LEN, flags);
        // SAFETY: there are so many blocks.
        unsafe { isa.compress(&mut state, [blocks.as_ptr()], blocks.len() / BLOCK_LEN) };
        flags = mode.flags & !CHUNK_START;
    }
    set_last_row(&mut state[0], rest.len(), flags | (ends >> 32) as u32);
    let mut room = None;
    let last = blake3::nodes::padded(rest, &mut room);
    match out.as_mut_array() {
        Some(out) => isa.output(&mut state, last, core::array::from_mut(out)),
        None => {
            // SAFETY: it is a block.
            unsafe { isa.compress(&mut state, [last.as_ptr()], 1) };
            out.copy_from_slice(&blake3::nodes::bytes(&state[0]));
        }
    }
}

/// Sets the counter to 0, and the length and the flags. At once, for a kernel reads them
/// so: a read of what was written in parts waits for it to leave the core.
#[inline(always)]
fn set_last_row(state: &mut [u32; STATE], len: usize, flags: u32) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: there are four words. SSE2 is a part of x86-64.
    unsafe {
        use core::arch::x86_64::{_mm_set_epi32, _mm_storeu_si128};
        _mm_storeu_si128(state[8..12].as_mut_ptr().cast(), _mm_set_epi32(flags as i32, len as i32, 0, 0));
    }
    #[cfg(not(target_arch = "x86_64"))]
    state[8..12].copy_from_slice(&[0, 0, len as u32, flags]);
}
