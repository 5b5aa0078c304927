//! The kernels of BLAKE2b and BLAKE2s.

use super::compression::blake2b::Blake2b;
use super::compression::blake2s::Blake2s;
use crate::kernel::list::{kernels, lanes, narrow};
#[cfg(target_arch = "x86_64")]
use crate::lanes::{Abreast, Paired};

#[cfg(target_arch = "aarch64")]
use crate::isa::aarch64::Neon;
#[cfg(target_arch = "x86_64")]
use crate::isa::x86_64::{Avx2, Avx512, Avx512Half, Avx512Split, Sse2, Ssse3};

kernels! {
    /// BLAKE2b's.
    of_blake2b: Blake2b, Blake2b, |list, ones| {
        #[cfg(target_arch = "x86_64")]
        {
            lanes!(list, Blake2b: Avx512, 1);
            lanes!(list, Blake2b: Avx512 in Paired, 2);
            lanes!(list, Blake2b: Avx512 in Abreast, 2);
            lanes!(list, Blake2b: Avx512Half in Paired, 2);
            lanes!(list, Blake2b: Avx512Half, 1);
            lanes!(list, Blake2b: Avx2, 1);
            lanes!(list, Blake2b: Ssse3, 1);
            lanes!(list, Blake2b: Sse2, 1);
        }
        #[cfg(target_arch = "aarch64")]
        lanes!(list, Blake2b: Neon, 1, 2);
        narrow!(list, ones, Blake2b: Portable, 1);
        #[cfg(target_arch = "x86_64")]
        {
            narrow!(list, ones, Blake2b: Ssse3, 1);
            narrow!(list, ones, Blake2b: Avx2, 1);
            narrow!(list, ones, Blake2b: Avx512, 1);
            narrow!(list, ones, Blake2b: Avx512Split, 1);
        }
    }
}

kernels! {
    /// BLAKE2s's.
    of_blake2s: Blake2s, Blake2s, |list, ones| {
        #[cfg(target_arch = "x86_64")]
        {
            lanes!(list, Blake2s: Avx512, 1);
            lanes!(list, Blake2s: Avx512 in Paired, 1, 2);
            lanes!(list, Blake2s: Avx512 in Abreast, 2);
            lanes!(list, Blake2s: Avx512Half in Paired, 2);
            lanes!(list, Blake2s: Avx512Half, 1);
            lanes!(list, Blake2s: Avx2, 1);
            lanes!(list, Blake2s: Ssse3, 1);
            lanes!(list, Blake2s: Sse2, 1);
        }
        #[cfg(target_arch = "aarch64")]
        lanes!(list, Blake2s: Neon, 1, 2);
        narrow!(list, ones, Blake2s: Portable, 1);
        #[cfg(target_arch = "x86_64")]
        {
            narrow!(list, ones, Blake2s: Ssse3, 1);
            narrow!(list, ones, Blake2s: Avx2, 1);
            narrow!(list, ones, Blake2s: Avx512, 1);
            narrow!(list, ones, Blake2s: Avx512Split, 1);
        }
    }
}
