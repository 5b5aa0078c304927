//! The tree as arithmetic, and the work on whole subtrees in memory.

pub(super) mod build;
pub(super) mod check;
pub(super) mod format;
pub(super) mod levels;
pub(super) mod open;
pub(super) mod piece;
pub(super) mod ranges;
pub(super) mod run;
pub(super) mod shape;
mod subtree;
pub(super) mod walk;

pub use format::{Format, Layout};
pub use piece::Piece;
pub use shape::ChunkGroup;

/// Compares nodes in constant time: of a keyed hash, they are secret until
/// they are given out.
#[inline]
fn equal(a: &[u8], b: &[u8]) -> bool {
    constant_time_eq::constant_time_eq(a, b)
}
