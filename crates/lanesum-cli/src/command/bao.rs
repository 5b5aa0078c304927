//! `lanesum bao`: verified streaming. The arguments are those of the `bao`
//! command.

mod decode;
mod encode;
mod hold;
mod input;
mod slice;
mod target;

use crate::command::run::RunArgs;
use crate::message;
use anyhow::{Context, Result, anyhow};
use clap::{Args, Subcommand};
use lanesum::bao::{ChunkGroup, Format};
use lanesum::blake3::{KEY_LEN, Mode};
use rayon_core::{ThreadPool, ThreadPoolBuilder};
use std::cell::OnceCell;
use std::fmt::Display;
use std::fs;
use std::path::PathBuf;

/// Verify a file piece by piece while it arrives, with nothing but its BLAKE3 hash.
///
/// An encoding has the file and its hash tree, or, with --outboard, the tree alone. A slice
/// verifies a part of the file. Decoding writes no byte before the hash has verified it.
/// The formats are those of the `bao` command, and with --chunk-group those of iroh.
///
/// An output file takes its place when it is complete, and never that of an input; a command
/// that fails leaves none there. What SIGKILL may leave beside it is in the help of
/// `lanesum hash`.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  lanesum bao encode film.mkv film.bao
  lanesum bao decode \"$(lanesum bao hash film.mkv)\" film.bao film.mkv
  lanesum bao encode film.mkv --outboard film.obao
  lanesum bao verify \"$HASH\" film.mkv --outboard film.obao
")]
pub(crate) struct BaoArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Hash(encode::HashArgs),
    Encode(encode::EncodeArgs),
    Decode(decode::DecodeArgs),
    Slice(slice::SliceArgs),
    DecodeSlice(slice::DecodeSliceArgs),
    Verify(hold::VerifyArgs),
    Ranges(hold::RangesArgs),
}

impl BaoArgs {
    pub(crate) fn run(self) -> Result<bool> {
        match self.command {
            Command::Hash(args) => args.run(),
            Command::Encode(args) => args.run(),
            Command::Decode(args) => args.run(),
            Command::Slice(args) => args.run(),
            Command::DecodeSlice(args) => args.run(),
            Command::Verify(args) => args.run(),
            Command::Ranges(args) => args.run(),
        }
    }
}

/// What the two sides agree on, and how the work is done.
#[derive(Args, Debug)]
struct FormatArgs {
    /// Make groups of 2^N chunks the leaves, at most 12; 4 is what iroh uses
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true, value_parser = chunk_group)]
    chunk_group: ChunkGroup,

    /// A file with the 32 bytes of the key, for keyed BLAKE3
    #[arg(long, value_name = "FILE")]
    key_file: Option<PathBuf>,

    #[command(flatten)]
    run: RunArgs,
}

fn chunk_group(log: &str) -> Result<ChunkGroup> {
    log.parse().ok().and_then(ChunkGroup::from_log).context("not a number from 0 to 12")
}

impl FormatArgs {
    fn format(&self) -> Result<Format> {
        let format = Format::BAO.with_chunk_group(self.chunk_group);
        let Some(path) = &self.key_file else { return Ok(format) };
        let problem = |what: &dyn Display| anyhow!("{}: {what}", message::shown(path.as_os_str()));
        let key = fs::read(path).map_err(|error| problem(&message::reason(&error)))?;
        let key: &[u8; KEY_LEN] = key.as_slice().try_into().map_err(|_| problem(&"a key has 32 bytes"))?;
        Ok(format.with_mode(Mode::keyed(key)))
    }

    /// Does `work` on as many threads as were asked for, or as are to be had.
    fn on_threads<R: Send>(&self, work: impl FnOnce() -> R + Send) -> Result<R> {
        thread_local! {
            /// This thread alone, which can be a pool only once.
            static ALONE: OnceCell<ThreadPool> = const { OnceCell::new() };
        }
        let mut threads = self.run.threads();
        while threads > 1 {
            if let Ok(pool) = ThreadPoolBuilder::new().num_threads(threads).build() {
                return Ok(pool.install(work));
            }
            threads /= 2;
        }
        ALONE.with(|alone| {
            let pool = match alone.get() {
                Some(pool) => pool,
                None => {
                    let made = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
                    let made = made.context("cannot work on one thread")?;
                    alone.get_or_init(|| made)
                }
            };
            Ok(pool.install(work))
        })
    }
}
