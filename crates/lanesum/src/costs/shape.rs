//! What has a cost.

use crate::lanes::MAX_LANES;
use crate::token::Isa;
use core::fmt;

/// A kernel's name and width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    isa: Isa,
    sets: u8,
    paired: bool,
    lanes: u8,
}

impl Shape {
    pub(crate) const fn new(isa: Isa, sets: usize, paired: bool, lanes: usize) -> Self {
        assert!(sets <= lanes && lanes <= MAX_LANES && MAX_LANES <= u8::MAX as usize);
        Self { isa, sets: sets as u8, paired, lanes: lanes as u8 }
    }

    /// The instructions it runs on.
    pub(crate) fn isa(self) -> Isa {
        self.isa
    }

    /// How many sets of lanes it interleaves.
    pub(crate) fn sets(self) -> usize {
        self.sets.into()
    }

    /// Whether scalar instructions lay out the lanes' blocks.
    pub(crate) fn is_paired(self) -> bool {
        self.paired
    }

    /// How many messages it takes at once.
    #[inline]
    pub(crate) fn lanes(self) -> usize {
        self.lanes.into()
    }
}

impl fmt::Display for Shape {
    /// The ISA, how many sets where it is more than one, and whether it is paired.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.isa)?;
        if self.sets > 1 {
            write!(f, "x{}", self.sets)?;
        }
        f.write_str(if self.paired { "p" } else { "" })
    }
}
