//! Manifests that are kept over years: sorted as a walk finds files, so that both are
//! read side by side in bounded memory, and with what the system said of each file when
//! it was read.
//!
//! They are manifests like all others: what is added stands in comments. A file has
//!
//! ```text
//! #= 1234 1700000000.000000000 1700000000.000000000 5678
//! ba7816bf...  ./name
//! ```
//!
//! its size, the times of its last change (`mtime`) and of the last change of anything
//! about it (`ctime`), and its inode, before its line. The first line is
//! `# lanesum: generation 7, 2026-11-22T18:30:00Z`.

mod about;
pub(crate) mod beside;
mod cursor;
mod group;
mod header;
mod kept;
mod merge;
mod packed;
mod sorted;
mod sum;
mod survey;
mod tree;

pub(crate) use cursor::{Cursor, LedgerError};
pub(crate) use group::Group;
pub(crate) use header::Header;
pub(crate) use kept::Kept;
pub(crate) use merge::{Merge, Merged};
pub(crate) use sorted::spilling;
pub(crate) use survey::{Found, Survey};
pub(crate) use tree::Tree;
