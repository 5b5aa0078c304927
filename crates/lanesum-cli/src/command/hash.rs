//! `lanesum hash`: digests of files and directories.

mod files;
mod line;
mod names;
mod parent;

use crate::command::function::FunctionArgs;
use crate::command::run::RunArgs;
use crate::console::Console;
use crate::engine::{self, BoxedSource, Options, ReadError, Reading, Sink, Task};
use crate::function::Function;
use crate::input::Input;
use crate::manifest::Form;
use crate::output::Output;
use crate::progress::Progress;
use crate::walk::{Exclude, Rules, Walk};
use anyhow::Result;
use clap::Args;
use files::{ByName, Found, InDirectory, Sizes};
use lanesum::Algorithm;
use line::Line;
use names::Names;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Print digests of files.
///
/// A directory means all regular files in it, sorted by name, hidden ones
/// included. No PATH, or `-`, means standard input. Lines come in the order
/// of the PATHs.
///
/// A file that cannot be read, or that changes while it is read, gets a
/// message on standard error instead of a line. The others go on, and the exit
/// status is 1 in the end.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  lanesum hash *.iso                        BLAKE3 of each file
  lanesum hash -a sha256 *.iso              what sha256sum prints
  lanesum hash -a md5,sha1 --tag photos     two digests in one read
  lanesum hash -o B3SUMS .                  a manifest, for `lanesum check`
  lanesum hash --exclude .git --json . | jq .digests.blake3
  find . -newer stamp -print0 | lanesum hash --files0-from -
")]
pub(crate) struct HashArgs {
    /// Files and directories
    #[arg(value_name = "PATH")]
    paths: Vec<OsString>,

    /// What to compute; several, with commas between them, are computed in one
    /// read of each file. `lanesum algorithms` lists them
    #[arg(short, long, value_name = "ALG", value_delimiter = ',', default_value = "blake3")]
    algorithm: Vec<Algorithm>,

    #[command(flatten)]
    function: FunctionArgs,

    /// Write `BLAKE3 (name) = digest`, which says the algorithm
    #[arg(long)]
    tag: bool,

    /// Write a JSON object a line: path, size, mtime, digests, error
    #[arg(long, conflicts_with_all = ["tag", "zero"])]
    json: bool,

    /// End lines with NUL, and write names as they are, not escaped
    #[arg(short, long)]
    zero: bool,

    /// Write to FILE, which appears when it is complete
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Follow symbolic links in directories
    #[arg(short = 'L', long)]
    follow: bool,

    /// Leave out what matches GLOB in directories: by its name, or, if GLOB
    /// has a slash in it, by its path below PATH
    #[arg(long, value_name = "GLOB", value_parser = glob)]
    exclude: Vec<String>,

    /// Read the PATHs from FILE, where each ends in NUL
    #[arg(long, value_name = "FILE", conflicts_with = "paths")]
    files0_from: Option<OsString>,

    #[command(flatten)]
    run: RunArgs,
}

fn glob(pattern: &str) -> Result<String, globset::Error> {
    globset::Glob::new(pattern).map(|_| pattern.to_owned())
}

impl HashArgs {
    /// Says whether every file has its digests.
    pub(crate) fn run(self) -> Result<bool> {
        let stdin = match &self.files0_from {
            Some(list) => list == "-",
            None => self.paths.is_empty() || self.paths.iter().any(|path| path == "-"),
        };
        let functions = self.function.functions(&each_once(&self.algorithm), "hash", stdin)?;
        let rules = Rules { follow: self.follow, exclude: Exclude::new(&self.exclude)? };
        let rules = Arc::new(rules);
        let when = self.run.progress.when;
        let again = match &self.files0_from {
            _ if !when.applies() => None,
            // A list on a pipe can be read only once: then nobody knows the total.
            Some(list) if !Path::new(list).is_file() => None,
            Some(list) => Some(Names::list(list)?),
            None => Some(Names::operands(self.paths.clone())),
        };
        let sizes = again.map(|names| Sizes::new(names, rules.clone()));
        let names = match &self.files0_from {
            Some(list) => Names::list(list)?,
            None => Names::operands(self.paths),
        };
        let files = ByName::new(names);
        let output = self.output.as_deref().map_or_else(|| Ok(Output::stdout()), Output::file)?;
        let outputs = output.files();
        let form = if self.tag { Form::Bsd } else { Form::Gnu };
        let hash = Hash { functions, form, zero: self.zero, json: self.json, rules };
        Progress::show(when, sizes, |progress| {
            let mut lines = Lines { console: Console::new(output, progress), good: true, whole: true };
            let options = Options { threads: self.run.threads(), map: true, outputs: &outputs, progress };
            engine::run(&hash, files, &mut lines, &options)?;
            match lines.whole {
                true => lines.console.finish()?,
                false => lines.console.abandon()?,
            }
            Ok(lines.good)
        })
    }
}

/// Makes a line of a reading.
struct Hash {
    functions: Vec<Function>,
    form: Form,
    zero: bool,
    json: bool,
    rules: Arc<Rules>,
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
    type Job = Found;
    type Line = Line;

    fn functions<'a>(&'a self, _: &'a Found) -> &'a [Function] {
        &self.functions
    }

    fn line(&self, input: Input, found: Found, reading: Result<Reading, ReadError>) -> Line {
        match reading {
            // A manifest among the files that it lists.
            Err(ReadError::Output) if found == Found::InDirectory => Line::default(),
            Err(error) => Line::unread(&input.name, &error, self.json),
            Ok(reading) if self.json => Line::json(&input.name, &self.functions, &reading),
            Ok(reading) => Line::digests(&input.name, &self.functions, &reading, self.form, self.zero),
        }
    }

    fn walk(&self, input: &Input, found: &Found) -> Option<BoxedSource<Found, Line>> {
        if *found == Found::InDirectory {
            return None;
        }
        let walk = Walk::new(input.name.clone(), self.rules.clone());
        Some(Box::new(InDirectory::new(walk, self.json)))
    }
}

struct Lines<'a> {
    console: Console<'a>,
    good: bool,
    /// Whether all files were found. If not, nobody knows what is missing.
    whole: bool,
}

impl Sink<Line> for Lines<'_> {
    fn line(&mut self, line: Line) -> Result<()> {
        self.console.line(&line.text)?;
        self.whole &= !line.lost;
        if let Some(message) = line.message {
            self.good = false;
            self.console.message(&message)?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(self.console.flush()?)
    }
}
