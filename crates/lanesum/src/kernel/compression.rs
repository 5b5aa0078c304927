//! What makes a hash a hash: its compression function, over lanes.

use super::Form;
use super::block::Block;
use crate::lanes::{ByteOrder, Spread, Vector, Word};

/// The words of a state.
pub(crate) trait Array<V>: Copy + AsRef<[V]> + AsMut<[V]> {
    /// How many they are.
    const LEN: usize;

    /// `v` in every word.
    fn filled(v: V) -> Self;

    /// The first of `words`, if they are enough.
    fn first_of(words: &mut [V]) -> Option<&mut Self>;
}

impl<V: Copy, const N: usize> Array<V> for [V; N] {
    const LEN: usize = N;

    #[inline(always)]
    fn filled(v: V) -> Self {
        [v; N]
    }

    #[inline(always)]
    fn first_of(words: &mut [V]) -> Option<&mut Self> {
        words.first_chunk_mut()
    }
}

/// A compression function, written once over the lanes: it adds a block of
/// some words to a state of others.
pub(crate) trait Compression: Copy + Send + Sync + 'static {
    /// 32 or 64 bits.
    type Word: Word;

    /// The state of a lane, a `V` a word: the chaining value, and behind it
    /// whatever else the function takes.
    type State<V: Copy>: Array<V>;

    /// A block of a lane, a `V` a word: an array of at least four.
    type Words<V: Copy>: Block<V>;

    /// Bytes in a block.
    const BLOCK: usize = size_of::<Self::Words<Self::Word>>();

    /// The order of the bytes in the words of a block.
    const BYTE_ORDER: ByteOrder;

    /// What its lanes do otherwise than others.
    const FORM: Form = Form::Plain;

    /// Whether bytes that no lane reads come near with a block:
    /// [`Ahead::bring`](super::ahead::Ahead::bring).
    const BRINGS: bool = false;

    /// Whether the rounds over these vectors read the next block lane by lane, each line at once,
    /// and prefetch for one lane after the other between them.
    #[inline(always)]
    fn reads_lane_by_lane<V: Vector>() -> bool {
        false
    }

    /// Adds a block to each lane's state.
    ///
    /// The rounds stand in loops of a few: what runs is several sets of lanes
    /// long, and written out whole it would fill the first level's instruction
    /// cache, out of which messages streaming through the second level push it.
    fn compress<V: Vector<Word = Self::Word>>(
        isa: V::Token,
        state: Self::State<V>,
        m: &mut impl Block<V>,
    ) -> Self::State<V>;
}

/// Where the words of a block lie.
#[inline(always)]
pub(crate) fn spread<C: Compression, V: Copy>(block: *mut C::Words<V>) -> Spread<V> {
    let words = const { words::<C>() };
    debug_assert!(size_of::<C::Words<V>>() == words * size_of::<V>(), "an array");
    Spread { first: block.cast(), pitch: 1, words }
}

/// Words in a block.
pub(crate) const fn words<C: Compression>() -> usize {
    C::BLOCK / size_of::<C::Word>()
}

/// `for i in 0..n`, written out, so that `i` is a constant in each turn.
macro_rules! unroll {
    ($i:ident in 0..1 $body:block) => {
        $crate::kernel::compression::unroll!(@ $i $body 0)
    };
    ($i:ident in 0..2 $body:block) => {
        $crate::kernel::compression::unroll!(@ $i $body 0 1)
    };
    ($i:ident in 0..3 $body:block) => {
        $crate::kernel::compression::unroll!(@ $i $body 0 1 2)
    };
    ($i:ident in 0..4 $body:block) => {
        $crate::kernel::compression::unroll!(@ $i $body 0 1 2 3)
    };
    ($i:ident in 0..12 $body:block) => {
        $crate::kernel::compression::unroll!(@ $i $body 0 1 2 3 4 5 6 7 8 9 10 11)
    };
    ($i:ident in 0..5 $body:block) => {
        $crate::kernel::compression::unroll!(@ $i $body 0 1 2 3 4)
    };
    ($i:ident in 0..7 $body:block) => {
        $crate::kernel::compression::unroll!(@ $i $body 0 1 2 3 4 5 6)
    };
    ($i:ident in 0..8 $body:block) => {
        $crate::kernel::compression::unroll!(@ $i $body 0 1 2 3 4 5 6 7)
    };
    ($i:ident in 0..16 $body:block) => {
        $crate::kernel::compression::unroll!(@ $i $body 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
    ($i:ident in 0..20 $body:block) => {
        $crate::kernel::compression::unroll!(@ $i $body 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19)
    };
    (@ $i:ident $body:block $($n:literal)*) => {
        $({
            #[allow(non_upper_case_globals, reason = "it reads as a loop's variable")]
            const $i: usize = $n;
            $body
        })*
    };
}
pub(crate) use unroll;
