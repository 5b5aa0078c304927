//! Blocks of extended output side by side.

use super::{LANES, keyed};
use crate::blake3::compression::{ROOT, output};
use crate::blake3::{BLOCK_LEN, Node};
use crate::isa::{align_frame, prefetch};
use crate::lanes::Vector;
use crate::token::Token;

/// Blocks of a root's output, from block `first` on.
pub(super) fn run<V: Vector<Word = u32>>(isa: V::Token, root: &Node, first: u64, out: &mut [u8]) {
    assert!(!out.is_empty() && out.len().is_multiple_of(BLOCK_LEN));
    let last = (out.len() - 1) / (BLOCK_LEN * V::LANES);
    isa.vectorize(
        #[inline(always)]
        || {
            align_frame();
            let mut s = keyed::<V>(isa, &root.cv);
            s[10] = V::splat(isa, root.len);
            s[11] = V::splat(isa, root.flags | ROOT);
            let mut m = [s[8]; 16];
            for (m, word) in m.iter_mut().zip(root.block.as_chunks().0) {
                *m = V::splat(isa, u32::from_le_bytes(*word));
            }
            for (i, out) in out.chunks_mut(BLOCK_LEN * V::LANES).enumerate() {
                // The CPU's own prefetching comes too late for what is written.
                if i < last {
                    for line in 0..V::LANES {
                        prefetch(out.as_ptr().wrapping_add(BLOCK_LEN * (V::LANES + line)));
                    }
                }
                [s[8], s[9]] = count(isa, first.wrapping_add((V::LANES * i) as u64));
                let words = output(isa, s, &mut m);
                if out.len() == BLOCK_LEN * V::LANES {
                    V::store_columns(words, out);
                } else {
                    let mut all = [0; BLOCK_LEN * LANES];
                    V::store_columns(words, &mut all[..BLOCK_LEN * V::LANES]);
                    out.copy_from_slice(&all[..out.len()]);
                }
            }
        },
    )
}

/// The counters `first` and on, a lane each.
#[inline(always)]
fn count<V: Vector<Word = u32>>(isa: V::Token, first: u64) -> [V; 2] {
    let mut words = [[0; LANES]; 2];
    for i in 0..V::LANES {
        let counter = first.wrapping_add(i as u64);
        words[0][i] = counter as u32;
        words[1][i] = (counter >> 32) as u32;
    }
    [V::load(isa, &words[0][..V::LANES]), V::load(isa, &words[1][..V::LANES])]
}
