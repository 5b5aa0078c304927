//! `lanesum audit`: what differs between a tree and a manifest of it.

mod class;
mod expect;
mod missing;
mod moved;
mod report;
mod source;

use super::format;
use super::function::{FunctionArgs, algorithm};
use super::run::RunArgs;
use super::tree::TreeArgs;
use crate::ledger::{Found, Kept, Merge, Survey, Tree, beside};
use crate::message;
use crate::outboards::Outboards;
use crate::output::Output;
use crate::progress::{Progress, Total, Work};
use crate::signature::{self, SignersArgs, Verified};
use anyhow::{Result, anyhow};
use clap::Args;
use class::Class;
use lanesum::{Algorithm, Digest};
use lanesum_files::engine::{self, Options};
use lanesum_files::format::Format;
use lanesum_files::function::{Function, Told};
use lanesum_files::manifest::candidates::Guesses;
use lanesum_files::manifest::{Known, Of, guess};
use lanesum_files::original::Original;
use lanesum_files::status::{FileId, Status};
use report::Report;
use source::{Audit, Both};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Say how a tree differs from a manifest.
///
/// `lanesum audit` reads all files and prints a line for each that differs from MANIFEST:
/// CHANGED (other bytes), MISSING, NEW, MOVED (new, with the digest of a missing file),
/// DUPLICATE (new, with the digest of a file that is still there), ROTTEN (other bytes, but
/// the size and time of change that `lanesum update` has noted) or UNREADABLE (it cannot be
/// read, or is listed below a directory that cannot be). The counts of all classes follow.
/// MANIFEST may have any format that `lanesum check` reads, and any order.
///
/// The exit status is 0 if only classes differ that --allow names, 4 if a file is ROTTEN, 3
/// if one is UNREADABLE, and 1 for all other differences.
///
/// Without a PATH, lanesum takes the working directory.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  lanesum audit B3SUMS
  lanesum audit --allow new,moved --json B3SUMS photos
  lanesum audit --outboards TREES B3SUMS     also which 16 KiB of a file are bad
")]
pub(crate) struct AuditArgs {
    /// The manifest
    #[arg(value_name = "MANIFEST")]
    manifest: OsString,

    /// Files and directories
    #[arg(value_name = "PATH")]
    paths: Vec<OsString>,

    /// The algorithm of all lines
    #[arg(short, long, value_name = "ALG", value_parser = algorithm)]
    algorithm: Option<Algorithm>,

    #[command(flatten)]
    function: FunctionArgs,

    /// The format of the manifest, if its first line cannot tell it: manifests of BagIt and
    /// rclone look like GNU's
    #[arg(long, value_name = "FORMAT", value_parser = format::parser())]
    format: Option<&'static Format>,

    /// The classes of files that may differ, with commas between them
    #[arg(long, value_name = "CLASS", value_delimiter = ',', value_enum)]
    allow: Vec<Class>,

    /// Write a JSON object a line, also for files that have not changed
    #[arg(long)]
    json: bool,

    /// Look up hash trees in DIR, where `lanesum update --outboards DIR` keeps them, and
    /// print which ranges of 16 KiB have changed in a file that is ROTTEN or CHANGED
    #[arg(long, value_name = "DIR")]
    outboards: Option<PathBuf>,

    #[command(flatten)]
    signers: SignersArgs,

    #[command(flatten)]
    tree: TreeArgs,

    #[command(flatten)]
    run: RunArgs,
}

/// What a first look at a manifest says.
struct Look {
    manifest: Kept,
    /// What to compute of files that it does not list.
    new: Vec<Function>,
    /// What digests may be of whose lines do not say it.
    guesses: Arc<Guesses>,
    /// Its files and their bytes, where it says those.
    total: Option<Total>,
    /// How many lines say what nobody can hold a file to: they name an algorithm that there is
    /// not, or are too long.
    unheld: u64,
}

impl AuditArgs {
    /// Says the exit status.
    pub(crate) fn run(mut self) -> Result<u8> {
        if self.paths.is_empty() {
            self.paths.push(".".into());
        }
        let (original, signed) = match self.signers.signers()? {
            Some(signers) => {
                let Verified { original, signed } = signers.verified(&self.manifest, false)?;
                (original, Some(signed))
            }
            None => {
                let original = Original::again(self.manifest.clone());
                (original.map_err(|error| self.problem(&message::reason(&error)))?, None)
            }
        };
        let known = match self.algorithm {
            None => Known { only: None, told: self.function.told("audit", false)? },
            Some(_) => {
                Known { only: self.function.of(self.algorithm, "audit", false)?, told: Told::default() }
            }
        };
        let Look { manifest, new, guesses, total, unheld } =
            self.look(Kept { original, known, format: self.format, sorted: false })?;
        let outboards = self.outboards(&manifest.known)?;
        let apart = outboards.as_ref().map(Outboards::id);
        let rules = self.tree.rules(apart)?;
        let tree = |rules| Tree::new(self.paths.clone(), rules);
        let cursor = manifest.open().map_err(|error| self.problem(&error))?;
        let merge = Merge::new(tree(rules.clone()), Some((cursor, manifest.sorted)));
        let merge = merge.map_err(|error| self.problem(&error))?;
        let both = Both { merge, guesses: guesses.clone() };
        let audit = Audit { new, guesses, outboards };
        let when = self.run.progress.when;
        let again = self.tree.rules(apart)?;
        let work = match total {
            Some(total) => Work::Known(total),
            None => Work::Sizes(tree(again).sizes()),
        };
        // Asked for by its name: who opens a pipe again waits for another writer.
        let outputs: Vec<FileId> = rustix::fs::stat(&*self.manifest)
            .ok()
            .map(|stat| Status::from(stat).id)
            .into_iter()
            .chain(Output::stdout().files())
            .chain(signature::files(&self.manifest))
            .chain(beside::files(Path::new(&self.manifest)))
            .collect();
        Progress::show(when, work, |progress| {
            let mut report = Report::new(progress, self.json)?;
            if let Some(signed) = &signed {
                report.signed(&manifest, signed)?;
            }
            let options = Options { threads: self.run.threads(), map: true, outputs: &outputs, progress };
            engine::run(&audit, both, &mut report, &options)?;
            report.left_out(&rules.skipped)?;
            report.finish(&manifest, unheld, &self.allow)
        })
    }

    /// The hash trees, for BLAKE3 with what it is told.
    fn outboards(&self, known: &Known) -> Result<Option<Outboards>> {
        let Some(path) = &self.outboards else { return Ok(None) };
        let told = || known.told.tell(lanesum::Function::new(Algorithm::Blake3));
        let function = known.only.clone().or_else(told).unwrap_or(Function::plain(Algorithm::Blake3));
        Outboards::existing(path, function).map(Some)
    }

    fn problem(&self, what: &dyn std::fmt::Display) -> anyhow::Error {
        anyhow!("{}: {what}", message::shown(&self.manifest))
    }

    /// Reads the manifest once.
    fn look(&self, mut manifest: Kept) -> Result<Look> {
        let mut cursor = manifest.open().map_err(|error| self.problem(&error))?;
        let surveyed = cursor.survey(self.run.threads());
        let Survey::<New> { files, total, sorted, found: news } =
            surveyed.map_err(|error| self.problem(&error))?;
        let lacking = cursor.about.needs.lacking(self.function.needs());
        if !lacking.is_empty() {
            let options = lacking.join(" and ");
            return Err(self.problem(&format!("its digests can be checked only with {options}")));
        }
        // One that says its algorithm needs no guesses.
        let known = &mut manifest.known;
        if let ([only], None) = (&cursor.about.header.algorithms[..], &known.only) {
            known.only = known.told.tell(lanesum::Function::new(*only));
        }
        let mut guesses = Guesses::of(&self.manifest);
        for &len in &news.lens {
            guesses.of_len(len, &known.told);
        }
        let new = known.only.clone().map_or(news.functions, |only| vec![only]);
        let say = |what: String| message::say(&message::about(self.manifest.as_encoded_bytes(), what));
        let (unsupported, tag) = &cursor.about.unsupported;
        if *unsupported > 0 {
            let lines = if *unsupported == 1 { "line names an algorithm" } else { "lines name algorithms" };
            say(format!("WARNING: {unsupported} {lines} that lanesum does not have ({tag})"));
        }
        if let Some(what) = cursor.about.too_long() {
            say(format!("WARNING: {what}"));
        }
        if files == 0 {
            return Err(self.problem(&"no properly formatted checksum lines found"));
        }
        if cursor.about.malformed > 0 {
            let lines = if cursor.about.malformed == 1 { "line is" } else { "lines are" };
            say(format!("WARNING: {} {lines} improperly formatted", cursor.about.malformed));
        }
        manifest.sorted = sorted;
        let unheld = *unsupported + cursor.about.too_long.0;
        Ok(Look { manifest, new, guesses: Arc::new(guesses), total, unheld })
    }
}

/// What to compute of files that a manifest does not list: all that it has.
#[derive(Default)]
struct New {
    functions: Vec<Function>,
    /// The lengths of digests that no line names the function of. Each is guessed once, for
    /// there may be a million lines.
    lens: Vec<usize>,
}

impl Found for New {
    fn add(&mut self, digests: &[(Of, Digest)]) {
        for (of, digest) in digests {
            match of {
                Of::Function(function) => self.add_function(function),
                Of::Unnamed => self.add_len(digest.as_bytes().len()),
            }
        }
    }

    fn append(&mut self, later: Self) {
        later.lens.into_iter().for_each(|len| self.add_len(len));
        later.functions.iter().for_each(|function| self.add_function(function));
    }
}

impl New {
    fn add_len(&mut self, len: usize) {
        if self.lens.contains(&len) {
            return;
        }
        self.lens.push(len);
        let (algorithms, evident) = guess::in_order(len);
        algorithms.into_iter().take(evident).for_each(|algorithm| self.add_function(&algorithm.into()));
    }

    fn add_function(&mut self, function: &Function) {
        if !self.functions.iter().any(|known| known.tag() == function.tag()) {
            self.functions.push(function.clone());
        }
    }
}
