//! Parents side by side.

use super::chunks::is_taken;
use super::{LANES, chaining_value, keyed, store};
use crate::blake3::compression::{Blake3, PARENT};
use crate::blake3::{BLOCK_LEN, CV_LEN, Mode};
use crate::isa::align_frame;
use crate::kernel::compression::{Compression, spread};
use crate::lanes::{ByteOrder, Vector};
use crate::token::Token;
use core::mem::MaybeUninit;

/// The chaining values of parents, set after set. No set waits for another, so the CPU itself
/// begins with the next one's blocks beside the last rounds.
pub(super) fn run<V: Vector<Word = u32>>(
    isa: V::Token,
    mode: &Mode,
    children: &[u8],
    root: u32,
    out: &mut [u8],
) {
    let n = children.len() / BLOCK_LEN;
    assert!(is_taken(n) && out.len() == CV_LEN * n && children.len() == BLOCK_LEN * n);
    isa.vectorize(
        #[inline(always)]
        || {
            align_frame();
            let mut first = keyed::<V>(isa, &mode.key);
            first[10] = V::splat(isa, BLOCK_LEN as u32);
            first[11] = V::splat(isa, mode.flags | PARENT | root);
            for (children, out) in
                children.chunks(BLOCK_LEN * V::LANES).zip(out.chunks_mut(CV_LEN * V::LANES))
            {
                // Lanes past the last one read what it does.
                let last = children.len() - BLOCK_LEN;
                let mut from = [children.as_ptr(); LANES];
                for i in 0..V::LANES {
                    from[i] = children.as_ptr().wrapping_add((BLOCK_LEN * i).min(last));
                }
                let mut m = MaybeUninit::<[V; 16]>::uninit();
                let to = spread::<Blake3, V>(m.as_mut_ptr());
                // SAFETY: every lane has a block, and each of its words a place.
                let m = unsafe {
                    V::load_block(isa, &from[..V::LANES], 0, ByteOrder::Little, to);
                    m.assume_init_mut()
                };
                let s = Blake3::compress(isa, first, m);
                store(chaining_value(&s), out);
            }
        },
    )
}
