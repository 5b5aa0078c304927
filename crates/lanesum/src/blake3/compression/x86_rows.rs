//! BLAKE3 of one, two, four or eight messages, their states in rows: a vector
//! holds the same row of one, two or four of them.
//!
//! The four columns of a state lie side by side, so G runs on all of them at
//! once, and then on the diagonals, for which the rows are turned against each
//! other. A block is a chain of 14 times 12 operations, each waiting for the one
//! before; all else hides behind it: row `b`, which is ready last, stays, and the
//! other three are turned.
//!
//! A rotation takes two cycles on an AMD Zen 4, a shift or logic of three inputs one. A
//! kernel that is split shifts only what comes late, both ways, and joins it with the rest,
//! which is rotated before: 168 cycles for a block's chain in place of 224, and 195 for a
//! block of a long message in place of 227. Where a rotation takes one cycle the shifts only
//! keep units from others: on an Intel Granite Rapids a block takes 218 cycles so, and 177
//! with rotations.
//!
//! A message waits on itself: a second one in the other half of a wider vector
//! costs nothing, nor do two more in 512 bits, nor hardly a second such set. From
//! there on a message in each lane is better, which has nothing to shuffle.
//!
//! The words of the block stay in registers. Each round takes them in an order
//! that is the same permutation of the one before, and it moves them only within
//! the 128 bits of a message.

mod one_set;
mod one_set_avx2;
mod operations;
mod schedule;
mod two_sets;
mod vectors;

use super::{Blake3, CHUNK_END, CHUNK_START, IV, STATE};
use crate::blake3::nodes::{Nodes, To};
use crate::blake3::{BLOCK_LEN, CHUNK_LEN, CV_LEN};
use crate::isa::x86_64::{Avx2, Avx512, Avx512Metered, Avx512Split, Ssse3};
use crate::kernel::compression::unroll;
use crate::kernel::x86_meter::Meter;
use crate::kernel::{Form, Interleaved};
use core::arch::{asm, x86_64::*};

/// The same number, which the compiler may not look through: it would write the rounds once
/// more, for the last block, whose instructions then run once and have to be decoded first.
#[inline(always)]
fn hidden(mut n: usize) -> usize {
    // SAFETY: it does nothing.
    unsafe { asm!("/* {0} */", inout(reg) n, options(pure, nomem, nostack, preserves_flags)) };
    n
}

/// `rounds!(; features, vector, sets)`: the rounds, unless they stand elsewhere.
macro_rules! rounds {
    ($rounds:path; $($here:tt)*) => {
        use $rounds as rounds;
    };
    (; $features:literal, $vector:ty, $sets:tt) => {
        /// Half of the function G, on four columns or diagonals of each message. The
        /// word of the message is added first, for `b` is what comes last out of the
        /// step before.
        #[target_feature(enable = $features)]
        #[inline]
        fn half<const D: u32, const B: u32>([a, b, c, d]: &mut [Row; 4], m: Row) {
            unroll!(i in 0..$sets {
                a[i] = ops::add(ops::pin(ops::add(a[i], m[i])), b[i]);
                d[i] = ops::xor_rotr::<D>(d[i], a[i]);
                c[i] = ops::add(c[i], d[i]);
                b[i] = ops::xor_rotr::<B>(b[i], c[i]);
            });
        }

        /// The seven rounds, before the feed-forward, of states and the words of their
        /// blocks: for the columns the first and the second ones, and for the diagonals.
        #[target_feature(enable = $features)]
        #[inline]
        fn rounds(mut v: [Row; 4], mut m: [[$vector; 4]; $sets], _: &mut Meter) -> [Row; 4] {
            for round in 0..7 {
                if round > 0 {
                    for m in &mut m {
                        *m = ops::next(*m);
                    }
                }
                half::<16, 12>(&mut v, m.map(|m| m[0]));
                half::<8, 7>(&mut v, m.map(|m| m[1]));
                unroll!(set in 0..$sets {
                    v[0][set] = ops::turn::<0b10_01_00_11>(v[0][set]);
                    v[2][set] = ops::turn::<0b00_11_10_01>(v[2][set]);
                    v[3][set] = ops::turn::<0b01_00_11_10>(v[3][set]);
                });
                half::<16, 12>(&mut v, m.map(|m| m[2]));
                half::<8, 7>(&mut v, m.map(|m| m[3]));
                unroll!(set in 0..$sets {
                    v[0][set] = ops::turn::<0b00_11_10_01>(v[0][set]);
                    v[2][set] = ops::turn::<0b10_01_00_11>(v[2][set]);
                    v[3][set] = ops::turn::<0b01_00_11_10>(v[3][set]);
                });
            }
            v
        }
    };
}

/// `rows!(form isa of features => name, messages in sets of vector by operations)`:
/// the kernel of so many messages, `messages / sets` in a vector.
macro_rules! rows {
    ($form:ident $isa:ident of $features:literal => $name:ident, $messages:literal in $sets:tt of $vector:ty, $ops:path $(, $rounds:path)?) => {
        impl Interleaved<Blake3, $messages> for $isa {
            const FORM: Form = Form::$form;

            unsafe fn compress(
                self,
                states: &mut [[u32; STATE]; $messages],
                from: [*const u8; $messages],
                blocks: usize,
            ) {
                // SAFETY: the token is the proof of the features; the rest is the caller's.
                unsafe { $name::run(states, from, blocks, 0, To::States) }
            }
        }

        impl Nodes<$messages> for $isa {
            fn chunks(
                self,
                states: &mut [[u32; STATE]; $messages],
                chunks: [&[u8; CHUNK_LEN]; $messages],
                out: &mut [[u8; CV_LEN]; $messages],
            ) {
                let (from, blocks) = (chunks.map(|chunk| chunk.as_ptr()), CHUNK_LEN / BLOCK_LEN);
                // SAFETY: the token is the proof of the features, and a chunk has so many blocks.
                unsafe { $name::run(states, from, blocks, CHUNK_END, To::Values(out)) }
            }

            fn values(
                self,
                mut state: [u32; STATE],
                blocks: [&[u8; BLOCK_LEN]; $messages],
                out: &mut [[u8; CV_LEN]; $messages],
            ) {
                let state = core::slice::from_mut(&mut state);
                // SAFETY: the token is the proof of the features, and there is a block each.
                unsafe { $name::run(state, blocks.map(|block| block.as_ptr()), 1, 0, To::Values(out)) }
            }

            fn output(
                self,
                states: &mut [[u32; STATE]; $messages],
                block: &[u8; BLOCK_LEN],
                out: &mut [[u8; BLOCK_LEN]; $messages],
            ) {
                // SAFETY: the token is the proof of the features, and there is a block.
                unsafe { $name::run(states, [block.as_ptr(); $messages], 1, 0, To::Blocks(out)) }
            }
        }

        mod $name {
            use super::*;
            use $ops as ops;

            /// Messages in a vector.
            const PARTS: usize = $messages / $sets;

            /// A row of every message.
            type Row = [$vector; $sets];

            /// Row `row` of each of a set's messages, of which one `T` after the other is at
            /// `first`, or one for all.
            #[inline]
            fn rows_of<T>(set: usize, first: *mut T, each: bool, row: usize) -> [*mut u8; PARTS] {
                let mut p = [core::ptr::null_mut(); PARTS];
                for i in 0..PARTS {
                    let message = if each { set * PARTS + i } else { 0 };
                    p[i] = first.wrapping_add(message).cast::<u8>().wrapping_add(16 * row);
                }
                p
            }

            /// Writes rows of each message, of which one `T` after the other is at `first`.
            ///
            /// # Safety
            ///
            /// There are so many, and each has that many rows.
            #[target_feature(enable = $features)]
            #[inline]
            unsafe fn store<T, const N: usize>(rows: [Row; N], first: *mut T) {
                for (i, row) in rows.iter().enumerate() {
                    for (set, vector) in row.iter().enumerate() {
                        // SAFETY: the caller's.
                        unsafe { ops::unrow(*vector, rows_of(set, first, true, i)) };
                    }
                }
            }

            /// The same four words for each message.
            #[target_feature(enable = $features)]
            #[inline]
            fn words(w: [u32; 4]) -> $vector {
                let [x, y, z, w] = w.map(|w| w as i32);
                ops::broadcast(_mm_setr_epi32(x, y, z, w))
            }

            /// The states' rows: the chaining value's two, and counter, length and flags.
            #[target_feature(enable = $features)]
            #[inline]
            fn load(states: &[[u32; STATE]]) -> [Row; 3] {
                let each = states.len() > 1;
                assert!(states.len() == if each { $messages } else { 1 });
                let mut s = [[words([0; 4]); $sets]; 3];
                for (i, row) in s.iter_mut().enumerate() {
                    for (set, vector) in row.iter_mut().enumerate() {
                        let first = states.as_ptr().cast_mut();
                        let p = rows_of(set, first, each, i).map(|p| p.cast_const());
                        // SAFETY: a state is three rows.
                        *vector = unsafe { if i == 2 { ops::last(p) } else { ops::row(p) } };
                    }
                }
                s
            }

            rounds!($($rounds)?; $features, $vector, $sets);

            /// Adds `blocks` blocks at `from` to the states, of which there is one for each
            /// message or one for all, the last block with the flags `last`.
            ///
            /// It is one function for all that is put out, for LLVM leaves the rounds out of
            /// line where there are two, and their arguments then go through memory: eight
            /// cycles a block.
            ///
            /// # Safety
            ///
            /// The CPU has the features, and each pointer is readable for `64 * blocks`
            /// bytes, at any alignment. If states are what is put out, there is one for each.
            #[target_feature(enable = $features)]
            pub(super) unsafe fn run(
                states: &mut [[u32; STATE]],
                from: [*const u8; $messages],
                blocks: usize,
                last: u32,
                to: To<'_, $messages>,
            ) {
                let mut s = load(states);
                let mut rest = [s[0], s[1]];
                // Counter, length and flags of the blocks behind the first one, and of the last:
                // to load them takes no unit that the rounds want.
                let followed = s[2].map(|row| ops::and(row, words([!0, !0, !0, !CHUNK_START])));
                let behind = [followed, followed.map(|row| ops::or(row, words([0, 0, 0, last])))];
                let only = if blocks == 1 { last } else { 0 };
                s[2] = s[2].map(|row| ops::or(row, words([0, 0, 0, only])));
                let mut meter = Meter::START;
                for block in 0..blocks {
                    let mut m = [[words([0; 4]); 4]; $sets];
                    for (set, m) in m.iter_mut().enumerate() {
                        let quarter = |q: usize| {
                            let mut p = [core::ptr::null(); PARTS];
                            for i in 0..PARTS {
                                p[i] = from[set * PARTS + i].wrapping_add(BLOCK_LEN * block + 16 * q);
                            }
                            // SAFETY: the caller's.
                            unsafe { ops::row(p) }
                        };
                        *m = ops::first([quarter(0), quarter(1), quarter(2), quarter(3)]);
                    }
                    let iv = [words([IV[0], IV[1], IV[2], IV[3]]); $sets];
                    let [a, b, c, d] = rounds([s[0], s[1], iv, s[2]], m, &mut meter);
                    for set in 0..$sets {
                        // Whether it is put out or not, or LLVM writes the rounds twice.
                        rest[0][set] = ops::xor(c[set], s[0][set]);
                        rest[1][set] = ops::xor(d[set], s[1][set]);
                        s[0][set] = ops::xor(a[set], c[set]);
                        s[1][set] = ops::xor(b[set], d[set]);
                    }
                    s[2] = behind[usize::from(hidden(blocks - block) == 2)];
                }
                // SAFETY: there is one for each message: a state is three rows, a value two, and
                // a block four.
                unsafe {
                    match to {
                        To::States => store(s, states.as_mut_ptr()),
                        To::Values(values) => store([s[0], s[1]], values.as_mut_ptr()),
                        To::Blocks(out) => store([s[0], s[1], rest[0], rest[1]], out.as_mut_ptr()),
                    }
                }
            }
        }
    };
}

rows!(Plain Ssse3 of "ssse3" => one_ssse3, 1 in 1 of __m128i, vectors::ssse3);
rows!(Plain Avx2 of "avx2" => one_avx2, 1 in 1 of __m128i, vectors::avx2_128, one_set_avx2::one);
rows!(Plain Avx2 of "avx2" => two_avx2, 2 in 1 of __m256i, vectors::avx2_256, one_set_avx2::two);
rows!(Plain Avx2 of "avx2" => four_avx2, 4 in 2 of __m256i, vectors::avx2_256, two_sets::rounds);
rows!(Plain Avx512 of "avx512f,avx512bw,avx512vl" => one_avx512, 1 in 1 of __m128i, vectors::avx512_128, one_set::one);
rows!(Plain Avx512 of "avx512f,avx512bw,avx512vl" => two_avx512, 2 in 1 of __m256i, vectors::avx512_256, one_set::two);
rows!(Plain Avx512 of "avx512f,avx512bw,avx512vl" => four_avx512, 4 in 1 of __m512i, vectors::avx512_512, one_set::four);
rows!(Plain Avx512 of "avx512f,avx512bw,avx512vl" => eight_avx512, 8 in 2 of __m512i, vectors::avx512_512_twice);
rows!(Metered Avx512Metered of "avx512f,avx512bw,avx512vl" => two_metered, 2 in 1 of __m256i, vectors::avx512_256, one_set::two_metered);
rows!(Metered Avx512Metered of "avx512f,avx512bw,avx512vl" => four_metered, 4 in 1 of __m512i, vectors::avx512_512, one_set::four_metered);
rows!(Split Avx512Split of "avx512f,avx512bw,avx512vl" => one_split, 1 in 1 of __m128i, vectors::split_128);
rows!(Split Avx512Split of "avx512f,avx512bw,avx512vl" => two_split, 2 in 1 of __m256i, vectors::split_256);
// Two sets wait less, and have no units to spare for shifts.
rows!(Split Avx512Split of "avx512f,avx512bw,avx512vl" => four_split, 4 in 2 of __m256i, vectors::avx512_256);
