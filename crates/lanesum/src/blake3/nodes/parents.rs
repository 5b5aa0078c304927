//! Parents side by side.

use super::chunks::is_taken;
use super::{LANES, chaining_value, keyed, store};
use crate::blake3::compression::{Blake3, PARENT};
use crate::blake3::{BLOCK_LEN, CV_LEN, Mode};
use crate::kernel::ahead::{Ahead, Room};
use crate::kernel::compression::Compression;
use crate::lanes::Vector;
use crate::token::Token;

/// The chaining values of parents, set after set; the blocks of one are loaded
/// while the set before is hashed.
pub(super) fn run<V: Vector<Word = u32>>(
    isa: V::Token,
    mode: &Mode,
    children: &[u8],
    root: u32,
    out: &mut [u8],
) {
    let n = children.len() / BLOCK_LEN;
    assert!(is_taken(n) && out.len() == CV_LEN * n && children.len() == BLOCK_LEN * n);
    // Lanes past the last read what the first does.
    let mut from = [children.as_ptr(); LANES];
    for i in 1..n.min(LANES) {
        from[i] = children[BLOCK_LEN * i..].as_ptr();
    }
    isa.vectorize(
        #[inline(always)]
        || {
            let mut room = Room::<Blake3, V>::new();
            // SAFETY: every lane has a block.
            let mut m = unsafe { Ahead::<Blake3, V>::new(isa, &mut room, &from, 0) };
            for (set, out) in out.chunks_mut(CV_LEN * V::LANES).enumerate() {
                let after = (set + 1) * V::LANES;
                if after < n {
                    let from = &from[after % LANES..][..V::LANES];
                    let group = after - after % LANES;
                    // SAFETY: every lane has a block; where there are groups, one in each.
                    unsafe { m.expect(from, Some(group * BLOCK_LEN), from, None) };
                }
                let mut s = keyed::<V>(isa, &mode.key);
                s[10] = V::splat(isa, BLOCK_LEN as u32);
                s[11] = V::splat(isa, mode.flags | PARENT | root);
                s = Blake3::compress(isa, s, &mut m);
                if after < n {
                    m.turn();
                }
                store(chaining_value(&s), out);
            }
        },
    )
}
