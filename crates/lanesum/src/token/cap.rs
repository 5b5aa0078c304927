//! The names of the instruction sets, and `LANESUM_ISA`, which caps them.

use core::fmt;
use core::str::FromStr;

/// An instruction set that kernels are written for, in the order in which
/// `LANESUM_ISA` caps them: a cap allows itself and all before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Isa {
    /// Plain Rust, on any CPU.
    Portable,
    /// x86-64: what every CPU has.
    Sse2,
    /// x86-64: SSE2 and the byte shuffle.
    Ssse3,
    /// x86-64: the AES round.
    AesNi,
    /// x86-64: 256-bit vectors (AVX2, BMI1 and BMI2).
    Avx2,
    /// x86-64: the SHA-1 and SHA-256 instructions. Most CPUs with AVX2 that are older
    /// than AVX-512 do without, so that capping at AVX2 is to be like one of those.
    ShaNi,
    /// x86-64: 512-bit vectors (F, BW and VL).
    Avx512,
    /// x86-64: the AES round on 512-bit vectors.
    Vaes,
    /// AArch64: what every CPU has.
    Neon,
    /// AArch64: the AES round.
    Armv8Aes,
    /// AArch64: the SHA-1 and SHA-256 instructions.
    Sha2,
    /// AArch64: the SHA-512 and SHA-3 instructions.
    Sha512,
}

impl Isa {
    /// Every instruction set, of every architecture.
    pub const ALL: [Self; 12] = [
        Self::Portable,
        Self::Sse2,
        Self::Ssse3,
        Self::AesNi,
        Self::Avx2,
        Self::ShaNi,
        Self::Avx512,
        Self::Vaes,
        Self::Neon,
        Self::Armv8Aes,
        Self::Sha2,
        Self::Sha512,
    ];

    /// The name that `LANESUM_ISA` and the kernels' names use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Sse2 => "sse2",
            Self::Ssse3 => "ssse3",
            Self::AesNi => "aes_ni",
            Self::ShaNi => "sha_ni",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
            Self::Vaes => "vaes",
            Self::Neon => "neon",
            Self::Armv8Aes => "armv8_aes",
            Self::Sha2 => "sha2",
            Self::Sha512 => "sha512",
        }
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no instruction set has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseIsaError;

impl fmt::Display for ParseIsaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown instruction set; known: ")?;
        for (i, isa) in Isa::ALL.into_iter().enumerate() {
            write!(f, "{}{isa}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl core::error::Error for ParseIsaError {}

impl FromStr for Isa {
    type Err = ParseIsaError;

    fn from_str(name: &str) -> Result<Self, ParseIsaError> {
        Self::ALL.into_iter().find(|isa| isa.name() == name).ok_or(ParseIsaError)
    }
}

/// The cap that `LANESUM_ISA` sets: `None` where it is unset or empty.
///
/// It is read once, when the first kernel is chosen. The library itself runs
/// uncapped under a name it does not know; a program that wants to refuse one
/// asks here first.
///
/// # Errors
///
/// [`ParseIsaError`] where the variable holds anything but a name of [`Isa`].
#[cfg(feature = "std")]
pub fn cap() -> Result<Option<Isa>, ParseIsaError> {
    static CAP: std::sync::OnceLock<Result<Option<Isa>, ParseIsaError>> = std::sync::OnceLock::new();
    *CAP.get_or_init(|| match std::env::var_os("LANESUM_ISA") {
        None => Ok(None),
        Some(name) if name.is_empty() => Ok(None),
        Some(name) => name.to_str().ok_or(ParseIsaError)?.parse().map(Some),
    })
}

/// Without the standard library there is no environment: no cap.
///
/// # Errors
///
/// None.
#[cfg(not(feature = "std"))]
pub fn cap() -> Result<Option<Isa>, ParseIsaError> {
    Ok(None)
}

/// Whether this CPU has `isa`, and the cap allows it.
#[cfg(not(lanesum_guest))]
pub(crate) fn has(isa: Isa, detected: impl FnOnce() -> bool) -> bool {
    !matches!(cap(), Ok(Some(cap)) if isa > cap) && detected()
}

/// Whether the host says so.
#[cfg(lanesum_guest)]
pub(crate) fn has(isa: Isa, _detected: impl FnOnce() -> bool) -> bool {
    crate::host::room::has(isa as u32)
}
