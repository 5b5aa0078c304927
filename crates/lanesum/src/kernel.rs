//! An algorithm on an ISA with a number of lanes, behind one object-safe trait.

pub(crate) mod ahead;
pub(crate) mod block;
#[forbid(unsafe_code)]
pub(crate) mod compression;
mod dealt;
pub(crate) mod lanes;
mod layout;
pub(crate) mod list;
#[cfg(all(feature = "std", not(lanesum_guest), not(target_family = "wasm")))]
mod measure;
#[cfg(not(all(feature = "std", not(lanesum_guest), not(target_family = "wasm"))))]
#[path = "kernel/unmeasured.rs"]
mod measure;
pub(crate) mod narrow;
mod plan;
mod staged;
mod states;
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86_meter;
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86_transpose512;

use crate::costs::CostSource;
use crate::feed::Feed;
use crate::token::Isa;
use core::fmt;
use core::ops::Range;

pub(crate) use crate::costs::{Form, Shape};
pub(crate) use dealt::Dealt;
pub(crate) use layout::Layout;
#[cfg(lanesum_guest)]
pub(crate) use layout::Width;
pub(crate) use list::Kernels;
pub(crate) use narrow::Interleaved;
pub(crate) use plan::{Cut, Lanes, Plan, Turns};
pub(crate) use states::{Column, Rows, StateWord, StateWords, States};

/// What an algorithm runs on, one of [`Algorithm::kernels`](crate::Algorithm::kernels), and its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel {
    shape: Shape,
    cost: u32,
    source: CostSource,
}

impl Kernel {
    pub(crate) fn new(shape: Shape, cost: u32, source: CostSource) -> Self {
        Self { shape, cost, source }
    }

    /// Its name and width.
    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    /// The instructions it runs on.
    pub fn isa(&self) -> Isa {
        self.shape.isa()
    }

    /// How many sets of lanes it interleaves, each the lanes of one vector; of a kernel that
    /// is not lanes, how many messages.
    pub fn sets(&self) -> usize {
        self.shape.sets()
    }

    /// Whether scalar instructions copy the words of the lanes' blocks to where the vectors
    /// are loaded from, beside the vector instructions, which otherwise transpose them.
    pub fn is_paired(&self) -> bool {
        self.shape.form().is_paired()
    }

    /// Whether it is paired, and takes each step of BLAKE's function G on all columns at once, where
    /// others take it on two: that pays where a vector operation takes two cycles.
    pub fn is_abreast(&self) -> bool {
        self.shape.form() == Form::Abreast
    }

    /// Whether it takes more instructions, so that fewer wait for each other, or so that none is one
    /// that some CPUs split in two: a rotation, an operation on 512 bits.
    pub fn is_split(&self) -> bool {
        self.shape.form() == Form::Split
    }

    /// Whether scalar instructions delay its vector instructions until they can run soon: that pays
    /// where a vector operation takes longer if many of them wait, as on an AMD Zen 5.
    pub fn is_metered(&self) -> bool {
        self.shape.form() == Form::Metered
    }

    /// How many messages it takes at once.
    pub fn lanes(&self) -> usize {
        self.shape.lanes()
    }

    /// What a block in every lane costs, in cycles of the core that
    /// [`Kernel::cost_source`] names. Only the ratios between the kernels of one
    /// algorithm mean anything: the scheduler chooses by them.
    pub fn cost(&self) -> u32 {
        self.cost
    }

    /// Where the cost comes from.
    pub fn cost_source(&self) -> CostSource {
        self.source
    }
}

impl fmt::Display for Kernel {
    /// The ISA, how many sets where it is more than one, and whether it is paired, abreast,
    /// split or metered: `avx512x2`, `avx512x2p`, `avx512x2a`, `avx512s`, `avx512m`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shape.fmt(f)
    }
}

/// What a plan chooses among: the kernels of a hash, behind the trait by which it runs them.
pub(crate) trait Candidate: Send + Sync {
    /// Name and width.
    fn shape(&self) -> Shape;

    /// After how many blocks it ends and begins anew: what it costs is measured over whole periods.
    #[cfg_attr(not(feature = "std"), allow(dead_code, reason = "nothing is timed without a clock"))]
    fn period(&self) -> usize;

    /// Runs `blocks` blocks in every lane, for the time that they take. Lane `i` reads bytes from
    /// block `i` on.
    ///
    /// # Panics
    ///
    /// Where there are fewer bytes.
    #[cfg_attr(not(feature = "std"), allow(dead_code, reason = "nothing is timed without a clock"))]
    fn run(&self, layout: Layout, bytes: &[u8], blocks: usize);
}

impl Candidate for dyn Compress {
    fn shape(&self) -> Shape {
        self.kernel()
    }

    fn period(&self) -> usize {
        1
    }

    fn run(&self, layout: Layout, bytes: &[u8], blocks: usize) {
        let (block, words) = (layout.block_len(), self.kernel().lanes() * layout.words());
        let mut states = layout.states();
        let states = match &mut states {
            States::W32(rows) => StateWords::W32(&mut rows.as_flattened_mut()[..words]),
            States::W64(rows) => StateWords::W64(&mut rows.as_flattened_mut()[..words]),
        };
        self.compress_dealt(states, Dealt { bytes, lane: block, stride: block, blocks });
    }
}

/// Runs blocks of several messages.
pub(crate) trait Compress: Send + Sync {
    /// Name and width.
    fn kernel(&self) -> Shape;

    /// Adds the next `blocks` blocks of each of the lanes to its state. There
    /// are at most [`Kernel::lanes`] of them. The feed's clock stays.
    ///
    /// # Panics
    ///
    /// Where the feed has fewer blocks for one of the lanes.
    fn compress(&self, states: &mut States, feed: &mut Feed<'_>, lanes: Range<usize>, blocks: usize);

    /// Adds blocks to each of a few states, which lie one behind the other, out of bytes that are
    /// dealt out among them.
    ///
    /// # Panics
    ///
    /// Where there are more states than [`Kernel::lanes`], or fewer bytes than
    /// that, or part of a state, or words that are not as wide as the algorithm's.
    fn compress_dealt(&self, states: StateWords<'_>, dealt: Dealt<'_>);
}

/// Runs blocks of one message.
pub(crate) trait CompressOne: Send + Sync {
    /// Adds blocks to a state.
    ///
    /// # Panics
    ///
    /// Where they are no whole number, or the state has too few words, or such that are not as wide
    /// as the algorithm's.
    fn compress_one(&self, state: StateWords<'_>, blocks: &[u8]);
}
