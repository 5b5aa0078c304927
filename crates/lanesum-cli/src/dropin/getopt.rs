//! Reads a command line in the way of `getopt_long`, with its messages.
//!
//! Options may follow operands, but not with POSIXLY_CORRECT in the
//! environment; `--` ends them; a long one may be cut short as long as it
//! remains the only one of its kind. The value of a letter is all that follows
//! it, an `=` included: parsers in the way of today drop that.

use super::option::{Id, Opt};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::vec;

/// What is wrong with a command line, without the command's name.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Wrong(pub(super) Vec<u8>);

/// A command line, option by option.
pub(super) struct Getopt {
    table: &'static [Opt],
    args: vec::IntoIter<OsString>,
    /// The letters of an argument that are still to be read.
    letters: Vec<u8>,
    operands: Vec<OsString>,
    /// Whether the first operand ends the options.
    posix: bool,
}

impl Getopt {
    pub(super) fn new(table: &'static [Opt], args: Vec<OsString>, posix: bool) -> Self {
        Self { table, args: args.into_iter(), letters: Vec::new(), operands: Vec::new(), posix }
    }

    /// The operands, once there are no more options.
    pub(super) fn operands(self) -> Vec<OsString> {
        self.operands
    }

    /// The next option, and its value: empty where it takes none.
    ///
    /// # Errors
    ///
    /// [`Wrong`] for what is no option, or lacks its value.
    pub(super) fn next(&mut self) -> Result<Option<(Id, OsString)>, Wrong> {
        loop {
            if !self.letters.is_empty() {
                return self.letter().map(Some);
            }
            let Some(arg) = self.args.next() else { return Ok(None) };
            match arg.as_bytes() {
                b"--" => {
                    self.operands.extend(self.args.by_ref());
                    return Ok(None);
                }
                [b'-', b'-', long @ ..] => return self.long(long).map(Some),
                [b'-', letters @ ..] if !letters.is_empty() => self.letters = letters.to_vec(),
                _ => {
                    self.operands.push(arg);
                    if self.posix {
                        self.operands.extend(self.args.by_ref());
                        return Ok(None);
                    }
                }
            }
        }
    }

    fn letter(&mut self) -> Result<(Id, OsString), Wrong> {
        let letter = self.letters.remove(0);
        let Some(opt) = self.table.iter().find(|opt| opt.short == Some(letter)) else {
            return Err(wrong(&[b"invalid option -- '", &[letter], b"'"]));
        };
        if opt.value.is_none() {
            return Ok((opt.id, OsString::new()));
        }
        if !self.letters.is_empty() {
            return Ok((opt.id, OsString::from_vec(std::mem::take(&mut self.letters))));
        }
        let value = self.args.next();
        let value = value.ok_or_else(|| wrong(&[b"option requires an argument -- '", &[letter], b"'"]))?;
        Ok((opt.id, value))
    }

    /// An option by its name, or a part of it, and perhaps its value.
    fn long(&mut self, arg: &[u8]) -> Result<(Id, OsString), Wrong> {
        let (name, value) = match arg.iter().position(|&b| b == b'=') {
            Some(equals) => (&arg[..equals], Some(&arg[equals + 1..])),
            None => (arg, None),
        };
        let named: Vec<_> = self.table.iter().filter(|opt| !opt.long.is_empty()).collect();
        let exact = named.iter().find(|opt| opt.long.as_bytes() == name);
        let opt = match exact {
            Some(opt) => opt,
            None => {
                let possible: Vec<_> =
                    named.iter().filter(|opt| opt.long.as_bytes().starts_with(name)).collect();
                match possible[..] {
                    [] => return Err(wrong(&[b"unrecognized option '--", arg, b"'"])),
                    [opt] => opt,
                    _ => {
                        let mut message = [b"option '--", arg, b"' is ambiguous; possibilities:"].concat();
                        for opt in possible {
                            message.extend_from_slice(format!(" '--{}'", opt.long).as_bytes());
                        }
                        return Err(Wrong(message));
                    }
                }
            }
        };
        let long = opt.long.as_bytes();
        match (opt.value, value) {
            (None, None) => Ok((opt.id, OsString::new())),
            (None, Some(_)) => Err(wrong(&[b"option '--", long, b"' doesn't allow an argument"])),
            (Some(_), Some(value)) => Ok((opt.id, OsStr::from_bytes(value).to_owned())),
            (Some(_), None) => match self.args.next() {
                Some(value) => Ok((opt.id, value)),
                None => Err(wrong(&[b"option '--", long, b"' requires an argument"])),
            },
        }
    }
}

fn wrong(parts: &[&[u8]]) -> Wrong {
    Wrong(parts.concat())
}
