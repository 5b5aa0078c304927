//! `lanesum links`: the names of other commands, as links to this one.

use crate::dropin::DropIn;
use crate::message;
use anyhow::{Context, Result};
use clap::Args;
use std::env;
use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// Create links by whose names lanesum is md5sum, sha256sum, b3sum and so on.
///
/// Called by one of these names it has the options, the output, the messages
/// and the exit status of that command, and is faster. `lanesum md5sum` does
/// the same without a link.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  lanesum links ~/.local/bin
  mkdir links && lanesum links links && PATH=$PWD/links:$PATH make
")]
pub(crate) struct LinksArgs {
    /// Where to create them; the directory is created too
    #[arg(value_name = "DIR")]
    directory: PathBuf,

    /// Replace what is there already
    #[arg(short, long)]
    force: bool,
}

impl LinksArgs {
    /// Says whether all names are links to this binary.
    pub(crate) fn run(&self) -> Result<bool> {
        let binary = env::current_exe().context("cannot find the binary")?;
        let shown = |path: &Path| message::shown(path.as_os_str());
        fs::create_dir_all(&self.directory).with_context(|| shown(&self.directory))?;
        let mut good = true;
        for name in DropIn::names() {
            let path = self.directory.join(name);
            if let Err(error) = self.link(&binary, &path) {
                good = false;
                message::say(&message::plain(format_args!("{}: {}", shown(&path), message::reason(&error))));
            }
        }
        Ok(good)
    }

    fn link(&self, binary: &Path, path: &Path) -> io::Result<()> {
        match symlink(binary, path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if fs::read_link(path).is_ok_and(|target| target == binary) {
                    return Ok(());
                }
                if !self.force {
                    return Err(error);
                }
                fs::remove_file(path)?;
                symlink(binary, path)
            }
            result => result,
        }
    }
}
