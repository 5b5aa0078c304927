//! What commands can be told of hash trees.

use super::Outboards;
use anyhow::Result;
use clap::Args;
use lanesum_files::function::Function;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct OutboardArgs {
    /// Keep the hash tree of each file in DIR, under the file's digest: with them `lanesum
    /// audit` says which parts of a file are bad. Only BLAKE3 has hash trees, and only
    /// files over 16 KiB get one; lanesum reads a file twice to write its tree. `lanesum
    /// update` removes the trees of files that left the manifest or changed. Keep one DIR
    /// for each manifest; a walk leaves DIR out
    #[arg(long, value_name = "DIR")]
    outboards: Option<PathBuf>,
}

impl OutboardArgs {
    /// The directory, if there is to be one, which is made where there is none.
    pub(crate) fn open(&self, functions: &[Function]) -> Result<Option<Outboards>> {
        self.outboards.as_deref().map(|path| Outboards::open(path, functions, true)).transpose()
    }
}
