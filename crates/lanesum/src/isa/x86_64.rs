//! SSE2, SSSE3, AVX2 and AVX-512, and the token of SHA-NI.

pub(crate) mod aes;
#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
pub(crate) mod emulated;
pub(crate) mod rotate;
mod vector128;
mod vector256;
mod vector512;

use super::table::isa;
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

isa! {
    /// SSE2, which every x86-64 CPU has.
    Sse2: Sse2, target_feature(enable = "sse2"), true
}
isa! {
    /// SSE2 with the byte shuffle.
    Ssse3: Ssse3, target_feature(enable = "ssse3"), ssse3()
}
isa! {
    /// The SHA-1 and SHA-256 instructions.
    ShaNi: ShaNi, target_feature(enable = "sha,sse2,ssse3,sse4.1"), has_sha_ni::get()
}
isa! {
    /// AVX2, and BMI1 and BMI2, which came with it.
    Avx2: Avx2, target_feature(enable = "avx2,bmi1,bmi2"), avx2()
}
isa! {
    /// AVX-512 F, BW and VL: rotates, and any logic of three inputs, in one instruction;
    /// and BMI1 and BMI2, which every CPU has that has them.
    Avx512: Avx512, target_feature(enable = "avx512f,avx512bw,avx512vl"), has_avx512::get()
}
isa! {
    /// AVX-512 on vectors of 256 bits: its rotates, its logic of three inputs and
    /// its 32 registers, for messages that fill no more lanes.
    Avx512Half: Avx512, target_feature(enable = "avx512f,avx512bw,avx512vl"), has_avx512::get()
}
isa! {
    /// AVX-512 beside the SHA-1 and SHA-256 instructions.
    Avx512Sha: Avx512, target_feature(enable = "sha,avx512f,avx512bw,avx512vl"), has_avx512::get() && has_sha_ni::get()
}
#[cfg(not(lanesum_guest))]
isa! {
    /// The SHA-512 and SM3 instructions, which came together, on vectors of AVX2.
    Sha512Ni: Sha512Ni, target_feature(enable = "sha512,sm3,avx2"), has_sha512::get()
}
isa! {
    /// AVX-512 for kernels that are metered: [`Form::Metered`](crate::kernel::Form::Metered).
    Avx512Metered: Avx512, target_feature(enable = "avx512f,avx512bw,avx512vl"), has_avx512::get()
}
isa! {
    /// AVX-512 for kernels that are split: [`Form::Split`](crate::kernel::Form::Split).
    Avx512Split: Avx512, target_feature(enable = "avx512f,avx512bw,avx512vl"), has_avx512::get()
}
