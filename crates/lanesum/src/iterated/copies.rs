//! Copies of less than a few lines: two pieces of a fixed length, which overlap, where a copy of any
//! length is a call.

use core::mem::MaybeUninit;

/// Two pieces of the first of these lengths that there are as many bytes of.
macro_rules! two_pieces {
    ($from:ident, $to:ident, $copy:ident, $($n:literal)+) => {
        $(if let (Some(first), Some(last)) = ($from.first_chunk::<$n>(), $from.last_chunk::<$n>()) {
            $to[..$n].$copy(first);
            $to[$from.len() - $n..$from.len()].$copy(last);
            return;
        })+
    };
}

/// Copies a block or less, of whatever hash.
#[inline(always)]
pub(crate) fn copy_short(from: &[u8], to: &mut [u8]) {
    two_pieces!(from, to, copy_from_slice, 128 64 32 16 8 4);
    for (to, from) in to.iter_mut().zip(from) {
        *to = *from;
    }
}

/// The most that [`write_few`] copies.
pub(super) const FEW: usize = 32;

/// Copies up to [`FEW`] bytes to where none may have been written.
#[inline(always)]
pub(super) fn write_few(from: &[u8], to: &mut [MaybeUninit<u8>]) {
    two_pieces!(from, to, write_copy_of_slice, 16 8 4 2 1);
}
