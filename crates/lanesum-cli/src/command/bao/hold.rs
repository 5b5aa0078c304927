//! `lanesum bao verify` and `lanesum bao ranges`: a file beside its tree.

use super::FormatArgs;
use super::input::{Bytes, Sizes};
use crate::console::Console;
use crate::message;
use crate::output::Output;
use crate::progress::Progress;
use anyhow::Result;
use clap::Args;
use lanesum::bao::{self, Apart};
use lanesum::blake3::Hash;
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::slice;

/// A file and its tree.
#[derive(Args, Debug)]
struct Both {
    /// The BLAKE3 hash of the whole file, in hexadecimal
    #[arg(value_name = "HASH")]
    hash: Hash,

    /// The file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: OsString,

    /// Its outboard encoding
    #[arg(long, value_name = "FILE")]
    outboard: OsString,

    #[command(flatten)]
    format: FormatArgs,
}

/// Hold a file to its outboard encoding and its hash.
///
/// The message says where the first wrong byte is, which a hash of the whole file cannot.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  lanesum bao verify \"$HASH\" film.mkv --outboard film.obao
")]
pub(super) struct VerifyArgs {
    #[command(flatten)]
    both: Both,
}

impl VerifyArgs {
    pub(super) fn run(self) -> Result<bool> {
        let Both { hash, file, outboard, format: args } = &self.both;
        let format = args.format()?;
        Progress::show(args.run.progress.when, Some(Sizes::of([Some(file.as_os_str())])), |progress| {
            let aside = Progress::default();
            let outboard = Bytes::open(Some(outboard), &aside)?.at_positions()?;
            let message = Bytes::open(Some(file), progress)?.at_positions()?;
            let result = args.on_threads(|| format.par_verify_at(hash, &outboard, &message))?;
            let mut console = Console::new(Output::stdout(), progress);
            let names = console.names();
            let good = match result {
                Ok(_) => true,
                Err(error) if error.get_ref().is_some_and(|inner| inner.is::<bao::Error>()) => {
                    console.line(&names.result(file.as_bytes(), "FAILED"))?;
                    console.message(&message::about(file.as_bytes(), error))?;
                    false
                }
                Err(error) => return Err(message.about(&error)),
            };
            if good {
                console.line(&names.result(file.as_bytes(), "OK"))?;
            }
            console.finish()?;
            Ok(good)
        })
    }
}

/// Print which ranges of a partial file are right: a line of START and COUNT for
/// each.
///
/// What is missing can be asked for with the same two numbers of a slice.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  lanesum bao ranges \"$HASH\" film.mkv.part --outboard film.obao
")]
pub(super) struct RangesArgs {
    #[command(flatten)]
    both: Both,
}

impl RangesArgs {
    pub(super) fn run(self) -> Result<bool> {
        let Both { hash, file, outboard, format: args } = &self.both;
        let format = args.format()?;
        Progress::show(args.run.progress.when, Some(Sizes::of([Some(file.as_os_str())])), |progress| {
            let aside = Progress::default();
            let outboard = Bytes::open(Some(outboard), &aside)?.at_positions()?;
            let message = Bytes::open(Some(file), progress)?.at_positions()?;
            let everything = 0..u64::MAX;
            let source = Apart::new(&outboard, &message);
            let ranges = format.valid_ranges(hash, source, slice::from_ref(&everything));
            let mut console = Console::new(Output::stdout(), progress);
            for range in ranges.map_err(|error| message.about(&error))? {
                console.line(format!("{} {}\n", range.start, range.end - range.start).as_bytes())?;
            }
            console.finish()?;
            Ok(true)
        })
    }
}
