//! `lanesum hash`: digests of files and directories.

mod files;
mod line;
mod lined;
mod names;

use crate::command::format;
use crate::command::function::{FunctionArgs, algorithm};
use crate::command::run::RunArgs;
use crate::command::tree::TreeArgs;
use crate::command::usage;
use crate::console::Console;
use crate::message;
use crate::outboards::{OutboardArgs, Outboards};
use crate::output::{Output, Sync};
use crate::progress::Progress;
use crate::signature::{self, SignArgs, Signer};
use crate::terminal::Shown;
use anyhow::Result;
use clap::Args;
use files::{ByName, InDirectory, Sizes};
use lanesum::Algorithm;
use lanesum_files::engine::{self, BoxedSource, Options, ReadError, Reading, Sink, Task};
use lanesum_files::format::Format;
use lanesum_files::function::Function;
use lanesum_files::input::Input;
use lanesum_files::manifest::needs::Needs;
use lanesum_files::manifest::{Form, guess};
use lanesum_files::walk::{Rules, Walk};
use line::{Line, Outcome};
use lined::Lined;
use names::Names;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Print digests of files.
///
/// A directory stands for all regular files in it, hidden ones included, sorted by name.
/// Without a PATH, and for the PATH `-`, lanesum reads standard input. Lines come in the
/// order of the PATHs.
///
/// A file that cannot be read, or that changes while lanesum reads it, gets a message on
/// standard error instead of a line, and so does one whose line would be longer than 1 MiB,
/// which lanesum does not read. The other files get their lines, and the exit status is 1.
/// lanesum then writes FILE only with --partial: a manifest that lacks files would pass for
/// a whole one.
///
/// FILE replaces an old file once it is complete and on the disk, and keeps the old file's
/// mode and owner. Where FILE is a symbolic link, lanesum writes the file that the link
/// points to, even where that does not exist yet; other hard links of the old file keep the
/// old bytes. A device or a pipe gets the lines as they come. Until FILE is complete it has
/// no name. On file systems that cannot have such files, and in the moment in which FILE
/// replaces an old file, it has the name `.lanesum-`, 16 hexadecimal digits and `.tmp` beside
/// FILE, which no walk takes for a file. SIGKILL or a power cut may then leave it there, to be
/// removed when no lanesum writes to that directory; every other signal removes it.
///
/// An interrupted run writes no FILE, leaves an old one as it was, and keeps none of its
/// work: the next run reads every file again. `lanesum update FILE PATH` computes the same
/// digests, and goes on after an interruption.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  lanesum hash *.iso                        BLAKE3 of each file
  lanesum hash -a sha256 *.iso              what sha256sum prints
  lanesum hash -a md5,sha1 --tag photos     two digests of each file
  lanesum hash -o B3SUMS .                  a manifest, for `lanesum check`
  lanesum hash -o B3SUMS --sign ~/.ssh/id_ed25519 .
  lanesum hash --exclude .git --json . | jq .digests.blake3
  lanesum hash --format sfv *.iso           CRC-32, for who has SFV tools
  find . -newer stamp -print0 | lanesum hash --files0-from -
")]
pub(crate) struct HashArgs {
    /// Files and directories
    #[arg(value_name = "PATH")]
    paths: Vec<OsString>,

    /// Those behind them that the parser has not seen.
    #[arg(skip)]
    operands: Vec<&'static OsStr>,

    /// The algorithm, if it is to be neither blake3 nor that of FORMAT. lanesum computes
    /// several at once, with commas between them, those of a long file on a thread each.
    /// `lanesum algorithms` lists them
    #[arg(short, long, value_name = "ALG", value_parser = algorithm, value_delimiter = ',')]
    algorithm: Vec<Algorithm>,

    #[command(flatten)]
    function: FunctionArgs,

    /// Write `BLAKE3 (name) = digest`, which names the algorithm. lanesum also writes this
    /// form without --tag where a reader could not tell the algorithm by the length of the
    /// digest
    #[arg(long, overrides_with = "untagged")]
    tag: bool,

    /// Write `digest  name` for every algorithm
    #[arg(long, overrides_with = "tag", conflicts_with = "json")]
    untagged: bool,

    /// Write a JSON object a line: path, size, mtime, digests, error
    #[arg(long, conflicts_with_all = ["tag", "zero"])]
    json: bool,

    /// Write lines in FORMAT. A file whose name FORMAT cannot hold gets a message instead
    /// of a line
    #[arg(long, value_name = "FORMAT", value_parser = format::parser())]
    #[arg(conflicts_with_all = ["tag", "untagged", "json"])]
    format: Option<&'static Format>,

    /// End lines with NUL, and write names as they are, not escaped
    #[arg(short, long)]
    zero: bool,

    /// Write the lines to FILE. FILE appears when it is complete, and only if it lacks no
    /// file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write FILE even if some files could not be read: FILE lists the others. A directory
    /// or a list of names that cannot be read to its end still prevents FILE
    #[arg(long, requires = "output")]
    partial: bool,

    #[command(flatten)]
    sign: SignArgs,

    #[command(flatten)]
    outboards: OutboardArgs,

    #[command(flatten)]
    tree: TreeArgs,

    /// Accepted for those who are used to it: directories are always read to the bottom
    #[arg(short, long, hide = true)]
    recursive: bool,

    /// Read the PATHs from FILE, where each ends in NUL
    #[arg(long, value_name = "FILE", conflicts_with = "paths")]
    files0_from: Option<OsString>,

    #[command(flatten)]
    run: RunArgs,
}

impl HashArgs {
    /// The algorithms, each once.
    fn algorithms(&self) -> Vec<Algorithm> {
        match (&self.algorithm[..], self.format) {
            ([], Some(format)) => format.algorithms.to_vec(),
            ([], None) => vec![Algorithm::Blake3],
            (listed, _) => each_once(listed),
        }
    }

    /// Adds operands behind those that there are. None of them is empty or begins with `-`.
    pub(crate) fn add(&mut self, operands: Vec<&'static OsStr>) {
        self.operands = operands;
    }

    /// Says whether every file has its digests.
    pub(crate) fn run(mut self) -> Result<bool> {
        let lined = Lined::of(&mut self)?;
        let stdin = match &self.files0_from {
            Some(list) => list == "-",
            None => self.paths.is_empty() || self.paths.iter().any(|path| path == "-"),
        };
        let functions = self.function.functions(&self.algorithms(), "hash", stdin)?;
        if let Some(lined) = &lined {
            lined.check(&functions, self.function.needs())?;
        }
        if self.recursive {
            message::say(&message::plain("-r is not needed: lanesum reads directories to the bottom anyway"));
        }
        if self.files0_from.is_none() && self.paths.is_empty() {
            message::say_stdin();
        }
        let signer = self.sign.signer()?;
        if signer.is_some() && self.output.is_none() {
            return Err(usage("hash", "--sign signs a file: name the manifest with -o"));
        }
        let outboards = self.outboards.open(&functions)?;
        let apart = outboards.as_ref().map(Outboards::id);
        let rules = self.tree.rules(apart)?;
        let when = self.run.progress.when;
        let again = match &self.files0_from {
            _ if !when.applies() => None,
            // A list on a pipe can be read only once: then nobody knows the total.
            Some(list) if !Path::new(list).is_file() => None,
            Some(list) => Some(Names::list(list)?),
            None => Some(Names::operands(self.paths.clone(), self.operands.clone())),
        };
        let sizes = again
            .map(|names| Ok::<_, anyhow::Error>(Sizes::new(names, self.tree.rules(apart)?)))
            .transpose()?;
        let names = match &self.files0_from {
            Some(list) => Names::list(list)?,
            None => Names::operands(self.paths, self.operands),
        };
        let files = ByName::new(names);
        let output = match &self.output {
            Some(path) => Output::file(path, Sync::Always)?,
            None => Output::stdout(),
        };
        let mut outputs = output.files();
        outputs.extend(self.output.iter().flat_map(|path| signature::files(path.as_os_str())));
        // With NUL they are for a program, as with `ls --zero`.
        let names = Shown::on(output.is_terminal() && !self.zero);
        let needs = self.function.needs();
        let form = |function: &Function| match (self.tag, self.untagged) {
            (true, _) => Form::Bsd,
            (_, true) => Form::Gnu,
            // Under a key no length tells it.
            _ if needs == Needs::default() && guess::is_evident(function) => Form::Gnu,
            _ => Form::Bsd,
        };
        let functions: Vec<_> = functions.into_iter().map(|function| (form(&function), function)).collect();
        let (forms, functions): (Vec<_>, Vec<_>) = functions.into_iter().unzip();
        // Who asks for lines without a tag gets nothing else.
        let comment = needs.comment().filter(|_| !self.json && !self.untagged);
        let end = if self.zero { "\0" } else { "\n" };
        let header = match &lined {
            Some(lined) => (lined.header)(&functions),
            None => comment.map_or(String::new(), |comment| comment + end),
        };
        let (zero, json) = (self.zero, self.json);
        let hash = Hash { functions, forms, lined, zero, json, names, rules, outboards };
        Progress::show(when, sizes, |progress| {
            let mut lines = Lines::new(output, progress);
            lines.console.line(header.as_bytes())?;
            let options = Options { threads: self.run.threads(), map: true, outputs: &outputs, progress };
            engine::run(&hash, files, &mut lines, &options)?;
            lines.finish(self.partial, signer.as_ref())
        })
    }
}

/// Makes a line of a reading.
struct Hash {
    functions: Vec<Function>,
    /// How the line of each of them looks.
    forms: Vec<Form>,
    lined: Option<Lined>,
    zero: bool,
    json: bool,
    names: Shown,
    rules: Arc<Rules>,
    outboards: Option<Outboards>,
}

fn each_once(listed: &[Algorithm]) -> Vec<Algorithm> {
    let mut algorithms = Vec::new();
    for &algorithm in listed {
        if !algorithms.contains(&algorithm) {
            algorithms.push(algorithm);
        }
    }
    algorithms
}

impl Task for Hash {
    type Job = ();
    type Line = Line;

    fn functions<'a>(&'a self, (): &'a ()) -> &'a [Function] {
        &self.functions
    }

    fn line(&self, input: Input, (): (), reading: Result<Reading, ReadError>) -> Line {
        let reading = reading.and_then(|reading| match &self.outboards {
            Some(outboards) => outboards.make(&input, &reading).map(|()| reading),
            None => Ok(reading),
        });
        let end = if self.zero { 0 } else { b'\n' };
        let line = match reading {
            // A manifest among the files that it lists.
            Err(ReadError::Output) if input.is_found() => Line::default(),
            Err(error) => Line::unread(&input.name, &error, self.json),
            Ok(reading) if self.json => Line::json(&input.name, &self.functions, &reading),
            Ok(reading) => match (self.names.quoted(&input.name), &self.lined) {
                (quoted, Some(lined)) => {
                    lined.line(quoted.as_deref().unwrap_or(&input.name), &self.functions, &reading)
                }
                (Some(name), None) => Line::quoted(&name, &self.functions, &reading, &self.forms),
                (None, None) => Line::digests(&input.name, &self.functions, &reading, &self.forms, self.zero),
            },
        };
        line.readable(&input.name, end)
    }

    fn join(&self, last: &mut Line, line: Line) -> Option<Line> {
        last.join(line)
    }

    fn walk(&self, input: &Input, (): &()) -> Option<BoxedSource<(), Line>> {
        if input.is_found() {
            return None;
        }
        let walk = Walk::new(input.name.clone(), self.rules.clone());
        Some(Box::new(InDirectory::new(walk, self.json)))
    }
}

struct Lines<'a> {
    console: Console<'a>,
    progress: &'a Progress,
    /// The worst of all lines.
    outcome: Outcome,
    /// How many files have no line.
    unread: u64,
}

impl<'a> Lines<'a> {
    fn new(output: Output, progress: &'a Progress) -> Self {
        let console = Console::new(output, progress);
        Self { console, progress, outcome: Outcome::Good, unread: 0 }
    }

    /// Ends the output: a file takes its place only if nothing is missing, or if it
    /// may be `partial`. Says whether all was good.
    fn finish(self, partial: bool, signer: Option<&Signer>) -> Result<bool> {
        match self.outcome {
            Outcome::Lost => self.console.abandon("it lacks files that nobody can name"),
            Outcome::Missing if !partial => {
                self.console.abandon("files are missing from it; --partial writes it without them")
            }
            Outcome::Good | Outcome::Failed | Outcome::Missing => self.console.finish_signed(signer),
        }?;
        let verdict = match self.unread {
            0 => "all read".to_owned(),
            unread => format!("{unread} not read"),
        };
        self.progress.sum_up(&verdict);
        Ok(self.outcome == Outcome::Good)
    }
}

impl Sink<Line> for Lines<'_> {
    type Error = anyhow::Error;

    fn line(&mut self, line: Line) -> Result<()> {
        self.console.line(&line.text)?;
        self.outcome = self.outcome.max(line.outcome);
        self.progress.add_files(line.files);
        if line.outcome != Outcome::Good {
            self.unread += 1;
        }
        if let Some(message) = line.message {
            self.console.message(&message)?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(self.console.flush()?)
    }
}
