//! SSE2, SSSE3, AVX2 and AVX-512, and what else there is on vectors of their widths.

pub(crate) mod aes;
#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
pub(crate) mod emulated;
pub(crate) mod rotate;
mod vector128;
mod vector256;
mod vector512;

pub(crate) use vector128::{ShaNi, Sse2, Ssse3};
#[cfg(not(lanesum_guest))]
pub(crate) use vector256::Sha512Ni;
pub(crate) use vector256::{Avx2, Avx512Half};
pub(crate) use vector512::{Avx512, Avx512Metered, Avx512Sha, Avx512Split};

#[cfg(not(lanesum_guest))]
use super::{Cpu, Vendor};
#[cfg(not(lanesum_guest))]
use core::arch::x86_64::__cpuid;

cpufeatures::new!(has_ssse3, "ssse3");
cpufeatures::new!(has_sha_ni, "sha", "sse2", "ssse3", "sse4.1");
#[cfg(not(lanesum_guest))]
cpufeatures::new!(has_sha512, "avx2", "sha512", "sm3");
cpufeatures::new!(has_avx2, "avx2", "bmi1", "bmi2");
cpufeatures::new!(has_avx512, "avx512f", "avx512bw", "avx512vl", "bmi1", "bmi2");

/// Whether there is AVX2, BMI1 and BMI2. A `CPUID` takes a virtual machine 3.5 microseconds (AMD
/// Zen 4), and each set here three of them, so the one that holds the others is asked for first.
fn avx2() -> bool {
    has_avx512::get() || has_avx2::get()
}

/// Whether there is SSSE3.
fn ssse3() -> bool {
    avx2() || has_ssse3::get()
}

/// Which CPU this is, as it says itself.
#[cfg(not(lanesum_guest))]
pub(super) fn cpu() -> Cpu {
    let id = __cpuid(0);
    let vendor = match [id.ebx, id.edx, id.ecx].map(u32::to_le_bytes).as_flattened() {
        b"AuthenticAMD" => Vendor::Amd,
        b"GenuineIntel" => Vendor::Intel,
        _ => Vendor::Other,
    };
    Cpu { vendor, signature: __cpuid(1).eax }
}
