//! The commands of GNU coreutils: `md5sum`, `cksum` and their like.

mod accept;
mod check;
mod debug;
mod help;
mod length;
mod man;
mod print;
mod request;
mod tool;

pub(super) use man::page;
pub(super) use tool::{ALL, Tool};

use super::voice::Voice;
use anyhow::Result;
use lanesum_files::standard;
use request::{Refusal, Request};
use std::ffi::OsString;

/// Runs a command of coreutils. Says whether all went well, and what was said
/// was heard.
pub(super) fn run(tool: &Tool, args: Vec<OsString>) -> bool {
    let voice = Voice::new(tool.name);
    let good = work(tool, &voice, args).unwrap_or_else(|error| {
        voice.say(&voice.plain(format!("{error:#}")));
        false
    });
    good && voice.was_heard()
}

fn work(tool: &Tool, voice: &Voice, args: Vec<OsString>) -> Result<bool> {
    crate::variables::check()?;
    let posix = std::env::var_os("POSIXLY_CORRECT").is_some();
    match Request::read(tool, args, posix, voice) {
        Err(Refusal(message)) => {
            voice.say(&message);
            Ok(false)
        }
        Ok(Request::Help) => Ok(super::about(&help::help(tool)).map(|()| true)?),
        Ok(Request::Version) => Ok(super::about(&super::version(tool.name)).map(|()| true)?),
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
