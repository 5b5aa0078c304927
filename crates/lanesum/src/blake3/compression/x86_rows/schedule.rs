//! The words of a block in the order in which a round takes them: four vectors,
//! the first and the second ones for the columns, and the same for the diagonals.
//!
//! The diagonals' begin with the last one, for row `b` stays where the columns'
//! is. Out of the vectors `x y z w` of a round the next one makes
//!
//! ```text
//! x1 y1 y3 x2    x3 z2 x0 w3    w0 y0 z3 w1    z1 w2 y2 z0
//! ```
//!
//! of each message, which is table 2 of the paper in that order.

/// `first!(features, vector; to floats, shuffle, from floats; shuffle within)`: the words as
/// the first round takes them.
macro_rules! first {
    (
        $features:literal, $vector:ty; $to_ps:ident, $shuffle_ps:ident, $from_ps:ident; $shuffle:ident
    ) => {
        /// Two words of `x`, and two of `y`, first to last from the lowest bits on.
        #[target_feature(enable = $features)]
        #[inline]
        fn pick<const WHICH: i32>(x: $vector, y: $vector) -> $vector {
            $from_ps($shuffle_ps::<WHICH>($to_ps(x), $to_ps(y)))
        }

        /// The words as the first round takes them.
        #[target_feature(enable = $features)]
        #[inline]
        pub(in super::super::super) fn first([w0, w4, w8, w12]: [$vector; 4]) -> [$vector; 4] {
            [
                pick::<0b10_00_10_00>(w0, w4),
                pick::<0b11_01_11_01>(w0, w4),
                // Pinned, for of the two LLVM makes one permutation, which takes longer: four
                // messages took a twelfth more.
                $shuffle::<0b10_01_00_11>(pin(pick::<0b10_00_10_00>(w8, w12))),
                $shuffle::<0b10_01_00_11>(pin(pick::<0b11_01_11_01>(w8, w12))),
            ]
        }
    };
}
pub(super) use first;

/// `shuffled!(features, vector; to floats, shuffle, from floats; shuffle within,
/// low halves, high halves)`: by shuffles of two vectors, which take two words
/// of each.
macro_rules! shuffled {
    (
        $features:literal, $vector:ty;
        $to_ps:ident, $shuffle_ps:ident, $from_ps:ident; $shuffle:ident, $unpack_lo:ident, $unpack_hi:ident
    ) => {
        first!($features, $vector; $to_ps, $shuffle_ps, $from_ps; $shuffle);

        /// As the next round takes them.
        #[target_feature(enable = $features)]
        #[inline]
        pub(in super::super::super) fn next([x, y, z, w]: [$vector; 4]) -> [$vector; 4] {
            let (xz, x0w3) = ($unpack_hi(x, z), pick::<0b11_11_00_00>(x, w));
            let (wy, z3w1) = ($unpack_lo(w, y), pick::<0b01_01_11_11>(z, w));
            let (z1w2, y2z0) = (pick::<0b10_10_01_01>(z, w), pick::<0b00_00_10_10>(y, z));
            [
                // Pinned, for of the two LLVM makes one permutation, which takes longer: one
                // message was slower by a twentieth.
                $shuffle::<0b01_11_10_00>(pin(pick::<0b11_01_10_01>(x, y))),
                pick::<0b10_00_01_10>(xz, x0w3),
                pick::<0b10_00_01_00>(wy, z3w1),
                pick::<0b10_00_10_00>(z1w2, y2z0),
            ]
        }
    };
}
pub(super) use shuffled;

/// A step, by its number, of laying out the words `p q r s` of the next round with AVX2, in
/// assembly, by blends and the shuffles that those need: each word goes to where a blend takes it
/// from, unless it is there. All are operands, of which `x y z w` may be in memory. Words of `y`
/// and of `z` that several want wait in two registers more; the first of them may be `r`'s.
///
/// Of a core's vector units all blend and two shuffle, or one. To shuffle alone would take 11
/// shuffles a round, where this takes 5.
macro_rules! lay {
    (0 [$x:expr, $y:expr, $z:expr, $w:expr] [$p:expr, $q:expr, $r:expr, $s:expr] $y03:expr, $z1230:expr) => {
        concat!("vpshufd ", $p, ", ", $x, ", 0x81\n")
    };
    (1 [$x:expr, $y:expr, $z:expr, $w:expr] [$p:expr, $q:expr, $r:expr, $s:expr] $y03:expr, $z1230:expr) => {
        concat!("vpshufd ", $y03, ", ", $y, ", 0x30\n")
    };
    (2 [$x:expr, $y:expr, $z:expr, $w:expr] [$p:expr, $q:expr, $r:expr, $s:expr] $y03:expr, $z1230:expr) => {
        concat!("vpblendd ", $p, ", ", $p, ", ", $y, ", 0x22\n")
    };
    (3 [$x:expr, $y:expr, $z:expr, $w:expr] [$p:expr, $q:expr, $r:expr, $s:expr] $y03:expr, $z1230:expr) => {
        concat!("vpblendd ", $p, ", ", $p, ", ", $y03, ", 0x44\n")
    };
    (4 [$x:expr, $y:expr, $z:expr, $w:expr] [$p:expr, $q:expr, $r:expr, $s:expr] $y03:expr, $z1230:expr) => {
        concat!("vpshufd ", $q, ", ", $x, ", 0x03\n")
    };
    (5 [$x:expr, $y:expr, $z:expr, $w:expr] [$p:expr, $q:expr, $r:expr, $s:expr] $y03:expr, $z1230:expr) => {
        concat!("vpshufd ", $z1230, ", ", $z, ", 0x39\n")
    };
    (6 [$x:expr, $y:expr, $z:expr, $w:expr] [$p:expr, $q:expr, $r:expr, $s:expr] $y03:expr, $z1230:expr) => {
        concat!("vpblendd ", $q, ", ", $q, ", ", $z1230, ", 0x22\n")
    };
    (7 [$x:expr, $y:expr, $z:expr, $w:expr] [$p:expr, $q:expr, $r:expr, $s:expr] $y03:expr, $z1230:expr) => {
        concat!("vpblendd ", $q, ", ", $q, ", ", $w, ", 0x88\n")
    };
    (8 [$x:expr, $y:expr, $z:expr, $w:expr] [$p:expr, $q:expr, $r:expr, $s:expr] $y03:expr, $z1230:expr) => {
        concat!("vpshufd ", $s, ", ", $w, ", 0x48\n")
    };
    (9 [$x:expr, $y:expr, $z:expr, $w:expr] [$p:expr, $q:expr, $r:expr, $s:expr] $y03:expr, $z1230:expr) => {
        concat!("vpblendd ", $r, ", ", $s, ", ", $y03, ", 0x22\n")
    };
    (10 [$x:expr, $y:expr, $z:expr, $w:expr] [$p:expr, $q:expr, $r:expr, $s:expr] $y03:expr, $z1230:expr) => {
        concat!("vpblendd ", $r, ", ", $r, ", ", $z1230, ", 0x44\n")
    };
    (11 [$x:expr, $y:expr, $z:expr, $w:expr] [$p:expr, $q:expr, $r:expr, $s:expr] $y03:expr, $z1230:expr) => {
        concat!("vpblendd ", $s, ", ", $z1230, ", ", $s, ", 0x22\n")
    };
    (12 [$x:expr, $y:expr, $z:expr, $w:expr] [$p:expr, $q:expr, $r:expr, $s:expr] $y03:expr, $z1230:expr) => {
        concat!("vpblendd ", $s, ", ", $s, ", ", $y, ", 0x44\n")
    };
}
pub(super) use lay;

/// `permuted!(features, vector; words in it; permute, blend, replace)`: by AVX-512's
/// permutations of two vectors, five in place of eleven shuffles.
macro_rules! permuted {
    (
        $features:literal, $vector:ty; $words:literal; $permute:ident, $blend:ident, $replace:ident
    ) => {
        /// A word of the first vector.
        const fn first_of(i: u32) -> u32 {
            i
        }

        /// A word of the second one.
        const fn second_of(i: u32) -> u32 {
            i + $words
        }

        /// The order within a message, made one within the vector.
        #[target_feature(enable = $features)]
        #[inline]
        fn order(w: [u32; 4]) -> $vector {
            let mut all = [0; $words];
            for i in 0..$words {
                all[i] = w[i % 4] + (i - i % 4) as u32;
            }
            // SAFETY: that many words are the vector.
            unsafe { core::mem::transmute::<[u32; $words], $vector>(all) }
        }

        /// The words as the first round takes them.
        #[target_feature(enable = $features)]
        #[inline]
        pub(in super::super::super) fn first([w0, w4, w8, w12]: [$vector; 4]) -> [$vector; 4] {
            let (i, j) = (first_of, second_of);
            [
                $permute(w0, order([i(0), i(2), j(0), j(2)]), w4),
                $permute(w0, order([i(1), i(3), j(1), j(3)]), w4),
                $permute(w8, order([j(2), i(0), i(2), j(0)]), w12),
                $permute(w8, order([j(3), i(1), i(3), j(1)]), w12),
            ]
        }

        /// As the next round takes them.
        #[target_feature(enable = $features)]
        #[inline]
        pub(in super::super::super) fn next([x, y, z, w]: [$vector; 4]) -> [$vector; 4] {
            let (i, j) = (first_of, second_of);
            let xz = $permute(x, order([i(3), j(2), i(0), i(0)]), z);
            let wy = $permute(w, order([i(0), j(0), i(0), i(1)]), y);
            let zw = $permute(z, order([i(1), j(2), i(0), i(0)]), w);
            [
                $permute(x, order([i(1), j(1), j(3), i(2)]), y),
                $blend(0x8888u16 as _, xz, w),
                $replace::<0b11_11_11_11>(wy, 0x4444u16 as _, z),
                $blend(0x4444u16 as _, zw, y),
            ]
        }
    };
}
pub(super) use permuted;
