//! Instructions that hold the others back until it is their turn.
//!
//! On an AMD Zen 5 an addition, a shift or logic of vectors takes one cycle while few of them, some
//! thirty, wait for their turn, and two while more do; rotations always take two. A core decodes
//! far ahead of a chain of steps that wait for each other, so all of them wait, and each takes two.
//!
//! A chain of scalar additions, a cycle each, keeps the core from that: once it fills the scheduler
//! of the scalar units, which holds 88 instructions, no further instruction comes in before one of
//! the chain is done. So many of the chain as a step takes cycles stand beside each step: the
//! vectors' instructions then come in as they can be executed. It takes one of the eight instructions
//! that a core can begin in a cycle, where instructions that do nothing would take all of them, also
//! those of the core's other hardware thread.
//!
//! The chain must be a little slower than the vectors, or these fall behind. They do for some time
//! where bytes come late, and then all wait again: after some blocks the core lets all of them
//! finish, and fills the scheduler anew. That takes the 88 cycles of the chain's last instructions.
//!
//! It suits code that begins one or two operations in a cycle. Where a step has three or four for
//! each cycle, as SHA-2 and BLAKE do in sixteen lanes, too many wait however they come in.

/// The chain between the blocks of a stretch.
pub(crate) struct Meter {
    /// What its last instruction has computed: the next one waits for it.
    pub(crate) ticks: u64,
    /// Blocks until the scheduler is filled again.
    pub(crate) blocks: u32,
}

impl Meter {
    /// With the first block the scheduler is filled.
    pub(crate) const START: Self = Self { ticks: 0, blocks: 0 };
}

/// What fills the scheduler, and a few more.
pub(crate) const FILL: usize = 92;

/// An instruction of the chain, on operand `ticks`.
macro_rules! tick {
    () => {
        "lea {ticks}, [{ticks} + 1]\n"
    };
}
pub(crate) use tick;

/// Fills the scheduler before a block, and again after so many: operands `ticks` and `blocks` are the
/// meter's, `fill` is [`FILL`], and `until` the number.
macro_rules! fill {
    () => {
        concat!(
            "sub {blocks:e}, 1\n",
            "jns 2f\n",
            "mov {blocks:e}, {until} - 1\n",
            "lfence\n",
            ".rept {fill}\n",
            $crate::kernel::x86_meter::tick!(),
            ".endr\n",
            "2:\n",
        )
    };
}
pub(crate) use fill;
