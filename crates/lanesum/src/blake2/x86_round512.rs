//! The rounds of BLAKE2b, BLAKE2s and BLAKE3 with AVX-512, in assembly: on one set of lanes of
//! 512 bits, and on two sets of 512 bits and of 256.
//!
//! One set has room for a block beside its state. Two sets do not, and are paired: the words of
//! the next block are copied between the steps, a few at a time, by instructions that take no
//! vector unit and no vector register. All that belongs to half a round at once, a core whose
//! other hardware thread is at work runs out of room for stores, and waits: 1 MiB of BLAKE3
//! took 0.75 to 0.8 of the rate then, and takes 0.9; where nothing else runs, 5 % more are hashed.

use super::rounds::Rounds;
use crate::kernel::Form;
use crate::kernel::block::{Block, Copies, words};
use crate::kernel::compression::unroll;
use crate::lanes::{Vector, are_sets};
use crate::token::Isa;
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

/// Whether vectors are one set of AVX-512's of 512 bits.
const fn is_one_set<V: Vector>() -> bool {
    are_sets::<__m512i, V>(Isa::Avx512, Form::Plain, 1)
}

/// Whether vectors are two paired sets of AVX-512's, of a form: of registers `R`.
const fn are_two_sets<R, V: Vector>(form: Form) -> bool {
    are_sets::<R, V>(Isa::Avx512, form, 2)
}

/// Whether these rounds are for the vectors.
pub(super) const fn is_for<V: Vector>() -> bool {
    is_one_set::<V>()
        || are_two_sets::<__m512i, V>(Form::Abreast)
        || are_two_sets::<__m512i, V>(Form::Paired)
        || are_two_sets::<__m256i, V>(Form::Paired)
}

/// All rounds.
#[inline(always)]
pub(super) fn rounds<S: Rounds, V: Vector>(v: &mut [V; 16], m: &mut impl Block<V>) {
    if const { is_one_set::<V>() } {
        return in_registers::<S, V>(v, m);
    }
    unroll!(r in 0..12 {
        if const { r < S::ROUNDS } {
            paired::<S, V, r>(v, m);
        }
    });
}

/// All rounds of one set.
#[inline(always)]
fn in_registers<S: Rounds, V: Vector>(v: &mut [V; 16], m: &mut impl Block<V>) {
    assert!(is_one_set::<V>());
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
        if const { r < S::ROUNDS } {
            // SAFETY: the vectors are the proof of the features.
            *v = unsafe {
                if const { size_of::<V::Word>() == 4 } {
                    one_set::round32::<S, r>(*v, m)
                } else {
                    one_set::round64::<S, r>(*v, m)
                }
            };
        }
    });
}

/// Round `R` of two sets.
#[inline(always)]
fn paired<S: Rounds, V: Vector, const R: usize>(v: &mut [V; 16], m: &mut impl Block<V>) {
    macro_rules! run {
        ($vector:ty: $columns32:ident $diagonals32:ident $columns64:ident $diagonals64:ident) => {{
            // SAFETY: two sets of lanes of this ISA are nothing but their vectors.
            let v: &mut two_sets::Words<$vector> = unsafe { &mut *(&raw mut *v).cast() };
            // SAFETY: the copies are made; the vectors are the proof of the features, and
            // the words, as before, nothing but vectors.
            unsafe {
                let copies = ahead::<S, V>(2 * R, m);
                let words_of = words::<V, [$vector; 2]>;
                if const { size_of::<V::Word>() == 4 } {
                    two_sets::$columns32::<S, R>(v, words_of(m), copies);
                    let copies = ahead::<S, V>(2 * R + 1, m);
                    two_sets::$diagonals32::<S, R>(v, words_of(m), copies);
                } else {
                    two_sets::$columns64::<S, R>(v, words_of(m), copies);
                    let copies = ahead::<S, V>(2 * R + 1, m);
                    two_sets::$diagonals64::<S, R>(v, words_of(m), copies);
                }
            }
        }};
    }
    if const { are_two_sets::<__m512i, V>(Form::Abreast) } {
        run!(__m512i: columns32_abreast diagonals32_abreast columns64_abreast diagonals64_abreast)
    } else if const { are_two_sets::<__m512i, V>(Form::Paired) } {
        run!(__m512i: columns32 diagonals32 columns64 diagonals64)
    } else {
        assert!(are_two_sets::<__m256i, V>(Form::Paired));
        run!(__m256i: columns32_half diagonals32_half columns64_half diagonals64_half)
    }
}

/// The part of the next block that half a round copies; where there are two of them, the
/// first is loaded here.
///
/// # Safety
///
/// [`Block::copy_ahead`]'s.
#[inline(always)]
unsafe fn ahead<S: Rounds, V: Vector>(half: usize, m: &mut impl Block<V>) -> Option<Copies> {
    let (first, end) = (16 * half / (2 * S::ROUNDS), 16 * (half + 1) / (2 * S::ROUNDS));
    const { assert!(S::ROUNDS >= 4, "two parts at most") }
    if first + 1 < end {
        m.load_ahead(first);
    }
    // SAFETY: the caller's.
    if first < end { unsafe { m.copy_ahead(end - 1) } } else { None }
}
