//! `lanesum bao slice` and `lanesum bao decode-slice`.

use super::FormatArgs;
use super::input::Bytes;
use super::target;
use crate::progress::Progress;
use anyhow::Result;
use clap::Args;
use lanesum::bao::{Apart, Combined, Reader, SliceReader};
use lanesum::blake3::Hash;
use std::array;
use std::ffi::OsString;
use std::ops::Range;

/// The part of a file that a slice is for.
#[derive(Args, Debug)]
struct Part {
    /// The first byte that is wanted
    #[arg(value_name = "START")]
    start: u64,

    /// How many bytes are wanted
    #[arg(value_name = "COUNT")]
    count: u64,
}

impl Part {
    fn ranges(&self) -> [Range<u64>; 1] {
        array::from_fn(|_| self.start..self.start.saturating_add(self.count))
    }
}

/// Take the slice out of an encoding that verifies a part of the file.
///
/// This verifies nothing: the receiver of the slice does that.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  lanesum bao slice 1000000 4096 film.bao part.slice
  lanesum bao slice 1000000 4096 film.mkv part.slice --outboard film.obao
")]
pub(super) struct SliceArgs {
    #[command(flatten)]
    part: Part,

    /// The encoding, or with --outboard the file; `-` and none are standard input
    #[arg(value_name = "INPUT")]
    input: Option<OsString>,

    /// Where the slice is written; `-` and none are standard output
    #[arg(value_name = "OUTPUT")]
    output: Option<OsString>,

    /// The file's outboard encoding
    #[arg(long, value_name = "FILE")]
    outboard: Option<OsString>,

    #[command(flatten)]
    format: FormatArgs,
}

impl SliceArgs {
    pub(super) fn run(self) -> Result<bool> {
        let format = self.format.format()?;
        let mut output = target::open(self.output.as_deref())?;
        Progress::show(self.format.run.progress.when, None::<super::input::Sizes>, |progress| {
            let input = Bytes::open(self.input.as_deref(), progress)?.beside(&output)?.at_positions()?;
            let ranges = self.part.ranges();
            match &self.outboard {
                None => target::copy(
                    SliceReader::new(format, Combined::new(&input), &ranges),
                    &input,
                    &mut output,
                )?,
                Some(outboard) => {
                    let outboard = Bytes::open(Some(outboard), progress)?.beside(&output)?.at_positions()?;
                    let source = Apart::new(&outboard, &input);
                    target::copy(SliceReader::new(format, source, &ranges), &input, &mut output)?;
                }
            }
            output.finish()?;
            Ok(true)
        })
    }
}

/// Verify a slice, and write the part of the file that is in it.
///
/// START and COUNT are those that the slice was made for.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  lanesum bao decode-slice \"$HASH\" 1000000 4096 part.slice part
")]
pub(super) struct DecodeSliceArgs {
    /// The BLAKE3 hash of the file, in hexadecimal
    #[arg(value_name = "HASH")]
    hash: Hash,

    #[command(flatten)]
    part: Part,

    /// The slice; `-` and none are standard input
    #[arg(value_name = "INPUT")]
    input: Option<OsString>,

    /// Where the part is written; `-` and none are standard output
    #[arg(value_name = "OUTPUT")]
    output: Option<OsString>,

    #[command(flatten)]
    format: FormatArgs,
}

impl DecodeSliceArgs {
    pub(super) fn run(self) -> Result<bool> {
        let format = self.format.format()?;
        let mut output = target::open(self.output.as_deref())?;
        let sizes = super::input::Sizes::of([self.input.as_deref()]);
        Progress::show(self.format.run.progress.when, Some(sizes), |progress| {
            let input = Bytes::open(self.input.as_deref(), progress)?.beside(&output)?;
            let reader = Reader::of_slice(format, &self.hash, &input, &self.part.ranges());
            target::copy(reader, &input, &mut output)?;
            output.finish()?;
            Ok(true)
        })
    }
}
