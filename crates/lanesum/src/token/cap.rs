//! The names of the instruction sets, and `LANESUM_ISA`, which caps them.

crate::setting::setting! {
    /// An instruction set that kernels are written for, in the order in which
    /// `LANESUM_ISA` caps them: a cap allows itself and all before it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Isa {
        /// Plain Rust, on any CPU.
        Portable = "portable",
        /// x86-64: what every CPU has.
        Sse2 = "sse2",
        /// x86-64: SSE2 and the byte shuffle.
        Ssse3 = "ssse3",
        /// x86-64: the AES round.
        AesNi = "aes_ni",
        /// x86-64: 256-bit vectors (AVX2, BMI1 and BMI2).
        Avx2 = "avx2",
        /// x86-64: the SHA-1 and SHA-256 instructions. Most CPUs with AVX2 that are older
        /// than AVX-512 do without, so that capping at AVX2 is to be like one of those.
        ShaNi = "sha_ni",
        /// x86-64: 512-bit vectors (F, BW and VL).
        Avx512 = "avx512",
        /// x86-64: the AES round on 512-bit vectors.
        Vaes = "vaes",
        /// x86-64: the SHA-512 and SM3 instructions. They are newer than AVX-512, and few CPUs have both.
        Sha512Ni = "sha512_ni",
        /// AArch64: what every CPU has.
        Neon = "neon",
        /// AArch64: the AES round.
        Armv8Aes = "armv8_aes",
        /// AArch64: the SHA-1 and SHA-256 instructions.
        Sha2 = "sha2",
        /// AArch64: the SHA-512 and SHA-3 instructions.
        Sha512 = "sha512",
    }

    /// A name that no instruction set has.
    pub struct ParseIsaError = "unknown instruction set";

    /// The cap that `LANESUM_ISA` sets: `None` where it is unset or empty.
    ///
    /// It is read once, when the first kernel is chosen. The library itself runs
    /// uncapped under a name it does not know; a program that wants to refuse one
    /// asks here first.
    pub fn cap = "LANESUM_ISA";
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
