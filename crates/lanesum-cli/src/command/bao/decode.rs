//! `lanesum bao decode`.

use super::FormatArgs;
use super::input::{Bytes, Sizes};
use super::target;
use crate::progress::Progress;
use anyhow::Result;
use clap::Args;
use lanesum::bao::{Apart, Combined, Reader, StreamApart};
use lanesum::blake3::Hash;
use std::ffi::OsString;
use std::io::{self, Read};

/// Verify an encoding, and write the file that is in it.
///
/// Standard output gets each byte as soon as it is verified; a file takes its place only
/// once all of it is.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  lanesum bao decode \"$HASH\" film.bao film.mkv
  curl -s https://example.org/film.bao | lanesum bao decode \"$HASH\" | mpv -
  lanesum bao decode \"$HASH\" film.bao --start 1000000 --count 4096
  lanesum bao decode \"$HASH\" film.mkv copy.mkv --outboard film.obao
")]
pub(super) struct DecodeArgs {
    /// The BLAKE3 hash of the file, in hexadecimal
    #[arg(value_name = "HASH")]
    hash: Hash,

    /// The encoding, or with --outboard the file; `-` and none are standard input
    #[arg(value_name = "INPUT")]
    input: Option<OsString>,

    /// Where the file is written; `-` and none are standard output
    #[arg(value_name = "OUTPUT")]
    output: Option<OsString>,

    /// The file's outboard encoding
    #[arg(long, value_name = "FILE")]
    outboard: Option<OsString>,

    /// The first byte that is wanted
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    start: u64,

    /// How many bytes are wanted, if not all
    #[arg(long, value_name = "N")]
    count: Option<u64>,

    #[command(flatten)]
    format: FormatArgs,
}

impl DecodeArgs {
    pub(super) fn run(self) -> Result<bool> {
        let mut output = target::open(self.output.as_deref())?;
        let when = self.format.run.progress.when;
        let all = self.start == 0 && self.count.is_none();
        let sizes = all.then(|| Sizes::of([self.input.as_deref()]));
        Progress::show(when, sizes, |progress| {
            let input = Bytes::open(self.input.as_deref(), progress)?.beside(&output)?;
            match &self.outboard {
                None => self.combined(&input, all, &mut output)?,
                Some(outboard) => {
                    // The tree is no part of the work that is shown.
                    let aside = Progress::default();
                    let outboard = Bytes::open(Some(outboard), &aside)?.beside(&output)?;
                    self.apart(&input, &outboard, &mut output)?;
                }
            }
            output.finish()?;
            Ok(true)
        })
    }

    fn combined(&self, input: &Bytes<'_>, all: bool, output: &mut crate::output::Output) -> Result<()> {
        let format = self.format.format()?;
        let hash = &self.hash;
        if input.len().is_none() {
            return target::copy(self.part(Reader::new(format, hash, input))?, input, output);
        }
        if let (true, Some(file)) = (all, output.positioned()) {
            let done = self.format.on_threads(|| format.par_decode_at(hash, input, file))?;
            return done.map(|_| ()).map_err(|error| target::error(error, input));
        }
        target::copy(Reader::of_ranges(format, hash, Combined::new(input), &self.ranges()), input, output)
    }

    fn apart(
        &self,
        input: &Bytes<'_>,
        outboard: &Bytes<'_>,
        output: &mut crate::output::Output,
    ) -> Result<()> {
        let format = self.format.format()?;
        let hash = &self.hash;
        if input.len().is_none() || outboard.len().is_none() {
            let reader = Reader::of_source(format, hash, StreamApart::new(outboard, input));
            return target::copy(self.part(reader)?, input, output);
        }
        let source = Apart::new(outboard, input);
        target::copy(Reader::of_ranges(format, hash, source, &self.ranges()), input, output)
    }

    fn ranges(&self) -> [std::ops::Range<u64>; 1] {
        let end = self.count.map_or(u64::MAX, |count| self.start.saturating_add(count));
        std::array::from_fn(|_| self.start..end)
    }

    /// What is wanted of all the bytes.
    fn part<R: Read>(&self, mut reader: R) -> Result<impl Read + use<R>> {
        io::copy(&mut (&mut reader).take(self.start), &mut io::sink())?;
        Ok(reader.take(self.count.unwrap_or(u64::MAX)))
    }
}
