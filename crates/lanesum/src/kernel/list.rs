//! The list of an algorithm's kernels, and what they cost. Each family has its
//! lists, in a file `kernels.rs`: a line for an ISA in each.
//!
//! A cost is the number of cycles for one block in every lane, measured on one
//! core of an AMD Zen 5 server (`cargo run --release -p peers -- kernels`).
//! Only the ratios between the kernels of one algorithm matter, and only where
//! they cross. Not measured there, but estimated: those of 256-bit AVX-512, as if
//! they cost what the whole width does, and what a list says of its own.
//!
//! Where two are given, the second was measured on an Intel Sapphire Rapids
//! server, and holds on Intel's CPUs: two units for 512-bit vectors there, of
//! which one rotates, against four that all do.

use super::{Compress, CompressOne, Plan};
use crate::isa::is_intel;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The kernels of an algorithm on this CPU.
pub(crate) struct Kernels {
    /// All of them.
    pub(crate) list: Vec<Box<dyn Compress>>,
    /// The best one for one message.
    pub(crate) one: Box<dyn CompressOne>,
    /// Which ones to run.
    pub(crate) plan: Plan,
}

/// The cost of a kernel that is never the best one: paired lanes are not measured
/// on AMD's CPUs, whose vector units are less of a bottleneck.
#[cfg(target_arch = "x86_64")]
pub(crate) const NEVER: u32 = 1_000_000;

/// What a kernel costs on AMD's CPUs, and all others but Intel's, and on Intel's.
pub(crate) fn cost(amd: u32, intel: u32) -> u32 {
    if is_intel() { intel } else { amd }
}

/// `lanes!(list, C: Isa, sets => cost, ...)`: the sets of lanes of an ISA, or
/// with `in Paired` behind it, of those that are paired.
macro_rules! lanes {
    ($list:ident, $c:ident: $isa:ident $(in $paired:ident)?, $($sets:literal => $cost:expr),+) => {
        if let Some(isa) = <$isa as $crate::token::Token>::detect() {
            type Set = $crate::kernel::list::lanes!(@ <$isa as $crate::isa::Has<<$c as $crate::kernel::compression::Compression>::Word>>::Vector $(, $paired)?);
            $($list.push(alloc::boxed::Box::new($crate::kernel::lanes::Lanes::<$c, $crate::lanes::Side<Set, $sets>>::new(isa, $cost)) as _);)+
        }
    };
    (@ $set:ty) => { $set };
    (@ $set:ty, $paired:ident) => { $paired<$set> };
}
pub(crate) use lanes;

/// `narrow!(list, one, C: Isa, n => cost, ...)`: kernels that are not lanes. The first takes one message, and is the one for it if none before
/// costs less.
macro_rules! narrow {
    ($list:ident, $one:ident, $c:ident: $isa:ident, 1 => $cost:expr $(, $n:literal => $costs:expr)*) => {
        if let Some(isa) = <$isa as $crate::token::Token>::detect() {
            $list.push(alloc::boxed::Box::new($crate::kernel::narrow::Narrow::<$c, $isa, 1>::new(isa, $cost)) as _);
            $($list.push(alloc::boxed::Box::new($crate::kernel::narrow::Narrow::<$c, $isa, $n>::new(isa, $costs)) as _);)*
            if $cost < $one.0 {
                $one = ($cost, alloc::boxed::Box::new($crate::kernel::narrow::Narrow::<$c, $isa, 1>::new(isa, $cost)) as _);
            }
        }
    };
}
pub(crate) use narrow;

/// `kernels!(name, Compression { ... })`: the list of an algorithm, made once.
macro_rules! kernels {
    ($(#[$doc:meta])* $of:ident: $c:ident, |$list:ident, $one:ident| $body:block) => {
        $(#[$doc])*
        pub(crate) fn $of() -> &'static $crate::kernel::Kernels {
            use $crate::isa::portable::Portable;
            use $crate::kernel::{Compress, CompressOne, Kernels, Plan, narrow::Narrow};
            use alloc::boxed::Box;
            use alloc::vec::Vec;

            static KERNELS: $crate::host::OnceBox<Kernels> = $crate::host::OnceBox::new();
            KERNELS.get_or_init(|| {
                let mut $list: Vec<Box<dyn Compress>> = Vec::new();
                let mut $one: (u32, Box<dyn CompressOne>) =
                    (u32::MAX, Box::new(Narrow::<$c, Portable, 1>::new(Portable, 0)));
                $body
                let plan = Plan::new(&$list, 0..$list.len());
                Box::new(Kernels { list: $list, one: $one.1, plan })
            })
        }
    };
}
pub(crate) use kernels;
