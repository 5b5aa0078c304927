//! `lanesum audit`: what differs between a tree and a manifest of it.

mod class;
mod expect;
mod moved;
mod report;
mod source;

use super::function::{FunctionArgs, algorithm};
use super::run::RunArgs;
use super::tree::TreeArgs;
use crate::ledger::{Cursor, LedgerError, Merge, Sum, Tree};
use crate::message;
use crate::outboards::Outboards;
use crate::output::Output;
use crate::progress::{Progress, Total, Work};
use crate::signature::{self, SignersArgs};
use anyhow::{Result, anyhow};
use clap::Args;
use class::Class;
use lanesum::Algorithm;
use lanesum_files::engine::{self, Options};
use lanesum_files::function::{Function, Told};
use lanesum_files::manifest::{Known, Of, guess};
use lanesum_files::original::Original;
use lanesum_files::status::{FileId, Status};
use report::Report;
use source::{Audit, Both};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

/// Say how a tree differs from a manifest.
///
/// Reads all files, and says which are CHANGED, MISSING, NEW, MOVED (new, with the
/// digest of one that is missing), DUPLICATE (new, with the digest of one that is still
/// there), ROTTEN (other bytes, with the size and time of change that `lanesum update` has
/// noted) or cannot be read. Counts of all follow.
///
/// The exit status is 0 if nothing differs but what --allow names; 4 if a file is rotten,
/// 3 if one could not be read, and 1 for all else.
///
/// No PATH means the working directory.
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

    /// What may differ: changed, missing, new, moved, duplicate
    #[arg(long, value_name = "CLASS", value_delimiter = ',', value_enum)]
    allow: Vec<Class>,

    /// Write a JSON object a line, also for files that are as they were
    #[arg(long)]
    json: bool,

    /// Look up the hash trees in DIR, as `lanesum update --outboards DIR` has kept them, and
    /// say which parts of 16 KiB of a file are bad that is ROTTEN or CHANGED
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
    /// How it is read.
    known: Known,
    sorted: bool,
    /// What to compute of files that it does not list.
    new: Vec<Function>,
    /// Its files and their bytes, where it says those.
    total: Option<Total>,
}

impl AuditArgs {
    /// Says the exit status.
    pub(crate) fn run(mut self) -> Result<u8> {
        if self.paths.is_empty() {
            self.paths.push(".".into());
        }
        let manifest = match self.signers.signers()? {
            Some(signers) => signers.verified(&self.manifest, false)?,
            None => Original::from(self.manifest.clone()),
        };
        let known = match self.algorithm {
            None => Known { only: None, told: self.function.told("audit", false)? },
            Some(_) => {
                Known { only: self.function.of(self.algorithm, "audit", false)?, told: Told::default() }
            }
        };
        let Look { known, sorted, new, total } = self.look(&manifest, known)?;
        let outboards = self.outboards(&known)?;
        let apart = outboards.as_ref().map(Outboards::id);
        let rules = self.tree.rules(apart)?;
        let tree = |rules| Tree::new(self.paths.clone(), rules);
        let problem = |error: LedgerError| anyhow!("{}: {error}", message::shown(&self.manifest));
        let cursor = Cursor::open(&manifest, known.clone()).map_err(problem)?;
        let merge = Merge::new(tree(rules.clone()), Some((cursor, sorted))).map_err(problem)?;
        let both = Both::new(merge, known.told.clone(), Arc::from(new));
        let when = self.run.progress.when;
        let again = self.tree.rules(apart)?;
        let work = match total {
            Some(total) => Work::Known(total),
            None => Work::Sizes(tree(again).sizes()),
        };
        let outputs: Vec<FileId> = std::fs::File::open(&self.manifest)
            .ok()
            .and_then(|file| rustix::fs::fstat(file).ok())
            .map(|stat| Status::from(stat).id)
            .into_iter()
            .chain(Output::stdout().files())
            .chain(signature::files(&self.manifest))
            .collect();
        Progress::show(when, work, |progress| {
            let mut report = Report::new(progress, self.json);
            let options = Options { threads: self.run.threads(), map: true, outputs: &outputs, progress };
            engine::run(&Audit { outboards }, both, &mut report, &options)?;
            report.left_out(&rules.exclude.skipped)?;
            report.finish(&manifest, &known, sorted, &self.allow)
        })
    }

    /// The hash trees, for BLAKE3 with what it is told.
    fn outboards(&self, known: &Known) -> Result<Option<Outboards>> {
        let Some(path) = &self.outboards else { return Ok(None) };
        let told = || known.told.tell(lanesum::Function::new(Algorithm::Blake3));
        let function = known.only.clone().or_else(told).unwrap_or(Function::plain(Algorithm::Blake3));
        Outboards::existing(path, function).map(Some)
    }

    /// Reads the manifest once.
    fn look(&self, manifest: &Original, known: Known) -> Result<Look> {
        let problem = |what: &dyn std::fmt::Display| anyhow!("{}: {what}", message::shown(&self.manifest));
        let mut cursor = Cursor::open(manifest, known.clone()).map_err(|error| problem(&error))?;
        let mut new: Vec<Function> = Vec::new();
        let mut lens = Vec::new();
        let mut sum = Sum::default();
        while let Some(group) = cursor.next().map_err(|error| problem(&error))? {
            sum.add(&group);
            for (of, digest) in &group.digests {
                let functions = match of {
                    Of::Function(function) => vec![function.clone()],
                    // Each length is guessed once, for there may be a million lines.
                    Of::Unnamed if lens.contains(&digest.as_bytes().len()) => continue,
                    Of::Unnamed => {
                        lens.push(digest.as_bytes().len());
                        let (algorithms, evident) = guess::in_order(digest.as_bytes().len());
                        algorithms.into_iter().take(evident).map(Function::from).collect()
                    }
                };
                for function in functions {
                    if !new.iter().any(|known| known.tag() == function.tag()) {
                        new.push(function);
                    }
                }
            }
        }
        let lacking = cursor.needs.lacking(self.function.needs());
        if !lacking.is_empty() {
            return Err(problem(&format!("its digests can be checked only with {}", lacking.join(" and "))));
        }
        // One that says its algorithm needs no guesses.
        let known = match cursor.header.algorithms[..] {
            [only] if known.only.is_none() => {
                Known { only: known.told.tell(lanesum::Function::new(only)), ..known }
            }
            _ => known,
        };
        if let Some(only) = &known.only {
            new = vec![only.clone()];
        }
        if new.is_empty() {
            return Err(problem(&"no properly formatted checksum lines found"));
        }
        if cursor.malformed > 0 {
            let what = format!("WARNING: {} lines are improperly formatted", cursor.malformed);
            message::say(&message::about(self.manifest.as_encoded_bytes(), what));
        }
        Ok(Look { known, sorted: cursor.is_sorted(), new, total: sum.total() })
    }
}
