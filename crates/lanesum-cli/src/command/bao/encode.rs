//! `lanesum bao hash` and `lanesum bao encode`.

use super::FormatArgs;
use super::input::{Bytes, Sizes};
use super::target;
use crate::console::Console;
use crate::message;
use crate::output::Output;
use crate::progress::Progress;
use anyhow::{Result, anyhow};
use clap::Args;
use lanesum::bao::{Apart, Format, Layout, ReadAt, SliceReader, WriteAt};
use lanesum::blake3::{Hash, Hasher};
use lanesum_files::aligned::Aligned;
use lanesum_files::name;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::slice;

/// Print the BLAKE3 hash, by which all encodings of a file are verified.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  lanesum bao hash film.mkv
")]
pub(super) struct HashArgs {
    /// The files; `-` and none are standard input
    #[arg(value_name = "FILE")]
    files: Vec<OsString>,

    #[command(flatten)]
    format: FormatArgs,
}

impl HashArgs {
    pub(super) fn run(self) -> Result<bool> {
        let format = self.format.format()?;
        let files: Vec<Option<&OsStr>> = match &self.files[..] {
            [] => vec![None],
            files => files.iter().map(|file| Some(file.as_os_str())).collect(),
        };
        let when = self.format.run.progress.when;
        Progress::show(when, Some(Sizes::of(files.iter().copied())), |progress| {
            let mut console = Console::new(Output::stdout(), progress);
            let mut good = true;
            for file in &files {
                match self.hash(format, *file, progress) {
                    Ok(hash) => {
                        let mut line = hash.to_string().into_bytes();
                        if let (Some(file), true) = (file, files.len() > 1) {
                            line.extend_from_slice(b"  ");
                            let names = console.names();
                            let quoted = names.quoted(file.as_bytes());
                            line.extend(quoted.as_deref().unwrap_or(&name::quote(file.as_bytes())));
                        }
                        line.push(b'\n');
                        console.line(&line)?;
                    }
                    Err(error) => {
                        console.message(&message::plain(format_args!("{error:#}")))?;
                        good = false;
                    }
                }
            }
            console.finish()?;
            Ok(good)
        })
    }

    fn hash(&self, format: Format, file: Option<&OsStr>, progress: &Progress) -> Result<Hash> {
        let input = Bytes::open(file, progress)?;
        let hash = match input.len() {
            Some(len) => {
                let all = || format.par_encode_at(Layout::Outboard, &input, len, &Nothing);
                self.format.on_threads(all)?
            }
            None => stream(format, &input),
        };
        hash.map_err(|error| input.about(&error))
    }
}

/// Takes the tree, of which only the hash is wanted.
struct Nothing;

impl WriteAt for Nothing {
    fn write_all_at(&self, _: u64, _: &[u8]) -> io::Result<()> {
        Ok(())
    }
}

fn stream(format: Format, mut input: impl Read) -> io::Result<Hash> {
    let mut hasher = Hasher::with_mode(format.mode());
    let mut buffer = Aligned::new(256 << 10);
    loop {
        match input.read(&mut buffer)? {
            0 => return Ok(hasher.finalize()),
            len => hasher.update(&buffer[..len]),
        };
    }
}

/// Encode a file, or with --outboard make its tree alone.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  lanesum bao encode film.mkv film.bao
  lanesum bao encode film.mkv --outboard film.obao
  tar c photos | lanesum bao encode - photos.tar.bao
")]
pub(super) struct EncodeArgs {
    /// The file; `-` is standard input
    #[arg(value_name = "INPUT")]
    input: OsString,

    /// Where the encoding is written; `-` is standard output
    #[arg(value_name = "OUTPUT", required_unless_present = "outboard", conflicts_with = "outboard")]
    output: Option<OsString>,

    /// Where the tree alone is written; `-` is standard output
    #[arg(long, value_name = "FILE")]
    outboard: Option<OsString>,

    #[command(flatten)]
    format: FormatArgs,
}

impl EncodeArgs {
    pub(super) fn run(self) -> Result<bool> {
        let format = self.format.format()?;
        let (layout, target) = match &self.outboard {
            Some(outboard) => (Layout::Outboard, Some(outboard.as_os_str())),
            None => (Layout::Combined, self.output.as_deref()),
        };
        let mut output = target::open(target)?;
        let when = self.format.run.progress.when;
        Progress::show(when, Some(Sizes::of([Some(self.input.as_os_str())])), |progress| {
            let input = Bytes::open(Some(&self.input), progress)?.beside(&output)?;
            match input.len() {
                // What cannot be written at positions gets it from its tree.
                Some(len) if layout == Layout::Combined && output.positioned().is_none() => {
                    let problem =
                        |error| anyhow!("cannot write a temporary file: {}", message::reason(&error));
                    let tree = tempfile::tempfile().map_err(problem)?;
                    self.at_positions(format, Layout::Outboard, &input, len, &tree)?;
                    let source = Apart::new(&tree as &dyn ReadAt, &input as &dyn ReadAt);
                    let all = SliceReader::new(format, source, slice::from_ref(&(0..u64::MAX)));
                    target::copy(all, &input, &mut output)?;
                }
                Some(len) => target::at_positions(&mut output, |file| {
                    self.at_positions(format, layout, &input, len, file)
                })?,
                None => target::at_positions(&mut output, |file| {
                    let made = format.encode_unknown(layout, &input, file);
                    made.map(|_| ()).map_err(|error| target::error(error, &input))
                })?,
            }
            output.finish()?;
            Ok(true)
        })
    }

    fn at_positions(
        &self,
        format: Format,
        layout: Layout,
        input: &Bytes<'_>,
        len: u64,
        file: &File,
    ) -> Result<()> {
        let made = self.format.on_threads(|| format.par_encode_at(layout, input, len, file))?;
        made.map(|_| ()).map_err(|error| target::error(error, input))
    }
}
