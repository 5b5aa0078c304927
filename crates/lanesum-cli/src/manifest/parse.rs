//! Reads checksum lines, in the way GNU's `--check` does.
//!
//! A line is `digest  name` or `digest *name` (GNU), `digest name` (BSD's `-r`),
//! `ALGORITHM (name) = digest` (BSD) or `ALGORITHM(name)= digest` (OpenSSL), the
//! digest in hexadecimal or base64. A backslash in front says that the name is
//! escaped.

use crate::manifest::digests;
use crate::name;
use lanesum::{Algorithm, Digest};

/// What a line says.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) algorithm: Algorithm,
    pub(crate) digest: Digest,
    pub(crate) name: Vec<u8>,
}

/// What a line is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Parsed {
    Entry(Entry),
    /// Empty, or a comment.
    Nothing,
    Malformed,
}

/// Reads one line after the other.
///
/// The first untagged line decides for all that follow whether one blank or
/// two stand before names: otherwise whoever may name files could, with a
/// blank in front, have another file checked.
#[derive(Debug)]
pub(crate) struct Parser {
    /// The algorithm of all lines, if it is known.
    algorithm: Option<Algorithm>,
    /// Whether there is one blank.
    one_blank: Option<bool>,
}

impl Parser {
    /// For lines of `algorithm`, or of any.
    pub(crate) fn new(algorithm: Option<Algorithm>) -> Self {
        Self { algorithm, one_blank: None }
    }

    /// Reads a line, without the newline.
    pub(crate) fn line(&mut self, line: &[u8]) -> Parsed {
        if line.starts_with(b"#") {
            return Parsed::Nothing;
        }
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            return Parsed::Nothing;
        }
        self.record(line)
    }

    /// Reads a line that ended in NUL: names are not escaped there.
    pub(crate) fn zero_line(&mut self, line: &[u8]) -> Parsed {
        if line.is_empty() {
            return Parsed::Nothing;
        }
        self.entry(line, false).map_or(Parsed::Malformed, Parsed::Entry)
    }

    fn record(&mut self, line: &[u8]) -> Parsed {
        let line = trim_start(line);
        let entry = match line.strip_prefix(b"\\") {
            Some(line) => self.entry(line, true),
            None => self.entry(line, false),
        };
        entry.map_or(Parsed::Malformed, Parsed::Entry)
    }

    fn entry(&mut self, line: &[u8], escaped: bool) -> Option<Entry> {
        let (algorithm, digest, file) = match self.tagged(line) {
            Some(found) => found,
            None => self.untagged(line)?,
        };
        let name = if escaped { name::unescape(file)? } else { file.to_vec() };
        (!name.is_empty() && !name.contains(&0)).then_some(Entry { algorithm, digest, name })
    }

    /// `ALGORITHM (name) = digest`.
    fn tagged<'a>(&self, line: &'a [u8]) -> Option<(Algorithm, Digest, &'a [u8])> {
        let open = line.iter().position(|&b| b == b'(')?;
        let tag = line[..open].strip_suffix(b" ").unwrap_or(&line[..open]);
        if tag.contains(&b' ') {
            return None;
        }
        let algorithm = std::str::from_utf8(tag).ok()?.parse().ok()?;
        if self.algorithm.is_some_and(|only| only != algorithm) {
            return None;
        }
        let line = &line[open + 1..];
        // The last one: names may have their own.
        let close = line.iter().rposition(|&b| b == b')')?;
        let text = trim_start(trim_start(&line[close + 1..]).strip_prefix(b"=")?);
        let digest = digests::of_algorithm(text, algorithm)?;
        Some((algorithm, digest, &line[..close]))
    }

    /// `digest  name`, `digest *name` or `digest name`.
    fn untagged<'a>(&mut self, line: &'a [u8]) -> Option<(Algorithm, Digest, &'a [u8])> {
        let blank = line.iter().position(|&b| is_blank(b))?;
        let (text, file) = (&line[..blank], &line[blank + 1..]);
        if file.is_empty() {
            return None;
        }
        let (algorithm, digest) = match self.algorithm {
            Some(algorithm) => (algorithm, digests::of_algorithm(text, algorithm)?),
            None => digests::of_any(text)?,
        };
        let one_blank = file.len() == 1 || !file.starts_with(b" ") && !file.starts_with(b"*");
        if one_blank && self.one_blank == Some(false) {
            return None;
        }
        let one_blank = *self.one_blank.get_or_insert(one_blank);
        Some((algorithm, digest, if one_blank { file } else { &file[1..] }))
    }
}

fn is_blank(b: u8) -> bool {
    b == b' ' || b == b'\t'
}

fn trim_start(line: &[u8]) -> &[u8] {
    let blanks = line.iter().take_while(|&&b| is_blank(b)).count();
    &line[blanks..]
}
