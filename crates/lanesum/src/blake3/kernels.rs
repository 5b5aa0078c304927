//! The kernels of BLAKE3, and what they cost.
//!
//! Estimated: the costs of two to eight nodes in rows. Those of AVX2 were measured
//! before its rounds were in assembly.

use super::compression::Blake3;
use super::nodes::{One, Tree, TreeKernels};
use crate::host::OnceBox;
use crate::isa::portable::Portable;
#[cfg(target_arch = "x86_64")]
use crate::kernel::list::NEVER;
use crate::kernel::list::{Kernels, cost, lanes, narrow};
use crate::kernel::narrow::Narrow;
use crate::kernel::{Compress, CompressOne, Plan};
#[cfg(target_arch = "x86_64")]
use crate::lanes::Paired;
use alloc::boxed::Box;
use alloc::vec::Vec;

#[cfg(target_arch = "aarch64")]
use crate::isa::aarch64::Neon;
#[cfg(target_arch = "x86_64")]
use crate::isa::x86_64::{Avx2, Avx512, Avx512Half, Sse2, Ssse3};

/// BLAKE3's.
pub(crate) fn of_blake3() -> &'static TreeKernels {
    static KERNELS: OnceBox<TreeKernels> = OnceBox::new();
    KERNELS.get_or_init(|| {
        let mut list: Vec<Box<dyn Compress>> = Vec::new();
        let mut tree: Vec<Box<dyn Tree>> = Vec::new();
        macro_rules! both {
            ($($lanes:tt)+) => {
                lanes!(list, Blake3: $($lanes)+);
                lanes!(tree, Blake3: $($lanes)+);
            };
        }
        #[cfg(target_arch = "x86_64")]
        {
            both!(Avx512 in Paired, 1 => cost(NEVER, 450));
            both!(Avx512, 1 => cost(400, 470), 2 => cost(520, 930));
            both!(Avx512Half, 1 => cost(400, 323));
            both!(Avx2, 1 => cost(420, 435));
            both!(Ssse3, 1 => cost(420, 430));
            both!(Sse2, 1 => cost(450, 485));
        }
        #[cfg(target_arch = "aarch64")]
        both!(Neon, 1 => 450);
        let new = || Narrow::<Blake3, Portable, 1>::new(Portable, 0);
        let mut narrow: (u32, Box<dyn CompressOne>) = (u32::MAX, Box::new(new()));
        let mut one: (u32, Box<dyn One>) = (u32::MAX, Box::new(new()));
        macro_rules! rows {
            ($($rows:tt)+) => {
                narrow!(list, narrow, Blake3: $($rows)+);
                narrow!(tree, one, Blake3: $($rows)+);
            };
        }
        rows!(Portable, 1 => cost(300, 255));
        #[cfg(target_arch = "x86_64")]
        {
            rows!(Ssse3, 1 => cost(200, 230));
            rows!(Avx2, 1 => cost(190, 228), 2 => cost(195, 229), 4 => cost(260, 325));
            rows!(Avx512, 1 => cost(170, 182), 2 => cost(175, 183), 4 => cost(190, 214), 8 => cost(320, 340));
        }
        let plan = Plan::new(&list, 0..list.len());
        Box::new(TreeKernels { kernels: Kernels { list, one: narrow.1, plan }, tree, one: one.1 })
    })
}
