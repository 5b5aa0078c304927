//! The benches: a file and a line here for each.

mod c;
mod files;
mod kernels;
mod lanes;
mod streams;

use crate::session::Session;
use clap::builder::PossibleValue;

/// One thing to measure.
pub(crate) struct Bench {
    /// Its name on the command line and in the rows.
    pub(crate) name: &'static str,
    about: &'static str,
    /// Runs its cases.
    pub(crate) run: fn(&mut Session) -> anyhow::Result<()>,
}

impl Bench {
    /// As a value of the command line.
    pub(crate) fn value(&self) -> PossibleValue {
        PossibleValue::new(self.name).help(self.about)
    }
}

/// All of them.
pub(crate) const ALL: &[Bench] = &[
    Bench { name: "lanes", about: "Many messages in memory, against OpenSSL", run: lanes::run },
    Bench { name: "files", about: "Whole commands over files, against GNU's", run: files::run },
    Bench {
        name: "streams",
        about: "Threads that share lanes, against threads that do not",
        run: streams::run,
    },
    Bench { name: "c", about: "The C library, against OpenSSL from C", run: c::run },
    Bench { name: "kernels", about: "What a block step costs in every kernel", run: kernels::run },
];
