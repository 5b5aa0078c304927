//! The kernels of BLAKE3.

use super::compression::Blake3;
use super::nodes::{One, Tree, TreeKernels};
use crate::costs::Hash;
use crate::host::OnceBox;
use crate::isa::portable::Portable;
use crate::kernel::list::{Kernels, lanes, narrow};
use crate::kernel::{Compress, CompressOne};
#[cfg(target_arch = "x86_64")]
use crate::lanes::{Abreast, Paired};
use alloc::boxed::Box;
use alloc::vec::Vec;

#[cfg(target_arch = "aarch64")]
use crate::isa::aarch64::Neon;
#[cfg(target_arch = "x86_64")]
use crate::isa::x86_64::{Avx2, Avx512, Avx512Half, Avx512Metered, Avx512Split, Sse2, Ssse3};

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
            both!(Avx512 in Paired, 1, 2);
            both!(Avx512 in Abreast, 2);
            both!(Avx512, 1, 2);
            both!(Avx512Half in Paired, 2);
            both!(Avx512Half, 1);
            both!(Avx2, 1);
            both!(Ssse3, 1);
            both!(Sse2, 1);
        }
        #[cfg(target_arch = "aarch64")]
        both!(Neon, 1);
        let mut ones: Vec<(usize, Box<dyn CompressOne>)> = Vec::new();
        let mut nodes: Vec<(usize, Box<dyn One>)> = Vec::new();
        macro_rules! rows {
            ($($rows:tt)+) => {
                narrow!(list, ones, Blake3: $($rows)+);
                narrow!(tree, nodes, Blake3: $($rows)+);
            };
        }
        rows!(Portable, 1);
        #[cfg(target_arch = "x86_64")]
        {
            rows!(Ssse3, 1);
            rows!(Avx2, 1, 2, 4);
            rows!(Avx512, 1, 2, 4, 8);
            rows!(Avx512Metered, 2, 4);
            rows!(Avx512Split, 1, 2, 4);
        }
        let kernels = Kernels::new::<Blake3>(Hash::Blake3, list, ones);
        let (_, one) = nodes.swap_remove(kernels.one_at());
        Box::new(TreeKernels { kernels, tree, one })
    })
}
