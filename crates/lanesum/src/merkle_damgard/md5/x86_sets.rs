//! MD5 in one to three sets of lanes with AVX2, in assembly.
//!
//! A step waits for the one before, for six operations. Two sets of lanes leave a quarter of a
//! core's vector units idle, and the states of four take all registers. Three take twelve; a
//! step makes do with one more, for the result of an instruction goes to another register
//! of the core each time.
//!
//! The next block is copied between the steps, two words at a time, by instructions that are
//! not for vectors: there is hardly a register to transpose vectors in. What comes later is
//! prefetched between them too: 24 messages of 16 KiB in the second level took 1.05 times as
//! long where all lines of a block were asked for at once.
//!
//! A round is a loop over four steps, 4 KB of code in all. Written out it was 17 KB, and three sets
//! were as fast where a core has all of that decoded, but not where the kernel has just been
//! called (a call took 1,000 cycles more), nor while others used the machine: 680 to 1,050
//! cycles on an AMD Zen 3 then, and 580 to 730 now.
//!
//! Cycles for a block of a lane there:
//!
//! | sets  | compiled | here |
//! |-------|----------|------|
//! | one   |          | 50.6 |
//! | two   | 28.6     | 26.6 |
//! | three | 26.7     | 22.3 |

use super::K;
use crate::kernel::Form;
use crate::kernel::block::{Block, BlockCopy, Fetch, words};
use crate::lanes::{Vector, are_sets};
use crate::token::Isa;
use core::arch::{asm, x86_64::__m256i};
use core::mem::offset_of;

/// What the steps read beside the message. An iteration is four steps.
#[repr(C, align(64))]
struct Tables {
    /// The constant of each step, in a vector. For I, which is subtracted, one less than
    /// `K`: `x - !y` is `x + y + 1`.
    constants: [[u32; 8]; 64],
    /// The halves of each word, exchanged.
    rotated_by_16: [u8; 32],
    /// Of one set of lanes, of two and of three.
    places: [[Places; 16]; 3],
}

/// Places in a block of each lane, for an iteration. As long as the two pointers of the lanes that
/// it copies, so that one offset finds both.
#[repr(C, align(16))]
#[derive(Clone, Copy)]
struct Places {
    /// The message's words.
    words: [u16; 4],
    /// In the next block: what is written of two lanes, or in the last round the words that are
    /// put in order.
    next: u32,
}

const _: () = assert!(size_of::<Places>() == 2 * size_of::<*const u8>());

static TABLES: Tables = {
    let mut constants = [[0; 8]; 64];
    let mut i = 0;
    while i < 64 {
        constants[i] = [K[i].wrapping_sub((i >= 48) as u32); 8];
        i += 1;
    }
    let mut rotated_by_16 = [0; 32];
    i = 0;
    while i < 32 {
        rotated_by_16[i] = (i as u8 % 16) ^ 2;
        i += 1;
    }
    Tables { constants, rotated_by_16, places: [places(1), places(2), places(3)] }
};

/// The places in blocks of so many sets.
const fn places(sets: usize) -> [Places; 16] {
    // From a word of all lanes to the next.
    let pitch = 32 * sets;
    let mut places = [Places { words: [0; 4], next: 0 }; 16];
    let mut at = 0;
    while at < 16 {
        let mut j = 0;
        while j < 4 {
            let i = 4 * at + j;
            let word = [i, 5 * i + 1, 3 * i + 5, 7 * i][at / 4] % 16;
            places[at].words[j] = (word * pitch) as u16;
            j += 1;
        }
        let next = match at / 4 {
            // A round copies a set. Of two words, those of lanes 0, 1, 4 and 5 come first, and
            // then the others: so they are in order once words are apart.
            set @ 0..3 => 32 * set + [0, pitch, 16, pitch + 16][at % 4],
            _ => 4 * (at % 4) * pitch,
        };
        places[at].next = next as u32;
        at += 1;
    }
    places
}

/// Whether vectors are one to three sets of AVX2's.
#[inline(always)]
pub(super) const fn are_these<V: Vector>() -> bool {
    V::SETS <= 3 && are_sets::<__m256i, V>(Isa::Avx2, Form::Plain, V::SETS)
}

/// All steps, where the vectors are these and the next block is to be copied.
#[inline(always)]
pub(super) fn steps<V: Vector>(state: &mut [V; 4], m: &mut impl Block<V>) -> bool {
    if const { !are_these::<V>() } {
        return false;
    }
    let Some((copy, fetch)) = m.copy_and_fetch() else { return false };
    let state = &raw mut *state;
    // SAFETY: sets of lanes of this ISA are nothing but their vectors; the token is the proof
    // of the features, and the block says what it copies.
    unsafe {
        match V::SETS {
            1 => one(&mut *state.cast(), words(m), copy, fetch),
            2 => two(&mut *state.cast(), words(m), copy, fetch),
            _ => three(&mut *state.cast(), words(m), copy, fetch),
        }
    }
    true
}

/// What a step adds to `a`: F, G, H or I of `b`, `c` and `d`, by `ymm12`.
#[rustfmt::skip]
macro_rules! function {
    (f $a:literal $b:literal $c:literal $d:literal) => {
        concat!(
            "vpxor ymm12, ", $c, ", ", $d, "\n",
            "vpand ymm12, ymm12, ", $b, "\n",
            "vpxor ymm12, ymm12, ", $d, "\n",
            "vpaddd ", $a, ", ", $a, ", ymm12\n",
        )
    };
    // Both sides are added one by one: that of `c` and `d` does not wait for `b`.
    (g $a:literal $b:literal $c:literal $d:literal) => {
        concat!(
            "vpandn ymm12, ", $d, ", ", $c, "\n",
            "vpaddd ", $a, ", ", $a, ", ymm12\n",
            "vpand ymm12, ", $d, ", ", $b, "\n",
            "vpaddd ", $a, ", ", $a, ", ymm12\n",
        )
    };
    (h $a:literal $b:literal $c:literal $d:literal) => {
        concat!(
            "vpxor ymm12, ", $c, ", ", $d, "\n",
            "vpxor ymm12, ymm12, ", $b, "\n",
            "vpaddd ", $a, ", ", $a, ", ymm12\n",
        )
    };
    // `c ^ (b | !d)` is `!(c ^ (!b & d))`.
    (i $a:literal $b:literal $c:literal $d:literal) => {
        concat!(
            "vpandn ymm12, ", $b, ", ", $d, "\n",
            "vpxor ymm12, ymm12, ", $c, "\n",
            "vpsubd ", $a, ", ", $a, ", ymm12\n",
        )
    };
}

/// `a` rotated, by `ymm12`: how far, and how far the rest.
#[rustfmt::skip]
macro_rules! rotate {
    ($a:literal (16 16)) => {
        concat!("vpshufb ", $a, ", ", $a, ", ymmword ptr [{tables} + {rotated_by_16}]\n")
    };
    ($a:literal ($left:literal $right:literal)) => {
        concat!(
            "vpslld ymm12, ", $a, ", ", $left, "\n",
            "vpsrld ", $a, ", ", $a, ", ", $right, "\n",
            "vpor ", $a, ", ", $a, ", ymm12\n",
        )
    };
}

/// A step of a set: its function, which of the iteration's it is, and how far it rotates; the set,
/// and its registers.
macro_rules! step {
    ($f:ident $j:literal $by:tt $set:literal $a:literal $b:literal $c:literal $d:literal) => {
        concat!(
            "vpaddd ", $a, ", ", $a, ", ymmword ptr [{tables} + 8 * {i} + 32 * ", $j, "]\n",
            "vpaddd ", $a, ", ", $a, ", ymmword ptr [{m} + {word} + 32 * ", $set, "]\n",
            function!($f $a $b $c $d),
            rotate!($a $by),
            "vpaddd ", $a, ", ", $a, ", ", $b, "\n",
        )
    };
}

/// Finds where the word of a step is.
macro_rules! word {
    ($j:literal) => {
        concat!("movzx {word:e}, word ptr [{tables} + {i} + {places} + 2 * ", $j, "]\n")
    };
}

/// Finds where in the next block something is written.
macro_rules! next {
    () => {
        "mov {next:e}, dword ptr [{tables} + {i} + {places} + 8]\nadd {next}, {to}\n"
    };
}

/// Finds one of two lanes.
macro_rules! lane {
    ($lane:literal) => {
        concat!("mov {line}, qword ptr [{from} + {i} + 8 * ", $lane, "]\n")
    };
}

/// Copies some words of one of two lanes, two at a time.
macro_rules! copy {
    ($lane:literal $half:literal; $($two_words:literal)+) => {
        concat!($(
            "mov {t}, qword ptr [{line} + {at} + 32 * ", $half, " + 8 * ", $two_words, "]\n",
            "mov qword ptr [{next} + 8 * {pitch} * ", $half, " + 2 * {pitch} * ", $two_words,
            " + 8 * ", $lane, "], {t}\n",
        )+)
    };
}

/// Prefetches the line of one of two lanes that comes later.
#[rustfmt::skip]
macro_rules! fetch {
    ($lane:literal) => {
        concat!(
            "mov {line}, qword ptr [{near} + {i} + 8 * ", $lane, "]\n",
            "prefetcht0 byte ptr [{line} + {later}]\n",
        )
    };
}

/// Puts two words of a set in order: `next` has two of each of four lanes, and two of each
/// of the other four.
#[rustfmt::skip]
macro_rules! apart {
    ($two_words:literal $set:literal) => {
        concat!(
            "vmovdqa ymm13, ymmword ptr [{next} + 2 * {pitch} * ", $two_words, " + 32 * ", $set, "]\n",
            "vmovdqa ymm14, ymmword ptr [{next} + 2 * {pitch} * ", $two_words, " + {pitch} + 32 * ", $set, "]\n",
            "vshufps ymm12, ymm13, ymm14, 0x88\n",
            "vshufps ymm13, ymm13, ymm14, 0xdd\n",
            "vmovdqa ymmword ptr [{next} + 2 * {pitch} * ", $two_words, " + 32 * ", $set, "], ymm12\n",
            "vmovdqa ymmword ptr [{next} + 2 * {pitch} * ", $two_words, " + {pitch} + 32 * ", $set, "], ymm13\n",
        )
    };
}

/// What is done before a step of all sets.
macro_rules! before {
    (copies 0) => {
        concat!(next!(), lane!(0))
    };
    (copies 2) => {
        lane!(1)
    };
    (order 0) => {
        next!()
    };
    ($beside:ident $j:literal) => {
        ""
    };
}

/// What is done beside a step of a set, so that copies are spread evenly: of half of a lane's
/// block some words each.
macro_rules! beside {
    (copies 0 $set:literal $words:tt) => { beside!(0 0 $words) };
    (copies 1 $set:literal $words:tt) => { beside!(0 1 $words) };
    (copies 2 $set:literal $words:tt) => { beside!(1 0 $words) };
    (copies 3 $set:literal $words:tt) => { beside!(1 1 $words) };
    (order 0 $set:literal $words:tt) => { apart!(0 $set) };
    (order 2 $set:literal $words:tt) => { apart!(1 $set) };
    ($beside:ident $j:literal $set:literal $words:tt) => { "" };
    ($lane:literal $half:literal ($($two_words:literal)+)) => { copy!($lane $half; $($two_words)+) };
}

/// What is done after a step of all sets.
macro_rules! after {
    (copies 1) => {
        fetch!(0)
    };
    (copies 3) => {
        fetch!(1)
    };
    ($beside:ident $j:literal) => {
        ""
    };
}

/// A round, in iterations up to `$end`: its function and how far its steps rotate, what is done
/// beside them, and the sets with their registers. After four steps the words of a state
/// are where they were.
macro_rules! round {
    (
        $f:ident $r0:tt $r1:tt $r2:tt $r3:tt until $end:literal beside $beside:ident;
        $($set:literal $a:literal $b:literal $c:literal $d:literal $words:tt),+
    ) => {
        concat!(
            "2:\n",
            word!(0), before!($beside 0),
            $(step!($f 0 $r0 $set $a $b $c $d), beside!($beside 0 $set $words),)+
            after!($beside 0),
            word!(1), before!($beside 1),
            $(step!($f 1 $r1 $set $d $a $b $c), beside!($beside 1 $set $words),)+
            after!($beside 1),
            word!(2), before!($beside 2),
            $(step!($f 2 $r2 $set $c $d $a $b), beside!($beside 2 $set $words),)+
            after!($beside 2),
            word!(3), before!($beside 3),
            $(step!($f 3 $r3 $set $b $c $d $a), beside!($beside 3 $set $words),)+
            after!($beside 3),
            "add {i}, 16\n",
            "cmp {i}, ", $end, "\n",
            "jne 2b\n",
        )
    };
}

/// All steps of so many sets, and the copies: what is done beside each round, and the sets with
/// their registers and their share of copies.
macro_rules! all {
    (
        $name:ident $sets:literal [$in_f:ident $in_g:ident $in_h:ident]
        $($set:literal $a:tt $b:tt $c:tt $d:tt $words:tt),+
    ) => {
        /// All steps, and the copies.
        ///
        /// # Safety
        ///
        /// What is copied can be read and written.
        #[target_feature(enable = "avx2")]
        #[inline]
        unsafe fn $name(
            state: &mut [[__m256i; $sets]; 4],
            m: &[[__m256i; $sets]; 16],
            copy: BlockCopy,
            fetch: Fetch,
        ) {
            let [a, b, c, d] = state;
            // SAFETY: it reads the message and the tables, which are aligned, and copies what it
            // may: 16 words of all lanes.
            unsafe {
                asm!(
                    round!(f (7 25) (12 20) (17 15) (22 10) until 64 beside $in_f; $($set $a $b $c $d $words),+),
                    round!(g (5 27) (9 23) (14 18) (20 12) until 128 beside $in_g; $($set $a $b $c $d $words),+),
                    round!(h (4 28) (11 21) (16 16) (23 9) until 192 beside $in_h; $($set $a $b $c $d $words),+),
                    round!(i (6 26) (10 22) (15 17) (21 11) until 256 beside order; $($set $a $b $c $d $words),+),
                    m = in(reg) m,
                    tables = in(reg) &TABLES,
                    i = inout(reg) 0usize => _,
                    word = out(reg) _,
                    from = in(reg) copy.from, at = in(reg) copy.at, to = in(reg) copy.to,
                    near = in(reg) fetch.near, later = in(reg) fetch.at,
                    line = out(reg) _, next = out(reg) _, t = out(reg) _,
                    pitch = const 32 * $sets,
                    rotated_by_16 = const offset_of!(Tables, rotated_by_16),
                    places = const offset_of!(Tables, places) + ($sets - 1) * size_of::<[Places; 16]>(),
                    $(
                        inout($a) a[$set], inout($b) b[$set], inout($c) c[$set], inout($d) d[$set],
                    )+
                    out("ymm12") _, out("ymm13") _, out("ymm14") _,
                    options(nostack),
                );
            }
        }
    };
}

all!(one 1 [copies nothing nothing] 0 "ymm0" "ymm1" "ymm2" "ymm3" (0 1 2 3));
all!(two 2 [copies copies nothing]
    0 "ymm0" "ymm1" "ymm2" "ymm3" (0 1), 1 "ymm4" "ymm5" "ymm6" "ymm7" (2 3));
all!(three 3 [copies copies copies]
    0 "ymm0" "ymm1" "ymm2" "ymm3" (0 1), 1 "ymm4" "ymm5" "ymm6" "ymm7" (2),
    2 "ymm8" "ymm9" "ymm10" "ymm11" (3));
