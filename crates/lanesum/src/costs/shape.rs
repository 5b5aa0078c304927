//! What has a cost.

use crate::lanes::MAX_LANES;
use crate::token::Isa;
use core::fmt;

/// What a kernel does otherwise than others on its ISA. Go's package knows the forms by their
/// order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Nothing.
    Plain,
    /// Scalar instructions lay out the lanes' blocks.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "no others are"))]
    Paired,
    /// Paired, and each step of G is taken on all columns of a set at once, where others take it
    /// on two: a core whose operations take two cycles has more that do not wait for each other.
    Abreast,
    /// More instructions, of which fewer wait for each other, or do what some CPUs do in two: a
    /// rotation is shifts, a vector of 512 bits two of 256, a sum of SHA-512's round three.
    Split,
    /// Scalar instructions hold the vectors' back until it is their turn.
    Metered,
}

impl Form {
    /// Whether scalar instructions lay out the lanes' blocks.
    pub(crate) const fn is_paired(self) -> bool {
        matches!(self, Self::Paired | Self::Abreast)
    }
}

/// A kernel's name and width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    isa: Isa,
    sets: u8,
    form: Form,
    lanes: u8,
}

impl Shape {
    pub(crate) const fn new(isa: Isa, sets: usize, form: Form, lanes: usize) -> Self {
        assert!(sets <= lanes && lanes <= MAX_LANES && MAX_LANES <= u8::MAX as usize);
        Self { isa, sets: sets as u8, form, lanes: lanes as u8 }
    }

    /// The instructions it runs on.
    pub(crate) fn isa(self) -> Isa {
        self.isa
    }

    /// How many sets of lanes it interleaves.
    pub(crate) fn sets(self) -> usize {
        self.sets.into()
    }

    /// What it does otherwise than others.
    pub(crate) fn form(self) -> Form {
        self.form
    }

    /// How many messages it takes at once.
    #[inline]
    pub(crate) fn lanes(self) -> usize {
        self.lanes.into()
    }
}

impl fmt::Display for Shape {
    /// The ISA, how many sets where it is more than one, and a letter for a form that is not plain.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.isa)?;
        if self.sets > 1 {
            write!(f, "x{}", self.sets)?;
        }
        f.write_str(match self.form {
            Form::Plain => "",
            Form::Paired => "p",
            Form::Abreast => "a",
            Form::Split => "s",
            Form::Metered => "m",
        })
    }
}
