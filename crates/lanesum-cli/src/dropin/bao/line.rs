//! The command line, read as docopt reads it for `bao`, with its words about what is
//! wrong with it.

use crate::nearest;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

/// A flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flag {
    Outboard,
    Start,
    Count,
    Help,
    Version,
}

/// The flags, and whether they take a value.
const FLAGS: [(&str, Flag, bool); 5] = [
    ("--outboard", Flag::Outboard, true),
    ("--start", Flag::Start, true),
    ("--count", Flag::Count, true),
    ("--help", Flag::Help, false),
    ("--version", Flag::Version, false),
];

/// What was given.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// Flags with their values: empty where one takes none.
    pub(super) flags: Vec<(Flag, OsString)>,
    pub(super) operands: Vec<OsString>,
}

impl Flag {
    /// Its name.
    pub(super) fn name(self) -> &'static str {
        let found = FLAGS.iter().find(|(_, flag, _)| *flag == self);
        found.map_or("", |(name, ..)| name)
    }
}

impl Line {
    /// Reads a command line.
    ///
    /// # Errors
    ///
    /// What is wrong with it, without the usage that follows.
    pub(super) fn read(args: Vec<OsString>) -> Result<Self, String> {
        let mut line = Self::default();
        let mut args = args.into_iter();
        while let Some(arg) = args.next() {
            match arg.as_bytes() {
                b"--" => {
                    line.operands.extend(args);
                    break;
                }
                [b'-', b'-', ..] => {
                    let flag = Self::flag(arg.as_bytes(), &mut args)?;
                    line.flags.push(flag);
                }
                [b'-', letter, ..] => {
                    return Err(format!("Unknown flag: '-{}'", char::from(*letter)));
                }
                _ => line.operands.push(arg),
            }
        }
        Ok(line)
    }

    /// A flag, which has its value behind `=` or in the next argument.
    fn flag(arg: &[u8], args: &mut impl Iterator<Item = OsString>) -> Result<(Flag, OsString), String> {
        let (name, value) = match arg.iter().position(|&b| b == b'=') {
            Some(equals) => (&arg[..equals], Some(OsStr::from_bytes(&arg[equals + 1..]).to_owned())),
            None => (arg, None),
        };
        let name = String::from_utf8_lossy(name);
        let Some((_, flag, takes_value)) = FLAGS.iter().find(|(known, ..)| *known == name) else {
            let nearest = nearest::of(&name, FLAGS.iter().map(|(known, ..)| *known), 2);
            let hint = nearest.map_or(String::new(), |known| format!(". Did you mean '{known}'?"));
            return Err(format!("Unknown flag: '{name}'{hint}"));
        };
        match (takes_value, value) {
            (true, value) => match value.or_else(|| args.next()) {
                Some(value) => Ok((*flag, value)),
                None => Err(format!("Expected argument for flag '{name}' but reached end of arguments.")),
            },
            (false, None) => Ok((*flag, OsString::new())),
            (false, Some(value)) => {
                let value = value.to_string_lossy();
                Err(format!("Flag '{name}' cannot have an argument, but found '{value}'."))
            }
        }
    }
}
