//! What commands that read files can be told.

use crate::progress::When;
use clap::Args;
use lanesum_files::memory;
use std::thread;

#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    /// The number of threads that read and hash; 0 means one for each core
    #[arg(short = 'j', long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,

    #[command(flatten)]
    pub(crate) progress: ProgressArgs,
}

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ProgressArgs {
    /// Show files, bytes, rate and time left on standard error, and a summary on a terminal
    /// in the end: where standard error is a terminal (auto), always, or never
    #[arg(long = "progress", value_name = "WHEN", default_value = "auto", value_enum)]
    pub(crate) when: When,
}

impl RunArgs {
    pub(crate) fn threads(&self) -> usize {
        match self.threads {
            _ if memory::is_tight() => 1,
            0 => thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }
}
