//! The kernels of BLAKE2b and BLAKE2s, and what they cost.
//!
//! Estimated: the costs of AVX-512 for one message on AMD's CPUs, from the latency
//! of a vector's operations, twice Intel's. BLAKE2s's of AVX2 were measured before
//! its rounds were in assembly.

use super::compression::blake2b::Blake2b;
use super::compression::blake2s::Blake2s;
#[cfg(target_arch = "x86_64")]
use crate::kernel::list::NEVER;
use crate::kernel::list::{cost, kernels, lanes, narrow};
#[cfg(target_arch = "x86_64")]
use crate::lanes::Paired;

#[cfg(target_arch = "aarch64")]
use crate::isa::aarch64::Neon;
#[cfg(target_arch = "x86_64")]
use crate::isa::x86_64::{Avx2, Avx512, Avx512Half, Sse2, Ssse3};

kernels! {
    /// BLAKE2b's.
    of_blake2b: Blake2b, |list, one| {
        #[cfg(target_arch = "x86_64")]
        {
            lanes!(list, Blake2b: Avx512, 1 => cost(641, 815), 2 => cost(977, 1550));
            lanes!(list, Blake2b: Avx512Half, 1 => cost(641, 584));
            lanes!(list, Blake2b: Avx2, 1 => cost(751, 660));
            lanes!(list, Blake2b: Ssse3, 1 => cost(704, 890));
            lanes!(list, Blake2b: Sse2, 1 => cost(816, 1028));
        }
        #[cfg(target_arch = "aarch64")]
        lanes!(list, Blake2b: Neon, 1 => 704, 2 => 850);
        narrow!(list, one, Blake2b: Portable, 1 => cost(351, 447));
        #[cfg(target_arch = "x86_64")]
        narrow!(list, one, Blake2b: Avx512, 1 => cost(600, 364));
    }
}

kernels! {
    /// BLAKE2s's.
    of_blake2s: Blake2s, |list, one| {
        #[cfg(target_arch = "x86_64")]
        {
            lanes!(list, Blake2s: Avx512, 1 => cost(551, 660), 2 => cost(847, 1340));
            lanes!(list, Blake2s: Avx512 in Paired, 1 => cost(NEVER, 630));
            lanes!(list, Blake2s: Avx512Half, 1 => cost(551, 498));
            lanes!(list, Blake2s: Avx2, 1 => cost(700, 605));
            lanes!(list, Blake2s: Ssse3, 1 => cost(741, 763));
            lanes!(list, Blake2s: Sse2, 1 => cost(770, 819));
        }
        #[cfg(target_arch = "aarch64")]
        lanes!(list, Blake2s: Neon, 1 => 741, 2 => 900);
        narrow!(list, one, Blake2s: Portable, 1 => cost(294, 357));
        #[cfg(target_arch = "x86_64")]
        narrow!(list, one, Blake2s: Avx512, 1 => cost(500, 292));
    }
}
