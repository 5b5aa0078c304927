//! The tables of this architecture, a file for each, and which are near a CPU.

#[cfg(target_arch = "x86_64")]
mod granite_rapids;
#[cfg(target_arch = "x86_64")]
mod sapphire_rapids;
#[cfg(target_arch = "x86_64")]
mod zen3;
#[cfg(target_arch = "x86_64")]
mod zen4;
#[cfg(target_arch = "x86_64")]
mod zen5;

#[cfg(target_arch = "aarch64")]
mod apple;
#[cfg(target_arch = "aarch64")]
mod neoverse_n1;
#[cfg(target_arch = "aarch64")]
mod neoverse_v2;

use super::table::Table;
use crate::isa::Cpu;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::isa::Vendor;

/// All of this architecture.
#[cfg(all(test, target_arch = "x86_64"))]
pub(super) const ALL: &[&Table] = &[
    &granite_rapids::GRANITE_RAPIDS,
    &sapphire_rapids::SAPPHIRE_RAPIDS,
    &zen3::ZEN3,
    &zen4::ZEN4,
    &zen5::ZEN5,
];

/// All of this architecture.
#[cfg(all(test, target_arch = "aarch64"))]
pub(super) const ALL: &[&Table] = &[&apple::APPLE, &neoverse_n1::NEOVERSE_N1, &neoverse_v2::NEOVERSE_V2];

/// All of this architecture.
#[cfg(all(test, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub(super) const ALL: &[&Table] = &[];

/// The tables that are near a CPU, the nearest first. All of Intel's CPUs with AVX-512 have two
/// units for 512 bits at most, as Granite Rapids has. Of AMD's CPUs before Zen 5 all but
/// Zen 4 are without AVX-512, as Zen 3 is.
#[cfg(target_arch = "x86_64")]
pub(super) fn near(cpu: Cpu) -> &'static [&'static Table] {
    match cpu.vendor {
        Vendor::Amd if (zen4::ZEN4.is_of)(cpu) => &[&zen4::ZEN4],
        Vendor::Amd if cpu.signature != 0 && cpu.family() < zen5::FAMILY => &[&zen3::ZEN3],
        Vendor::Amd => &[&zen5::ZEN5],
        Vendor::Intel if (sapphire_rapids::SAPPHIRE_RAPIDS.is_of)(cpu) => {
            &[&sapphire_rapids::SAPPHIRE_RAPIDS]
        }
        Vendor::Intel => &[&granite_rapids::GRANITE_RAPIDS],
        Vendor::Apple | Vendor::Other => &[],
    }
}

/// The tables that are near a CPU: Apple's, that of a core with four vector units, or
/// that of one with two.
#[cfg(target_arch = "aarch64")]
pub(super) fn near(cpu: Cpu) -> &'static [&'static Table] {
    const ARM: u32 = 0x41;
    const QUALCOMM: u32 = 0x51;
    // Neoverse V1, V2 and V3, Cortex-X1 to X4.
    const WIDE: [u32; 7] = [0xd40, 0xd4f, 0xd84, 0xd44, 0xd48, 0xd4e, 0xd82];
    // Oryon's.
    const ORYON: u32 = 0x001;
    match (cpu.implementer(), cpu.part()) {
        _ if cpu.vendor == Vendor::Apple => &[&apple::APPLE],
        (ARM, part) if WIDE.contains(&part) => &[&neoverse_v2::NEOVERSE_V2],
        (QUALCOMM, ORYON) => &[&neoverse_v2::NEOVERSE_V2],
        _ => &[&neoverse_n1::NEOVERSE_N1],
    }
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
            (Vendor::Amd, 0x0087_0f10, &["AMD Zen 3"][..]),
            (Vendor::Amd, 0x00a0_0f11, &["AMD Zen 3"]),
            (Vendor::Amd, 0x00a1_0f11, &["AMD Zen 4"]),
            (Vendor::Amd, 0x00b0_0f21, &["AMD Zen 5"]),
            (Vendor::Amd, 0x00c0_0f00, &["AMD Zen 5"]),
            (Vendor::Amd, 0, &["AMD Zen 5"]),
            // Cascade Lake, Emerald Rapids, Granite Rapids.
            (Vendor::Intel, 0x0005_0657, &["Intel Granite Rapids"]),
            (Vendor::Intel, 0x000c_06f2, &["Intel Sapphire Rapids"]),
            (Vendor::Intel, 0x000a_06d1, &["Intel Granite Rapids"]),
            (Vendor::Other, 0x0005_0657, &[]),
        ] {
            assert_eq!(names(vendor, signature), tables, "{vendor:?} {signature:#x}");
        }
    }

    /// A table is a CPU's own, or only the nearest.
    #[test]
    fn own_table() {
        for (vendor, signature, own) in [
            // A Ryzen 3000, an EPYC 7003, a Ryzen 5000, a Ryzen 6000.
            (Vendor::Amd, 0x0087_0f10, false),
            (Vendor::Amd, 0x00a0_0f11, true),
            (Vendor::Amd, 0x00a2_0f10, true),
            (Vendor::Amd, 0x00a4_0f41, true),
            // An EPYC 9004, a Ryzen 7000, a Ryzen 7040, an EPYC 97x4.
            (Vendor::Amd, 0x00a1_0f11, true),
            (Vendor::Amd, 0x00a6_0f12, true),
            (Vendor::Amd, 0x00a7_0f41, true),
            (Vendor::Amd, 0x00aa_0f02, true),
            // An EPYC 9005, a Ryzen 9000, one of a laptop with units of 256 bits, and one to come.
            (Vendor::Amd, 0x00b0_0f21, true),
            (Vendor::Amd, 0x00b4_0f40, true),
            (Vendor::Amd, 0x00b2_0f40, false),
            (Vendor::Amd, 0x00c0_0f00, false),
            // Cascade Lake, Ice Lake, Sapphire Rapids, Emerald Rapids, Granite Rapids.
            (Vendor::Intel, 0x0005_0657, false),
            (Vendor::Intel, 0x0006_06a6, false),
            (Vendor::Intel, 0x0008_06f8, true),
            (Vendor::Intel, 0x000c_06f2, true),
            (Vendor::Intel, 0x000a_06d1, true),
        ] {
            let cpu = Cpu { vendor, signature };
            assert_eq!((near(cpu)[0].is_of)(cpu), own, "{vendor:?} {signature:#x}");
        }
    }
}

#[cfg(all(test, target_arch = "aarch64"))]
mod tests {
    use super::*;

    #[test]
    fn nearest_table() {
        for (vendor, midr, table) in [
            (Vendor::Other, 0, "Arm Neoverse N1"),
            (Vendor::Other, 0x413f_d0c1, "Arm Neoverse N1"),
            (Vendor::Other, 0x410f_d4f0, "Arm Neoverse V2"),
            (Vendor::Other, 0x511f_0011, "Arm Neoverse V2"),
            (Vendor::Apple, 0x610f_0220, "Apple"),
        ] {
            assert_eq!(near(Cpu { vendor, signature: midr })[0].cpu, table, "{midr:#x}");
        }
    }
}
