//! MD5 in sixteen lanes of AVX-512 for CPUs whose vectors are faster where few of their instructions
//! wait, in assembly: [`x86_meter`](crate::kernel::x86_meter) says how.
//!
//! The next block is transposed between the steps, in the sixteen registers that the state does
//! not take. A word and a constant are added to what is `a` in the next step, for instructions
//! come in hardly before they can be executed, and a load takes longer.
//!
//! Cycles for a block of sixteen messages on an AMD Zen 5, all that is beside it included, by the
//! length of the messages:
//!
//! |          | 4 KiB | 64 KiB | 1 MiB |
//! |----------|-------|--------|-------|
//! | compiled | 575   | 566    | 564   |
//! | here     | 442   | 445    | 457   |
//!
//! Two sets of lanes take 560 either way: their transposes are too much beside them.

use super::{K, Md5, sum};
use crate::kernel::Form;
use crate::kernel::block::{Block, BlockCopy, Fetch};
use crate::kernel::compression::Compression;
use crate::kernel::x86_meter::{FILL, Meter, fill, tick};
use crate::kernel::x86_transpose512::{parts, row, zip};
use crate::lanes::{ByteOrder, Vector, are_sets};
use crate::token::Isa;
use core::arch::{asm, x86_64::__m512i};

/// MD5's compression function, metered. Over other vectors than one set of AVX-512's it is
/// [`Md5`]'s.
#[derive(Clone, Copy)]
pub(crate) struct MeteredMd5;

impl Compression for MeteredMd5 {
    type Word = <Md5 as Compression>::Word;
    type State<V: Copy> = <Md5 as Compression>::State<V>;
    type Words<V: Copy> = <Md5 as Compression>::Words<V>;

    const BYTE_ORDER: ByteOrder = Md5::BYTE_ORDER;
    const FORM: Form = Form::Metered;

    #[inline(always)]
    fn compress<V: Vector<Word = u32>>(isa: V::Token, state: [V; 4], m: &mut impl Block<V>) -> [V; 4] {
        let mut s = state;
        if steps(&mut s, m) { sum(state, s) } else { Md5::compress(isa, state, m) }
    }
}

/// All steps, where the vectors are AVX-512's and the next block is to be copied.
#[inline(always)]
fn steps<V: Vector>(state: &mut [V; 4], m: &mut impl Block<V>) -> bool {
    if const { !are_sets::<__m512i, V>(Isa::Avx512, Form::Plain, 1) } {
        return false;
    }
    let words: *const [__m512i; 16] = m.words().as_ptr().cast();
    let Some((copy, fetch, meter)) = m.copy_metered() else { return false };
    let state = &raw mut *state;
    // SAFETY: a set of lanes of this ISA is nothing but its vector; the token is the proof
    // of the features, and the block says what it copies.
    unsafe { all(&mut *state.cast(), words, copy, fetch, meter) }
    true
}

/// Blocks that follow each other before the scheduler is filled again. In a trial of the steps alone
/// messages of 64 KiB took 424 cycles a block with 4, 428 with 8 and 447 with 16; of 4 KiB, in the
/// first-level cache, 403, 389 and 388.
const BLOCKS: u32 = 4;

/// What a step adds to `a`: F, G, H or I of `b`, `c` and `d`, in `zmm4`.
#[rustfmt::skip]
macro_rules! function {
    (f $b:literal $c:literal $d:literal) => { function!(@ $b $c $d "0xca") };
    (g $b:literal $c:literal $d:literal) => { function!(@ $d $b $c "0xca") };
    (h $b:literal $c:literal $d:literal) => { function!(@ $b $c $d "0x96") };
    (i $b:literal $c:literal $d:literal) => { function!(@ $c $b $d "0x2d") };
    (@ $x:literal $y:literal $z:literal $truth:literal) => {
        concat!(
            "vmovdqa64 zmm4, zmm", $x, "\n",
            "vpternlogd zmm4, zmm", $y, ", zmm", $z, ", ", $truth, "\n",
        )
    };
}

/// Adds the word of a step to what will be its `a`: the step's number, and the word's place by
/// that number.
macro_rules! word {
    ($a:literal [$i:literal ($times:literal $plus:literal)]) => {
        concat!(
            "vpaddd zmm",
            $a,
            ", zmm",
            $a,
            ", [{m} + 64 * ((",
            $times,
            " * ",
            $i,
            " + ",
            $plus,
            ") & 15)]\n",
        )
    };
    ($a:literal [none]) => {
        ""
    };
}

/// Adds the constant of a step to what will be its `a`.
macro_rules! constant {
    ($a:literal [$i:literal $word:tt]) => {
        concat!("vpaddd zmm", $a, ", zmm", $a, ", dword ptr [{k} + 4 * ", $i, "]{{1to16}}\n")
    };
    ($a:literal [none]) => {
        ""
    };
}

/// A step, which takes six cycles: its function, its registers and how far it rotates, the next
/// step's number and the place of its word, and what is done beside it.
macro_rules! step {
    ($f:ident [$a:literal $b:literal $c:literal $d:literal] $left:literal; $next:tt; $beside:expr) => {
        concat!(
            function!($f $b $c $d),
            tick!(),
            "vpaddd zmm", $a, ", zmm", $a, ", zmm4\n",
            tick!(),
            "vprold zmm", $a, ", zmm", $a, ", ", $left, "\n",
            word!($d $next),
            tick!(),
            constant!($d $next),
            $beside,
            tick!(),
            "vpaddd zmm", $a, ", zmm", $a, ", zmm", $b, "\n",
            tick!(),
            tick!(),
        )
    };
}

/// Eight steps, after which the words of the state are where they were: their function, how
/// far they rotate, the number of each following step and its word's place, and what is done
/// beside them: five pieces of the transpose, and two lanes to prefetch.
macro_rules! eight {
    (
        $f:ident ($r0:literal $r1:literal $r2:literal $r3:literal) $word:tt
        [$i1:literal $i2:literal $i3:literal $i4:literal $i5:literal $i6:literal $i7:literal] $next:tt
        $p0:expr, $p1:expr, $p2:expr, $p3:expr, $p4:expr; $lane:literal $other:literal
    ) => {
        concat!(
            step!($f [0 1 2 3] $r0; [$i1 $word]; $p0),
            step!($f [3 0 1 2] $r1; [$i2 $word]; $p1),
            step!($f [2 3 0 1] $r2; [$i3 $word]; fetch!($lane)),
            step!($f [1 2 3 0] $r3; [$i4 $word]; $p2),
            step!($f [0 1 2 3] $r0; [$i5 $word]; $p3),
            step!($f [3 0 1 2] $r1; [$i6 $word]; fetch!($other)),
            step!($f [2 3 0 1] $r2; [$i7 $word]; $p4),
            step!($f [1 2 3 0] $r3; $next; ""),
        )
    };
}

/// Prefetches a lane's line that comes later.
#[rustfmt::skip]
macro_rules! fetch {
    ($lane:literal) => {
        concat!(
            "mov {p}, qword ptr [{near} + 8 * ", $lane, "]\n",
            "prefetcht0 byte ptr [{p} + {later}]\n",
        )
    };
}

/// All steps, and the next block.
///
/// # Safety
///
/// The message can be read, and so can what is copied, to where it can be written; all vectors are
/// aligned.
#[target_feature(enable = "avx512f,avx512vl")]
#[inline]
unsafe fn all(
    state: &mut [__m512i; 4],
    m: *const [__m512i; 16],
    copy: BlockCopy,
    fetch: Fetch,
    meter: &mut Meter,
) {
    let [a, b, c, d] = state;
    // SAFETY: it reads the message and the constants, and copies what it may: 16 words of all
    // lanes.
    unsafe {
        asm!(
            fill!(),
            word!(0 [0 (1 0)]), constant!(0 [0 (1 0)]),
            // The first eight words of all lanes.
            eight!(f (7 12 17 22) (1 0) [1 2 3 4 5 6 7] [8 (1 0)]
                row!(16 0 4 0), row!(17 1 5 0), row!(18 2 6 0), row!(19 3 7 0), row!(20 8 12 0); 0 1),
            eight!(f (7 12 17 22) (1 0) [9 10 11 12 13 14 15] [16 (5 1)]
                row!(21 9 13 0), row!(22 10 14 0), row!(23 11 15 0),
                zip!("dq" 16 17 => 24 25), zip!("dq" 18 19 => 26 27); 2 3),
            eight!(g (5 9 14 20) (5 1) [17 18 19 20 21 22 23] [24 (5 1)]
                zip!("dq" 20 21 => 28 29), zip!("dq" 22 23 => 30 31),
                zip!("qdq" 24 26 => 16 17), zip!("qdq" 25 27 => 18 19), zip!("qdq" 28 30 => 20 21); 4 5),
            eight!(g (5 9 14 20) (5 1) [25 26 27 28 29 30 31] [32 (3 5)]
                zip!("qdq" 29 31 => 22 23), parts!(16 20 => 24 28; 0 4), parts!(17 21 => 25 29; 1 5),
                parts!(18 22 => 26 30; 2 6), parts!(19 23 => 27 31; 3 7); 6 7),
            // The other eight.
            eight!(h (4 11 16 23) (3 5) [33 34 35 36 37 38 39] [40 (3 5)]
                row!(16 0 4 32), row!(17 1 5 32), row!(18 2 6 32), row!(19 3 7 32), row!(20 8 12 32); 8 9),
            eight!(h (4 11 16 23) (3 5) [41 42 43 44 45 46 47] [48 (7 0)]
                row!(21 9 13 32), row!(22 10 14 32), row!(23 11 15 32),
                zip!("dq" 16 17 => 24 25), zip!("dq" 18 19 => 26 27); 10 11),
            eight!(i (6 10 15 21) (7 0) [49 50 51 52 53 54 55] [56 (7 0)]
                zip!("dq" 20 21 => 28 29), zip!("dq" 22 23 => 30 31),
                zip!("qdq" 24 26 => 16 17), zip!("qdq" 25 27 => 18 19), zip!("qdq" 28 30 => 20 21); 12 13),
            eight!(i (6 10 15 21) (7 0) [57 58 59 60 61 62 63] [none]
                zip!("qdq" 29 31 => 22 23), parts!(16 20 => 24 28; 8 12), parts!(17 21 => 25 29; 9 13),
                parts!(18 22 => 26 30; 10 14), parts!(19 23 => 27 31; 11 15); 14 15),
            m = in(reg) m,
            k = in(reg) &K,
            from = in(reg) copy.from, at = in(reg) copy.at, to = in(reg) copy.to,
            near = in(reg) fetch.near, later = in(reg) fetch.at,
            p = out(reg) _, q = out(reg) _,
            ticks = inout(reg) meter.ticks, blocks = inout(reg) meter.blocks,
            fill = const FILL, until = const BLOCKS,
            inout("zmm0") *a, inout("zmm1") *b, inout("zmm2") *c, inout("zmm3") *d,
            out("zmm4") _,
            out("zmm16") _, out("zmm17") _, out("zmm18") _, out("zmm19") _,
            out("zmm20") _, out("zmm21") _, out("zmm22") _, out("zmm23") _,
            out("zmm24") _, out("zmm25") _, out("zmm26") _, out("zmm27") _,
            out("zmm28") _, out("zmm29") _, out("zmm30") _, out("zmm31") _,
            options(nostack),
        );
    }
}
