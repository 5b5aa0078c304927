//! A state that is kept in words of 64 bits each, whatever the algorithm's: BLAKE2's, and those of
//! Go.
//!
//! A kernel has those, if its algorithm's words are as wide, or a copy. That is written as the kernel
//! reads, in vectors or word by word, and read as the kernel writes: a vector that is read where its
//! words were just written one by one waits until the cache has them. Of the 64 ns of a block of
//! SHA-256 that were 8, and of the 172 of one of BLAKE2b, whose words were copied, 26 (Intel Emerald
//! Rapids).

use crate::kernel::compression::{Array, Compression};
use crate::lanes::Word;

/// Does something with a state, out of as many words at least; `in_vectors` for a kernel that
/// reads and writes it so.
///
/// # Panics
///
/// Where they are fewer.
#[inline(always)]
pub(super) fn with_own<C: Compression>(
    words: &mut [u64],
    in_vectors: bool,
    f: impl FnOnce(&mut C::State<C::Word>),
) {
    if let Some(words) = C::Word::in_place(words) {
        return f(Array::first_of(words).expect("as many words as a state has"));
    }
    let mut own = Array::filled(C::Word::ZERO);
    read(&mut own, words, in_vectors);
    f(&mut own);
    write(&own, words, in_vectors);
}

/// Reads a state, out of as many words at least; `in_vectors` for a kernel that reads it so.
#[inline(always)]
pub(super) fn read<W: Word>(own: &mut impl AsMut<[W]>, words: &[u64], in_vectors: bool) {
    let own = own.as_mut();
    // As many are a constant, and more or fewer were a call of `memcpy`.
    let words = &words[..own.len()];
    let done = if in_vectors { W::truncate_fours(words, own) } else { 0 };
    for (word, &wide) in own[done..].iter_mut().zip(&words[done..]) {
        *word = W::truncate(wide);
    }
}

/// Writes a state back; `in_vectors` for a kernel that writes it so.
#[inline(always)]
pub(super) fn write<W: Word>(own: &impl AsRef<[W]>, words: &mut [u64], in_vectors: bool) {
    let own = own.as_ref();
    let words = &mut words[..own.len()];
    let done = if in_vectors { W::widen_fours(own, words) } else { 0 };
    for (&word, wide) in own[done..].iter().zip(&mut words[done..]) {
        *wide = word.widen();
    }
}
