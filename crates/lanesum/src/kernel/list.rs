//! The kernels of an algorithm on this CPU, and the macros that list them. Each family has
//! its lists, in a file `kernels.rs`: a line for an ISA in each.

use super::measure::Measuring;
use super::{Candidate, Compress, CompressOne, Dealt, Kernel, Layout, Plan, StateWord};
use crate::costs::{self, CostSource, Costs, Hash, Listed};
#[cfg(not(lanesum_guest))]
use crate::host::OnceBox;
use crate::kernel::compression::Compression;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The kernels of an algorithm on this CPU, `K` of several messages and `O` of one.
pub(crate) struct Kernels<K: ?Sized = dyn Compress, O: ?Sized = dyn CompressOne> {
    /// All of them.
    pub(crate) list: Vec<Box<K>>,
    /// Those for one message, and their places in the list.
    ones: Vec<(usize, Box<O>)>,
    /// What they add blocks to.
    layout: Layout,
    /// By what they cost as listed.
    listed: Choice,
    /// Whether that is by the table of this CPU itself: measured at leisure, it is better
    /// than what some microseconds on a core that others use can find.
    own: bool,
    /// By what they cost as measured.
    measured: Measured,
}

/// What kernels cost, and what follows from it.
struct Choice {
    costs: Vec<u32>,
    source: CostSource,
    plan: Plan,
    /// The place of the best kernel for one message, among those for one.
    one: usize,
}

impl Choice {
    fn new<O: ?Sized>(
        list: &[Box<impl Candidate + ?Sized>],
        ones: &[(usize, Box<O>)],
        costs: Vec<u32>,
        source: CostSource,
        block: usize,
    ) -> Self {
        let plan = Plan::new(list.iter().zip(&costs).map(|(k, &cost)| (k.shape(), cost)).enumerate(), block);
        let one = (0..ones.len()).min_by_key(|&i| costs[ones[i].0]);
        let one = one.expect("every algorithm has a portable kernel");
        Self { costs, source, plan, one }
    }
}

impl<K: Candidate + ?Sized, O: ?Sized> Kernels<K, O> {
    /// Kernels of `C`, among them `ones` for one message, whose places in the list are
    /// beside them.
    pub(crate) fn new<C: Compression<Word: StateWord>>(
        hash: Hash,
        list: Vec<Box<K>>,
        ones: Vec<(usize, Box<O>)>,
    ) -> Self {
        Self::laid_out(Layout::of::<C>(), hash, list, ones)
    }

    fn laid_out(layout: Layout, hash: Hash, list: Vec<Box<K>>, ones: Vec<(usize, Box<O>)>) -> Self {
        let Listed { costs, source, own } = costs::listed(hash, list.iter().map(|k| k.shape()));
        let expected = list.iter().zip(&costs).map(|(k, &cost)| costs::expected(hash, k.shape(), cost));
        let measured = Measured::new(expected.collect(), layout);
        let listed = Choice::new(&list, &ones, costs, source, layout.block_len());
        let kernels = Self { list, ones, layout, listed, own, measured };
        if costs::costs() == Ok(Some(Costs::Measured)) {
            kernels.choose(kernels.measured.measuring.at_once(&kernels.list));
        }
        kernels
    }

    /// What they add blocks to.
    #[inline]
    pub(crate) fn layout(&self) -> Layout {
        self.layout
    }

    /// What was chosen last.
    #[inline]
    fn choice(&self) -> &Choice {
        self.measured.choice().unwrap_or(&self.listed)
    }

    /// Chooses by measured costs from now on.
    fn choose(&self, costs: Option<Vec<u32>>) {
        if let Some(costs) = costs {
            let block = self.layout.block_len();
            self.measured.set(Choice::new(&self.list, &self.ones, costs, CostSource::Measured, block));
        }
    }

    /// Which ones to run.
    #[inline]
    pub(crate) fn plan(&self) -> &Plan {
        &self.choice().plan
    }

    /// Whether a large batch may pay for kernels to be measured.
    #[inline]
    pub(crate) fn may_learn(&self) -> bool {
        !self.own
    }

    /// Which ones to run for a batch of so many blocks together. Where it is large, this
    /// CPU has no table of its own, and `LANESUM_COSTS` does not say otherwise, kernels
    /// may be measured first.
    pub(crate) fn plan_for(&self, blocks: u64) -> &Plan {
        // At most: what it costs at the best rate takes 64 divisions.
        let most = u64::from(self.plan().cost(1)).saturating_mul(blocks);
        if self.may_learn() && Measuring::is_large(most) && matches!(costs::costs(), Ok(None) | Err(_)) {
            let cycles = self.plan().best(blocks);
            self.choose(self.measured.measuring.beside(cycles, &self.list));
        }
        self.plan()
    }

    /// The place of the best one for one message, among those for one.
    #[inline]
    pub(crate) fn one_at(&self) -> usize {
        self.choice().one
    }

    /// The best one for one message.
    #[inline]
    pub(crate) fn one(&self) -> &O {
        &self.ones[self.one_at()].1
    }

    /// Each by name, with its cost.
    pub(crate) fn each(&self) -> impl Iterator<Item = Kernel> {
        let Choice { costs, source, .. } = self.choice();
        self.list.iter().zip(costs).map(|(k, &cost)| Kernel::new(k.shape(), cost, *source))
    }

    /// A plan by other costs, one for each kernel.
    pub(crate) fn plan_with(&self, costs: &[u32]) -> Plan {
        Plan::new(
            self.list.iter().zip(costs).map(|(k, &cost)| (k.shape(), cost)).enumerate(),
            self.layout.block_len(),
        )
    }

    /// The plan that runs nothing but some of them.
    #[cfg(test)]
    pub(crate) fn plan_of(&self, which: core::ops::Range<usize>) -> Plan {
        let costs = self.listed.costs.iter();
        let all = self.list.iter().zip(costs).map(|(k, &cost)| (k.shape(), cost)).enumerate();
        Plan::new(all.skip(which.start).take(which.len()), self.layout.block_len())
    }
}

impl Kernels {
    /// Adds blocks that are dealt out to any number of states, which lie one behind the other, by
    /// the kernels of a plan for as many as there are.
    ///
    /// # Panics
    ///
    /// Where there are fewer bytes than that, or more states than
    /// [`MAX_LANES`](crate::lanes::MAX_LANES), or words that are
    /// not as wide as the algorithm's.
    pub(crate) fn compress_dealt<W: StateWord>(&self, plan: &Plan, states: &mut [W], dealt: Dealt<'_>) {
        let words = self.layout.words();
        let mut left = states.len() / words;
        let (mut first, mut states) = (0, states);
        while left > 0 && dealt.blocks > 0 {
            let kernel = &self.list[plan.kernel(left)];
            let lanes = left.min(kernel.kernel().lanes());
            let (now, behind) = states.split_at_mut(lanes * words);
            kernel.compress_dealt(W::state(now), dealt.behind(first));
            (first, left, states) = (first + lanes, left - lanes, behind);
        }
    }
}

/// What is chosen by measured costs, once there are any.
struct Measured {
    measuring: Measuring,
    #[cfg(not(lanesum_guest))]
    choice: OnceBox<Choice>,
}

impl Measured {
    fn new(expected: Vec<u32>, layout: Layout) -> Self {
        Self {
            measuring: Measuring::new(expected, layout),
            #[cfg(not(lanesum_guest))]
            choice: OnceBox::new(),
        }
    }

    #[inline]
    fn choice(&self) -> Option<&Choice> {
        #[cfg(not(lanesum_guest))]
        return self.choice.get();
        #[cfg(lanesum_guest)]
        None
    }

    /// Another one that was set before stays.
    fn set(&self, _choice: Choice) {
        #[cfg(not(lanesum_guest))]
        let _ = self.choice.set(Box::new(_choice));
    }
}

/// `lanes!(list, C: Isa, sets, ...)`: the sets of lanes of an ISA, or
/// with `in Paired` behind it, or `in Abreast`, of those that are.
macro_rules! lanes {
    ($list:ident, $c:ident: $isa:ident $(in $paired:ident)?, $($sets:tt),+) => {
        if let Some(isa) = <$isa as $crate::token::Token>::detect() {
            type Set = $crate::kernel::list::lanes!(@ <$isa as $crate::isa::Has<<$c as $crate::kernel::compression::Compression>::Word>>::Vector $(, $paired)?);
            $($list.push(alloc::boxed::Box::new($crate::kernel::lanes::Lanes::<$c, $crate::kernel::list::lanes!(side $sets)>::new(isa)) as _);)+
        }
    };
    (@ $set:ty) => { $set };
    (@ $set:ty, $paired:ident) => { $paired<$set> };
    // One set is its vector: an array, even of one, is in memory until the compiler has promoted it.
    (side 1) => { Set };
    (side $sets:literal) => { $crate::lanes::Side<Set, $sets> };
}
pub(crate) use lanes;

/// `narrow!(list, ones, C: Isa, n, ...)`: kernels that are not lanes. One that takes one message
/// is the first.
macro_rules! narrow {
    ($list:ident, $ones:ident, $c:ident: $isa:ident, 1 $(, $n:literal)*) => {
        if let Some(isa) = <$isa as $crate::token::Token>::detect() {
            $ones.push(($list.len(), alloc::boxed::Box::new($crate::kernel::narrow::Narrow::<$c, $isa, 1>::new(isa)) as _));
            $list.push(alloc::boxed::Box::new($crate::kernel::narrow::Narrow::<$c, $isa, 1>::new(isa)) as _);
            $($list.push(alloc::boxed::Box::new($crate::kernel::narrow::Narrow::<$c, $isa, $n>::new(isa)) as _);)*
        }
    };
    ($list:ident, $ones:ident, $c:ident: $isa:ident, $($n:literal),+) => {
        if let Some(isa) = <$isa as $crate::token::Token>::detect() {
            $($list.push(alloc::boxed::Box::new($crate::kernel::narrow::Narrow::<$c, $isa, $n>::new(isa)) as _);)+
        }
    };
}
pub(crate) use narrow;

/// `kernels!(name: Compression, Hash, |list, ones| { ... })`: the list of an algorithm,
/// made once, with the costs of a hash.
macro_rules! kernels {
    ($(#[$doc:meta])* $of:ident: $c:ident, $hash:ident, |$list:ident, $ones:ident| $body:block) => {
        $(#[$doc])*
        pub(crate) fn $of() -> &'static $crate::kernel::Kernels {
            use $crate::isa::portable::Portable;
            use $crate::kernel::{Compress, CompressOne, Kernels};
            use alloc::boxed::Box;
            use alloc::vec::Vec;

            static KERNELS: $crate::host::OnceBox<Kernels> = $crate::host::OnceBox::new();
            KERNELS.get_or_init(|| {
                let mut $list: Vec<Box<dyn Compress>> = Vec::new();
                let mut $ones: Vec<(usize, Box<dyn CompressOne>)> = Vec::new();
                $body
                Box::new(Kernels::new::<$c>($crate::costs::Hash::$hash, $list, $ones))
            })
        }
    };
}
pub(crate) use kernels;
