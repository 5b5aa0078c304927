//! All rounds of BLAKE2 (RFC 7693, 3.2) and of BLAKE3 (its paper, section 2.2).
//!
//! What rounds are made of is chosen by constants of the vector, in `const` blocks: what is not
//! chosen is not compiled.

use super::mixing;
#[cfg(target_arch = "x86_64")]
use super::{x86_round256, x86_round512};
use crate::kernel::block::Block;
use crate::kernel::compression::unroll;
use crate::lanes::Vector;

/// What rounds differ in.
pub(crate) trait Rounds {
    /// The message schedule: the order in which each round takes the words of a block. Those that
    /// repeat themselves are left out.
    const SIGMA: &'static [[usize; 16]];

    /// How many there are with those.
    const ROUNDS: usize;

    /// The rotations of G, to the right.
    const R: [u32; 4];
}

/// All rounds.
#[inline(always)]
pub(crate) fn rounds<S: Rounds, V: Vector>(v: &mut [V; 16], m: &mut impl Block<V>) {
    #[cfg(target_arch = "x86_64")]
    if const { x86_round256::is_for::<V>() } {
        return x86_round256::rounds::<S, V>(v, m);
    }
    #[cfg(target_arch = "x86_64")]
    if const { x86_round512::is_for::<V>() } {
        return x86_round512::rounds::<S, V>(v, m);
    }
    if const { are_written_out::<S, V>() } {
        unroll!(i in 0..12 {
            if const { i < S::ROUNDS } {
                round::<S, V>(v, m, i);
            }
        });
    } else {
        for i in 0..S::ROUNDS {
            round::<S, V>(v, m, i);
        }
    }
}

/// Whether each round is code of its own. Then the message's words are added where they lie. To
/// find them by an index is an instruction in five, for which a core has no room that does three
/// operations of 256 bits in a cycle, or whose lanes do not wait for each other. To several
/// sets the index costs nothing, and the code is a tenth. BLAKE3 has few rounds, and four lanes take
/// 6 % longer in a loop with SSSE3, and 13 % with SSE2 (AMD Zen 4).
const fn are_written_out<S: Rounds, V: Vector>() -> bool {
    let is_wide = V::SETS == 1 && V::LANES * size_of::<V::Word>() >= 32;
    S::ROUNDS <= 7 || V::LANES == 1 || is_wide || V::FORM.is_paired()
}

/// A round.
#[inline(always)]
fn round<S: Rounds, V: Vector>(v: &mut [V; 16], m: &mut impl Block<V>, i: usize) {
    for part in 16 * i / S::ROUNDS..16 * (i + 1) / S::ROUNDS {
        m.load_ahead(part);
    }
    let s = &S::SIGMA[i % S::SIGMA.len()];
    mixing::round(
        v,
        #[inline(always)]
        |i| m.word(s[i]),
        S::R,
    );
}
