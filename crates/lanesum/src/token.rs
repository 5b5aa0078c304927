//! The names of the instruction sets, and the proof that this CPU has one.

mod cap;

pub(crate) use cap::has;
pub use cap::{Isa, ParseIsaError, cap};

/// The proof that this CPU has an instruction set.
///
/// # Safety
///
/// There is one only where the CPU has all instructions of [`Token::ISA`].
#[allow(unsafe_code, reason = "assembly relies on it")]
pub(crate) unsafe trait Token: Copy + Send + Sync + 'static {
    /// The instruction set.
    const ISA: Isa;

    /// The token, if this CPU has the instructions and `LANESUM_ISA` allows
    /// them.
    fn detect() -> Option<Self>;

    /// Runs `f` compiled with this ISA's instructions, all that is inlined
    /// into it included. Pass the closure as `#[inline(always)] || ...`.
    fn vectorize<R>(self, f: impl FnOnce() -> R) -> R;
}
