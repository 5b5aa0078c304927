//! The rounds of BLAKE2b, BLAKE2s and BLAKE3 with AVX-512, in assembly: on one set of lanes of
//! 512 bits, and on two sets of 512 bits and of 256.
//!
//! One set has room for a block beside its state. Two sets do not, and are paired: the words of
//! the next block are copied between the steps, a few at a time, by instructions that take no
//! vector unit and no vector register. All that belongs to half a round at once, a core whose
//! other hardware thread is at work runs out of room for stores, and waits: 1 MiB of BLAKE3
//! took 0.75 to 0.8 of the rate then, and takes 0.9; where nothing else runs, 5 % more are hashed.

use super::x86_round256::Schedule;
use crate::isa::x86_64::{Avx512, Avx512Half};
use crate::kernel::Form;
use crate::kernel::block::{Block, Copies, words};
use crate::kernel::compression::unroll;
use crate::lanes::{Vector, are_sets};
use core::arch::x86_64::{__m256i, __m512i};

/// A jump to where the instructions go on. On an AMD Zen 4 a loop of 12 to 20 KB without a
/// jump ran its first four blocks at half of its rate: a stop of eight lanes of BLAKE2b cost
/// 1,660 cycles, and with a jump in each half of a round 180. The jumps cost nothing beside
/// the vectors. A core that has begun to decode instructions afresh may go on with that
/// until it jumps to some that it has decoded before: no counter has shown it.
macro_rules! jump {
    () => {
        "jmp 2f\n2:\n"
    };
}
pub(super) use jump;

mod next_block;
mod one_set;
mod two_sets;

/// All rounds of a schedule, where the vectors are one set of AVX-512's of 512 bits.
#[inline(always)]
pub(crate) fn rounds<S: Schedule, V: Vector>(v: &mut [V; 16], m: &mut impl Block<V>) -> bool {
    if are_sets::<__m512i, Avx512, V>(Form::Plain, 1) {
        let is_32 = size_of::<V::Word>() == 4;
        // SAFETY: the vectors are the proof of the features, and the block says what can be
        // loaded; a set of lanes of this ISA is nothing but the vector.
        let (v, m) = unsafe {
            match m.next_block() {
                Some(next) if is_32 => next_block::lanes16(next),
                Some(next) => next_block::lanes8(next),
                None => {}
            }
            (&mut *(&raw mut *v).cast::<one_set::Words>(), *words::<V, __m512i>(m))
        };
        unroll!(r in 0..12 {
            if r < S::COUNT {
                // SAFETY: the vectors are the proof of the features.
                *v = unsafe {
                    if is_32 { one_set::round32::<S, r>(*v, m) } else { one_set::round64::<S, r>(*v, m) }
                };
            }
        });
        return true;
    }
    false
}

/// Round `R` of a schedule, where the vectors are two paired sets of AVX-512's.
#[inline(always)]
pub(crate) fn round<S: Schedule, V: Vector, const R: usize>(v: &mut [V; 16], m: &mut impl Block<V>) -> bool {
    let is_32 = size_of::<V::Word>() == 4;
    macro_rules! run {
        ($vector:ty: $columns32:ident $diagonals32:ident $columns64:ident $diagonals64:ident) => {{
            // SAFETY: two sets of lanes of this ISA are nothing but their vectors.
            let v: &mut two_sets::Words<$vector> = unsafe { &mut *(&raw mut *v).cast() };
            // SAFETY: the copies are made; the vectors are the proof of the features, and
            // the words, as before, nothing but vectors.
            unsafe {
                let copies = ahead::<S, V>(2 * R, m);
                let words_of = words::<V, [$vector; 2]>;
                if is_32 {
                    two_sets::$columns32::<S, R>(v, words_of(m), copies);
                } else {
                    two_sets::$columns64::<S, R>(v, words_of(m), copies);
                }
                let copies = ahead::<S, V>(2 * R + 1, m);
                if is_32 {
                    two_sets::$diagonals32::<S, R>(v, words_of(m), copies);
                } else {
                    two_sets::$diagonals64::<S, R>(v, words_of(m), copies);
                }
            }
        }};
    }
    if are_sets::<__m512i, Avx512, V>(Form::Abreast, 2) {
        run!(__m512i: columns32_abreast diagonals32_abreast columns64_abreast diagonals64_abreast);
        true
    } else if are_sets::<__m512i, Avx512, V>(Form::Paired, 2) {
        run!(__m512i: columns32 diagonals32 columns64 diagonals64);
        true
    } else if are_sets::<__m256i, Avx512Half, V>(Form::Paired, 2) {
        run!(__m256i: columns32_half diagonals32_half columns64_half diagonals64_half);
        true
    } else {
        false
    }
}

/// The part of the next block that half a round copies; where there are more of them, the
/// others are loaded here.
///
/// # Safety
///
/// [`Block::copy_ahead`]'s.
#[inline(always)]
unsafe fn ahead<S: Schedule, V: Vector>(half: usize, m: &mut impl Block<V>) -> Option<Copies> {
    let (first, end) = (16 * half / (2 * S::COUNT), 16 * (half + 1) / (2 * S::COUNT));
    for part in first..end.saturating_sub(1) {
        m.load_ahead(part);
    }
    // SAFETY: the caller's.
    if first < end { unsafe { m.copy_ahead(end - 1) } } else { None }
}
