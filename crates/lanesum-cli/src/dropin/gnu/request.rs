//! What a command line asks for, checked in GNU's order.

mod rules;

use super::accept::Accept;
use super::length::Length;
use super::tool::{Family, TYPES, Tool, Type};
use crate::dropin::getopt::{Getopt, Wrong};
use crate::dropin::hash::Hash;
use crate::dropin::option::Id;
use crate::dropin::voice::Voice;
use lanesum::Digest;
use lanesum_files::manifest::Form;
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;

/// What is to be done.
pub(super) enum Request {
    Help,
    Version,
    Print { style: Style, files: Vec<OsString> },
    Check { accept: Accept, style: CheckStyle, files: Vec<OsString> },
}

/// How lines look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub(super) hash: Hash,
    pub(super) form: Form,
    pub(super) encoding: Encoding,
    pub(super) zero: bool,
    /// Whether the name stands in the line of a number.
    pub(super) named: bool,
    /// Whether to say which instructions of the CPU are used.
    pub(super) debug: bool,
}

/// How a digest is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Hex,
    Base64,
    Raw,
}

/// What is said of the lines of a manifest.
#[derive(Clone, Copy, Debug)]
pub(super) struct CheckStyle {
    pub(super) quiet: bool,
    pub(super) status: bool,
    pub(super) warn: bool,
    pub(super) strict: bool,
    pub(super) ignore_missing: bool,
}

/// Why there is nothing to do: messages that are ready to be said.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Refusal(pub(super) Vec<u8>);

/// Which of three: each takes the place of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Loudness {
    #[default]
    Normal,
    Quiet,
    Status,
    Warn,
}

/// The options as they were given.
#[derive(Debug, Default)]
struct Given {
    kind: Option<Type>,
    /// The name of the algorithm as it was given.
    kind_name: &'static str,
    length: Option<Length>,
    check: bool,
    /// The marker: `*` or a blank.
    binary: Option<bool>,
    /// Whether tagged lines were asked for since the last word about the marker.
    tag_is_last: bool,
    tag: Option<bool>,
    zero: bool,
    base64: bool,
    raw: bool,
    debug: bool,
    loudness: Loudness,
    strict: bool,
    ignore_missing: bool,
    sysv: bool,
}

impl Request {
    /// Reads a command line, without the command's name.
    ///
    /// # Errors
    ///
    /// [`Refusal`].
    pub(super) fn read(
        tool: &Tool,
        args: Vec<OsString>,
        posix: bool,
        voice: &Voice,
    ) -> Result<Self, Refusal> {
        let mut getopt = Getopt::new(tool.options, args, posix);
        let mut given = Given::default();
        loop {
            match getopt.next() {
                Ok(None) => break,
                Ok(Some((Id::Help, _))) => return Ok(Self::Help),
                Ok(Some((Id::Version, _))) => return Ok(Self::Version),
                Ok(Some((id, value))) => given.take(id, &value, voice)?,
                Err(Wrong(message)) => return Err(Refusal::usage(voice, message)),
            }
        }
        let operands = getopt.operands();
        let kind = given.check_together(tool, operands.len(), voice)?;
        let style = given.style(tool, kind, !operands.is_empty());
        let files = if operands.is_empty() { vec!["-".into()] } else { operands };
        if !given.check {
            return Ok(Self::Print { style, files });
        }
        let accept = match tool.family {
            Family::Cksum => Accept::of_cksum(given.kind),
            Family::Digest | Family::Sum => Accept::of(kind),
        };
        Ok(Self::Check { accept, style: given.check_style(), files })
    }
}

impl Given {
    /// Takes an option.
    fn take(&mut self, id: Id, value: &OsString, voice: &Voice) -> Result<(), Refusal> {
        match id {
            Id::Algorithm => {
                let found = TYPES.iter().find(|(name, _)| value == name);
                let &(name, kind) = found.ok_or_else(|| Refusal::unknown_type(voice, value.as_bytes()))?;
                (self.kind_name, self.kind) = (name, Some(kind));
            }
            Id::Length => {
                let invalid = || [&b"invalid length: "[..], &voice.quoted(value.as_bytes())].concat();
                let length = Length::read(value.as_bytes()).ok_or_else(|| Refusal::one(voice, invalid()))?;
                self.length = Some(length);
            }
            Id::Tag => (self.tag, self.tag_is_last) = (Some(true), true),
            Id::Untagged => {
                // What was said about the marker behind --tag was said about tagged lines.
                if self.tag == Some(true) && !self.tag_is_last {
                    self.binary = None;
                }
                self.tag = Some(false);
            }
            Id::Binary => (self.binary, self.tag_is_last) = (Some(true), false),
            Id::Text => (self.binary, self.tag_is_last) = (Some(false), false),
            Id::Quiet => self.loudness = Loudness::Quiet,
            Id::Status => self.loudness = Loudness::Status,
            Id::Warn => self.loudness = Loudness::Warn,
            Id::Check => self.check = true,
            Id::Zero => self.zero = true,
            Id::Base64 => self.base64 = true,
            Id::Raw => self.raw = true,
            Id::Debug => self.debug = true,
            Id::Strict => self.strict = true,
            Id::IgnoreMissing => self.ignore_missing = true,
            Id::Bsd => self.sysv = false,
            Id::Sysv => self.sysv = true,
            // Done before.
            Id::Help | Id::Version => {}
        }
        Ok(())
    }

    fn style(&self, tool: &Tool, kind: Type, named: bool) -> Style {
        let len = match (kind, &self.length) {
            (Type::One(hash), _) => hash.digest_len(),
            (_, Some(length)) if !length.is_zero() => length.bytes(),
            _ => Digest::MAX_LEN,
        };
        let hash = if self.sysv { Some(Hash::Sysv) } else { kind.of_len(len) };
        let hash = hash.expect("lengths were checked, and 512 bits are everywhere");
        let form = match (self.tag.unwrap_or(tool.family == Family::Cksum), self.binary) {
            (true, _) => Form::Bsd,
            (false, Some(true)) => Form::GnuBinary,
            (false, _) => Form::Gnu,
        };
        let encoding = match (self.raw, self.base64) {
            (true, _) => Encoding::Raw,
            (false, true) => Encoding::Base64,
            (false, false) => Encoding::Hex,
        };
        Style { hash, form, encoding, zero: self.zero, named, debug: self.debug }
    }

    fn check_style(&self) -> CheckStyle {
        CheckStyle {
            quiet: self.loudness == Loudness::Quiet,
            status: self.loudness == Loudness::Status,
            warn: self.loudness == Loudness::Warn,
            strict: self.strict,
            ignore_missing: self.ignore_missing,
        }
    }
}

impl Refusal {
    /// One message.
    fn one(voice: &Voice, message: impl AsRef<[u8]>) -> Self {
        Self(voice.plain(message))
    }

    /// A message, and where to find help.
    fn usage(voice: &Voice, message: impl AsRef<[u8]>) -> Self {
        Self([voice.plain(message), Self::help(voice)].concat())
    }

    fn help(voice: &Voice) -> Vec<u8> {
        format!("Try '{} --help' for more information.\n", voice.name).into_bytes()
    }

    /// For a type that there is not.
    fn unknown_type(voice: &Voice, name: &[u8]) -> Self {
        let what = [&b"invalid argument "[..], &voice.quoted(name), b" for ", &voice.quoted(b"--algorithm")]
            .concat();
        let mut message = voice.plain(what);
        message.extend_from_slice(b"Valid arguments are:\n");
        for (name, _) in TYPES {
            message.extend([&b"  - "[..], &voice.quoted(name.as_bytes()), b"\n"].concat());
        }
        message.extend(Self::help(voice));
        Self(message)
    }
}
