//! A round of SHA-2 for one message, in instructions: SHA-256's and SHA-512's
//! differ in the width of a word and in the rotations.
//!
//! The rounds are scalar, for one message has nothing to fill the lanes of a
//! vector with. The message schedule has, and each of its instructions stands
//! behind a few of the rounds'. Together they would keep the rounds out of the
//! core for as long as they take to come in: with the schedule in intrinsics
//! between one round and the next, SHA-256 was 8 % slower on AMD Zen 4.
//!
//! With BMI a round is 24 instructions, of which two only copy: `rorx` and `andn`
//! leave their sources alone. Cores that take in four a cycle need 6 cycles for
//! it; AMD Zen 4 takes 5.95. What a round waits for is `e`: from one to the next it
//! takes a rotation, two `xor` and two sums. `b ^ c` is the `a ^ b` of the round
//! before: `majority(a, b, c) = ((a ^ b) & (b ^ c)) ^ b`.
//!
//! A core that gives each instruction to a unit when it comes in minds their
//! order and where in a line of 64 bytes they lie, by up to 15 and 5 percent on AMD
//! Zen 4. The order was found by trying some hundreds there; registers are named
//! and loops aligned so that the bytes stay what they are.

use core::num::Wrapping;
use core::ops::{Add, BitXor};

/// Rounds, each `[at]` or `[at, between, ...]`: the byte behind `$sums` where its
/// sum of a word and a constant is, and eight lines, each to stand behind three
/// instructions or four.
///
/// The names of the state's words turn instead of the words. `$bc` is `b ^ c`,
/// and the others are free.
macro_rules! rounds {
    ($kind:ident $rotations:tt $sums:ident $($names:ident)+; $($rounds:tt)+) => {
        rounds!(@ {} $kind $rotations $sums $($names)+; $($rounds)+)
    };
    (@ {$($done:tt)*} $kind:ident $rotations:tt $sums:ident
     $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident $bc:ident $ab:ident $x:ident $y:ident;
     [$at:literal $(, $between:expr)*] $($rest:tt)*) => {
        rounds!(@ {
            $($done)*
            round!($kind $rotations $sums + $at, $a $b $d $e $f $g $h $bc $ab $x $y [$($between),*]),
        } $kind $rotations $sums $h $a $b $c $d $e $f $g $ab $bc $x $y; $($rest)*)
    };
    (@ {$($done:tt)+} $kind:ident $rotations:tt $sums:ident $($names:ident)+;) => {
        concat!($($done)+)
    };
}

/// A round: FIPS 180-4, (4.4) and (4.5), or (4.10) and (4.11), with the rotations
/// of `e` and of `a`.
macro_rules! round {
    ($kind:ident $rotations:tt $sums:ident + $at:literal, $($names:ident)+ []) => {
        round!($kind $rotations $sums + $at, $($names)+ ["", "", "", "", "", "", "", ""])
    };
    // With BMI1 and BMI2.
    (bmi [$e0:literal $e1:literal $e2:literal, $a0:literal $a1:literal $a2:literal] $sums:ident + $at:literal,
     $a:ident $b:ident $d:ident $e:ident $f:ident $g:ident $h:ident $bc:ident $ab:ident $x:ident $y:ident
     [$i0:expr, $i1:expr, $i2:expr, $i3:expr, $i4:expr, $i5:expr, $i6:expr, $i7:expr]) => {
        concat!(
            i!(rorx $x, $e, $e2), "\n", i!(add $h, [$sums + $at]), "\n", i!(mov $ab, $f), "\n", $i0, "\n",
            i!(rorx $y, $e, $e1), "\n", i!(and $ab, $e), "\n", i!(add $h, $ab), "\n", $i1, "\n",
            i!(andn $ab, $e, $g), "\n", i!(xor $x, $y), "\n", i!(rorx $y, $e, $e0), "\n", $i2, "\n",
            i!(add $h, $ab), "\n", i!(xor $x, $y), "\n", i!(mov $ab, $a), "\n", $i3, "\n",
            i!(xor $ab, $b), "\n", i!(add $h, $x), "\n", i!(rorx $y, $a, $a1), "\n", $i4, "\n",
            i!(and $bc, $ab), "\n", i!(xor $bc, $b), "\n", i!(rorx $x, $a, $a2), "\n", $i5, "\n",
            i!(xor $x, $y), "\n", i!(add $d, $h), "\n", i!(add $h, $bc), "\n", $i6, "\n",
            i!(rorx $y, $a, $a0), "\n", i!(xor $x, $y), "\n", i!(add $h, $x), "\n", $i7, "\n",
        )
    };
    // As before, but `d` takes up each sum as it comes: from `e` to the next one it is a sum less,
    // for two instructions more. A block of SHA-512 takes 445 cycles for 456 on AMD Zen 5, which
    // takes in eight a cycle.
    (split [$e0:literal $e1:literal $e2:literal, $a0:literal $a1:literal $a2:literal] $sums:ident + $at:literal,
     $a:ident $b:ident $d:ident $e:ident $f:ident $g:ident $h:ident $bc:ident $ab:ident $x:ident $y:ident
     [$i0:expr, $i1:expr, $i2:expr, $i3:expr, $i4:expr, $i5:expr, $i6:expr, $i7:expr]) => {
        concat!(
            i!(rorx $x, $e, $e2), "\n", i!(add $h, [$sums + $at]), "\n", i!(mov $ab, $f), "\n", $i0, "\n",
            i!(rorx $y, $e, $e1), "\n", i!(and $ab, $e), "\n", i!(add $d, $h), "\n", $i1, "\n",
            i!(xor $x, $y), "\n", i!(andn $y, $e, $g), "\n", i!(add $ab, $y), "\n", $i2, "\n",
            i!(rorx $y, $e, $e0), "\n", i!(xor $x, $y), "\n", i!(add $d, $ab), "\n", i!(add $h, $ab), "\n", $i3, "\n",
            i!(add $d, $x), "\n", i!(mov $ab, $a), "\n", i!(xor $ab, $b), "\n", i!(add $h, $x), "\n", i!(rorx $y, $a, $a1), "\n", $i4, "\n",
            i!(and $bc, $ab), "\n", i!(xor $bc, $b), "\n", i!(rorx $x, $a, $a2), "\n", $i5, "\n",
            i!(xor $x, $y), "\n", i!(add $h, $bc), "\n", $i6, "\n",
            i!(rorx $y, $a, $a0), "\n", i!(xor $x, $y), "\n", i!(add $h, $x), "\n", $i7, "\n",
        )
    };
    // With what every CPU has. The rotations of `a` are steps from one to the next, for
    // nothing waits for them.
    (base [$e0:literal $e1:literal $e2:literal, $a0:literal $a1:literal $a2:literal] $sums:ident + $at:literal,
     $a:ident $b:ident $d:ident $e:ident $f:ident $g:ident $h:ident $bc:ident $ab:ident $x:ident $y:ident
     [$i0:expr, $i1:expr, $i2:expr, $i3:expr, $i4:expr, $i5:expr, $i6:expr, $i7:expr]) => {
        concat!(
            i!(add $h, [$sums + $at]), "\n", i!(mov $x, $e), "\n", i!(ror $x, $e2), "\n", i!(mov $ab, $e), "\n", $i0, "\n",
            i!(ror $ab, $e1), "\n", i!(mov $y, $f), "\n", i!(xor $y, $g), "\n", i!(xor $x, $ab), "\n", $i1, "\n",
            i!(mov $ab, $e), "\n", i!(ror $ab, $e0), "\n", i!(and $y, $e), "\n", $i2, "\n",
            i!(xor $y, $g), "\n", i!(xor $x, $ab), "\n", i!(add $h, $y), "\n", $i3, "\n",
            i!(mov $ab, $a), "\n", i!(mov $y, $a), "\n", i!(ror $y, $a2), "\n", $i4, "\n",
            i!(xor $y, $a), "\n", i!(ror $y, $a1), "\n", i!(add $h, $x), "\n", i!(add $d, $h), "\n", $i5, "\n",
            i!(xor $ab, $b), "\n", i!(and $bc, $ab), "\n", i!(xor $bc, $b), "\n", $i6, "\n",
            i!(xor $y, $a), "\n", i!(add $h, $bc), "\n", i!(ror $y, $a0), "\n", i!(add $h, $y), "\n", $i7, "\n",
        )
    };
}

/// Lines of rounds, and what else they take, on the words that [`rounds`] names: those of a state
/// and `b ^ c`, three that are free, and in `r15` where the sums are.
macro_rules! on_words {
    (u32 $($rest:tt)+) => {
        on_words!(@ "eax" "ecx" "edx" "esi" "edi" "r8d" "r9d" "r10d" "r11d" "r12d" "r13d" "r14d", $($rest)+)
    };
    (u64 $($rest:tt)+) => {
        on_words!(@ "rax" "rcx" "rdx" "rsi" "rdi" "r8" "r9" "r10" "r11" "r12" "r13" "r14", $($rest)+)
    };
    (@ $a:tt $b:tt $c:tt $d:tt $e:tt $f:tt $g:tt $h:tt $bc:tt $ab:tt $x:tt $y:tt,
     $words:ident $sums:ident, options($($option:ident),+);
     [$($line:expr),+] $($operand:tt)*) => {
        core::arch::asm!(
            $($line,)+
            $($operand)*
            inout($a) $words[0],
            inout($b) $words[1],
            inout($c) $words[2],
            inout($d) $words[3],
            inout($e) $words[4],
            inout($f) $words[5],
            inout($g) $words[6],
            inout($h) $words[7],
            inout($bc) $words[8],
            out($ab) _,
            out($x) _,
            out($y) _,
            in("r15") $sums,
            options($($option),+),
        )
    };
}

pub(crate) use {on_words, round, rounds};

/// The state before the rounds, and `b ^ c`.
#[inline(always)]
pub(super) fn begin<W: Copy + BitXor<Output = W>>(&[a, b, c, d, e, f, g, h]: &[W; 8]) -> [W; 9] {
    [a, b, c, d, e, f, g, h, b ^ c]
}

/// Adds the state after the rounds to that before.
#[inline(always)]
pub(super) fn end<W: Copy>(state: &mut [W; 8], s: &[W; 9])
where
    Wrapping<W>: Add<Output = Wrapping<W>>,
{
    for i in 0..8 {
        state[i] = (Wrapping(state[i]) + Wrapping(s[i])).0;
    }
}
