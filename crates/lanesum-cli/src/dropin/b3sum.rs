//! `b3sum` 1.8: the arguments, the output and the messages of BLAKE3's own
//! command.
//!
//! Its arguments are parsed by what it parses them with, so that its words
//! about wrong ones are its own. Its names are text: what is no UTF-8 is
//! written as U+FFFD, and refused in a manifest.

mod args;
mod check;
mod line;
mod print;

use super::voice::Voice;
use crate::operands;
use anyhow::{Result, bail};
use args::Args;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use lanesum::blake3::{KEY_LEN, Mode};
use lanesum_files::function::Blake3;
use lanesum_files::standard;
use std::ffi::OsString;
use std::path::PathBuf;

/// Runs it with its arguments, without its name. Says the exit status.
pub(super) fn run(voice: &Voice, args: Vec<OsString>) -> u8 {
    let (args, operands) = operands::split(args);
    let good = match Args::try_parse_from([voice.name.into()].into_iter().chain(args)) {
        Err(error) if error.use_stderr() => {
            voice.say(error.render().to_string().as_bytes());
            return crate::USAGE;
        }
        Err(error) => about(&error),
        Ok(mut args) => {
            args.file.extend(operands.into_iter().map(PathBuf::from));
            work(voice, args)
        }
    };
    match good {
        Ok(true) => crate::GOOD,
        Ok(false) => crate::FAILED,
        Err(error) if error.is::<crate::output::WriteError>() => {
            voice.say(&voice.plain(error.to_string()));
            crate::FAILED
        }
        Err(error) => {
            voice.say(format!("Error: {error}\n").as_bytes());
            crate::FAILED
        }
    }
}

/// The page for `man`.
pub(super) fn command() -> clap::Command {
    Args::command().about("Print or check BLAKE3 checksums.")
}

/// Help and version, which were asked for.
fn about(error: &clap::Error) -> Result<bool> {
    let text = match error.kind() {
        ErrorKind::DisplayVersion => super::version(args::NAME),
        _ => error.render().to_string(),
    };
    Ok(super::about(&text).map(|()| true)?)
}

fn work(voice: &Voice, mut args: Args) -> Result<bool> {
    crate::variables::check()?;
    if args.raw && args.file.len() > 1 {
        bail!("Only one filename can be provided when using --raw");
    }
    let mode = match &args.derive_key {
        _ if args.keyed => Mode::keyed(&key()?),
        Some(context) => Mode::derive_key(context),
        None => Mode::HASH,
    };
    if args.check {
        return check::run(voice, &mut args);
    }
    let told = Blake3 { mode, seek: args.seek, len: usize::try_from(args.length).unwrap_or(usize::MAX) };
    print::run(voice, args, told)
}

/// The 32 bytes of the key, on standard input.
fn key() -> Result<[u8; KEY_LEN]> {
    let stdin = standard::stdin().map_err(std::io::Error::from)?;
    // A byte more shows that there is too much.
    let mut bytes = [0; KEY_LEN + 1];
    let mut len = 0;
    while len < bytes.len() {
        let once = || rustix::io::read(stdin, &mut bytes[len..]);
        match super::read::read(stdin, once).map_err(std::io::Error::from)? {
            0 => break,
            n => len += n,
        }
    }
    match bytes[..len].try_into() {
        Ok(key) => Ok(key),
        Err(_) if len < KEY_LEN => bail!("expected {KEY_LEN} key bytes from stdin, found {len}"),
        Err(_) => bail!("read more than {KEY_LEN} key bytes from stdin"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is behind the operands that the parser sees is an operand.
    #[test]
    fn operands_of_b3sum() {
        let mut command = Args::command();
        command.build();
        assert!(operands::fits(&command));
    }
}
