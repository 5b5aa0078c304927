//! MD5 of one message with AVX-512, in all lanes of a vector.
//!
//! A step waits for the one before, for four operations: F, G, H and I are one of three inputs,
//! and a rotation one. In general registers it waits for 4.5 on average. Of the 256 cycles of a
//! block's chain an Intel Granite Rapids takes 257, where those take 291. It pays where a vector
//! operation takes one cycle: on an AMD Zen 4 a rotation takes two, and on a Zen 5 all do, where many wait.

use super::Md5;
use crate::isa::Has;
use crate::isa::x86_64::Avx512Half;
use crate::kernel::Interleaved;
use crate::kernel::compression::{Compression, unroll};
use crate::lanes::Vector;
use crate::token::Token;

/// A word of the message, in every lane.
type Word = <Avx512Half as Has<u32>>::Vector;

impl Interleaved<Md5, 1> for Avx512Half {
    #[inline(never)]
    unsafe fn compress(self, [state]: &mut [[u32; 4]; 1], [from]: [*const u8; 1], blocks: usize) {
        self.vectorize(
            #[inline(always)]
            || {
                let mut s = [Word::splat(self, 0); 4];
                unroll!(i in 0..4 {
                    s[i] = Word::splat(self, state[i]);
                });
                for block in 0..blocks {
                    // SAFETY: the caller says that so many blocks can be read.
                    let words = unsafe { from.cast::<[[u8; 4]; 16]>().add(block).read() };
                    let mut m = [s[0]; 16];
                    unroll!(i in 0..16 {
                        m[i] = Word::splat(self, u32::from_le_bytes(words[i]));
                    });
                    s = Md5::compress(self, s, &mut m);
                }
                let mut lanes = [0; Word::LANES];
                for (word, v) in state.iter_mut().zip(s) {
                    v.store(&mut lanes);
                    *word = lanes[0];
                }
            },
        )
    }
}
