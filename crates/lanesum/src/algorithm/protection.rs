//! What each algorithm protects against, and what it does not.

use super::Algorithm;
use core::fmt;

/// What a digest protects against, at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Protection {
    /// Nothing: messages that differ a little may have the same digest.
    Nothing,
    /// Accidents: damage, and mistakes. Whoever wants two messages to have the
    /// same digest can make them.
    Accidents,
    /// Attacks too: nobody is known to be able to make two messages with the
    /// same digest.
    Attacks,
}

impl Protection {
    /// The name: `nothing`, `accidents` or `attacks`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Accidents => "accidents",
            Self::Attacks => "attacks",
        }
    }
}

impl fmt::Display for Protection {
    /// The name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Algorithm {
    /// What its digest protects against.
    pub const fn protection(self) -> Protection {
        self.row().protection
    }

    /// Whether collisions can be made: such a hash still finds accidents, but
    /// no forgery.
    pub fn is_broken(self) -> bool {
        self.protection() < Protection::Attacks
    }

    /// Whether it was meant to withstand attacks, as MD5 once was. Checksums
    /// and fast hashes were not: for them a message with a given digest is
    /// written at once, so none may stand in for another algorithm whose
    /// digests are as long.
    pub const fn is_cryptographic(self) -> bool {
        self.row().cryptographic
    }

    /// What it protects against and what not, in a sentence or two.
    pub const fn about(self) -> &'static str {
        self.row().about
    }
}
