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
}

#[cfg(feature = "rayon")]
impl Join for Rayon {
    #[inline]
    fn join<A: Send, B: Send>(
        bytes: usize,
        a: impl FnOnce() -> A + Send,
        b: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        if bytes < Self::LEAST { Serial::join(bytes, a, b) } else { crate::threads::join(a, b) }
    }
}
