//! How a file differs.

/// A class, the worst last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Class {
    /// It is as it was.
    #[value(skip)]
    Same,
    /// MANIFEST does not list the file.
    New,
    /// MANIFEST does not list the file, but a missing file has its digest.
    Moved,
    /// MANIFEST does not list the file, but a file that is still there has its digest.
    Duplicate,
    /// MANIFEST lists the file, and it is not there.
    Missing,
    /// The file has other bytes.
    Changed,
    /// It, or the directory that it is listed in, cannot be read: then nobody knows whether it is
    /// there.
    #[value(skip)]
    Unreadable,
    /// It has other bytes, though nobody has written to it.
    #[value(skip)]
    Rotten,
}

impl Class {
    pub(super) const ALL: [Self; 8] = [
        Self::Same,
        Self::Changed,
        Self::Rotten,
        Self::Missing,
        Self::Moved,
        Self::New,
        Self::Duplicate,
        Self::Unreadable,
    ];

    /// What it is called behind a name.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Same => "OK",
            Self::New => "NEW",
            Self::Moved => "MOVED",
            Self::Duplicate => "DUPLICATE",
            Self::Missing => "MISSING",
            Self::Changed => "CHANGED",
            Self::Unreadable => "UNREADABLE",
            Self::Rotten => "ROTTEN",
        }
    }

    /// The exit status that it leads to.
    pub(super) fn status(self) -> u8 {
        match self {
            Self::Same => 0,
            Self::Unreadable => 3,
            Self::Rotten => 4,
            Self::New | Self::Moved | Self::Duplicate | Self::Missing | Self::Changed => 1,
        }
    }
}
