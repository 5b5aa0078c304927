//! The arguments.

use clap::Parser;
use std::ffi::OsString;
use std::path::PathBuf;
use std::thread;

pub(super) const NAME: &str = "b3sum";

#[derive(Parser)]
#[command(name = NAME, version, max_term_width(100))]
pub(super) struct Args {
    /// Files to hash, or with --check files of checksums
    ///
    /// No file, or -, is standard input.
    // As paths: for clap no path is empty.
    pub(super) file: Vec<PathBuf>,

    /// Hash with a key: the 32 bytes on standard input
    #[arg(long, requires("file"))]
    pub(super) keyed: bool,

    /// Derive a key for this context
    ///
    /// Cannot be used with --keyed.
    #[arg(long, value_name("CONTEXT"), conflicts_with("keyed"))]
    pub(super) derive_key: Option<String>,

    /// How many bytes of output
    #[arg(short, long, default_value_t = 32, value_name("LEN"))]
    pub(super) length: u64,

    /// How many bytes of output to pass over
    #[arg(long, default_value_t = 0, value_name("SEEK"))]
    pub(super) seek: u64,

    /// How many threads to use, at most
    ///
    /// Without it, and for 0, RAYON_NUM_THREADS says it, or there are as many as
    /// cores.
    #[arg(long, value_name("NUM"))]
    pub(super) num_threads: Option<usize>,

    /// Read with one thread, and map no file into memory
    #[arg(long)]
    pub(super) no_mmap: bool,

    /// Leave out the names
    #[arg(long)]
    pub(super) no_names: bool,

    /// Write the bytes of the output, and no name; for one file only
    #[arg(long)]
    pub(super) raw: bool,

    /// Write lines in the BSD form
    #[arg(long, help = "Write BSD lines: BLAKE3 ([FILE]) = [HASH]")]
    pub(super) tag: bool,

    /// Read checksums from the files, and check them
    #[arg(
        short,
        long,
        conflicts_with("derive_key"),
        conflicts_with("keyed"),
        conflicts_with("length"),
        conflicts_with("raw"),
        conflicts_with("tag"),
        conflicts_with("no_names")
    )]
    pub(super) check: bool,

    /// Write no line for a file that is OK
    ///
    /// Must be used with --check.
    #[arg(long, requires("check"))]
    pub(super) quiet: bool,
}

impl Args {
    /// The files; standard input, if there are none.
    pub(super) fn files(&mut self) -> Vec<OsString> {
        let files = std::mem::take(&mut self.file);
        if files.is_empty() { vec!["-".into()] } else { files.into_iter().map(OsString::from).collect() }
    }

    /// Whether the hash is asked for as it is: no key, no other output.
    pub(super) fn is_plain(&self) -> bool {
        !self.keyed && self.derive_key.is_none() && self.seek == 0 && self.length == 32
    }

    /// How many threads to use; asked for only where there is work for more
    /// than one.
    pub(super) fn threads(&self) -> usize {
        if self.no_mmap {
            return 1;
        }
        let of_rayon = || std::env::var("RAYON_NUM_THREADS").ok()?.parse().ok();
        let wanted = self.num_threads.filter(|&n| n > 0).or_else(|| of_rayon().filter(|&n| n > 0));
        wanted.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
    }
}
