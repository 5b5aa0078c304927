//! The kernels of BLAKE3.

use super::compression::Blake3;
use super::nodes::{One, Tree, TreeKernels};
use crate::costs::Hash;
use crate::host::OnceBox;
use crate::isa::portable::Portable;
use crate::kernel::list::{lanes, narrow};
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
        let mut list: Vec<Box<dyn Tree>> = Vec::new();
        let mut ones: Vec<(usize, Box<dyn One>)> = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            lanes!(list, Blake3: Avx512 in Paired, 1, 2);
            lanes!(list, Blake3: Avx512 in Abreast, 2);
            lanes!(list, Blake3: Avx512, 1);
            lanes!(list, Blake3: Avx512Half in Paired, 2);
            lanes!(list, Blake3: Avx512Half, 1);
            lanes!(list, Blake3: Avx2, 1);
            lanes!(list, Blake3: Ssse3, 1);
            lanes!(list, Blake3: Sse2, 1);
        }
        #[cfg(target_arch = "aarch64")]
        lanes!(list, Blake3: Neon, 1);
        narrow!(list, ones, Blake3: Portable, 1);
        #[cfg(target_arch = "x86_64")]
        {
            narrow!(list, ones, Blake3: Ssse3, 1);
            narrow!(list, ones, Blake3: Avx2, 1, 2, 4);
            narrow!(list, ones, Blake3: Avx512, 1, 2, 4, 8);
            narrow!(list, ones, Blake3: Avx512Metered, 2, 4);
            narrow!(list, ones, Blake3: Avx512Split, 1, 2, 4);
        }
        Box::new(TreeKernels::new::<Blake3>(Hash::Blake3, list, ones))
    })
}
