//! `bao` 0.13: its command line, for what `lanesum bao` does.

mod hash;

use super::Lanesum;
use super::getopt::{Getopt, Wrong};
use super::option::{BAO, Id, Opt};
use super::voice::Voice;
use crate::output::WriteError;
use anyhow::Result;
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

/// A command: its name, how many operands it takes, and which options.
struct Command {
    name: &'static str,
    operands: RangeInclusive<usize>,
    options: &'static [Id],
}

const COMMANDS: [Command; 5] = [
    Command { name: "hash", operands: 0..=usize::MAX, options: &[] },
    Command { name: "encode", operands: 1..=2, options: &[Id::Outboard] },
    Command { name: "decode", operands: 1..=3, options: &[Id::Outboard, Id::Start, Id::Count] },
    Command { name: "slice", operands: 2..=4, options: &[Id::Outboard] },
    Command { name: "decode-slice", operands: 3..=5, options: &[] },
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
            voice.say(format!("Error: {error:#}\n").as_bytes());
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
    ::lanesum::cap().map_err(|error| anyhow::anyhow!("LANESUM_ISA: {error}"))?;
    let mut getopt = Getopt::new(BAO, args, false);
    let mut options: Vec<(&'static Opt, OsString)> = Vec::new();
    loop {
        match getopt.next() {
            Ok(None) => break,
            Ok(Some((Id::Help, _))) => return Ok(super::about(USAGE).map(|()| true)?),
            Ok(Some((Id::Version, _))) => return Ok(super::about(&super::version("bao")).map(|()| true)?),
            Ok(Some((id, value))) => {
                let opt = BAO.iter().find(|opt| opt.id == id).expect("it came from the table");
                options.push((opt, value));
            }
            Err(Wrong(_)) => return Ok(refuse(voice)),
        }
    }
    let mut operands = getopt.operands();
    if operands.is_empty() {
        return Ok(refuse(voice));
    }
    let name = operands.remove(0);
    let Some(command) = COMMANDS.iter().find(|command| name == command.name) else {
        return Ok(refuse(voice));
    };
    let outboard = options.iter().any(|(opt, _)| opt.id == Id::Outboard);
    let fits = command.operands.contains(&operands.len())
        && options.iter().all(|(opt, _)| command.options.contains(&opt.id))
        // An encoding goes to a file: the one or the other.
        && (command.name != "encode" || (operands.len() == 1) == outboard);
    if !fits {
        return Ok(refuse(voice));
    }
    if command.name == "hash" {
        return hash::run(voice, operands);
    }
    let mut args: Vec<OsString> = ["lanesum", "bao", command.name, "--progress=never"].map(Into::into).into();
    for (opt, value) in options {
        args.push(format!("--{}", opt.long).into());
        args.push(value);
    }
    args.push("--".into());
    args.extend(operands);
    lanesum(args)
}

fn refuse(voice: &Voice) -> bool {
    voice.say(format!("Invalid arguments.\n\n{USAGE}").as_bytes());
    false
}
