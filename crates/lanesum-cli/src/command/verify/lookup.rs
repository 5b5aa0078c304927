//! Looks a file up in a manifest.

use super::pasted::Pasted;
use crate::message;
use anyhow::{Result, anyhow};
use lanesum::Digest;
use lanesum_files::format::{AnyReader, Listed, Said};
use lanesum_files::function::Function;
use lanesum_files::manifest::{Known, Of};
use lanesum_files::records::{Origin, Record, Records, TOO_LONG};
use lanesum_files::walk::order;
use std::ffi::OsStr;
use std::fmt::Display;
use std::os::unix::ffi::OsStrExt;

/// What a manifest says of a file: of its name, or, where no line has that, of the only
/// name with the same last part.
///
/// # Errors
///
/// The system's; that a line is too long to be read; that there is no such line; that there are several, or that they
/// contradict each other.
pub(super) fn in_manifest(manifest: &OsStr, file: &OsStr, only: Option<&Function>) -> Result<Pasted> {
    let problem = |what: &dyn Display| anyhow!("{}: {what}", message::shown(manifest));
    let system = |errno: rustix::io::Errno| problem(&message::reason(&errno.into()));
    let known = Known { only: only.cloned(), ..Known::default() };
    let mut reader = AnyReader::new(known, None);
    let mut records = Records::new(Origin::open(manifest).map_err(system)?, b'\n');
    let (mut found, mut line): (Option<About>, u64) = (None, 0);
    loop {
        let said = match records.next(true).map_err(system)? {
            Record::Bytes(bytes) => reader.line(bytes),
            Record::TooLong(first) => reader.too_long(first),
            Record::Later => continue,
            Record::End => break,
        };
        line += 1;
        if matches!(said, Said::TooLong) {
            // It may be about the file.
            return Err(problem(&format!("{line}: a line {TOO_LONG}")));
        }
        let Said::Entry(listed) = said else { continue };
        let exact = order::key(&listed.name) == order::key(file.as_bytes());
        if !exact && last(&listed.name) != last(file.as_bytes()) {
            continue;
        }
        match &mut found {
            Some(found) if found.exact == exact => found.add(listed),
            Some(found) if found.exact => {}
            _ => found = Some(About { exact, listed, others: false, contradicts: false }),
        }
    }
    match found {
        None => Err(problem(&format!("no line is about {}", message::shown(file)))),
        Some(About { others: true, .. }) => {
            Err(problem(&format!("several lines may be about {}", message::shown(file))))
        }
        Some(About { contradicts: true, .. }) => {
            Err(problem(&format!("its lines about {} contradict each other", message::shown(file))))
        }
        Some(About { listed, .. }) => Ok(Pasted::listed(listed.digests, listed.size).in_manifest(manifest)),
    }
}

/// The last part of a name.
fn last(name: &[u8]) -> &[u8] {
    name.rsplit(|&b| b == b'/').next().unwrap_or_default()
}

/// The lines about a file.
struct About {
    /// Whether they have its very name.
    exact: bool,
    /// What they say, each function once.
    listed: Listed,
    /// Whether there are lines about another file that may be meant.
    others: bool,
    contradicts: bool,
}

impl About {
    fn add(&mut self, other: Listed) {
        if order::key(&self.listed.name) != order::key(&other.name) {
            self.others = true;
            return;
        }
        for (of, digest) in other.digests {
            match self.of(&of) {
                Some(same) => self.contradicts |= *same != digest,
                // A digest that is not named is compared alone, if it is the first.
                None if matches!(of, Of::Function(_)) => self.listed.digests.push((of, digest)),
                None => {}
            }
        }
    }

    /// The digest of the same function, as far as it is known.
    fn of(&self, of: &Of) -> Option<&Digest> {
        let Of::Function(function) = of else { return None };
        let same = |(of, _): &&(Of, Digest)| matches!(of, Of::Function(own) if own.tag() == function.tag());
        self.listed.digests.iter().find(same).map(|(_, digest)| digest)
    }
}
