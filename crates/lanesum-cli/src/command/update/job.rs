//! What `lanesum update` reads a file for, and what comes of the lines that it has.

use crate::ledger::Group;
use lanesum_files::engine::Reading;
use lanesum_files::function::Function;
use lanesum_files::manifest::Meta;

/// What a file is read for.
pub(super) enum Job {
    /// It has no lines.
    New,
    /// It has lines.
    Listed(Box<Group>),
    /// It has lines that are kept where their note holds: then it is not read.
    Noted(Box<Group>, Meta),
}

/// What a file that was read is beside its old lines.
pub(super) enum Fate {
    /// It has none.
    New,
    /// It is as they say.
    Same(Box<Group>),
    /// It is another one, or was not compared.
    Changed(Box<Group>),
    /// It has other bytes, with the same size and time of change.
    Rotten(Box<Group>),
}

impl Job {
    /// Holds a reading to the lines.
    pub(super) fn fate(self, functions: &[Function], reading: &Reading) -> Fate {
        let (Self::Listed(group) | Self::Noted(group, _)) = self else { return Fate::New };
        let has = |(_, digest): &(_, lanesum::Digest)| reading.digests.iter().any(|value| value == digest);
        if group.digests.len() == functions.len() && group.digests.iter().all(has) {
            return Fate::Same(group);
        }
        let compared = group.digests.iter().any(|(_, digest)| {
            functions.iter().any(|function| function.output_len() == digest.as_bytes().len())
        });
        let now = reading.status.map(|status| Meta::of(&status));
        let alike = now.zip(group.meta()).is_some_and(|(now, then)| now.looks_like(&then));
        match alike && compared && !group.digests.iter().any(has) {
            true => Fate::Rotten(group),
            false => Fate::Changed(group),
        }
    }

    /// The old lines.
    pub(super) fn text(self) -> Option<Vec<u8>> {
        match self {
            Self::New => None,
            Self::Listed(group) | Self::Noted(group, _) => Some(group.text),
        }
    }
}

impl Fate {
    /// The old lines.
    pub(super) fn text(self) -> Option<Vec<u8>> {
        match self {
            Self::New => None,
            Self::Same(group) | Self::Changed(group) | Self::Rotten(group) => Some(group.text),
        }
    }
}
