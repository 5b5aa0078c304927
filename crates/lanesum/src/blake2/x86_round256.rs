//! The rounds of BLAKE2b, of BLAKE2s and of BLAKE3 on one set of lanes with AVX2, in
//! assembly.
//!
//! The state takes all of the sixteen registers, and to rotate by a number of bits that
//! are no bytes takes one more. A `c` makes room for it: it is stored when it has been
//! added to, and is loaded by the next addition, seven steps later. All rounds are one piece
//! of assembly: between two, the compiler would put the state away and take it back.
//!
//! The words of the next block are copied between the steps, by instructions that are not
//! for vectors: there is no register to transpose vectors in.
//!
//! Cycles for a step of all lanes on an AMD Zen 3:
//!
//! |         | half a round at a time, blocks transposed in vectors | each step of four columns, `v[8]` makes room | here |
//! |---------|------------------------------------------------------|----------------------------------------------|------|
//! | BLAKE2b | 516                                                  | 498                                          | 493  |
//! | BLAKE2s | 509                                                  | 484                                          | 467  |
//! | BLAKE3  | 361                                                  | 332                                          | 324  |
//!
//! One set waits for itself. A G takes 14 cycles, and four have work for 18. Two things
//! make that 23: one `c` that goes to memory and comes back in each half takes 22 cycles for
//! its G, so three take turns; and where all columns do the same step at once, a Zen 3 leaves
//! some of its four units without work even if all could do it. The order of the steps is
//! the best of many thousands that were tried in a search, for all three hashes and with
//! the copies between them.
//!
//! There is a jump behind each half of a round. Without them 10,000 messages of up to 499
//! bytes took 4 to 8 % longer, for the kernel begins often.

use super::rounds::Rounds;
use super::x86_round512::jump;
use crate::isa::x86_64::rotate::ROTATIONS;
use crate::kernel::Form;
use crate::kernel::block::{Block, BlockCopy, words};
use crate::lanes::{Vector, are_sets};
use crate::token::Isa;
use core::arch::{asm, x86_64::__m256i};
use core::mem::MaybeUninit;

/// The words of a state, or of a block.
type Words = [__m256i; 16];

/// Whether vectors are one set of AVX2's, which these rounds are for.
pub(super) const fn is_for<V: Vector>() -> bool {
    are_sets::<__m256i, V>(Isa::Avx2, Form::Plain, 1)
}

/// All rounds.
#[inline(always)]
pub(super) fn rounds<S: Rounds, V: Vector>(v: &mut [V; 16], m: &mut impl Block<V>) {
    assert!(is_for::<V>());
    let copy = m.copy_block();
    // SAFETY: one set of lanes of this ISA is nothing but the vector.
    let (v, m): (&mut Words, &Words) = unsafe { (&mut *(&raw mut *v).cast(), words(m)) };
    macro_rules! run {
        ($rounds:ident $copying:ident) => {
            // SAFETY: the token is the proof of the features, and the block says what it copies.
            unsafe {
                match copy {
                    None => $rounds::<S>(v, m),
                    Some(copy) => $copying::<S>(v, m, copy),
                }
            }
        };
    }
    if const { S::ROUNDS == 7 } {
        run!(seven seven_copying)
    } else if const { S::ROUNDS == 10 } {
        run!(ten ten_copying)
    } else {
        assert!(S::ROUNDS == 12);
        run!(twelve twelve_copying)
    }
}

/// A vector rotated: by whole bytes in an order, by 32 bits, or by any number of them, for
/// which a register is to spare.
macro_rules! rotated {
    ($x:literal (order $order:literal) $spare:literal) => {
        concat!("vpshufb ymm", $x, ", ymm", $x, ", ymmword ptr [{rotations} + ", $order, "]\n")
    };
    ($x:literal (halves) $spare:literal) => {
        concat!("vpshufd ymm", $x, ", ymm", $x, ", 0xb1\n")
    };
    ($x:literal (bits $right:literal $left:literal) $spare:literal) => {
        concat!(
            three!("vpsrld" $spare, $x, $right),
            three!("vpslld" $x, $x, $left),
            three!("vpor" $x, $x, "ymm", $spare),
        )
    };
    ($x:literal (left 1) $spare:literal) => {
        concat!(
            three!("vpsrlq" $spare, $x, 63),
            three!("vpaddq" $x, $x, "ymm", $x),
            three!("vpor" $x, $x, "ymm", $spare),
        )
    };
}

/// An instruction of three operands, of which two are registers.
macro_rules! three {
    ($instruction:literal $to:literal, $x:literal, $($y:tt)+) => {
        concat!($instruction, " ymm", $to, ", ymm", $x, ", ", $($y)+, "\n")
    };
}

/// A word of the message: the one that half a round takes as its `$i`-th.
macro_rules! word {
    ($order:literal $i:literal) => {
        concat!("ymmword ptr [{m} + 32 * (({", $order, "} >> (4 * ", $i, ")) & 15)]")
    };
}

/// A step of half of G, RFC 7693, section 3.1: `am` and `ab` add the word of the message and
/// `b` to `a`, `da` and `bc` are the exclusive ors, `dr` and `br` rotate their results, and
/// `cd` adds `d` to `c`. Where `b` is rotated by bits a `c` that `goes` makes room, and `comes`
/// back in the next half, which is told how `b` was rotated before.
macro_rules! step {
    (am ($order:tt $add:tt $($how:tt)+) [$a:tt $b:tt $c:tt $d:tt $w:tt $c_is:ident]) => {
        three!($add $a, $a, word!($order $w))
    };
    (ab ($order:tt $add:tt $($how:tt)+) [$a:tt $b:tt $($g:tt)+]) => {
        three!($add $a, $a, "ymm", $b)
    };
    (da $how:tt [$a:tt $b:tt $c:tt $d:tt $($g:tt)+]) => {
        three!("vpxor" $d, $d, "ymm", $a)
    };
    (dr ($order:tt $add:tt $before:tt $d_by:tt $b_by:tt $spare:tt) [$a:tt $b:tt $c:tt $d:tt $($g:tt)+]) => {
        rotated!($d $d_by $spare)
    };
    (cd ($order:tt $add:tt (order $by:tt) $($how:tt)+) [$a:tt $b:tt $c:tt $d:tt $w:tt comes]) => {
        three!($add $c, $c, "ymm", $d)
    };
    (cd ($order:tt $add:tt $($how:tt)+) [$a:tt $b:tt $c:tt $d:tt $w:tt comes]) => {
        three!($add $c, $d, in_memory!($c))
    };
    (cd ($order:tt $add:tt $($how:tt)+) [$a:tt $b:tt $c:tt $d:tt $w:tt $c_is:ident]) => {
        three!($add $c, $c, "ymm", $d)
    };
    (bc ($order:tt $add:tt $before:tt $d_by:tt (order $by:tt) $spare:tt) [$a:tt $b:tt $c:tt $($g:tt)+]) => {
        three!("vpxor" $b, $b, "ymm", $c)
    };
    (bc $how:tt [$a:tt $b:tt $c:tt $d:tt $w:tt goes]) => {
        concat!(three!("vpxor" $b, $b, "ymm", $c), "vmovdqa ", in_memory!($c), ", ymm", $c, "\n")
    };
    (bc $how:tt [$a:tt $b:tt $c:tt $($g:tt)+]) => {
        three!("vpxor" $b, $b, "ymm", $c)
    };
    (br ($order:tt $add:tt $before:tt $d_by:tt $b_by:tt $spare:tt) [$a:tt $b:tt $($g:tt)+]) => {
        rotated!($b $b_by $spare)
    };
}

/// A word of the state, where it is kept while its register is to spare.
macro_rules! in_memory {
    ($c:literal) => {
        concat!("ymmword ptr [{kept} + 32 * (", $c, " - 8)]")
    };
}

/// Half of G on four columns or diagonals: for each its words of the state, its word of the
/// message, and what its `c` does; before them the order of the words, how to add, how `b` was
/// rotated in the half before, how to rotate, and the register that is to spare.
///
/// That is the `c` of the first column given, which goes: no `br` comes before its `bc`. The
/// register of one that comes back is no longer to spare.
macro_rules! half {
    (first $($rest:tt)+) => {
        half!(@ $($rest)+;
            [am 0] [am 1] [ab 0] [da 0] [ab 1] [am 2] [ab 2]
            [da 1] [dr 0] [dr 1] [da 2] [dr 2] [cd 0] [bc 0]
            [br 0] [am 3] [ab 3] [da 3] [cd 2] [dr 3] [cd 3]
            [bc 2] [cd 1] [bc 1] [br 1] [br 2] [bc 3] [br 3]
        )
    };
    (second $($rest:tt)+) => {
        half!(@ $($rest)+;
            [am 2] [am 0] [ab 0] [am 1] [ab 1] [ab 2] [da 1]
            [dr 1] [am 3] [ab 3] [da 0] [dr 0] [da 3] [cd 0]
            [da 2] [dr 3] [cd 1] [bc 1] [dr 2] [bc 0] [br 1]
            [br 0] [cd 3] [bc 3] [br 3] [cd 2] [bc 2] [br 2]
        )
    };
    (@ $how:tt $g0:tt $g1:tt $g2:tt $g3:tt; $([$step:ident $i:tt])+) => {
        concat!($(half!(@ $step $i $how $g0 $g1 $g2 $g3),)+)
    };
    (@ $step:ident 0 $how:tt $g0:tt $g1:tt $g2:tt $g3:tt) => { step!($step $how $g0) };
    (@ $step:ident 1 $how:tt $g0:tt $g1:tt $g2:tt $g3:tt) => { step!($step $how $g1) };
    (@ $step:ident 2 $how:tt $g0:tt $g1:tt $g2:tt $g3:tt) => { step!($step $how $g2) };
    (@ $step:ident 3 $how:tt $g0:tt $g1:tt $g2:tt $g3:tt) => { step!($step $how $g3) };
}

/// Copies of the next block: each is a quarter of what a lane has, of 32 bits a word, or an
/// eighth, of 64.
///
/// Two words of 32 bits are loaded at once: loads are what a core runs short of.
macro_rules! copies {
    (none $($quarter:literal)*) => { "" };
    ($bits:ident $($quarter:literal)*) => { concat!($(copies!(@ $bits $quarter),)*) };
    (@ of32 $quarter:literal) => {
        concat!(
            "mov {p}, qword ptr [{from} + 8 * (", $quarter, " >> 2)]\n",
            copies!(@ pair $quarter 0),
            copies!(@ pair $quarter 2),
        )
    };
    (@ pair $quarter:literal $word:literal) => {
        concat!(
            "mov {t}, qword ptr [{p} + {at} + 16 * (", $quarter, " & 3) + 4 * ", $word, "]\n",
            "mov dword ptr [{to} + 32 * (4 * (", $quarter, " & 3) + ", $word, ") + 4 * (", $quarter, " >> 2)], {t:e}\n",
            "shr {t}, 32\n",
            "mov dword ptr [{to} + 32 * (4 * (", $quarter, " & 3) + ", $word, " + 1) + 4 * (", $quarter, " >> 2)], {t:e}\n",
        )
    };
    (@ of64 $eighth:literal) => {
        concat!(
            "mov {p}, qword ptr [{from} + 8 * (", $eighth, " >> 3)]\n",
            copies!(@ one $eighth 0),
            copies!(@ one $eighth 1),
        )
    };
    (@ one $eighth:literal $word:literal) => {
        concat!(
            "mov {t}, qword ptr [{p} + {at} + 16 * (", $eighth, " & 7) + 8 * ", $word, "]\n",
            "mov qword ptr [{to} + 32 * (2 * (", $eighth, " & 7) + ", $word, ") + 8 * (", $eighth, " >> 3)], {t}\n",
        )
    };
}

/// A round: each half of G down the columns, and down the diagonals, with copies behind it.
/// The orders of the words for both, how to add, and the four rotations.
macro_rules! round {
    (
        ($add:literal $r0:tt $r1:tt $r2:tt $r3:tt) $copies:ident $columns:literal $diagonals:literal
        [$($p:literal)*] [$($q:literal)*] [$($r:literal)*] [$($s:literal)*]
    ) => {
        concat!(
            half!(
                first ($columns $add $r3 $r0 $r1 10)
                [2 6 10 14 4 goes] [0 4 8 12 0 stays]
                [1 5 9 13 2 comes] [3 7 11 15 6 stays]
            ),
            copies!($copies $($p)*),
            half!(
                second ($columns $add $r1 $r2 $r3 8)
                [0 4 8 12 1 goes] [1 5 9 13 3 stays]
                [2 6 10 14 5 comes] [3 7 11 15 7 stays]
            ),
            copies!($copies $($q)*),
            jump!(),
            half!(
                first ($diagonals $add $r3 $r0 $r1 10)
                [0 5 10 15 0 goes] [3 4 9 14 6 stays]
                [1 6 11 12 2 stays] [2 7 8 13 4 comes]
            ),
            copies!($copies $($r)*),
            half!(
                second ($diagonals $add $r1 $r2 $r3 9)
                [3 4 9 14 7 goes] [1 6 11 12 3 stays]
                [2 7 8 13 5 stays] [0 5 10 15 1 comes]
            ),
            copies!($copies $($s)*),
            jump!(),
        )
    };
}

/// `rounds!(name, name_copying: how; copies, round orders copies; ...)`: functions for all
/// rounds, with copies of the next block behind each quarter of a round and without.
macro_rules! rounds {
    (
        $name:ident, $copying:ident: $how:tt; $bits:ident;
        $($round:literal $c:ident $columns:literal $d:ident $diagonals:literal $p:tt $q:tt $r:tt $s:tt;)+
    ) => {
        #[target_feature(enable = "avx2")]
        #[inline]
        fn $name<S: Rounds>(v: &mut Words, m: &Words) {
            rounds!(@ v m ($(round!($how none $columns $diagonals $p $q $r $s),)+) ($($round $c $d)+))
        }

        /// # Safety
        ///
        /// What is copied can be read and written.
        #[target_feature(enable = "avx2")]
        #[inline]
        unsafe fn $copying<S: Rounds>(v: &mut Words, m: &Words, copy: BlockCopy) {
            rounds!(
                @ v m ($(round!($how $bits $columns $diagonals $p $q $r $s),)+) ($($round $c $d)+)
                from = in(reg) copy.from, at = in(reg) copy.at, to = in(reg) copy.to, p = out(reg) _, t = out(reg) _,
            )
        }
    };
    (@ $v:ident $m:ident ($($rounds:expr,)+) ($($round:literal $c:ident $d:ident)+) $($operands:tt)*) => {{
        let [v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15] = $v;
        let mut kept = [MaybeUninit::uninit(); 4];
        kept[1].write(*v9);
        // SAFETY: it reads the message and the orders, which are aligned, writes `v8`, and
        // copies what it may.
        unsafe {
            asm!(
                $($rounds,)+
                m = in(reg) $m,
                kept = in(reg) kept.as_mut_ptr(),
                rotations = in(reg) &ROTATIONS,
                $($c = const order::<S>(2 * $round), $d = const order::<S>(2 * $round + 1),)+
                $($operands)*
                inout("ymm0") *v0, inout("ymm1") *v1, inout("ymm2") *v2, inout("ymm3") *v3,
                inout("ymm4") *v4, inout("ymm5") *v5, inout("ymm6") *v6, inout("ymm7") *v7,
                inout("ymm8") *v8, out("ymm9") _, inout("ymm10") *v10, inout("ymm11") *v11,
                inout("ymm12") *v12, inout("ymm13") *v13, inout("ymm14") *v14, inout("ymm15") *v15,
                options(nostack),
            );
            *v9 = kept[1].assume_init();
        }
    }};
}

rounds! {
    seven, seven_copying: ("vpaddd" (order 0) (bits 12 20) (order 32) (bits 7 25)); of32;
    0 c0 "c0" d0 "d0" [0] [1] [2] [3 4];
    1 c1 "c1" d1 "d1" [5] [6] [7] [8 9];
    2 c2 "c2" d2 "d2" [10] [11] [12] [13 14];
    3 c3 "c3" d3 "d3" [15] [16] [17] [18 19];
    4 c4 "c4" d4 "d4" [20] [21] [22] [23];
    5 c5 "c5" d5 "d5" [24] [25] [26] [27];
    6 c6 "c6" d6 "d6" [28] [29] [30] [31];
}

rounds! {
    ten, ten_copying: ("vpaddd" (order 0) (bits 12 20) (order 32) (bits 7 25)); of32;
    0 c0 "c0" d0 "d0" [0] [1] [2] [3];
    1 c1 "c1" d1 "d1" [4] [5] [6] [];
    2 c2 "c2" d2 "d2" [7] [8] [9] [];
    3 c3 "c3" d3 "d3" [10] [11] [12] [];
    4 c4 "c4" d4 "d4" [13] [14] [15] [];
    5 c5 "c5" d5 "d5" [16] [17] [18] [19];
    6 c6 "c6" d6 "d6" [20] [21] [22] [];
    7 c7 "c7" d7 "d7" [23] [24] [25] [];
    8 c8 "c8" d8 "d8" [26] [27] [28] [];
    9 c9 "c9" d9 "d9" [29] [30] [31] [];
}

rounds! {
    twelve, twelve_copying: ("vpaddq" (halves) (order 64) (order 96) (left 1)); of64;
    0 c0 "c0" d0 "d0" [0] [1] [2] [];
    1 c1 "c1" d1 "d1" [3] [4] [5] [];
    2 c2 "c2" d2 "d2" [6] [7] [8] [];
    3 c3 "c3" d3 "d3" [9] [10] [11] [];
    4 c4 "c4" d4 "d4" [12] [13] [14] [];
    5 c5 "c5" d5 "d5" [15] [16] [17] [];
    6 c6 "c6" d6 "d6" [18] [19] [20] [];
    7 c7 "c7" d7 "d7" [21] [22] [23] [];
    8 c8 "c8" d8 "d8" [24] [25] [] [];
    9 c9 "c9" d9 "d9" [26] [27] [] [];
    10 c10 "c10" d10 "d10" [28] [29] [] [];
    11 c11 "c11" d11 "d11" [30] [31] [] [];
}

/// The words that half a round takes, of four bits each, the first one lowest.
const fn order<S: Rounds>(half: usize) -> u32 {
    let words = &S::SIGMA[half / 2 % S::SIGMA.len()];
    let (mut order, mut i) = (0, 0);
    while i < 8 {
        order |= (words[half % 2 * 8 + i] as u32) << (4 * i);
        i += 1;
    }
    order
}
