//! MD5 of one message to three on x86-64, in general registers.
//!
//! A step waits for the one before, for 4.5 operations on average: 288 cycles a block. One
//! message leaves more than half of a core's adders idle, and two take hardly longer than
//! one. Three fill them; their states take twelve registers, so their blocks are copied to
//! one place, to be found by one pointer.
//!
//! Cycles for a block of each message on an AMD Zen 3:
//!
//! |       | compiled | here |
//! |-------|----------|------|
//! | one   | 296      | 290  |
//! | two   | 475      | 297  |
//! | three | 571      | 418  |
//!
//! The compiler loads all words of a block before it begins, and puts most of them away; in
//! some programs a long message took it 310 to 330. Here a word is loaded where it is added.

use super::{K, Md5};
use crate::isa::x86_64::Sse2;
use crate::kernel::Interleaved;
use core::arch::asm;

/// The bytes of a block.
const BLOCK: usize = 64;

/// An instruction for each message.
macro_rules! each {
    ($($piece:expr),+ $(,)?) => { concat!($($piece, "\n"),+) };
}

/// What a step adds to `a`, and what of it waits for the step before: F, G, H or I of
/// `b`, `c` and `d`.
///
/// Both sides of G are added one by one: the side of `c` and `d` does not wait for `b`.
macro_rules! function {
    (f; $([$a:literal $b:literal $c:literal $d:literal $t:literal])+) => {
        concat!(
            each!($(concat!("mov ", $t, ", ", $c)),+),
            each!($(concat!("xor ", $t, ", ", $d)),+),
            each!($(concat!("and ", $t, ", ", $b)),+),
            each!($(concat!("xor ", $t, ", ", $d)),+),
            each!($(concat!("add ", $a, ", ", $t)),+),
        )
    };
    (g; $([$a:literal $b:literal $c:literal $d:literal $t:literal])+) => {
        concat!(
            each!($(concat!("mov ", $t, ", ", $d)),+),
            each!($(concat!("not ", $t)),+),
            each!($(concat!("and ", $t, ", ", $c)),+),
            each!($(concat!("add ", $a, ", ", $t)),+),
            each!($(concat!("mov ", $t, ", ", $d)),+),
            each!($(concat!("and ", $t, ", ", $b)),+),
            each!($(concat!("add ", $a, ", ", $t)),+),
        )
    };
    (h; $([$a:literal $b:literal $c:literal $d:literal $t:literal])+) => {
        concat!(
            each!($(concat!("mov ", $t, ", ", $c)),+),
            each!($(concat!("xor ", $t, ", ", $d)),+),
            each!($(concat!("xor ", $t, ", ", $b)),+),
            each!($(concat!("add ", $a, ", ", $t)),+),
        )
    };
    (i; $([$a:literal $b:literal $c:literal $d:literal $t:literal])+) => {
        concat!(
            each!($(concat!("mov ", $t, ", ", $d)),+),
            each!($(concat!("not ", $t)),+),
            each!($(concat!("or ", $t, ", ", $b)),+),
            each!($(concat!("xor ", $t, ", ", $c)),+),
            each!($(concat!("add ", $a, ", ", $t)),+),
        )
    };
}

/// A step of messages: the function, the step's number, the message's word by that number,
/// and how far it rotates; and for each message its registers and where its block is.
/// Messages in one pair of braces have a spare register each, and go instruction by
/// instruction.
macro_rules! step {
    (
        $f:ident $i:literal ($times:literal $plus:literal) $left:literal;
        $({ $([$a:literal $b:literal $c:literal $d:literal $t:literal $m:literal])+ })+
    ) => {
        concat!(
            $(
                each!($(concat!("add ", $a, ", dword ptr [", $m, " + 4 * ((", $times, " * ", $i, " + ", $plus, ") & 15)]")),+),
                each!($(concat!("add ", $a, ", {", $i, "}")),+),
            )+
            $(function!($f; $([$a $b $c $d $t])+),)+
            $(
                each!($(concat!("rol ", $a, ", ", $left)),+),
                each!($(concat!("add ", $a, ", ", $b)),+),
            )+
        )
    };
}

/// Four steps, after which the words of the state are where they were.
macro_rules! four_steps {
    (
        $f:ident $word:tt ($r0:literal $r1:literal $r2:literal $r3:literal) [$i0:literal $i1:literal $i2:literal $i3:literal];
        $({ $([$a:literal $b:literal $c:literal $d:literal $t:literal $m:literal])+ })+
    ) => {
        concat!(
            step!($f $i0 $word $r0; $({ $([$a $b $c $d $t $m])+ })+),
            step!($f $i1 $word $r1; $({ $([$d $a $b $c $t $m])+ })+),
            step!($f $i2 $word $r2; $({ $([$c $d $a $b $t $m])+ })+),
            step!($f $i3 $word $r3; $({ $([$b $c $d $a $t $m])+ })+),
        )
    };
}

/// All 64 steps.
macro_rules! steps {
    ($($messages:tt)+) => {
        concat!(
            four_steps!(f (1 0) (7 12 17 22) [0 1 2 3]; $($messages)+),
            four_steps!(f (1 0) (7 12 17 22) [4 5 6 7]; $($messages)+),
            four_steps!(f (1 0) (7 12 17 22) [8 9 10 11]; $($messages)+),
            four_steps!(f (1 0) (7 12 17 22) [12 13 14 15]; $($messages)+),
            four_steps!(g (5 1) (5 9 14 20) [16 17 18 19]; $($messages)+),
            four_steps!(g (5 1) (5 9 14 20) [20 21 22 23]; $($messages)+),
            four_steps!(g (5 1) (5 9 14 20) [24 25 26 27]; $($messages)+),
            four_steps!(g (5 1) (5 9 14 20) [28 29 30 31]; $($messages)+),
            four_steps!(h (3 5) (4 11 16 23) [32 33 34 35]; $($messages)+),
            four_steps!(h (3 5) (4 11 16 23) [36 37 38 39]; $($messages)+),
            four_steps!(h (3 5) (4 11 16 23) [40 41 42 43]; $($messages)+),
            four_steps!(h (3 5) (4 11 16 23) [44 45 46 47]; $($messages)+),
            four_steps!(i (7 0) (6 10 15 21) [48 49 50 51]; $($messages)+),
            four_steps!(i (7 0) (6 10 15 21) [52 53 54 55]; $($messages)+),
            four_steps!(i (7 0) (6 10 15 21) [56 57 58 59]; $($messages)+),
            four_steps!(i (7 0) (6 10 15 21) [60 61 62 63]; $($messages)+),
        )
    };
}

/// `asm!` of all steps: the messages, as [`steps`] takes them between what comes before and
/// behind, and the operands. The constants are the first operands, by the steps' numbers.
macro_rules! steps_asm {
    (($($before:literal)*) $messages:tt ($($after:literal)*) $($operands:tt)+) => {
        steps_asm!(
            @ [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
               32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63]
            ($($before)*) $messages ($($after)*) $($operands)+
        )
    };
    (@ [$($i:literal)+] ($($before:literal)*) ($($messages:tt)+) ($($after:literal)*) $($operands:tt)+) => {
        asm!($($before,)* steps!($($messages)+), $($after,)* $(const K[$i],)+ $($operands)+)
    };
}

impl Interleaved<Md5, 1> for Sse2 {
    #[inline(never)]
    unsafe fn compress(self, states: &mut [[u32; 4]; 1], [mut from]: [*const u8; 1], blocks: usize) {
        let mut s = states[0];
        for _ in 0..blocks {
            let [mut a, mut b, mut c, mut d] = s;
            // SAFETY: it reads a block, which the caller says can be read.
            unsafe {
                steps_asm!(
                    () ({ ["{a:e}" "{b:e}" "{c:e}" "{d:e}" "{t:e}" "{from}"] }) ()
                    a = inout(reg) a, b = inout(reg) b, c = inout(reg) c, d = inout(reg) d,
                    from = in(reg) from, t = out(reg) _,
                    options(readonly, nostack),
                );
            }
            s = sum(s, [a, b, c, d]);
            from = from.wrapping_add(BLOCK);
        }
        states[0] = s;
    }
}

impl Interleaved<Md5, 2> for Sse2 {
    #[inline(never)]
    unsafe fn compress(
        self,
        states: &mut [[u32; 4]; 2],
        [mut from, mut from1]: [*const u8; 2],
        blocks: usize,
    ) {
        let [mut s, mut s1] = *states;
        for _ in 0..blocks {
            let [mut a, mut b, mut c, mut d] = s;
            let [mut a1, mut b1, mut c1, mut d1] = s1;
            // SAFETY: it reads two blocks, which the caller says can be read.
            unsafe {
                steps_asm!(
                    () ({
                        ["{a:e}" "{b:e}" "{c:e}" "{d:e}" "{t:e}" "{from}"]
                        ["{a1:e}" "{b1:e}" "{c1:e}" "{d1:e}" "{t1:e}" "{from1}"]
                    }) ()
                    a = inout(reg) a, b = inout(reg) b, c = inout(reg) c, d = inout(reg) d,
                    a1 = inout(reg) a1, b1 = inout(reg) b1, c1 = inout(reg) c1, d1 = inout(reg) d1,
                    from = in(reg) from, from1 = in(reg) from1, t = out(reg) _, t1 = out(reg) _,
                    options(readonly, nostack),
                );
            }
            (s, s1) = (sum(s, [a, b, c, d]), sum(s1, [a1, b1, c1, d1]));
            (from, from1) = (from.wrapping_add(BLOCK), from1.wrapping_add(BLOCK));
        }
        *states = [s, s1];
    }
}

/// A block of three messages, in one place.
#[repr(C, align(16))]
struct Three {
    blocks: [[u8; BLOCK]; 3],
    /// `rbx`, which no operand may be, and which three messages need.
    rbx: u64,
}

impl Interleaved<Md5, 3> for Sse2 {
    #[inline(never)]
    unsafe fn compress(self, states: &mut [[u32; 4]; 3], from: [*const u8; 3], blocks: usize) {
        let mut m = Three { blocks: [[0; BLOCK]; 3], rbx: 0 };
        for block in 0..blocks {
            for (m, from) in m.blocks.iter_mut().zip(from) {
                // SAFETY: the caller says that all blocks can be read.
                *m = unsafe { from.wrapping_add(block * BLOCK).cast::<[u8; BLOCK]>().read() };
            }
            let [
                [mut a, mut b, mut c, mut d],
                [mut a1, mut b1, mut c1, mut d1],
                [mut a2, mut b2, mut c2, mut d2],
            ] = *states;
            // SAFETY: it reads and writes `m`, and `rbx` is as it was in the end.
            unsafe {
                steps_asm!(
                    ("mov [rdi + 192], rbx")
                    (
                        { ["eax" "ecx" "edx" "esi" "ebx" "rdi"] }
                        { ["r8d" "r9d" "r10d" "r11d" "ebx" "rdi + 64"] }
                        { ["r12d" "r13d" "r14d" "r15d" "ebx" "rdi + 128"] }
                    )
                    ("mov rbx, [rdi + 192]")
                    inout("eax") a, inout("ecx") b, inout("edx") c, inout("esi") d,
                    inout("r8d") a1, inout("r9d") b1, inout("r10d") c1, inout("r11d") d1,
                    inout("r12d") a2, inout("r13d") b2, inout("r14d") c2, inout("r15d") d2,
                    in("rdi") &raw mut m,
                    options(nostack),
                );
            }
            *states = [
                sum(states[0], [a, b, c, d]),
                sum(states[1], [a1, b1, c1, d1]),
                sum(states[2], [a2, b2, c2, d2]),
            ];
        }
    }
}

/// What a block adds to a chaining value.
#[inline(always)]
fn sum(state: [u32; 4], steps: [u32; 4]) -> [u32; 4] {
    core::array::from_fn(|w| state[w].wrapping_add(steps[w]))
}
