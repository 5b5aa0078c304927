//! The hashes on AES rounds, on an ISA. Their lanes are not the scheduler's:
//! see [`super::interleave`].

#![allow(clippy::vec_init_then_push, reason = "an architecture without AES pushes one kernel")]

#[cfg(test)]
mod tests;

use super::interleave::{Block, Interleave, Tail, run, split};
use super::lemac::rounds::{self as lemac, LeMac};
use super::nabhash::{self, NabHash};
use crate::costs::CostSource;
use crate::host::OnceBox;
use crate::isa::aes::Blocks;
use crate::isa::align_frame;
use crate::isa::portable::Portable;
use crate::isa::portable::aes::Columns;
use crate::kernel::{Form, Kernel, Shape};
use crate::token::Token;
use crate::wipe::Wipe;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::marker::PhantomData;

#[cfg(target_arch = "aarch64")]
use crate::isa::aarch64::aes::{Armv8Aes, B128};
#[cfg(target_arch = "x86_64")]
use crate::isa::x86_64::aes::{AesNi, B128, B128Vaes, B512, Vaes};

/// A hash on AES rounds, with what its key becomes and the state of a message.
pub(crate) trait AesHash: Clone + Send + Sync + 'static {
    /// What a key becomes, once.
    type Key: Clone + Send + Sync;

    /// A message so far.
    type State: Clone + Send + Sync + Wipe;

    /// The kernels on this CPU.
    fn kernels() -> &'static AesKernels<Self>;

    /// The state before the first block.
    fn start(key: &Self::Key) -> Self::State;

    /// What a key becomes; none where it takes none.
    fn expand(_key: &[u8]) -> Option<Self::Key> {
        None
    }
}

/// NABHash, which has no key.
#[derive(Clone)]
pub(crate) enum OfNabHash {}

impl AesHash for OfNabHash {
    type Key = ();
    type State = nabhash::State;

    fn kernels() -> &'static AesKernels<Self> {
        of_nabhash()
    }

    fn start((): &()) -> nabhash::State {
        nabhash::INIT
    }
}

/// LeMac.
#[derive(Clone)]
pub(crate) enum OfLeMac {}

impl AesHash for OfLeMac {
    type Key = lemac::Schedule;
    type State = [[u8; 16]; lemac::STATE];

    fn kernels() -> &'static AesKernels<Self> {
        of_lemac()
    }

    fn start(schedule: &lemac::Schedule) -> Self::State {
        schedule.start()
    }

    /// With a nonce of zeros.
    fn expand(key: &[u8]) -> Option<lemac::Schedule> {
        Some(schedule(key.first_chunk()?, &[0; 16]))
    }
}

/// A hash on AES rounds, on an ISA.
pub(crate) trait AesKernel<H: AesHash>: Send + Sync {
    /// Name and width.
    fn kernel(&self) -> Kernel;

    /// Adds blocks to the state of one message.
    fn absorb(&self, key: &H::Key, state: &mut H::State, blocks: &[Block]);

    /// The digest of a message of `len` bytes, of which the state has all but the last ones.
    fn finish(&self, key: &H::Key, state: &H::State, last: &[u8], len: u64) -> [u8; 16];

    /// The digests of messages side by side. Says of how many: those behind them are too few for lanes.
    ///
    /// # Panics
    ///
    /// Where there are fewer digests than messages.
    fn lanes(&self, key: &H::Key, messages: &[&[u8]], digests: &mut [[u8; 16]]) -> usize;

    /// The digest of one message.
    fn whole(&self, key: &H::Key, message: &[u8]) -> [u8; 16] {
        self.finish(key, &H::start(key), message, message.len() as u64)
    }

    /// The digests of many messages.
    ///
    /// # Panics
    ///
    /// Where there are fewer digests than messages.
    fn many(&self, key: &H::Key, messages: &[&[u8]], digests: &mut [[u8; 16]]) {
        let done = self.lanes(key, messages, digests);
        for (message, digest) in messages[done..].iter().zip(&mut digests[done..]) {
            *digest = self.whole(key, message);
        }
    }
}

/// The kernels of a hash on AES rounds.
pub(crate) struct AesKernels<H: AesHash> {
    /// All of them, the best one for many messages last.
    pub(crate) list: Vec<Box<dyn AesKernel<H>>>,
    /// The place of the best one for one message.
    one: usize,
    /// The key of no key: for LeMac, sixteen zeros.
    pub(crate) no_key: H::Key,
}

impl<H: AesHash> AesKernels<H> {
    fn new(list: Vec<Box<dyn AesKernel<H>>>, no_key: H::Key) -> Self {
        let one = list.iter().rposition(|k| k.kernel().lanes() == 1).unwrap_or(0);
        Self { list, one, no_key }
    }

    /// For one message.
    pub(crate) fn one(&self) -> &dyn AesKernel<H> {
        &*self.list[self.one]
    }

    /// For many.
    pub(crate) fn many(&self) -> &dyn AesKernel<H> {
        &**self.list.last().unwrap_or(&self.list[self.one])
    }
}

/// NABHash with vectors `V`, and `One` of one block.
struct NabHashOn<V, One: Blocks, const N: usize> {
    isa: One::Token,
    cost: u32,
    vector: PhantomData<fn() -> V>,
}

impl<V, One: Blocks, const N: usize> NabHashOn<V, One, N> {
    fn new(isa: One::Token, cost: u32) -> Box<Self> {
        Box::new(Self { isa, cost, vector: PhantomData })
    }
}

impl<V, One, const N: usize> AesKernel<OfNabHash> for NabHashOn<V, One, N>
where
    V: Blocks<Token = One::Token>,
    One: Blocks,
{
    fn kernel(&self) -> Kernel {
        Kernel::new(Shape::new(One::Token::ISA, N, Form::Plain, N), self.cost, CostSource::Model)
    }

    fn absorb(&self, (): &(), state: &mut nabhash::State, blocks: &[Block]) {
        let hash = NabHash::<One, One, 1>::new(self.isa);
        self.isa.vectorize(
            #[inline(always)]
            || hash.add(state, blocks),
        );
    }

    fn finish(&self, (): &(), state: &nabhash::State, last: &[u8], len: u64) -> [u8; 16] {
        let hash = NabHash::<One, One, 1>::new(self.isa);
        self.isa.vectorize(
            #[inline(always)]
            || hash.end(state, last, len),
        )
    }

    fn lanes(&self, (): &(), messages: &[&[u8]], digests: &mut [[u8; 16]]) -> usize {
        let hash = NabHash::<V, One, N>::new(self.isa);
        self.isa.vectorize(
            #[inline(always)]
            || {
                align_frame();
                run(&hash, messages, digests)
            },
        )
    }
}

/// LeMac with `SETS` of vectors `V`, and `One` of one block.
struct LeMacOn<V, One: Blocks, const SETS: usize, const N: usize> {
    isa: One::Token,
    cost: u32,
    vector: PhantomData<fn() -> V>,
}

impl<V, One: Blocks, const SETS: usize, const N: usize> LeMacOn<V, One, SETS, N> {
    fn new(isa: One::Token, cost: u32) -> Box<Self> {
        Box::new(Self { isa, cost, vector: PhantomData })
    }
}

/// The state of one message, as the one lane of a vector.
#[inline(always)]
fn widen(state: &[[u8; 16]; lemac::STATE]) -> [lemac::States; 1] {
    let mut states = [[[[0; 16]; 4]; lemac::STATE]];
    for w in 0..lemac::STATE {
        states[0][w][0] = state[w];
    }
    states
}

impl<V, One, const SETS: usize, const N: usize> AesKernel<OfLeMac> for LeMacOn<V, One, SETS, N>
where
    V: Blocks<Token = One::Token>,
    One: Blocks,
{
    fn kernel(&self) -> Kernel {
        Kernel::new(Shape::new(One::Token::ISA, SETS, Form::Plain, N), self.cost, CostSource::Model)
    }

    fn absorb(&self, schedule: &lemac::Schedule, state: &mut [[u8; 16]; lemac::STATE], blocks: &[Block]) {
        let hash = LeMac::<One, 1, 1> { isa: self.isa, schedule };
        self.isa.vectorize(
            #[inline(always)]
            || {
                let mut states = widen(state);
                hash.absorb(&mut states, &[blocks], blocks.len());
                for w in 0..lemac::STATE {
                    state[w] = states[0][w][0];
                }
            },
        );
    }

    fn finish(
        &self,
        schedule: &lemac::Schedule,
        state: &[[u8; 16]; lemac::STATE],
        last: &[u8],
        len: u64,
    ) -> [u8; 16] {
        let hash = LeMac::<One, 1, 1> { isa: self.isa, schedule };
        self.isa.vectorize(
            #[inline(always)]
            || {
                let mut tail: Tail = [[[0; 16]; 4]; 5];
                let (blocks, rest) = split(last);
                let end = hash.tail(rest, &mut tail);
                let mut states = widen(state);
                hash.absorb(&mut states, &[blocks], blocks.len());
                hash.absorb(&mut states, &[end], end.len());
                let mut digest = [[0; 16]];
                hash.finish(&states, &[true], &[len], &mut digest);
                digest[0]
            },
        )
    }

    fn lanes(&self, schedule: &lemac::Schedule, messages: &[&[u8]], digests: &mut [[u8; 16]]) -> usize {
        let hash = LeMac::<V, SETS, N> { isa: self.isa, schedule };
        self.isa.vectorize(
            #[inline(always)]
            || {
                align_frame();
                run(&hash, messages, digests)
            },
        )
    }
}

/// NABHash's. A cost is that of a block in every lane, in cycles.
pub(crate) fn of_nabhash() -> &'static AesKernels<OfNabHash> {
    static KERNELS: OnceBox<AesKernels<OfNabHash>> = OnceBox::new();
    KERNELS.get_or_init(|| {
        let mut list: Vec<Box<dyn AesKernel<OfNabHash>>> = Vec::new();
        list.push(NabHashOn::<Columns, Columns, 1>::new(Portable, 80));
        #[cfg(target_arch = "aarch64")]
        if let Some(isa) = Armv8Aes::detect() {
            list.push(NabHashOn::<B128, B128, 1>::new(isa, 4));
            list.push(NabHashOn::<B128, B128, 2>::new(isa, 4));
        }
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(isa) = AesNi::detect() {
                list.push(NabHashOn::<B128, B128, 1>::new(isa, 4));
                list.push(NabHashOn::<B128, B128, 2>::new(isa, 4));
            }
            if let Some(isa) = Vaes::detect() {
                list.push(NabHashOn::<B128Vaes, B128Vaes, 1>::new(isa, 4));
                list.push(NabHashOn::<B512, B128Vaes, 8>::new(isa, 8));
            }
        }
        Box::new(AesKernels::new(list, ()))
    })
}

/// LeMac's.
pub(crate) fn of_lemac() -> &'static AesKernels<OfLeMac> {
    static KERNELS: OnceBox<AesKernels<OfLeMac>> = OnceBox::new();
    KERNELS.get_or_init(|| {
        let mut list: Vec<Box<dyn AesKernel<OfLeMac>>> = Vec::new();
        list.push(LeMacOn::<Columns, Columns, 1, 1>::new(Portable, 160));
        #[cfg(target_arch = "aarch64")]
        if let Some(isa) = Armv8Aes::detect() {
            list.push(LeMacOn::<B128, B128, 1, 1>::new(isa, 5));
        }
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(isa) = AesNi::detect() {
                list.push(LeMacOn::<B128, B128, 1, 1>::new(isa, 5));
            }
            if let Some(isa) = Vaes::detect() {
                list.push(LeMacOn::<B128Vaes, B128Vaes, 1, 1>::new(isa, 4));
                list.push(LeMacOn::<B512, B128Vaes, 1, 4>::new(isa, 10));
            }
        }
        Box::new(AesKernels::new(list, schedule(&[0; 16], &[0; 16])))
    })
}

/// LeMac's keys, by the best ISA there is.
pub(crate) fn schedule(key: &[u8; 16], nonce: &[u8; 16]) -> lemac::Schedule {
    #[cfg(target_arch = "x86_64")]
    if let Some(isa) = AesNi::detect() {
        return isa.vectorize(
            #[inline(always)]
            || lemac::Schedule::new::<B128>(isa, key, nonce),
        );
    }
    #[cfg(target_arch = "aarch64")]
    if let Some(isa) = Armv8Aes::detect() {
        return isa.vectorize(
            #[inline(always)]
            || lemac::Schedule::new::<B128>(isa, key, nonce),
        );
    }
    lemac::Schedule::new::<Columns>(Portable, key, nonce)
}
