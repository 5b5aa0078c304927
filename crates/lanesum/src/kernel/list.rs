//! The kernels of an algorithm on this CPU, and the macros that list them. Each family has
//! its lists, in a file `kernels.rs`: a line for an ISA in each.

use super::{Compress, CompressOne, Kernel, Plan};
use crate::costs::{self, CostSource, Hash};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The kernels of an algorithm on this CPU.
pub(crate) struct Kernels {
    /// All of them.
    pub(crate) list: Vec<Box<dyn Compress>>,
    /// Those for one message, and their places in the list.
    ones: Vec<(usize, Box<dyn CompressOne>)>,
    /// By what they cost as listed.
    listed: Choice,
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
    fn new(
        list: &[Box<dyn Compress>],
        ones: &[(usize, Box<dyn CompressOne>)],
        costs: Vec<u32>,
        source: CostSource,
    ) -> Self {
        let plan =
            Plan::new(list.iter().zip(&costs).map(|(k, &cost)| (k.kernel().lanes(), cost)).enumerate());
        let one = (0..ones.len()).min_by_key(|&i| costs[ones[i].0]);
        let one = one.expect("every algorithm has a portable kernel");
        Self { costs, source, plan, one }
    }
}

impl Kernels {
    /// Of kernels, among them `ones` for one message, whose places in the list are
    /// beside them.
    pub(crate) fn new(
        hash: Hash,
        list: Vec<Box<dyn Compress>>,
        ones: Vec<(usize, Box<dyn CompressOne>)>,
    ) -> Self {
        let (costs, source) = costs::listed(hash, list.iter().map(|k| k.kernel()));
        let listed = Choice::new(&list, &ones, costs, source);
        Self { list, ones, listed }
    }

    /// Which ones to run.
    #[inline]
    pub(crate) fn plan(&self) -> &Plan {
        &self.listed.plan
    }

    /// The place of the best one for one message, among those for one.
    #[inline]
    pub(crate) fn one_at(&self) -> usize {
        self.listed.one
    }

    /// The best one for one message.
    #[inline]
    pub(crate) fn one(&self) -> &dyn CompressOne {
        &*self.ones[self.one_at()].1
    }

    /// Each by name, with its cost.
    pub(crate) fn each(&self) -> impl Iterator<Item = Kernel> {
        let Choice { costs, source, .. } = &self.listed;
        self.list.iter().zip(costs).map(|(k, &cost)| Kernel::new(k.kernel(), cost, *source))
    }

    /// The plan that runs nothing but some of them.
    #[cfg(test)]
    pub(crate) fn plan_of(&self, which: core::ops::Range<usize>) -> Plan {
        let costs = self.listed.costs.iter();
        let all = self.list.iter().zip(costs).map(|(k, &cost)| (k.kernel().lanes(), cost)).enumerate();
        Plan::new(all.skip(which.start).take(which.len()))
    }
}

/// `lanes!(list, C: Isa, sets, ...)`: the sets of lanes of an ISA, or
/// with `in Paired` behind it, of those that are paired.
macro_rules! lanes {
    ($list:ident, $c:ident: $isa:ident $(in $paired:ident)?, $($sets:literal),+) => {
        if let Some(isa) = <$isa as $crate::token::Token>::detect() {
            type Set = $crate::kernel::list::lanes!(@ <$isa as $crate::isa::Has<<$c as $crate::kernel::compression::Compression>::Word>>::Vector $(, $paired)?);
            $($list.push(alloc::boxed::Box::new($crate::kernel::lanes::Lanes::<$c, $crate::lanes::Side<Set, $sets>>::new(isa)) as _);)+
        }
    };
    (@ $set:ty) => { $set };
    (@ $set:ty, $paired:ident) => { $paired<$set> };
}
pub(crate) use lanes;

/// `narrow!(list, ones, C: Isa, n, ...)`: kernels that are not lanes. The first takes one
/// message.
macro_rules! narrow {
    ($list:ident, $ones:ident, $c:ident: $isa:ident, 1 $(, $n:literal)*) => {
        if let Some(isa) = <$isa as $crate::token::Token>::detect() {
            $ones.push(($list.len(), alloc::boxed::Box::new($crate::kernel::narrow::Narrow::<$c, $isa, 1>::new(isa)) as _));
            $list.push(alloc::boxed::Box::new($crate::kernel::narrow::Narrow::<$c, $isa, 1>::new(isa)) as _);
            $($list.push(alloc::boxed::Box::new($crate::kernel::narrow::Narrow::<$c, $isa, $n>::new(isa)) as _);)*
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
                Box::new(Kernels::new($crate::costs::Hash::$hash, $list, $ones))
            })
        }
    };
}
pub(crate) use kernels;
