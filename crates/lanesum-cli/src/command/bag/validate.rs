//! `lanesum bag validate`: whether a bag is complete, and whether it is valid.

use super::complete;
use super::valid::{Compare, Contents, Report};
use crate::command::run::RunArgs;
use crate::console::Console;
use crate::output::Output;
use crate::progress::{Progress, Total, When, Work};
use anyhow::Result;
use clap::Args;
use lanesum_files::engine::{self, Next, Options, Sink, Source};
use std::iter::Empty;
use std::path::PathBuf;

/// Say whether a bag is complete, and valid.
///
/// A bag is complete if every file is there that a manifest lists, every file in `data` is
/// listed (from version 1.0 on in every manifest of the payload), and the payload has as
/// many files and bytes as bag-info.txt says. A complete bag is valid if every file has the
/// digests in its manifests. A file in fetch.txt is missing until somebody has fetched it.
///
/// The exit status is 0 if the bag is valid; with --complete, if it is complete.
#[derive(Args, Debug)]
pub(crate) struct ValidateArgs {
    /// The bag
    #[arg(value_name = "DIR")]
    bag: PathBuf,

    /// Say only whether the bag is complete, and read none of its files
    #[arg(long)]
    complete: bool,

    #[command(flatten)]
    run: RunArgs,
}

impl ValidateArgs {
    pub(crate) fn run(self) -> Result<bool> {
        let quiet = Progress::default();
        let mut console = Console::new(Output::stdout(), &quiet);
        let (bag, files, faults) = complete::look(&self.bag, &mut console)?;
        console.finish()?;
        let payload = bag.payload;
        let total = Total { files: payload.files, bytes: payload.bytes, grows: false };
        let when = if self.complete { When::Never } else { self.run.progress.when };
        let (complete, good) = Progress::show(when, Work::<Empty<_>>::Known(total), |progress| {
            let mut contents = Contents::new(&bag, files);
            let mut report = Report::new(&bag, faults, Console::new(Output::stdout(), progress), progress);
            if self.complete {
                loop {
                    match contents.next(true) {
                        Next::Line(fault) => report.line(fault)?,
                        Next::Read(..) | Next::Later => {}
                        Next::End => break,
                    }
                }
            } else {
                let options = Options { threads: self.run.threads(), map: true, outputs: &[], progress };
                engine::run(&Compare, contents, &mut report, &options)?;
            }
            report.finish()
        })?;
        let verdict = match (complete, good, self.complete) {
            (false, ..) => "NOT COMPLETE",
            (true, _, true) => "COMPLETE",
            (true, true, false) => "VALID",
            (true, false, false) => "COMPLETE, NOT VALID",
        };
        let mut console = Console::new(Output::stdout(), &quiet);
        let line = console.names().result(self.bag.as_os_str().as_encoded_bytes(), verdict);
        console.line(&line)?;
        console.finish()?;
        Ok(complete && good)
    }
}
