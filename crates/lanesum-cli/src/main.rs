//! `lanesum`, the command: checksums of files, many at once.
//!
//! The exit status is 0 if all is good, 1 if something failed, 2 if the command
//! line is wrong. Nothing else ends the program: commands give values back.

#![deny(unsafe_code)]

mod command;
mod console;
mod descriptors;
mod dropin;
mod engine;
mod function;
mod input;
mod json;
mod manifest;
mod message;
mod name;
mod output;
mod progress;
mod records;
#[allow(unsafe_code, reason = "runs before main, and asks about descriptors by number")]
mod standard;
mod status;
mod wait;
mod walk;

use clap::Parser;
use command::Cli;
use dropin::DropIn;
use output::Output;
use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

const FAILED: u8 = 1;
const USAGE: u8 = 2;

fn main() -> ExitCode {
    if let Some((command, args)) = drop_in() {
        return command.run(args);
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    if let Err(error) = lanesum::cap() {
        message::say(&message::plain(format_args!("LANESUM_ISA: {error}")));
        return ExitCode::from(USAGE);
    }
    match cli.run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(FAILED),
        Err(error) => match error.downcast_ref::<clap::Error>() {
            Some(error) => usage(error),
            None => {
                message::say(&message::plain(format_args!("{error:#}")));
                ExitCode::from(FAILED)
            }
        },
    }
}

/// The other command that this is, by the name it is called or by its first
/// argument, and the arguments of that command.
fn drop_in() -> Option<(DropIn, Vec<OsString>)> {
    let mut args = env::args_os();
    let name = args.next()?;
    if let Some(command) = DropIn::called(&name) {
        return Some((command, args.collect()));
    }
    let command = DropIn::named(&args.next()?)?;
    Some((command, args.collect()))
}

/// Help and version, which were asked for, or what is wrong with the command
/// line.
fn usage(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        // Where standard error cannot be written there is nobody left to tell.
        error.print().unwrap_or(());
        return ExitCode::from(USAGE);
    }
    let mut output = Output::stdout();
    match output.write(error.render().to_string().as_bytes()).and_then(|()| output.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            message::say(&message::plain(error));
            ExitCode::from(FAILED)
        }
    }
}
