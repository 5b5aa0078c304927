//! Which CPU this is.

/// A CPU, as it says itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cpu {
    pub(crate) vendor: Vendor,
    /// `CPUID`'s signature, which holds family, model and stepping; zero where nobody
    /// says it.
    pub(crate) signature: u32,
}

/// Who made a CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "each architecture, and each host of a guest, has its own")]
pub(crate) enum Vendor {
    Amd,
    Intel,
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
    let cpu = Cpu { vendor: Vendor::Other, signature: 0 };
    cpu
}

impl Cpu {
    /// The family: the extended one besides, where the first says so.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn family(self) -> u32 {
        match self.signature >> 8 & 0xf {
            0xf => 0xf + (self.signature >> 20 & 0xff),
            family => family,
        }
    }
}
