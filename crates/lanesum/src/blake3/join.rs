//! Threads as a parameter: one algorithm for one core and for all.

/// How the two halves of a task are run.
pub(crate) trait Join {
    /// Runs both, which together work on `bytes` bytes.
    fn join<A: Send, B: Send>(
        bytes: usize,
        a: impl FnOnce() -> A + Send,
        b: impl FnOnce() -> B + Send,
    ) -> (A, B);
}

/// One after the other.
pub(crate) enum Serial {}

impl Join for Serial {
    #[inline]
    fn join<A: Send, B: Send>(
        _: usize,
        a: impl FnOnce() -> A + Send,
        b: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        (a(), b())
    }
}

/// On rayon's current thread pool.
#[cfg(feature = "rayon")]
pub(crate) enum Rayon {}

#[cfg(feature = "rayon")]
impl Rayon {
    /// The bytes below which it is not worth to ask another thread: some 15
    /// microseconds of work in full lanes.
    const LEAST: usize = 256 << 10;

    /// And below which it is not worth to ask the pool, for who is none of its threads: one is to
    /// be woken, and wakes the caller when all is done. 512 KiB took 0.11 ms so, and take 0.07
    /// (AMD Zen 4, two virtual cores).
    const LEAST_OUTSIDE: usize = 1 << 20;
}

#[cfg(feature = "rayon")]
impl Join for Rayon {
    #[inline]
    fn join<A: Send, B: Send>(
        bytes: usize,
        a: impl FnOnce() -> A + Send,
        b: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        let least = if crate::threads::is_within() { Self::LEAST } else { Self::LEAST_OUTSIDE };
        if bytes < least { Serial::join(bytes, a, b) } else { crate::threads::join(a, b) }
    }
}
