//! `lanesum bag validate`: whether a bag is complete, and whether it is valid.

use super::{complete, tags};
use crate::command::run::RunArgs;
use crate::console::Console;
use crate::message;
use crate::output::Output;
use crate::progress::{Progress, When};
use anyhow::Result;
use clap::Args;
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

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
        let version = tags::version(&self.bag)?;
        let quiet = Progress::default();
        let mut console = Console::new(Output::stdout(), &quiet);
        let found = complete::look(&self.bag, version, &mut console)?;
        console.finish()?;
        let complete = found.faults == 0;
        let mut good = true;
        if !self.complete {
            for manifest in found.manifests.iter().filter(|manifest| manifest.entries > 0) {
                let args = self.check(&manifest.path, manifest.algorithm.name(), complete);
                if !crate::command::run(args)? {
                    good = false;
                    let path = manifest.path.as_os_str().as_bytes();
                    message::say(&message::about(path, "not every file that it lists was verified"));
                }
            }
        }
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

    /// The command line that compares the files of a manifest. Those that are missing have
    /// been told.
    fn check(&self, manifest: &Path, algorithm: &str, complete: bool) -> Vec<OsString> {
        // `manifest` would mean something else.
        let base = if self.bag.is_absolute() { self.bag.clone() } else { Path::new(".").join(&self.bag) };
        let threads = self.run.threads().to_string();
        let when = match self.run.progress.when {
            When::Auto => "auto",
            When::Always => "always",
            When::Never => "never",
        };
        let mut args: Vec<OsString> = ["lanesum", "check", "--format=bagit", "--strict", "--quiet"]
            .iter()
            .chain(&["-a", algorithm, "-j", &threads, "--progress", when])
            .map(OsString::from)
            .collect();
        if !complete {
            args.push("--ignore-missing".into());
        }
        args.extend(["--base".into(), base.into(), "--".into(), manifest.into()]);
        args
    }
}
