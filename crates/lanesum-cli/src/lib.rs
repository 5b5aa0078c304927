//! The command `lanesum`: checksums of files, many at once. A library, so that it is
//! compiled beside what it is made of, and not after it; all it offers is its start.
//!
//! The exit status is 0 if all is good, 1 if something failed, 2 if the command
//! line is wrong. Nothing else ends the program: commands give values back.

#![deny(unsafe_code)]

mod charset;
mod command;
mod console;
mod dropin;
mod file_error;
mod json;
mod ledger;
mod message;
mod nearest;
mod operands;
mod outboards;
mod output;
mod progress;
mod signature;
#[allow(unsafe_code, reason = "reads what C's main is given, and sets what a signal does")]
mod start;
mod terminal;
mod variables;

use command::Cli;
use dropin::DropIn;
use output::{Output, WriteError};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

pub use start::start;

/// The exit statuses.
const GOOD: u8 = 0;
const FAILED: u8 = 1;
const USAGE: u8 = 2;

/// Runs the command that the arguments ask for, of which the first is the name
/// the program is called by. Says the exit status.
fn run(args: Vec<&'static OsStr>) -> u8 {
    lanesum_files::descriptors::raise_limit();
    if let Some((other, names)) = drop_in(&args) {
        return other.run(args[names..].iter().map(|&arg| arg.to_owned()).collect(), command::run);
    }
    start::ignore_write_signals();
    let (args, operands) = Cli::split(args);
    // A file may have a name that looks like an option, and a shell expand it.
    let plain = args.iter().any(|arg| matches!(terminal::message(arg.as_bytes()), Cow::Owned(_)));
    let cli = match Cli::parse_with(args, operands) {
        Ok(cli) => cli,
        Err(error) => return usage(&error, plain),
    };
    if let Err(error) = variables::check() {
        message::say(&message::plain(format_args!("{error:#}")));
        return USAGE;
    }
    match cli.run() {
        Ok(status) => status,
        Err(error) => match error.downcast_ref::<clap::Error>() {
            Some(error) => usage(error, plain),
            None => {
                if error.downcast_ref().is_some_and(WriteError::is_broken_pipe) {
                    start::end_by_pipe();
                }
                message::say(&message::plain(format_args!("{error:#}")));
                FAILED
            }
        },
    }
}

/// The other command that this is, by the name it is called or by its first
/// argument, and where the arguments of that command begin.
fn drop_in(args: &[&OsStr]) -> Option<(DropIn, usize)> {
    match DropIn::called(args.first()?) {
        Some(command) => Some((command, 1)),
        None => Some((DropIn::named(args.get(1)?)?, 2)),
    }
}

/// Help and version, which were asked for, or what is wrong with the command
/// line: without colours if it is to be `plain`.
fn usage(error: &clap::Error, plain: bool) -> u8 {
    if error.use_stderr() {
        match plain {
            true => message::say(error.render().to_string().as_bytes()),
            // Where standard error cannot be written there is nobody left to tell.
            false => error.print().unwrap_or(()),
        }
        return USAGE;
    }
    let mut output = Output::stdout();
    match output.write(error.render().to_string().as_bytes()).and_then(|()| output.flush()) {
        Ok(()) => GOOD,
        Err(error) => {
            if error.is_broken_pipe() {
                start::end_by_pipe();
            }
            message::say(&message::plain(error));
            FAILED
        }
    }
}
