//! Pieces of the transpose of a block of each lane to vectors of words, with AVX-512 in assembly:
//! operands `from` (a pointer for each lane), `at` (where its block is from there), `to` (where
//! the words go), `p` and `q` (spare).

/// A vector with a piece of one lane, and behind it the same piece of another one.
macro_rules! row {
    ($row:literal $lane:literal $other:literal $at:literal) => {
        concat!(
            concat!("mov {p}, qword ptr [{from} + 8 * ", $lane, "]\n"),
            concat!("mov {q}, qword ptr [{from} + 8 * ", $other, "]\n"),
            concat!("vmovdqu64 ymm", $row, ", [{p} + {at} + ", $at, "]\n"),
            concat!("vinserti64x4 zmm", $row, ", zmm", $row, ", [{q} + {at} + ", $at, "], 1\n"),
        )
    };
}
pub(crate) use row;

/// Two vectors to two: the lower halves of each pair of words, and the upper ones.
macro_rules! zip {
    ($how:literal $a:literal $b:literal => $low:literal $high:literal) => {
        concat!(
            concat!("vpunpckl", $how, " zmm", $low, ", zmm", $a, ", zmm", $b, "\n"),
            concat!("vpunpckh", $how, " zmm", $high, ", zmm", $a, ", zmm", $b, "\n"),
        )
    };
}
pub(crate) use zip;

/// The even 128-bit parts of two vectors are a word, and the odd ones another.
macro_rules! parts {
    ($low:literal $high:literal => $even:literal $odd:literal; $w:literal $x:literal) => {
        concat!(
            "vshufi64x2 zmm", $even, ", zmm", $low, ", zmm", $high, ", 0x88\n",
            "vshufi64x2 zmm", $odd, ", zmm", $low, ", zmm", $high, ", 0xdd\n",
            $crate::kernel::x86_transpose512::put!($even $w),
            $crate::kernel::x86_transpose512::put!($odd $x),
        )
    };
}
pub(crate) use parts;

/// A word, put in its place.
macro_rules! put {
    ($from:literal $w:literal) => {
        concat!("vmovdqa64 [{to} + 64 * ", $w, "], zmm", $from, "\n")
    };
}
pub(crate) use put;
