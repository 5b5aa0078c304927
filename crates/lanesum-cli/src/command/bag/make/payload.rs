//! The files that a bag is to hold, hashed where they are.

use super::staging::{PREFIX, Staging, about};
use super::{Oxum, names};
use crate::command::bag::inventory::MAX_NAME;
use crate::console::Console;
use crate::message;
use crate::progress::Progress;
use anyhow::{Result, anyhow};
use lanesum::Algorithm;
use lanesum_files::engine::{self, Next, Options, ReadError, Reading, Sink, Source, Task};
use lanesum_files::format::{Format, Hashed, Unwritable, Write as Form};
use lanesum_files::function::Function;
use lanesum_files::input::Input;
use lanesum_files::walk::{Exclude, Rules, Walk, WalkError};
use std::fs::File;
use std::io::{BufWriter, IntoInnerError, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// All files of a directory.
pub(super) struct Payload {
    directory: Vec<u8>,
    rules: Arc<Rules>,
    functions: Vec<Function>,
    manifests: Vec<Manifest>,
    line: fn(&Hashed<'_>, &mut Vec<u8>) -> Result<(), Unwritable>,
}

impl Payload {
    /// # Errors
    ///
    /// Why the manifests cannot be written.
    pub(super) fn new(directory: &Path, staging: &Staging, algorithms: &[Algorithm]) -> Result<Self> {
        let manifest = |algorithm: &Algorithm| {
            let path = staging.join(&format!("manifest-{}.txt", names::of(*algorithm)));
            let made = File::create_new(&path).map_err(|error| about(&path, &error))?;
            Ok(Manifest { file: BufWriter::new(made), path })
        };
        let line = match Format::named("bagit").map(|format| &format.write) {
            Some(Form::Lines { line, .. }) => *line,
            _ => return Err(anyhow!("the format of bags is missing")),
        };
        Ok(Self {
            directory: directory.as_os_str().as_bytes().to_vec(),
            rules: rules()?,
            functions: algorithms.iter().map(|&algorithm| algorithm.into()).collect(),
            manifests: algorithms.iter().map(manifest).collect::<Result<_>>()?,
            line,
        })
    }

    /// The sizes of all files.
    ///
    /// # Errors
    ///
    /// None that is to be expected.
    pub(super) fn sizes(&self) -> Result<Option<impl Iterator<Item = Option<u64>> + Send + use<>>> {
        let walk = Walk::new(self.directory.clone(), rules()?);
        Ok(Some(walk.filter_map(|found| Some(found.ok()?.size()))))
    }

    /// Hashes them, and writes the manifests to the disk. None where something is in the way,
    /// which messages say.
    ///
    /// # Errors
    ///
    /// What ended it.
    pub(super) fn hash(
        mut self,
        console: Console<'_>,
        threads: usize,
        progress: &Progress,
    ) -> Result<Option<Oxum>> {
        let start = self.directory.len() + usize::from(self.directory.last() != Some(&b'/'));
        let task = Listing { functions: self.functions.clone(), line: self.line, start };
        let walk = Files(Walk::new(self.directory.clone(), self.rules.clone()));
        let manifests = std::mem::take(&mut self.manifests);
        let mut lines = Lines { console, progress, manifests, oxum: Oxum::default(), good: true };
        let options = Options { threads, map: true, outputs: &[], progress };
        engine::run(&task, walk, &mut lines, &options)?;
        let skipped = &self.rules.skipped;
        let say = |lines: &mut Lines<'_>, what: String| {
            lines.console.message(&message::about(&self.directory, what))
        };
        if let Some(what) = skipped.no_files() {
            say(&mut lines, format!("{what} in it cannot be in a bag"))?;
            lines.good = false;
        }
        let empty = skipped.empty.load(Ordering::Relaxed);
        if empty > 0 && lines.good {
            let what = if empty == 1 { "empty directory in it is" } else { "empty directories in it are" };
            say(&mut lines, format!("{empty} {what} in no manifest: copies of the bag may lack such"))?;
        }
        if !lines.good {
            say(&mut lines, "not made a bag; nothing was moved".to_owned())?;
        }
        lines.finish()
    }
}

/// All files but what is being made. That is at the top: further down a directory may be called
/// so, and what is in it is moved with all the rest.
fn rules() -> Result<Arc<Rules>> {
    let exclude = Exclude::new(&[format!("/{PREFIX}*")])?;
    Ok(Arc::new(Rules { exclude, ..Rules::default() }))
}

/// What a walk finds.
struct Files(Walk);

impl Source for Files {
    type Job = ();
    type Line = Line;

    fn next(&mut self, _: bool) -> Next<(), Line> {
        match self.0.next() {
            Some(Ok(input)) => Next::Read(input, ()),
            Some(Err(WalkError { name, error, .. })) => {
                Next::Line(Line::Bad(message::about(&name, ReadError::from(error))))
            }
            None => Next::End,
        }
    }
}

/// What came of a file.
enum Line {
    /// Its line for each manifest, and its size.
    Good(Vec<Vec<u8>>, u64),
    /// A message.
    Bad(Vec<u8>),
}

/// Makes lines of readings.
struct Listing {
    functions: Vec<Function>,
    line: fn(&Hashed<'_>, &mut Vec<u8>) -> Result<(), Unwritable>,
    /// Where names begin that are relative to the directory.
    start: usize,
}

impl Task for Listing {
    type Job = ();
    type Line = Line;

    fn functions<'a>(&'a self, (): &'a ()) -> &'a [Function] {
        &self.functions
    }

    fn line(&self, input: Input, (): (), reading: Result<Reading, ReadError>) -> Line {
        let reading = match reading {
            Ok(reading) => reading,
            Err(error) => return Line::Bad(message::about(&input.name, error)),
        };
        let name = [b"data/", &input.name[self.start..]].concat();
        // No bag with it could be validated.
        if name.len() > MAX_NAME {
            let what = format!("no manifest of a bag can have a name of more than {MAX_NAME} bytes");
            return Line::Bad(message::about(&input.name, what));
        }
        let line = |(function, digest)| {
            let (functions, digests) = (std::slice::from_ref(function), std::slice::from_ref(digest));
            let mut text = Vec::with_capacity(name.len() + 140);
            (self.line)(&Hashed { name: &name, size: reading.len, functions, digests }, &mut text)?;
            Ok(text)
        };
        match self.functions.iter().zip(&reading.digests).map(line).collect::<Result<_, Unwritable>>() {
            Ok(texts) => Line::Good(texts, reading.len),
            Err(why) => Line::Bad(message::about(&input.name, why)),
        }
    }
}

/// A manifest that is being written.
struct Manifest {
    file: BufWriter<File>,
    path: PathBuf,
}

/// Where the lines go.
struct Lines<'a> {
    console: Console<'a>,
    progress: &'a Progress,
    manifests: Vec<Manifest>,
    oxum: Oxum,
    good: bool,
}

impl Lines<'_> {
    fn finish(self) -> Result<Option<Oxum>> {
        self.console.finish()?;
        for manifest in self.manifests {
            let Manifest { file, path } = manifest;
            let written = file.into_inner().map_err(IntoInnerError::into_error);
            written.and_then(|file| file.sync_all()).map_err(|error| about(&path, &error))?;
        }
        Ok(self.good.then_some(self.oxum))
    }
}

impl Sink<Line> for Lines<'_> {
    type Error = anyhow::Error;

    fn line(&mut self, line: Line) -> Result<()> {
        match line {
            Line::Good(texts, size) => {
                self.progress.file();
                self.oxum.files += 1;
                self.oxum.bytes += size;
                for (manifest, text) in self.manifests.iter_mut().zip(&texts) {
                    manifest.file.write_all(text).map_err(|error| about(&manifest.path, &error))?;
                }
            }
            Line::Bad(message) => {
                self.good = false;
                self.console.message(&message)?;
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
