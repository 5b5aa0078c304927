//! `bao` 0.13: its command line, for what `lanesum bao` does.

mod hash;
mod line;
mod refuse;

use super::Lanesum;
use super::voice::Voice;
use crate::file_error::FileError;
use crate::output::WriteError;
use anyhow::Result;
use line::{Flag, Line};
use std::ffi::OsString;
use std::ops::RangeInclusive;

const USAGE: &str = "\
Usage: bao hash [<inputs>...]
       bao encode <input> (<output> | --outboard=<file>)
       bao decode <hash> [<input>] [<output>] [--outboard=<file>] [--start=<offset>] [--count=<count>]
       bao slice <start> <count> [<input>] [<output>] [--outboard=<file>]
       bao decode-slice <hash> <start> <count> [<input>] [<output>]
       bao (--help | --version)
";

/// A command: its name, how many operands it takes, and which flags.
struct Command {
    name: &'static str,
    operands: RangeInclusive<usize>,
    flags: &'static [Flag],
}

const COMMANDS: [Command; 5] = [
    Command { name: "hash", operands: 0..=usize::MAX, flags: &[] },
    Command { name: "encode", operands: 1..=2, flags: &[Flag::Outboard] },
    Command { name: "decode", operands: 1..=3, flags: &[Flag::Outboard, Flag::Start, Flag::Count] },
    Command { name: "slice", operands: 2..=4, flags: &[Flag::Outboard] },
    Command { name: "decode-slice", operands: 3..=5, flags: &[] },
];

/// Runs it with its arguments, without its name, by the commands of `lanesum`.
/// Says whether all went well.
pub(super) fn run(voice: &Voice, args: Vec<OsString>, lanesum: Lanesum) -> bool {
    match work(voice, args, lanesum) {
        Ok(good) => good,
        Err(error) if error.is::<WriteError>() => {
            voice.say(&voice.plain(error.to_string()));
            false
        }
        Err(error) => {
            let what = match error.downcast_ref::<FileError>() {
                Some(error) => error.reason().to_owned(),
                None => format!("{error:#}"),
            };
            voice.say(format!("Error: {what}\n").as_bytes());
            false
        }
    }
}

/// The page for `man`.
pub(super) fn page() -> String {
    let mut page = super::roff::head("bao", "verified streaming with BLAKE3");
    page.push_str(".SH SYNOPSIS\n.nf\n");
    for line in USAGE.lines() {
        page.push_str(&super::roff::text(line.trim_start_matches("Usage:").trim()));
        page.push('\n');
    }
    page.push_str(
        ".fi\n.SH DESCRIPTION\nEncodes files with their BLAKE3 tree, and verifies them as they arrive. What each \
         command does says \\fBlanesum\\-bao\\fR(1).\n.SH SEE ALSO\n\\fBlanesum\\fR(1), \\fBlanesum\\-bao\\fR(1)\n",
    );
    page
}

fn work(voice: &Voice, args: Vec<OsString>, lanesum: Lanesum) -> Result<bool> {
    crate::variables::check()?;
    let Line { flags, mut operands } = match Line::read(args) {
        Ok(line) => line,
        Err(what) => return Ok(refuse(voice, &what)),
    };
    match flags[..] {
        [(Flag::Help, _)] if operands.is_empty() => return Ok(super::about(USAGE).map(|()| true)?),
        [(Flag::Version, _)] if operands.is_empty() => {
            return Ok(super::about(&super::version("bao")).map(|()| true)?);
        }
        _ => {}
    }
    let name = if operands.is_empty() { OsString::new() } else { operands.remove(0) };
    let known = COMMANDS.iter().find(|command| name == command.name);
    let Some(command) = known.filter(|command| command.fits(&flags, operands.len())) else {
        return Ok(refuse(voice, "Invalid arguments."));
    };
    if command.name == "hash" {
        return hash::run(voice, operands);
    }
    if let Err(what) = command.check_numbers(&flags, &operands) {
        voice.say(format!("{what}\n").as_bytes());
        return Ok(false);
    }
    command.check(&flags, &operands).map_err(anyhow::Error::msg)?;
    let mut args: Vec<OsString> = ["lanesum", "bao", command.name, "--progress=never"].map(Into::into).into();
    for (flag, value) in flags {
        args.push(flag.name().into());
        args.push(value);
    }
    args.push("--".into());
    args.extend(operands);
    lanesum(args)
}

impl Command {
    /// Whether there are as many operands as it takes, and no flag twice.
    fn fits(&self, flags: &[(Flag, OsString)], operands: usize) -> bool {
        let has = |flag| flags.iter().filter(|(given, _)| *given == flag).count();
        self.operands.contains(&operands)
            && flags.iter().all(|(flag, _)| self.flags.contains(flag) && has(*flag) == 1)
            // An encoding goes to a file: the one or the other.
            && (self.name != "encode" || (operands == 1) == (has(Flag::Outboard) == 1))
    }

    /// Whether what is to be numbers is.
    fn check_numbers(&self, flags: &[(Flag, OsString)], operands: &[OsString]) -> Result<(), String> {
        for (flag, value) in flags {
            refuse::value(*flag, value)?;
        }
        let first = usize::from(self.name == "decode-slice");
        if self.name == "slice" || first == 1 {
            refuse::number(&operands[first], "<start>")?;
            refuse::number(&operands[first + 1], "<count>")?;
        }
        Ok(())
    }

    /// Whether the hash is one, and files can be read and written at any place where
    /// that is needed: by `bao`, not by what does the work here.
    fn check(&self, flags: &[(Flag, OsString)], operands: &[OsString]) -> Result<(), String> {
        let value = |wanted| flags.iter().find(|(flag, _)| *flag == wanted).map(|(_, value)| &**value);
        let operand = |i: usize| operands.get(i).map(|operand| &**operand);
        match self.name {
            "encode" => refuse::output(value(Flag::Outboard).or(operand(1)).unwrap_or_default()),
            "slice" => refuse::input(operand(2)),
            "decode" => {
                refuse::hash(&operands[0])?;
                value(Flag::Start).map_or(Ok(()), |_| refuse::input(operand(1)))
            }
            _ => refuse::hash(&operands[0]),
        }
    }
}

fn refuse(voice: &Voice, what: &str) -> bool {
    voice.say(format!("{what}\n\n{USAGE}").as_bytes());
    false
}
