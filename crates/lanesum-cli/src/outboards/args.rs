//! What commands can be told of hash trees.

use super::Outboards;
use anyhow::Result;
use clap::Args;
use lanesum_files::function::Function;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct OutboardArgs {
    /// Keep the hash tree of each file in DIR, under its digest (BLAKE3, and files over 16 KiB
    /// only): with them `lanesum audit` says which parts of a file are bad. A file whose tree is
    /// written is read twice. `lanesum update` removes the trees of files that left the manifest,
    /// or are other ones now. DIR is none of the files, and of one manifest
    #[arg(long, value_name = "DIR")]
    outboards: Option<PathBuf>,
}

impl OutboardArgs {
    /// The directory, if there is to be one, which is made where there is none.
    pub(crate) fn open(&self, functions: &[Function]) -> Result<Option<Outboards>> {
        self.outboards.as_deref().map(|path| Outboards::open(path, functions, true)).transpose()
    }
}
