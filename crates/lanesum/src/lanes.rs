//! What an algorithm may ask of a vector of lanes.

#[cfg(target_arch = "x86_64")]
mod paired;
mod side;
mod sixteen;
mod word;

use crate::kernel::Form;
#[cfg(target_arch = "x86_64")]
use crate::token::Isa;
use crate::token::Token;
use core::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};

#[cfg(target_arch = "x86_64")]
pub(crate) use paired::{Abreast, Paired};
pub(crate) use side::Side;
pub(crate) use sixteen::vectors;
pub(crate) use word::{ByteOrder, Word};

/// The most messages that run at once: four sets of the widest vector.
pub(crate) const MAX_LANES: usize = 64;

const _: () = assert!(MAX_LANES <= u64::BITS as usize, "a bit for each lane");

/// Calls `f` with the number of each lane whose bit is set.
#[inline(always)]
pub(crate) fn each_lane(lanes: impl Into<u64>, mut f: impl FnMut(usize)) {
    let mut lanes = lanes.into();
    while lanes != 0 {
        f(lanes.trailing_zeros() as usize);
        lanes &= lanes - 1;
    }
}

/// A vector of 32-bit or 64-bit lanes, one message a lane.
///
/// A value can only be made with a token of its ISA, so whoever holds one runs
/// on a CPU that has the instructions: that is why the operations are safe.
///
/// Every implementation is `#[inline(always)]` down to the intrinsics. A call
/// that stays out of line would run without the ISA's features, slowly but
/// correctly; `tests/object_code.rs` watches for one.
pub(crate) trait Vector:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// The proof that the CPU has the instructions.
    type Token: Token;

    /// What a lane holds.
    type Word: Word;

    /// How many lanes.
    const LANES: usize;

    /// `x` in every lane.
    fn splat(isa: Self::Token, x: Self::Word) -> Self;

    /// Lane `i` from `words[i]`.
    fn load(isa: Self::Token, words: &[Self::Word]) -> Self;

    /// Lane `i` to `words[i]`.
    fn store(self, words: &mut [Self::Word]);

    /// How many sets of lanes lie side by side.
    const SETS: usize = 1;

    /// The form of kernels over it; where it is plain, that of their compression function.
    const FORM: Form = Form::Plain;

    /// How many words of each lane of a set are loaded at once, as a part of a block. `None` where
    /// a part is one lane's block.
    const PART: Option<usize>;

    /// Loads a part of each lane's block: vector `w` holds word `w` of every lane's. The words
    /// are in their places when all parts are loaded, in order.
    ///
    /// # Safety
    ///
    /// `at` bytes from each of the first `LANES` pointers, as many words must be
    /// readable as have a place, at least as many as a part has, and the places be valid for
    /// reads and writes. The parts before this one must be in them.
    unsafe fn load_part(
        isa: Self::Token,
        lanes: &[*const u8],
        at: usize,
        order: ByteOrder,
        part: usize,
        to: Spread<Self>,
    );

    /// Loads each lane's block at once.
    ///
    /// # Safety
    ///
    /// [`Vector::load_part`]'s.
    #[inline(always)]
    unsafe fn load_block(
        isa: Self::Token,
        lanes: &[*const u8],
        at: usize,
        order: ByteOrder,
        to: Spread<Self>,
    ) {
        for part in 0..parts::<Self>(to.words) {
            // SAFETY: the caller's; all parts, in order.
            unsafe { Self::load_part(isa, lanes, at, order, part, to) }
        }
    }

    /// Writes the words out as they would lie in memory, little-endian, lane
    /// after lane: `N` words of lane 0, then of lane 1. `N` is 8 or 16.
    ///
    /// # Panics
    ///
    /// Where `out` is not just as long as that.
    fn store_columns<const N: usize>(words: [Self; N], out: &mut [u8]);

    /// The same vector, which the compiler may not look through.
    ///
    /// A sum stays parted where it is pinned: without, LLVM adds the constants
    /// last, behind the term that the next step waits for. And pins stay in the
    /// order in which they are written, among loads and stores too: without,
    /// LLVM gathers the message schedule of several rounds before the rounds,
    /// and the two no longer fill each other's gaps (SHA-256 lost a tenth).
    fn pin(self) -> Self;

    /// Each lane rotated left by `n`; a constant, once inlined.
    fn rotl(self, n: u32) -> Self;

    /// Each lane shifted right by `n`; a constant, once inlined.
    fn shr(self, n: u32) -> Self;

    /// The bytes of each lane in the other order.
    fn swap_bytes(self) -> Self;

    /// Bitwise `if self { y } else { z }`.
    #[inline(always)]
    fn select(self, y: Self, z: Self) -> Self {
        (self & (y ^ z)) ^ z
    }

    /// Bitwise `self ^ (!y & z)`.
    #[inline(always)]
    fn xor_and_not(self, y: Self, z: Self) -> Self {
        self ^ (!y & z)
    }

    /// `self + mask.select(y, z)`.
    #[inline(always)]
    fn add_select(self, mask: Self, y: Self, z: Self) -> Self {
        self + mask.select(y, z)
    }

    /// Bitwise, what at least two of the three say.
    #[inline(always)]
    fn majority(self, y: Self, z: Self) -> Self {
        (self & y) | (z & (self | y))
    }

    /// Each lane rotated right by `n`.
    #[inline(always)]
    fn rotr(self, n: u32) -> Self {
        self.rotl(8 * size_of::<Self::Word>() as u32 - n)
    }
}

/// In how many parts blocks of so many words are loaded.
pub(crate) const fn parts<V: Vector>(words: usize) -> usize {
    match V::PART {
        Some(part) => V::SETS * words.div_ceil(part),
        None => V::LANES,
    }
}

/// Whether vectors are so many sets of an ISA's registers `R`, of a form: what assembly asks before
/// it takes vectors for registers, for the trait is safe, and cannot promise it.
///
/// To be asked in a `const` block: what the answer leaves out is not compiled then.
#[cfg(target_arch = "x86_64")]
pub(crate) const fn are_sets<R, V: Vector>(isa: Isa, form: Form, sets: usize) -> bool {
    let (own_isa, own_form) = (<V::Token as Token>::ISA as u8, V::FORM as u8);
    own_isa == isa as u8
        && own_form == form as u8
        && V::SETS == sets
        && size_of::<V>() == sets * size_of::<R>()
}

/// Where the words of a block go, a vector a word.
#[derive(Clone, Copy)]
pub(crate) struct Spread<V> {
    /// The place of the first.
    pub(crate) first: *mut V,
    /// Vectors from a word's place to the next one's.
    pub(crate) pitch: usize,
    /// How many words a block has.
    pub(crate) words: usize,
}

impl<V: Copy> Spread<V> {
    /// Where a word goes.
    #[inline(always)]
    pub(crate) fn word(self, w: usize) -> *mut V {
        self.first.wrapping_add(w * self.pitch)
    }

    /// The first word of a part of so many. The last part begins with words of the one before
    /// where less are left.
    #[inline(always)]
    pub(crate) fn first_of(self, part: usize, words: usize) -> usize {
        (words * part).min(self.words - words)
    }

    /// Puts words in their places, from `first` on.
    ///
    /// # Safety
    ///
    /// These places are valid for writes.
    #[inline(always)]
    pub(crate) unsafe fn put<const N: usize>(self, first: usize, words: [V; N]) {
        for w in 0..N {
            // SAFETY: the caller's.
            unsafe { self.word(first + w).write(words[w]) };
        }
    }
}
