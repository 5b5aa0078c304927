//! What commands that walk through directories can be told.

use anyhow::Result;
use clap::Args;
use lanesum_files::walk::{Exclude, Rules};
use std::sync::Arc;

#[derive(Args, Clone, Debug)]
pub(crate) struct TreeArgs {
    /// Follow symbolic links in directories
    #[arg(short = 'L', long)]
    follow: bool,

    /// Leave out what matches GLOB in directories: by its name, or, if GLOB
    /// has a slash in it, by its path below PATH
    #[arg(long, value_name = "GLOB", value_parser = glob)]
    exclude: Vec<String>,
}

fn glob(pattern: &str) -> Result<String, String> {
    match Exclude::new(&[pattern.to_owned()]) {
        Ok(_) => Ok(pattern.to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

impl TreeArgs {
    /// How directories are walked.
    pub(crate) fn rules(&self) -> Result<Arc<Rules>> {
        Ok(Arc::new(Rules { follow: self.follow, exclude: Exclude::new(&self.exclude)? }))
    }
}
