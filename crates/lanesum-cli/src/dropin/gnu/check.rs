//! Compares files with what manifests say of them, as `--check` does.

mod entries;
mod line;
mod report;

use super::accept::Accept;
use super::request::CheckStyle;
use crate::dropin::hash::Hash;
use crate::dropin::read::Reader;
use crate::dropin::run::{self, Work};
use crate::dropin::voice::Voice;
use anyhow::Result;
use entries::{Entries, Expected};
use lanesum_files::engine::{ReadError, Reading, Task};
use lanesum_files::function::Function;
use lanesum_files::input::Input;
use line::Line;
use report::Report;
use std::ffi::OsString;
use std::slice;

/// Compares, and says whether all is as it was.
///
/// # Errors
///
/// Why no more can be written.
pub(super) fn run(
    voice: &Voice,
    accept: Accept,
    style: CheckStyle,
    manifests: Vec<OsString>,
) -> Result<bool> {
    let check = Check { voice, style };
    // A `-` in one of the manifests before it reads standard input to its end first.
    let stdin_later = manifests.iter().skip(1).any(|manifest| manifest == "-");
    let entries = Entries::new(voice, accept, style.warn, manifests);
    let mut report = Report::new(&check);
    if stdin_later {
        run::one_by_one(&check, entries, &mut report)?;
    } else {
        run::side_by_side(&check, entries, &mut report)?;
    }
    Ok(report.is_good())
}

/// Compares a file with what is expected of it.
struct Check<'v> {
    voice: &'v Voice,
    style: CheckStyle,
}

impl Task for Check<'_> {
    type Job = Expected;
    type Line = Line;

    fn functions<'a>(&'a self, expected: &'a Expected) -> &'a [Function] {
        slice::from_ref(&expected.function)
    }

    fn line(&self, input: Input, expected: Expected, reading: Result<Reading, ReadError>) -> Line {
        let reading = match reading {
            // A log that grows is as long as it is when its end is read.
            Err(ReadError::Changed { .. }) => Reader::default().read(&input, expected.hash, || {}),
            reading => reading,
        };
        match reading {
            Ok(reading) => {
                let matched = expected.possible && reading.digests[0] == expected.digest;
                self.compared(&input.name, matched)
            }
            Err(error) if self.style.ignore_missing && error.is_missing() => Line::Passed,
            Err(error) => self.unread(&input.name, &error),
        }
    }
}

impl Work for Check<'_> {
    fn hash(&self, expected: &Expected) -> Hash {
        expected.hash
    }
}
