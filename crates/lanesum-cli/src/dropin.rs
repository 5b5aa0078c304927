//! Other commands that this binary can be: `md5sum` and its like.
//!
//! Called by such a name, or as `lanesum md5sum`, it takes the options of that
//! command, prints what it prints, byte for byte, and says what it says; it
//! only takes less time. Nothing here uses the argument parser of the other
//! commands, for neither its wording nor its start would be right.

mod b3sum;
mod bao;
mod getopt;
mod gnu;
mod hash;
#[allow(unsafe_code, reason = "asks the C library about characters")]
mod locale;
mod number;
mod option;
mod read;
mod roff;
mod run;
mod voice;

use crate::output::{Output, WriteError};
use anyhow::Result;
use gnu::Tool;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use voice::Voice;

/// Runs a command line of `lanesum`, its name included. Says whether all went
/// well. `bao` is such a command too; the caller knows where it is.
pub(crate) type Lanesum = fn(Vec<OsString>) -> Result<bool>;

/// One of the commands.
pub(crate) enum DropIn {
    /// One of coreutils.
    Gnu(&'static Tool),
    B3sum,
    Bao,
}

impl DropIn {
    /// The command that a program is which was called so, by its name or by a
    /// path.
    pub(crate) fn called(path: &OsStr) -> Option<Self> {
        match Path::new(path).file_name()? {
            name if name == "bao" => Some(Self::Bao),
            name => Self::named(name),
        }
    }

    /// The command of this name, as an argument. `lanesum bao` is a command of
    /// its own.
    pub(crate) fn named(name: &OsStr) -> Option<Self> {
        match name.to_str()? {
            "b3sum" => Some(Self::B3sum),
            name => gnu::ALL.iter().find(|tool| name == tool.name).map(Self::Gnu),
        }
    }

    /// The names of all of them.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        gnu::ALL.iter().map(|tool| tool.name).chain(["b3sum", "bao"])
    }

    /// The manual pages of those that have no arguments of clap's.
    pub(crate) fn pages() -> impl Iterator<Item = (&'static str, String)> {
        gnu::ALL.iter().map(|tool| (tool.name, gnu::page(tool))).chain([("bao", bao::page())])
    }

    /// The others' arguments.
    pub(crate) fn commands() -> [clap::Command; 1] {
        [b3sum::command()]
    }

    /// Runs it with its arguments. Says the exit status.
    pub(crate) fn run(&self, args: Vec<OsString>, lanesum: Lanesum) -> u8 {
        let good = match self {
            Self::B3sum => return b3sum::run(&Voice::new("b3sum"), args),
            Self::Bao => bao::run(&Voice::new("bao"), args, lanesum),
            Self::Gnu(tool) => gnu::run(tool, args),
        };
        if good { crate::GOOD } else { crate::FAILED }
    }
}

/// Writes what was asked for about a command: its help, or its version.
fn about(text: &str) -> Result<(), WriteError> {
    let mut output = Output::stdout();
    output.write(text.as_bytes())?;
    output.flush()
}

/// What `--version` prints.
fn version(name: &str) -> String {
    format!("{name} (lanesum) {}\n", env!("CARGO_PKG_VERSION"))
}
