//! BLAKE2 with SSSE3 and with AVX2, one message: the rows of the matrix in vectors of
//! 128 bits, one for a row of BLAKE2s, and two for a row of BLAKE2b.
//!
//! It is bound by latency: a round of BLAKE2b is a chain of 26 operations, one of BLAKE2s
//! of 28, and all else stays off it. Row `b`, which is ready last, stays where it is, and
//! the other rows are turned relative to it.
//!
//! Of the two vectors of a row of BLAKE2b one holds columns 0 and 2, and the other 1 and
//! 3. To turn a row by one column, the vectors change places, and one of them exchanges
//! its halves: a shuffle. With columns 0 and 1, and 2 and 3, two shuffles would join both
//! vectors: 361 cycles in place of 355, when the compiler ordered the instructions.
//!
//! They are in assembly, for their order matters, and of a sum the compiler would add `b`
//! before the word of the message. Two of an AMD Zen 3's four vector units shift and
//! shuffle. Where a rotation shifts a vector to both sides at once, one of the two shifts
//! waits for the other eight times in ten: 317 cycles for a block of BLAKE2s. So `b` and
//! `c` are shifted to the left apart, before they are joined, and the shift to the right
//! follows a cycle later: 296. Words of the message are loaded where the chain waits,
//! for the step after.
//!
//! On an AMD Zen 3 a block takes 339 cycles (BLAKE2b) and 296 (BLAKE2s) with AVX2, and
//! with SSSE3 342 and 296. The chains alone are 312 and 280. The portable kernels take
//! 453 and 385.

mod blake2b;
mod blake2s;
mod instructions;

use super::word;
use crate::isa::x86_64::rotate::ROTATIONS;

/// A vector that the compiler may not take apart: it would join `b`, which comes last,
/// with `d` before the chaining value.
macro_rules! pin {
    ($x:expr) => {{
        let mut x = $x;
        // SAFETY: it does nothing.
        unsafe { asm!("/* {0} */", inout(xmm_reg) x, options(pure, nomem, nostack, preserves_flags)) };
        x
    }};
}
use pin;
