//! What a lane holds: 32 or 64 bits.

/// The order of the bytes of a word in memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ByteOrder {
    /// The lowest first.
    Little,
    /// The highest first.
    Big,
}

/// `u32` or `u64`.
pub(crate) trait Word: Copy + Send + Sync + 'static {
    /// Zero.
    const ZERO: Self;

    /// The low bits of `x`.
    fn truncate(x: u64) -> Self;

    /// The number, in 64 bits.
    fn widen(self) -> u64;
}

impl Word for u32 {
    const ZERO: Self = 0;

    #[inline(always)]
    fn truncate(x: u64) -> Self {
        x as Self
    }

    #[inline(always)]
    fn widen(self) -> u64 {
        self.into()
    }
}

impl Word for u64 {
    const ZERO: Self = 0;

    #[inline(always)]
    fn truncate(x: u64) -> Self {
        x
    }

    #[inline(always)]
    fn widen(self) -> u64 {
        self
    }
}
