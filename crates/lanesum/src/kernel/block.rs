//! A block of each lane, as the rounds see it.

#[cfg(target_arch = "x86_64")]
use super::x86_meter::Meter;

/// A block of each lane, word by word. A message schedule may replace them.
///
/// While it is worked on, the next one can be loaded, if the rounds say when.
pub(crate) trait Block<V> {
    /// Word `i`.
    fn word(&self, i: usize) -> V;

    /// All of them, for rounds in assembly.
    #[cfg(target_arch = "x86_64")]
    fn words(&self) -> &[V];

    /// Puts another word `i` in its place.
    fn set(&mut self, i: usize, word: V);

    /// Loads a sixteenth of the next block, where there is one. To be called
    /// for each `i` in `0..16`, in order and spread over the rounds.
    fn load_ahead(&mut self, i: usize);

    /// [`Block::load_ahead`] of all sixteenths for rounds in assembly on one set of lanes that
    /// hold a block in registers, and load the next one themselves before the block is turned.
    /// `None` where there is none.
    ///
    /// # Safety
    ///
    /// It is loaded.
    #[cfg(target_arch = "x86_64")]
    unsafe fn next_block(&mut self) -> Option<BlockCopy>;

    /// [`Block::load_ahead`] for rounds in assembly on two sets of paired lanes, which copy
    /// the words themselves, between their steps. `None` where nothing is left to copy.
    ///
    /// # Safety
    ///
    /// The words of these lanes are copied before the block is turned.
    #[cfg(target_arch = "x86_64")]
    unsafe fn copy_ahead(&mut self, i: usize) -> Option<Copies>;

    /// [`Block::load_ahead`] of all sixteenths for rounds in assembly that copy the words
    /// themselves before the block is turned. `None` where there is nothing to copy.
    #[cfg(target_arch = "x86_64")]
    fn copy_block(&mut self) -> Option<BlockCopy>;

    /// [`Block::copy_block`] for rounds of so many lanes that to prefetch what comes later at
    /// once would keep the first steps waiting: they prefetch it themselves.
    #[cfg(target_arch = "x86_64")]
    fn copy_and_fetch(&mut self) -> Option<(BlockCopy, Fetch)>;

    /// [`Block::copy_and_fetch`] for rounds with a meter, from the block before.
    #[cfg(target_arch = "x86_64")]
    fn copy_metered(&mut self) -> Option<(BlockCopy, Fetch, &mut Meter)>;
}

/// The 16 words of a block, in the vectors that they are.
///
/// # Safety
///
/// A `V` is nothing but the vectors of a `T`.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) unsafe fn words<V, T>(m: &impl Block<V>) -> &[T; 16] {
    let words: &[V; 16] = m.words().as_array().expect("of 16");
    // SAFETY: the caller's.
    unsafe { &*(&raw const *words).cast() }
}

/// The next block of some sets of lanes.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct BlockCopy {
    /// A pointer for each lane.
    pub(crate) from: *const *const u8,
    /// Where the block is, from there. It can be read.
    pub(crate) at: usize,
    /// Where the words go: of all lanes one word behind another. It can be written.
    pub(crate) to: *mut u8,
}

/// A line of each lane that comes later, to be prefetched.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct Fetch {
    /// A pointer for each lane.
    pub(crate) near: *const *const u8,
    /// Where the line is, from there.
    pub(crate) at: usize,
}

/// A sixteenth of the next block: one lane, or two neighbours.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct Copies {
    /// The block of each lane, readable; where there is one lane, twice that one.
    pub(crate) from: [*const u8; 2],
    /// Where the first word of the first lane goes. Each other word goes to where the
    /// next vector is, and the other lane's behind the first one's.
    pub(crate) to: *mut u8,
}

impl<V: Copy, const N: usize> Block<V> for [V; N] {
    #[inline(always)]
    fn word(&self, i: usize) -> V {
        self[i]
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn words(&self) -> &[V] {
        self
    }

    #[inline(always)]
    fn set(&mut self, i: usize, word: V) {
        self[i] = word;
    }

    /// There is no next one.
    #[inline(always)]
    fn load_ahead(&mut self, _: usize) {}

    /// There is no next one.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    unsafe fn next_block(&mut self) -> Option<BlockCopy> {
        None
    }

    /// There is no next one.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    unsafe fn copy_ahead(&mut self, _: usize) -> Option<Copies> {
        None
    }

    /// There is no next one.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn copy_block(&mut self) -> Option<BlockCopy> {
        None
    }

    /// There is no next one.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn copy_and_fetch(&mut self) -> Option<(BlockCopy, Fetch)> {
        None
    }

    /// There is no next one.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn copy_metered(&mut self) -> Option<(BlockCopy, Fetch, &mut Meter)> {
        None
    }
}
