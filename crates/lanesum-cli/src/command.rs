//! The commands.

mod algorithms;
mod audit;
mod bag;
mod bao;
mod bench;
mod check;
mod format;
mod function;
mod hash;
mod links;
mod manual;
mod run;
mod tree;
mod update;
mod verify;

use crate::operands;
use anyhow::Result;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};
use std::ffi::{OsStr, OsString};
use std::fmt::Display;

/// Checksums of files, many at once.
///
/// lanesum reads many files side by side, hashes each in a lane of the CPU's vector
/// registers, and does so on all cores.
///
/// On a terminal lanesum quotes names with control characters, as `ls` does. Files and
/// pipes get every name as it is.
///
/// The exit status is 0 if all is good, 1 if something failed, and 2 if the command line is
/// wrong; `lanesum audit --help` lists more. The environment variable LANESUM_ISA caps the
/// instruction sets that lanesum uses (`portable`, `sse2`, `avx2`, `avx512`, `neon` and so
/// on), for comparisons and bug reports. LANESUM_COSTS says where the costs come from by
/// which lanesum chooses kernels: `table` measures nothing, `measured` measures all kernels
/// at once, and `model` calculates them.
#[derive(Debug, Parser)]
#[command(name = "lanesum", version, propagate_version = true, max_term_width = 100)]
#[command(after_long_help = "\
Examples:
  lanesum hash -o SHA256SUMS .
  lanesum check SHA256SUMS
  lanesum verify debian.iso sha512:5cb2d9...
")]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Hash(hash::HashArgs),
    Check(check::CheckArgs),
    Verify(verify::VerifyArgs),
    Update(update::UpdateArgs),
    Audit(audit::AuditArgs),
    Bag(bag::BagArgs),
    Bao(bao::BaoArgs),
    Algorithms(algorithms::AlgorithmsArgs),
    Bench(bench::BenchArgs),
    Links(links::LinksArgs),
    Completions(manual::CompletionsArgs),
    Man(manual::ManArgs),
}

impl Cli {
    /// Splits a command line into what has to be parsed, and operands behind it.
    pub(crate) fn split(args: Vec<&OsStr>) -> (Vec<&OsStr>, Vec<&OsStr>) {
        // What `hash` reads may be any number of names.
        let many = args.get(1).is_some_and(|&command| command == "hash");
        if many { operands::split(args) } else { (args, Vec::new()) }
    }

    /// Parses a command line, behind which there are these operands.
    ///
    /// # Errors
    ///
    /// What is wrong with it, or was asked for about it.
    pub(crate) fn parse_with(args: Vec<&OsStr>, operands: Vec<&'static OsStr>) -> Result<Self, clap::Error> {
        let mut cli = match Command::alone(&args) {
            Some(command) => Self { command },
            None => Self::try_parse_from(args)?,
        };
        if let Command::Hash(args) = &mut cli.command {
            args.add(operands);
        }
        Ok(cli)
    }

    /// Runs the command. Says the exit status.
    ///
    /// # Errors
    ///
    /// What ended it early. A [`clap::Error`] where the command line is wrong.
    pub(crate) fn run(self) -> Result<u8> {
        let good = match self.command {
            Command::Audit(args) => return args.run(),
            Command::Hash(args) => args.run(),
            Command::Check(args) => args.run(),
            Command::Verify(args) => args.run(),
            Command::Update(args) => args.run(),
            Command::Bag(args) => args.run(),
            Command::Bao(args) => args.run(),
            Command::Algorithms(args) => args.run(),
            Command::Bench(args) => args.run(),
            Command::Links(args) => args.run(),
            Command::Completions(args) => args.run(),
            Command::Man(args) => args.run(),
        };
        good.map(|good| if good { crate::GOOD } else { crate::FAILED })
    }
}

impl Command {
    /// Parses the command line of a command that scripts run for each file, if nothing is wrong with
    /// it: to describe all the others takes half a millisecond, of two and a half that `hash` takes
    /// (AMD Zen 3).
    fn alone(args: &[&OsStr]) -> Option<Self> {
        let (_, args) = args.split_first()?;
        Some(match args.first()?.to_str()? {
            "hash" => Self::Hash(parse_alone(args)?),
            "check" => Self::Check(parse_alone(args)?),
            "verify" => Self::Verify(parse_alone(args)?),
            "bao" => Self::Bao(parse_alone(args)?),
            _ => return None,
        })
    }
}

/// Parses a command's arguments, which follow on its name. None where something is wrong with
/// them, or was asked for about them: then all of the command line is to be parsed.
fn parse_alone<A: Args>(args: &[&OsStr]) -> Option<A> {
    let command = A::augment_args(clap::Command::new("lanesum"));
    A::from_arg_matches(&command.try_get_matches_from(args).ok()?).ok()
}

/// Runs a command line that is made here, for another command.
///
/// # Errors
///
/// As [`Cli::run`]; where an argument is no number, say, what is wrong with it.
pub(crate) fn run(args: Vec<OsString>) -> Result<bool> {
    Cli::try_parse_from(args)?.run().map(|status| status == crate::GOOD)
}

/// What is wrong with the arguments of `command`, where only more than one of
/// them together can show it.
fn usage(command: &str, what: impl Display) -> anyhow::Error {
    let mut cli = Cli::command();
    cli.build();
    let command = cli.find_subcommand_mut(command).expect("it is one of the commands");
    command.error(ErrorKind::ValueValidation, what).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is behind the operands that the parser sees is an operand.
    #[test]
    fn operands_of_hash() {
        let mut cli = Cli::command();
        cli.build();
        assert!(operands::fits(cli.find_subcommand("hash").unwrap()));
        assert!(!operands::fits(cli.find_subcommand("verify").unwrap()));
    }
}
