//! The block of each lane that the rounds work on, and the next one, which is
//! loaded between them.

use crate::isa::{LINE, prefetch};
use crate::kernel::block::Block;
#[cfg(target_arch = "x86_64")]
use crate::kernel::block::{BlockCopy, Copies, Fetch};
use crate::kernel::compression::{Compression, spread, words};
#[cfg(target_arch = "x86_64")]
use crate::kernel::x86_meter::Meter;
use crate::lanes::{Vector, parts};
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::Range;
use core::slice;

/// What is read or written after some chunks of BLAKE3 are hashed, so much as
/// they have, and a sixteenth more: it is prefetched meanwhile, line by line
/// between the rounds.
///
/// The CPU's own prefetching does not do it: out of memory, and back, bytes that
/// are copied between the calls of a kernel took as long as the kernel.
#[derive(Clone, Copy)]
pub(crate) struct Soon(pub(crate) [Option<*const u8>; 2]);

impl Soon {
    pub(crate) const NOTHING: Self = Self([None; 2]);

    /// How many lines of each come near with a block of every lane.
    #[inline(always)]
    fn lines<V: Vector>() -> usize {
        V::LANES + V::LANES / 16
    }

    /// Prefetches so many quarters of what comes near with a block.
    #[inline(always)]
    fn fetch<V: Vector>(self, quarters: Range<usize>) {
        let lines = Self::lines::<V>() * quarters.start / 4..Self::lines::<V>() * quarters.end / 4;
        for from in self.0 {
            let Some(from) = from else { continue };
            for line in lines.clone() {
                prefetch(from.wrapping_add(LINE * line));
            }
        }
    }

    /// What is left after some blocks.
    #[inline(always)]
    pub(crate) fn after<V: Vector>(self, blocks: usize) -> Self {
        let done = blocks * Self::lines::<V>() * LINE;
        Self(self.0.map(
            #[inline(always)]
            |from| {
                from.map(
                    #[inline(always)]
                    |from| from.wrapping_add(done),
                )
            },
        ))
    }
}

/// Room for a block of each lane, and for the next one.
pub(crate) struct Room<C: Compression, V: Vector>([MaybeUninit<C::Words<V>>; 2]);

impl<C: Compression, V: Vector> Room<C, V> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self([MaybeUninit::uninit(), MaybeUninit::uninit()])
    }
}

/// A block, and the next one.
///
/// To load blocks and transpose them to vectors of words takes a quarter as
/// long as MD5's rounds, whose every step waits for the one before: done
/// between the rounds, it costs hardly more than nothing.
///
/// The words lie in memory: two sets of lanes have more of them than there are
/// registers, and an instruction takes one from there as well.
pub(crate) struct Ahead<'f, C: Compression, V: Vector> {
    isa: V::Token,
    /// Valid for reads and writes. Invariant: holds the words.
    now: *mut C::Words<V>,
    /// Valid for reads and writes.
    to: *mut C::Words<V>,
    /// A pointer for each lane, valid for reads until another one is expected.
    from: *const *const u8,
    /// Where this block is, from where each lane is.
    ///
    /// Invariant: it is readable there in every lane.
    at: usize,
    /// Where the next block is, from where each lane is.
    ///
    /// Invariant: if there is one, it is readable there in every lane.
    next: Option<usize>,
    /// A pointer for each lane, valid for reads until another one is expected: what is
    /// prefetched meanwhile lies at `prefetch` from there.
    near: *const *const u8,
    prefetch: Option<usize>,
    /// What else is prefetched meanwhile.
    soon: Soon,
    /// How many sixteenths of the next block are loaded.
    loaded: usize,
    /// Holds instructions back, where rounds do.
    #[cfg(target_arch = "x86_64")]
    meter: Meter,
    room: PhantomData<&'f mut Room<C, V>>,
}

impl<'f, C: Compression, V: Vector<Word = C::Word>> Ahead<'f, C, V> {
    /// The block of each lane that is `at` bytes from where the lane is.
    ///
    /// # Safety
    ///
    /// It can be read there in each of `V::LANES` lanes, and nobody changes `from` before
    /// another one is expected.
    #[inline(always)]
    pub(crate) unsafe fn new(isa: V::Token, room: &'f mut Room<C, V>, from: &[*const u8], at: usize) -> Self {
        let [now, to] = &mut room.0;
        let (now, to) = (now.as_mut_ptr(), to.as_mut_ptr());
        // SAFETY: the caller's; the pointer is valid.
        unsafe { V::load_block(isa, from, at, C::BYTE_ORDER, spread::<C, V>(now)) };
        Self {
            isa,
            now,
            to,
            from: from.as_ptr(),
            near: from.as_ptr(),
            at,
            next: None,
            prefetch: None,
            soon: Soon::NOTHING,
            loaded: 0,
            #[cfg(target_arch = "x86_64")]
            meter: Meter::START,
            room: PhantomData,
        }
    }

    /// Says where each lane is, and where from there its next block; and where, from a
    /// pointer for each lane, what is to be prefetched meanwhile.
    ///
    /// # Safety
    ///
    /// There are `V::LANES` lanes in both, and nobody changes them before another one is
    /// expected. The next block can be read in every lane; if there is none, this one.
    #[inline(always)]
    pub(crate) unsafe fn expect(
        &mut self,
        from: &[*const u8],
        next: Option<usize>,
        near: &[*const u8],
        prefetch: Option<usize>,
    ) {
        debug_assert!(from.len() >= V::LANES && near.len() >= V::LANES);
        (self.from, self.next, self.near, self.prefetch) = (from.as_ptr(), next, near.as_ptr(), prefetch);
    }

    /// Says what else to prefetch until the next turn.
    #[inline(always)]
    pub(crate) fn bring(&mut self, soon: Soon) {
        const { assert!(C::BRINGS) }
        self.soon = soon;
    }

    /// Where rounds are assembly, this block stands for the next one that is not
    /// there: to load it again costs nothing, and if it were asked for between the
    /// rounds LLVM would write them twice, with a next block and without.
    #[inline(always)]
    fn always(&self, at: Option<usize>) -> usize {
        at.unwrap_or(self.at)
    }

    /// The next block, where rounds are assembly that copies it.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn copied(&self) -> BlockCopy {
        BlockCopy { from: self.from, at: self.always(self.next), to: self.to.cast() }
    }

    /// [`Ahead::always`], where rounds are assembly on paired lanes.
    #[inline(always)]
    fn always_if_paired(&self, at: Option<usize>) -> Option<usize> {
        if V::FORM.is_paired() && V::SETS > 1 { Some(self.always(at)) } else { at }
    }

    /// Prefetches what comes with a sixteenth of the next block, which is then loaded or copied:
    /// also of what is `at` that place, if there is one.
    #[inline(always)]
    fn bring_near(&mut self, i: usize, at: Option<usize>) {
        debug_assert!(self.loaded == i, "in order");
        self.loaded = i + 1;
        if let Some(at) = at {
            each_of(
                V::LANES,
                i,
                #[inline(always)]
                |lane| self.prefetch_lane(lane, at),
            );
        }
        // A quarter at a time: each is a branch or two.
        if C::BRINGS && i % 4 == 3 {
            self.soon.fetch::<V>(i / 4..i / 4 + 1);
        }
    }

    /// [`Ahead::bring_near`] of all sixteenths.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn bring_all_near(&mut self, at: Option<usize>) {
        debug_assert!(self.loaded == 0, "nothing before");
        self.loaded = 16;
        if let Some(at) = at {
            for lane in 0..V::LANES {
                self.prefetch_lane(lane, at);
            }
        }
        if C::BRINGS {
            self.soon.fetch::<V>(0..4);
        }
    }

    /// Prefetches a block of a lane.
    #[inline(always)]
    fn prefetch_lane(&self, lane: usize, at: usize) {
        debug_assert!(lane < V::LANES);
        // SAFETY: there is a pointer for each lane, until others are expected.
        let near = unsafe { *self.near.add(lane) };
        for line in 0..C::BLOCK.div_ceil(LINE) {
            prefetch(near.wrapping_add(at).wrapping_add(LINE * line));
        }
    }

    /// Goes on to the next block, if there is one.
    #[inline(always)]
    pub(crate) fn turn(&mut self) {
        // What the rounds did not.
        for i in self.loaded..16 {
            self.load_ahead(i);
        }
        (self.now, self.to) = (self.to, self.now);
        self.at = self.next.unwrap_or(self.at);
        (self.next, self.prefetch, self.soon, self.loaded) = (None, None, Soon::NOTHING, 0);
    }
}

/// Calls `f` with those of `all` that fall to sixteenth `i`.
///
/// Where that is one at most, this is no loop: the compiler leaves out what a constant `i` does not
/// need when it copies a branch into a kernel, where it copies a loop whole.
#[inline(always)]
fn each_of(all: usize, i: usize, mut f: impl FnMut(usize)) {
    let (first, end) = (all * i / 16, all * (i + 1) / 16);
    if all > 16 {
        for one in first..end {
            f(one);
        }
    } else if first < end {
        f(first);
    }
}

impl<C: Compression, V: Vector<Word = C::Word>> Block<V> for Ahead<'_, C, V> {
    #[inline(always)]
    fn word(&self, i: usize) -> V {
        // SAFETY: the pointer is valid, and the words are there.
        unsafe { (*self.now).word(i) }
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn words(&self) -> &[V] {
        // SAFETY: the pointer is valid, and the words are there.
        unsafe { (*self.now).words() }
    }

    #[inline(always)]
    fn set(&mut self, i: usize, word: V) {
        // SAFETY: the pointer is valid.
        unsafe { (*self.now).set(i, word) }
    }

    #[inline(always)]
    fn load_ahead(&mut self, i: usize) {
        self.bring_near(i, self.always_if_paired(self.prefetch));
        let Some(at) = self.always_if_paired(self.next) else { return };
        let to = spread::<C, V>(self.to);
        each_of(
            const { parts::<V>(words::<C>()) },
            i,
            #[inline(always)]
            |part| {
                // SAFETY: the lanes are valid until others are expected; there is a next block, the
                // pointer is valid, and the parts before have been loaded.
                unsafe {
                    let from = slice::from_raw_parts(self.from, V::LANES);
                    V::load_part(self.isa, from, at, C::BYTE_ORDER, part, to);
                }
            },
        );
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    unsafe fn next_block(&mut self) -> Option<BlockCopy> {
        self.bring_all_near(self.prefetch);
        self.next.map(|at| BlockCopy { from: self.from, at, to: self.to.cast() })
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    unsafe fn copy_ahead(&mut self, i: usize) -> Option<Copies> {
        if !V::FORM.is_paired() || V::SETS != 2 {
            self.load_ahead(i);
            return None;
        }
        self.bring_near(i, self.always_if_paired(self.prefetch));
        // SAFETY: they are valid until others are expected.
        let from = unsafe { slice::from_raw_parts(self.from, V::LANES) };
        let at = self.always_if_paired(self.next)?;
        let lanes = V::LANES * i / 16..V::LANES * (i + 1) / 16;
        if lanes.is_empty() {
            return None;
        }
        let (first, last) = (lanes.start, lanes.end - 1);
        Some(Copies {
            from: [from[first].wrapping_add(at), from[last].wrapping_add(at)],
            to: self.to.cast::<u8>().wrapping_add(size_of::<C::Word>() * first),
        })
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn copy_block(&mut self) -> Option<BlockCopy> {
        self.bring_all_near(Some(self.always(self.prefetch)));
        Some(self.copied())
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn copy_and_fetch(&mut self) -> Option<(BlockCopy, Fetch)> {
        const { assert!(C::BLOCK == LINE) }
        self.bring_all_near(None);
        Some((self.copied(), Fetch { near: self.near, at: self.always(self.prefetch) }))
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn copy_metered(&mut self) -> Option<(BlockCopy, Fetch, &mut Meter)> {
        let (copy, fetch) = self.copy_and_fetch()?;
        Some((copy, fetch, &mut self.meter))
    }
}
