//! The tables of this architecture, a file for each, and which are near a CPU.

#[cfg(target_arch = "x86_64")]
mod sapphire_rapids;
#[cfg(target_arch = "x86_64")]
mod zen4;
#[cfg(target_arch = "x86_64")]
mod zen5;

#[cfg(target_arch = "aarch64")]
mod neon;

use super::table::Table;
use crate::isa::Cpu;
#[cfg(target_arch = "x86_64")]
use crate::isa::Vendor;

/// The first family of AMD's that is Zen 5.
#[cfg(target_arch = "x86_64")]
const ZEN5_FAMILY: u32 = 0x1a;

/// The tables that are near a CPU, the nearest first. Older CPUs of AMD's than Zen 4 are
/// more like it than like Zen 5: their vector units have 256 bits or fewer.
#[cfg(target_arch = "x86_64")]
pub(super) fn near(cpu: Cpu) -> &'static [&'static Table] {
    match cpu.vendor {
        Vendor::Amd if cpu.signature != 0 && cpu.family() < ZEN5_FAMILY => &[&zen4::ZEN4],
        Vendor::Amd => &[&zen5::ZEN5, &zen4::ZEN4],
        Vendor::Intel => &[&sapphire_rapids::SAPPHIRE_RAPIDS],
        Vendor::Other => &[],
    }
}

/// The tables that are near a CPU.
#[cfg(target_arch = "aarch64")]
pub(super) fn near(_: Cpu) -> &'static [&'static Table] {
    &[&neon::NEON]
}

/// The tables that are near a CPU: none.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) fn near(_: Cpu) -> &'static [&'static Table] {
    &[]
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn names(vendor: Vendor, signature: u32) -> Vec<&'static str> {
        near(Cpu { vendor, signature }).iter().map(|table| table.cpu).collect()
    }

    #[test]
    fn nearest_table() {
        for (vendor, signature, tables) in [
            // A Ryzen 3000, an EPYC 7003, an EPYC 9004, an EPYC 9005, and one to come.
            (Vendor::Amd, 0x0087_0f10, &["AMD Zen 4"][..]),
            (Vendor::Amd, 0x00a0_0f11, &["AMD Zen 4"]),
            (Vendor::Amd, 0x00a1_0f11, &["AMD Zen 4"]),
            (Vendor::Amd, 0x00b0_0f21, &["AMD Zen 5", "AMD Zen 4"]),
            (Vendor::Amd, 0x00c0_0f00, &["AMD Zen 5", "AMD Zen 4"]),
            (Vendor::Amd, 0, &["AMD Zen 5", "AMD Zen 4"]),
            (Vendor::Intel, 0x0005_0657, &["Intel Sapphire Rapids"]),
            (Vendor::Other, 0x0005_0657, &[]),
        ] {
            assert_eq!(names(vendor, signature), tables, "{vendor:?} {signature:#x}");
        }
    }
}
