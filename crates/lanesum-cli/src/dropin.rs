//! Other commands that this binary can be: `md5sum` and its like.
//!
//! Called by such a name, or as `lanesum md5sum`, it takes the options of that
//! command, prints what it prints, byte for byte, and says what it says; it
//! only takes less time. Nothing here uses the argument parser of the other
//! commands, for neither its wording nor its start would be right.

mod accept;
mod b3sum;
mod bao;
mod check;
mod debug;
mod getopt;
mod hash;
mod help;
mod length;
mod man;
mod number;
mod option;
mod print;
mod read;
mod request;
mod run;
mod tool;
mod voice;

use crate::output::{Output, WriteError};
use crate::standard;
use anyhow::Result;
use request::{Refusal, Request};
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;
use tool::Tool;
use voice::Voice;

/// One of the commands.
pub(crate) enum DropIn {
    /// One of coreutils.
    Gnu(&'static Tool),
    B3sum,
    Bao,
}

impl DropIn {
    /// The command that a program is which was called so, by its name or by a
    /// path.
    pub(crate) fn called(path: &OsStr) -> Option<Self> {
        match Path::new(path).file_name()? {
            name if name == "bao" => Some(Self::Bao),
            name => Self::named(name),
        }
    }

    /// The command of this name, as an argument. `lanesum bao` is a command of
    /// its own.
    pub(crate) fn named(name: &OsStr) -> Option<Self> {
        match name.to_str()? {
            "b3sum" => Some(Self::B3sum),
            name => tool::ALL.iter().find(|tool| name == tool.name).map(Self::Gnu),
        }
    }

    /// The names of all of them.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        tool::ALL.iter().map(|tool| tool.name).chain(["b3sum", "bao"])
    }

    /// The manual pages of those that have no arguments of clap's.
    pub(crate) fn pages() -> impl Iterator<Item = (&'static str, String)> {
        tool::ALL.iter().map(|tool| (tool.name, man::page(tool))).chain([("bao", bao::page())])
    }

    /// The others' arguments.
    pub(crate) fn commands() -> [clap::Command; 1] {
        [b3sum::command()]
    }

    /// Runs it with its arguments.
    pub(crate) fn run(&self, args: Vec<OsString>) -> ExitCode {
        standard::restore_sigpipe();
        let good = match self {
            Self::B3sum => return b3sum::run(&Voice::new("b3sum"), args),
            Self::Bao => bao::run(&Voice::new("bao"), args),
            Self::Gnu(tool) => gnu(tool, args),
        };
        if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

/// Runs a command of coreutils. Says whether all went well, and what was said
/// was heard.
fn gnu(tool: &Tool, args: Vec<OsString>) -> bool {
    let voice = Voice::new(tool.name);
    let good = work(tool, &voice, args).unwrap_or_else(|error| {
        voice.say(&voice.plain(format!("{error:#}")));
        false
    });
    good && voice.was_heard()
}

fn work(tool: &Tool, voice: &Voice, args: Vec<OsString>) -> Result<bool> {
    lanesum::cap().map_err(|error| anyhow::anyhow!("LANESUM_ISA: {error}"))?;
    let posix = std::env::var_os("POSIXLY_CORRECT").is_some();
    match Request::read(tool, args, posix, voice) {
        Err(Refusal(message)) => {
            voice.say(&message);
            Ok(false)
        }
        Ok(Request::Help) => Ok(write(&help::help(tool)).map(|()| true)?),
        Ok(Request::Version) => Ok(write(&help::version(tool.name)).map(|()| true)?),
        Ok(Request::Print { style, files }) => {
            let stdin = files.iter().any(|file| file == "-");
            Ok(print::run(voice, style, files)? & can_close(voice, stdin))
        }
        Ok(Request::Check { accept, style, files }) => {
            let stdin = files.iter().any(|file| file == "-");
            Ok(check::run(voice, accept, style, files)? & can_close(voice, stdin))
        }
    }
}

fn write(text: &str) -> Result<(), WriteError> {
    let mut output = Output::stdout();
    output.write(text.as_bytes())?;
    output.flush()
}

/// GNU's commands close standard input in the end, if they read it. That fails
/// where it was closed before they began.
fn can_close(voice: &Voice, stdin: bool) -> bool {
    match standard::stdin() {
        Err(errno) if stdin => {
            voice.say(&voice.plain(format!("standard input: {}", Voice::reason(&errno.into()))));
            false
        }
        _ => true,
    }
}
