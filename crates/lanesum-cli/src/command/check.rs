//! `lanesum check`: compares files with what manifests say of them.

mod line;
mod repeats;
mod report;
mod trust;

use crate::command::function::{FunctionArgs, algorithm};
use crate::command::run::RunArgs;
use crate::command::{format, usage};
use crate::message;
use crate::output::Output;
use crate::progress::{Progress, When};
use crate::signature::{Signed, SignersArgs, Verified};
use crate::terminal::Shown;
use anyhow::Result;
use clap::Args;
use lanesum::{Algorithm, Digest};
use lanesum_files::engine::{self, Options, ReadError, Reading, Task};
use lanesum_files::format::Format;
use lanesum_files::function::{Function, Told};
use lanesum_files::input::{Directory, Input};
use lanesum_files::manifest::Known;
use lanesum_files::manifest::expected::Expected;
use lanesum_files::manifest::listed::{Base, Entries, Settings};
use lanesum_files::original::Original;
use line::{Line, Style};
use report::Report;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::Arc;
use trust::Strength;

/// Check files against manifests of their digests.
///
/// `lanesum check` reads the lines of `lanesum hash`, of GNU's and BSD's commands and of
/// OpenSSL, and the manifests of hashdeep, SFV, SRI, Python's RECORD and JSON lines. The
/// first line tells the format, and -v prints it. Where a line has several digests, and
/// where it has a size, all of them must match. A line may name its algorithm. Where it
/// names none, `lanesum check` tries the most common algorithm with digests of that length
/// (SHA-256 and BLAKE3 for 32 bytes), and then the others with such digests; if the MANIFEST
/// is called after an algorithm, as B3SUMS is, it tries that one first, and the less common
/// ones not at all. Empty lines and lines that begin with `#` mean nothing, except the line
/// in which `lanesum hash` says that the digests need a key. A line longer than 1 MiB is not
/// read, and a failure. Without a MANIFEST, and for the MANIFEST `-`, lanesum reads standard
/// input.
///
/// A manifest may come from anybody. So `lanesum check` does not read absolute names, names
/// that lead out of the directory by `..` or by a symbolic link, pipes, devices and files
/// of /proc.
///
/// Two digests of one file that cannot both be right are a contradiction. A digest that is
/// listed twice is only counted.
///
/// The exit status is 0 if every manifest lists a file, every listed file matches, and no
/// lines contradict each other.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  lanesum check B3SUMS                      names are relative to here
  lanesum check --base manifest */MD5SUMS   names are relative to each manifest
  lanesum check --quiet --strict SHA256SUMS
  curl -s https://example.org/SHA256SUMS | lanesum check --ignore-missing
  lanesum check --base site-packages site-packages/six-1.17.0.dist-info/RECORD
")]
pub(crate) struct CheckArgs {
    /// Files of checksum lines
    #[arg(value_name = "MANIFEST")]
    manifests: Vec<OsString>,

    /// The algorithm of all lines. A line of another algorithm is malformed
    #[arg(short, long, value_name = "ALG", value_parser = algorithm)]
    algorithm: Option<Algorithm>,

    #[command(flatten)]
    function: FunctionArgs,

    /// The format of all manifests, if their first lines cannot tell it: manifests of BagIt
    /// and rclone look like GNU's
    #[arg(long, value_name = "FORMAT", value_parser = format::parser(), conflicts_with = "zero")]
    format: Option<&'static Format>,

    /// The directory that names are relative to, if it is not the working directory.
    /// `manifest` means the directory that the manifest is in
    #[arg(long, value_name = "DIR|manifest")]
    base: Option<OsString>,

    /// Write no line for a file that matches
    #[arg(long, overrides_with_all = ["status", "warn"])]
    quiet: bool,

    /// Write no lines at all: only the exit status tells
    #[arg(long, overrides_with_all = ["quiet", "warn"])]
    status: bool,

    /// Write a message about each malformed line
    #[arg(short, long, overrides_with_all = ["quiet", "status"])]
    warn: bool,

    /// Say which format each manifest is in
    #[arg(short, long)]
    verbose: bool,

    /// Exit with status 1 if any line is malformed
    #[arg(long)]
    strict: bool,

    /// Skip files that do not exist
    #[arg(long)]
    ignore_missing: bool,

    /// Also read files outside of the directory that names are relative to
    #[arg(long)]
    no_confine: bool,

    /// Also read pipes, devices and files of /proc
    #[arg(long)]
    special: bool,

    /// Demand digests that protect against accidents or attacks. A file whose digest does
    /// not is WEAK
    #[arg(long, value_name = "WHAT", default_value = "accidents", value_enum, hide_default_value = true)]
    require: Strength,

    /// Write a JSON object a line: manifest, line, path, algorithm, status,
    /// expected, digest, error
    #[arg(long)]
    json: bool,

    /// Read lines that end with NUL, in which names are not escaped: those of `lanesum hash
    /// -z`
    #[arg(short, long)]
    zero: bool,

    #[command(flatten)]
    signers: SignersArgs,

    #[command(flatten)]
    run: RunArgs,
}

/// What names are relative to.
fn base(argument: Option<&OsStr>) -> Result<Base> {
    match argument {
        None => Ok(Base::Working),
        Some(base) if base == "manifest" => Ok(Base::Manifest),
        Some(base) => match Directory::open(Path::new(base)) {
            Ok(directory) => Ok(Base::Directory(Arc::new(directory))),
            Err(errno) => Err(message::error(base, errno)),
        },
    }
}

impl CheckArgs {
    /// How lines are read.
    fn known(&self) -> Result<Known> {
        let stdin = self.manifests.iter().any(|manifest| manifest == "-");
        let Some(algorithm) = self.algorithm else {
            return Ok(Known { only: None, told: self.function.told("check", stdin)? });
        };
        let only = self.function.of(Some(algorithm), "check", stdin)?;
        match &only {
            Some(function) if function.output_len() > Digest::MAX_LEN => {
                Err(usage("check", "--length: the digests in manifests have at most 512 bits"))
            }
            _ => Ok(Known { only, told: Told::default() }),
        }
    }

    /// The manifests, or what was signed of each; and what is known of those.
    fn originals(&self) -> Result<(Vec<Original>, Vec<Signed>)> {
        let Some(signers) = self.signers.signers()? else {
            return Ok((self.manifests.iter().cloned().map(Original::from).collect(), Vec::new()));
        };
        let quiet = self.quiet || self.status;
        let verified = self.manifests.iter().map(|manifest| signers.verified(manifest, quiet));
        let both = |verified: Result<Verified>| verified.map(|verified| (verified.original, verified.signed));
        verified.map(both).collect()
    }

    /// Says whether all is as it was.
    pub(crate) fn run(mut self) -> Result<bool> {
        if self.manifests.is_empty() {
            self.manifests.push("-".into());
            message::say_stdin();
        }
        let (originals, signed) = self.originals()?;
        let base = base(self.base.as_deref())?;
        let known = self.known()?;
        let settings = |repeats| Settings {
            known: known.clone(),
            given: self.function.needs(),
            format: self.format,
            zero: self.zero,
            base: base.clone(),
            anywhere: self.no_confine,
            repeats,
            stdin: true,
        };
        let when = match self.run.progress.when {
            When::Auto if self.status => When::Never,
            when => when,
        };
        // What is on a pipe can be read only once: then nobody knows the total.
        let again = when.applies() && self.manifests.iter().all(|manifest| Path::new(manifest).is_file());
        let sizes = again.then(|| Entries::new(originals.clone(), settings(false)).sizes());
        let entries = Entries::new(originals, settings(true)).noted(Line::Note);
        let style = Style {
            quiet: self.quiet,
            status: self.status,
            warn: self.warn,
            verbose: self.verbose,
            json: self.json,
            names: Shown::on(Output::stdout().is_terminal()),
            strength: self.require,
            key: self.function.needs().key,
        };
        let check = Check {
            style,
            ignore_missing: self.ignore_missing,
            confined: !self.no_confine,
            special: self.special,
        };
        Progress::show(when, sizes, |progress| {
            let mut report = Report::new(progress, style, &self);
            for (manifest, signed) in self.manifests.iter().zip(&signed) {
                report.signed(manifest, signed)?;
            }
            let options = Options { threads: self.run.threads(), map: true, outputs: &[], progress };
            engine::run(&check, entries, &mut report, &options)?;
            report.finish()
        })
    }
}

/// Compares a reading with what is expected.
struct Check {
    style: Style,
    ignore_missing: bool,
    confined: bool,
    special: bool,
}

impl Task for Check {
    type Job = Expected;
    type Line = Line;

    fn functions<'a>(&'a self, expected: &'a Expected) -> &'a [Function] {
        expected.of.functions()
    }

    fn settles(&self, expected: &mut Expected, reading: &Reading) -> bool {
        expected.settles(reading)
    }

    fn takes_special(&self) -> bool {
        self.special
    }

    fn ask_all(&self, expected: &mut Expected) {
        expected.of.ask_all();
    }

    fn line(&self, input: Input, expected: Expected, reading: Result<Reading, ReadError>) -> Line {
        match reading {
            Ok(reading) => self.style.compared(&input.name, &expected, &reading),
            Err(error) if self.confined && error.leads_out() => Line::LeadsOut { name: input.name, expected },
            Err(error) if self.ignore_missing && error.is_missing() => Line::Passed,
            Err(error) => self.style.unread(&input.name, &expected, &error),
        }
    }
}
