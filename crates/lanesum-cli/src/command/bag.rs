//! `lanesum bag`: BagIt (RFC 8493), directories with manifests of all that is in them.

mod complete;
mod fetch;
mod inventory;
mod make;
mod manifest;
mod names;
mod tags;
mod valid;
mod validate;

use anyhow::Result;
use clap::{Args, Subcommand};

/// Make a bag of a directory, or validate one (BagIt, RFC 8493).
///
/// A bag keeps its files, the payload, in `data`. Beside `data` stand manifests of the
/// payload and files that describe the bag.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  lanesum bag make photos                   its files are in photos/data from then on
  lanesum bag make -a sha256,sha512 --info 'Source-Organization: City Archive' photos
  lanesum bag validate photos
  lanesum bag validate --complete photos    reads names and sizes, and no file
")]
pub(crate) struct BagArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Make(make::MakeArgs),
    Validate(validate::ValidateArgs),
}

impl BagArgs {
    pub(crate) fn run(self) -> Result<bool> {
        match self.command {
            Command::Make(args) => args.run(),
            Command::Validate(args) => args.run(),
        }
    }
}
