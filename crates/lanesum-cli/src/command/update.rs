//! `lanesum update`: a manifest that is kept, of a tree that changes.

mod earlier;
mod job;
mod journal;
mod lines;
mod recheck;
mod report;
mod source;

use super::function::{FunctionArgs, algorithm};
use super::run::RunArgs;
use super::tree::TreeArgs;
use super::usage;
use crate::ledger::{Cursor, Group, Header, Merge, Survey, Tree, beside};
use crate::outboards::{OutboardArgs, Outboards, Prune};
use crate::output::{Output, Sync};
use crate::progress::{Progress, Total, Work};
use crate::signature::{self, SignArgs, SignersArgs};
use crate::{json, message};
use anyhow::{Result, anyhow};
use clap::Args;
use journal::Journal;
use lanesum::Algorithm;
use lanesum_files::engine::{self, Options};
use lanesum_files::format::{Format, Write};
use lanesum_files::function::Function;
use lanesum_files::manifest::needs::Needs;
use lanesum_files::manifest::{Known, guess};
use lanesum_files::original::Original;
use lanesum_files::status::Time;
use lines::Lines;
use recheck::Recheck;
use report::{Report, Says};
use source::{Changes, Update};
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// Bring a manifest up to date.
///
/// `lanesum update` reads the files that are new, or whose size, times or inode are not
/// those that MANIFEST notes, and keeps the lines of all others. Without an old MANIFEST it
/// reads every file. Each file that is NEW, CHANGED or GONE gets a line, and so does one
/// below a directory that cannot be read (UNREADABLE): lanesum does not know whether it is
/// gone. The counts follow; a first run prints only the counts.
///
/// The new MANIFEST replaces the old one once it is complete and on the disk, as with
/// `lanesum hash -o`, whose help says what SIGKILL may leave beside it. An interrupted run
/// leaves the old one as it was, and notes what it has read in `.lanesum-MANIFEST.resume-N`
/// beside it: the next run says how much that is, goes on from there, and says in the end
/// how much of it did not have to be read again.
///
/// `sha256sum --check` and its kin read MANIFEST: all notes are comments. Comments of your
/// own are not kept; lanesum says how many there were. A file that is
/// ROTTEN has other bytes with the same size and time of change. Its old line stays, so
/// that it fails every check, until --accept.
///
/// lanesum updates a signed manifest only with --verify-signature, which verifies the old
/// one, and --sign, which signs the new one. Nobody has signed the notes of an interrupted
/// run: the next run reads those files again.
///
/// Without a PATH, lanesum takes the working directory.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  lanesum update -a sha256 SHA256SUMS        all files here
  lanesum update B3SUMS photos films         below two directories
  lanesum update --recheck 5% B3SUMS         and a twentieth of the rest, another each time
  lanesum update --sign KEY --verify-signature SIGNERS B3SUMS
  lanesum audit B3SUMS                       what differs from it
")]
pub(crate) struct UpdateArgs {
    /// The manifest
    #[arg(value_name = "MANIFEST")]
    manifest: OsString,

    /// Files and directories
    #[arg(value_name = "PATH")]
    paths: Vec<OsString>,

    /// The algorithm, if it is to be neither that of MANIFEST nor, for a new one, BLAKE3
    #[arg(short, long, value_name = "ALG", value_parser = algorithm, value_delimiter = ',')]
    algorithm: Vec<Algorithm>,

    #[command(flatten)]
    function: FunctionArgs,

    /// Also read PERCENT of the files that seem unchanged, other ones each time: 5% reads
    /// all of them in twenty runs
    #[arg(long, value_name = "PERCENT")]
    recheck: Option<Recheck>,

    /// Read all files
    #[arg(long, conflicts_with = "recheck")]
    full: bool,

    /// Write the new digests of files that are ROTTEN
    #[arg(long)]
    accept: bool,

    /// Write MANIFEST even if some files could not be read: those keep their old lines
    #[arg(long)]
    partial: bool,

    /// Write no line for a file that is new, changed or gone
    #[arg(short, long, overrides_with = "verbose")]
    quiet: bool,

    /// Write a line for each file also on a first run, which finds only new ones
    #[arg(short, long, overrides_with = "quiet")]
    verbose: bool,

    #[command(flatten)]
    sign: SignArgs,

    #[command(flatten)]
    signers: SignersArgs,

    #[command(flatten)]
    outboards: OutboardArgs,

    #[command(flatten)]
    tree: TreeArgs,

    #[command(flatten)]
    run: RunArgs,
}

/// What the old manifest is.
struct Old {
    header: Header,
    /// The format of its lines: GNU's or BSD's.
    format: Option<&'static Format>,
    sorted: bool,
    /// How many files it has.
    files: u64,
    /// With their bytes, where it says them of each.
    total: Option<Total>,
    /// How many of its lines are comments of somebody else's.
    comments: u64,
}

impl UpdateArgs {
    /// Says whether all could be read, and nothing is rotten.
    pub(crate) fn run(mut self) -> Result<bool> {
        if self.paths.is_empty() {
            self.paths.push(".".into());
        }
        if self.manifest == "-" {
            return Err(usage("update", "MANIFEST is a file that is replaced, and cannot be standard input"));
        }
        if Path::new(&self.manifest).metadata().is_ok_and(|manifest| !manifest.is_file()) {
            return Err(self.problem(&"not a regular file, and only such a one can be replaced"));
        }
        let signer = self.sign.signer()?;
        let manifest = self.original(signer.is_some())?;
        let old = self.old(&manifest)?;
        let functions = self.functions(&manifest, old.as_ref())?;
        let known = match &functions[..] {
            [only] => Known { only: Some(only.clone()), ..Known::default() },
            _ => Known { only: None, told: self.function.told("update", false)? },
        };
        let mut outboards = self.outboards.open(&functions)?;
        let apart = outboards.as_ref().map(Outboards::id);
        let rules = self.tree.rules(apart)?;
        let tree = |rules| Tree::new(self.paths.clone(), rules);
        // All that MANIFEST lists below such a path would seem to be gone.
        let lost = tree(rules.clone()).lost();
        for path in &lost {
            message::say(&message::about(&path.name, message::reason(&path.error)));
        }
        if !lost.is_empty() {
            return Err(self.problem(&"not updated: every PATH must be there"));
        }
        let output = Output::file(Path::new(&self.manifest), Sync::Always)?;
        // What is signed is not taken from a file that nobody has signed.
        let trusted = signer.is_none();
        let journal = Journal::open(Path::new(&self.manifest), &known, trusted)?;
        if let Some(what) = journal.resumes() {
            message::say(&message::about(self.manifest.as_encoded_bytes(), what));
        }
        if let Some(comments @ 1..) = old.as_ref().map(|old| old.comments) {
            let what = format!("the new manifest has no comments but lanesum's own: {comments} are lost");
            message::say(&message::about(self.manifest.as_encoded_bytes(), what));
        }
        let mut outputs = output.files();
        outputs.extend(signature::files(&self.manifest));
        outputs.extend(beside::files(Path::new(&self.manifest)));
        if let Some(outboards) = &mut outboards {
            // No other update is at work by now.
            outputs.push(outboards.note(beside::trees(Path::new(&self.manifest)))?);
        }
        let outboards = outboards.map(Arc::new);
        let prune = outboards
            .clone()
            .map(Prune::new)
            .transpose()
            .map_err(|error| self.problem(&message::reason(&error)))?;
        let generation = old.as_ref().map_or(0, |old| old.header.generation) + 1;
        let open =
            |old: &Old| Ok((Cursor::open(&manifest, known.clone(), old.format)?.with_text(), old.sorted));
        let merge = (old.as_ref().map(open).transpose())
            .and_then(|manifest| Merge::new(tree(rules.clone()), manifest))
            .map_err(|error| self.problem(&error))?;
        let (earlier, journal) = journal.split();
        let lines = Lines::new(&functions, self.function.needs());
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let date = json::time(Time { seconds: now.as_secs() as i64, nanoseconds: 0 }).unwrap_or_default();
        let header = Header { generation, date, algorithms: self.algorithms(&functions) };
        let when = self.run.progress.when;
        let again = self.tree.rules(apart)?;
        // The tree of the last time has as many files, about.
        let work = match old.as_ref().and_then(|old| old.total) {
            Some(total) => Work::Known(total),
            None => Work::Sizes(tree(again).sizes()),
        };
        Progress::show(when, work, |progress| {
            let update =
                Update { progress, functions: functions.clone(), lines, accept: self.accept, outboards };
            let changes = Changes {
                progress,
                merge,
                earlier,
                functions,
                recheck: if self.full { Some(Recheck::ALL) } else { self.recheck },
                generation,
            };
            // Where there was no manifest, all files are new.
            let says = match (self.quiet, self.verbose || old.is_some()) {
                (true, _) => Says::Nothing,
                (false, false) => Says::Counts,
                (false, true) => Says::Files,
            };
            let mut report = Report::new(output, journal, progress, says, prune);
            report.begin(&header, self.function.needs())?;
            let options = Options { threads: self.run.threads(), map: true, outputs: &outputs, progress };
            engine::run(&update, changes, &mut report, &options)?;
            report.left_out(&rules.skipped)?;
            let before = old.map_or(0, |old| old.files);
            report.finish(self.partial, &self.manifest, generation, before, signer.as_ref())
        })
    }

    /// The old manifest: if it is signed, what was signed of it.
    fn original(&self, signs: bool) -> Result<Original> {
        if let Some(signers) = self.signers.signers()? {
            return Ok(signers.verified(&self.manifest, self.quiet)?.original);
        }
        if signature::is_signed(&self.manifest) {
            let what = match signs {
                true => "it is signed: --verify-signature FILE says whose signature of the old one is good",
                false => "it is signed, and what replaces it would not be: see --sign and --verify-signature",
            };
            return Err(self.problem(&what));
        }
        Ok(Original::from(self.manifest.clone()))
    }

    /// What there is of an old manifest.
    fn old(&self, manifest: &Original) -> Result<Option<Old>> {
        let mut cursor = match Cursor::open(manifest, Known::default(), None) {
            Err(error) if error.is_missing() => return Ok(None),
            cursor => cursor.map_err(|error| self.problem(&error))?,
        };
        let surveyed = cursor.survey(self.run.threads());
        let Survey::<()> { files, total, sorted, .. } = surveyed.map_err(|error| self.problem(&error))?;
        let lacking = cursor.about.needs.lacking(self.function.needs());
        if !lacking.is_empty() {
            return Err(self.problem(&format!("its digests can be made only with {}", lacking.join(" and "))));
        }
        let format = cursor.format();
        if let Some(other) = format.filter(|format| !matches!(format.write, Write::Form(_))) {
            let own = message::shown(&self.manifest);
            let what = format!(
                "its format is {}, which cannot hold the notes of `lanesum update`. Run `lanesum audit {own}` \
                 to compare all files with it, and then `lanesum update NEW` to begin a manifest of lanesum's own",
                other.name
            );
            return Err(self.problem(&what));
        }
        if cursor.about.unsupported.0 > 0 {
            let (lines, tag) = &cursor.about.unsupported;
            let what = format!(
                "lanesum does not have the algorithm of {lines} of its lines ({tag}), which an update would lose"
            );
            return Err(self.problem(&what));
        }
        if let Some(what) = cursor.about.too_long() {
            return Err(self.problem(&format!("{what}, and an update would lose such lines")));
        }
        if cursor.about.malformed > 0 {
            let what = format!(
                "lanesum cannot read {} of its lines, which an update would lose",
                cursor.about.malformed
            );
            return Err(self.problem(&what));
        }
        let said = cursor.about.header != Header::default() || cursor.about.needs != Needs::default();
        let is_empty = || Path::new(&self.manifest).metadata().is_ok_and(|manifest| manifest.len() == 0);
        if files == 0 && !said && !is_empty() {
            let what = "it lists no file, and an update would lose the comments that are in it. To begin a \
                        manifest, name another file or remove this one";
            return Err(self.problem(&what));
        }
        let (header, comments) = (cursor.about.header, cursor.about.comments);
        Ok(Some(Old { format, sorted, header, files, total, comments }))
    }

    fn problem(&self, what: &dyn std::fmt::Display) -> anyhow::Error {
        anyhow!("{}: {what}", message::shown(&self.manifest))
    }

    /// What to compute: what was asked for, or what the old manifest has.
    fn functions(&self, manifest: &Original, old: Option<&Old>) -> Result<Vec<Function>> {
        let algorithms = match (&self.algorithm[..], old) {
            ([], None) => vec![Algorithm::Blake3],
            ([], Some(old)) if !old.header.algorithms.is_empty() => old.header.algorithms.clone(),
            ([], Some(_)) => vec![self.evident(manifest)?],
            (asked, _) => asked.to_vec(),
        };
        self.function.functions(&algorithms, "update", false)
    }

    /// The algorithm of a manifest that was made by another command.
    fn evident(&self, manifest: &Original) -> Result<Algorithm> {
        let mut cursor =
            Cursor::open(manifest, Known::default(), None).map_err(|error| self.problem(&error))?;
        let mut group = Box::<Group>::default();
        if !cursor.next(&mut group).map_err(|error| self.problem(&error))? {
            return Ok(Algorithm::Blake3);
        }
        let named = match &group.digests[..] {
            [(lanesum_files::manifest::Of::Function(function), _)] => function.algorithm(),
            [(lanesum_files::manifest::Of::Unnamed, digest)] => {
                guess::one(manifest.name(), digest.as_bytes().len())
            }
            _ => None,
        };
        named.ok_or_else(|| usage("update", "say with -a which algorithm made the digests of MANIFEST"))
    }

    fn algorithms(&self, functions: &[Function]) -> Vec<Algorithm> {
        functions.iter().filter_map(Function::algorithm).collect()
    }
}
