//! Which CPU this is.

#[cfg(target_arch = "x86_64")]
use core::ops::RangeInclusive;

/// A CPU, as it says itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cpu {
    pub(crate) vendor: Vendor,
    /// `CPUID`'s signature, which holds family, model and stepping; on AArch64 `MIDR_EL1`,
    /// which holds who made the core, and which one it is. Zero where nobody says it.
    pub(crate) signature: u32,
}

/// Who made a CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "each architecture, and each host of a guest, has its own")]
pub(crate) enum Vendor {
    Amd,
    Intel,
    Apple,
    Other,
}

/// Which CPU this is. It says nothing of what the CPU can do, only of what costs more
/// on it.
pub(crate) fn cpu() -> Cpu {
    #[cfg(lanesum_guest)]
    let cpu = {
        let (intel, signature) = crate::host::room::cpu();
        let vendor = match intel {
            _ if cfg!(target_arch = "aarch64") => Vendor::Other,
            true => Vendor::Intel,
            false => Vendor::Amd,
        };
        Cpu { vendor, signature }
    };
    #[cfg(all(target_arch = "x86_64", not(lanesum_guest)))]
    let cpu = super::x86_64::cpu();
    #[cfg(not(any(target_arch = "x86_64", lanesum_guest)))]
    let cpu = Cpu {
        vendor: if cfg!(target_vendor = "apple") { Vendor::Apple } else { Vendor::Other },
        signature: midr().unwrap_or(0),
    };
    cpu
}

/// `MIDR_EL1` of the first core, where the system says it.
#[cfg(not(any(target_arch = "x86_64", lanesum_guest)))]
fn midr() -> Option<u32> {
    #[cfg(all(feature = "std", target_arch = "aarch64", target_os = "linux"))]
    {
        let text =
            std::fs::read_to_string("/sys/devices/system/cpu/cpu0/regs/identification/midr_el1").ok()?;
        return u64::from_str_radix(text.trim().strip_prefix("0x")?, 16).ok().map(|midr| midr as u32);
    }
    #[allow(unreachable_code, reason = "other systems do not say it")]
    None
}

impl Cpu {
    /// Who made an AArch64 core.
    #[cfg(target_arch = "aarch64")]
    pub(crate) fn implementer(self) -> u32 {
        self.signature >> 24
    }

    /// Which core of theirs it is.
    #[cfg(target_arch = "aarch64")]
    pub(crate) fn part(self) -> u32 {
        self.signature >> 4 & 0xfff
    }

    /// The family: the extended one besides, where the first says so.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn family(self) -> u32 {
        match self.signature >> 8 & 0xf {
            0xf => 0xf + (self.signature >> 20 & 0xff),
            family => family,
        }
    }

    /// The model: the extended one besides, where the family has it.
    #[cfg(target_arch = "x86_64")]
    fn model(self) -> u32 {
        (self.signature >> 4 & 0xf) + (self.signature >> 12 & 0xf0)
    }

    /// Whether it is one of some models.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn is(self, vendor: Vendor, family: u32, models: &[RangeInclusive<u32>]) -> bool {
        self.vendor == vendor
            && self.family() == family
            && models.iter().any(|models| models.contains(&self.model()))
    }
}
