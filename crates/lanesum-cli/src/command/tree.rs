//! What commands that walk through directories can be told.

use anyhow::Result;
use clap::Args;
use lanesum_files::status::FileId;
use lanesum_files::walk::{Exclude, Limits, Rules};
use std::sync::Arc;

#[derive(Args, Clone, Debug)]
pub(crate) struct TreeArgs {
    /// Follow symbolic links in directories
    #[arg(short = 'L', long)]
    follow: bool,

    /// Leave out the files and directories in directories that match GLOB: by name, or, if
    /// GLOB has a slash, by their path below PATH
    #[arg(long, value_name = "GLOB", value_parser = glob)]
    exclude: Vec<String>,

    /// Take only those files in directories that match GLOB, as with --exclude
    #[arg(long, value_name = "GLOB", value_parser = glob)]
    include: Vec<String>,

    /// Stay on the file system that PATH is on
    #[arg(short = 'x', long)]
    one_file_system: bool,

    /// Leave out files and directories whose names begin with a dot
    #[arg(long)]
    no_hidden: bool,

    /// Leave out directories with a CACHEDIR.TAG
    #[arg(long)]
    exclude_caches: bool,

    /// Descend at most N directories; 1 means the files directly in PATH
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_depth: Option<u64>,

    /// Leave out the files and directories that files called NAME list, as .gitignore does
    #[arg(long, value_name = "NAME")]
    ignore_file: Option<String>,
}

fn glob(pattern: &str) -> Result<String, String> {
    match Exclude::new(&[pattern.to_owned()]) {
        Ok(_) => Ok(pattern.to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

impl TreeArgs {
    /// How directories are walked, of which one may be `apart` from the tree.
    pub(crate) fn rules(&self, apart: Option<FileId>) -> Result<Arc<Rules>> {
        let limits = Limits {
            include: (!self.include.is_empty()).then(|| Exclude::new(&self.include)).transpose()?,
            one_file_system: self.one_file_system,
            no_hidden: self.no_hidden,
            no_caches: self.exclude_caches,
            apart: apart.into_iter().collect(),
            max_depth: self.max_depth.map(|depth| usize::try_from(depth).unwrap_or(usize::MAX)),
            ignore_file: self.ignore_file.clone(),
        };
        let exclude = Exclude::new(&self.exclude)?;
        Ok(Arc::new(Rules { follow: self.follow, exclude, limits, ..Rules::default() }))
    }
}
