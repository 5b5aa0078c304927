//! Reads checksum lines, in the way GNU's `--check` does.
//!
//! A line is `digest  name` or `digest *name` (GNU), `digest name` (BSD's `-r`),
//! `ALGORITHM (name) = digest` (BSD) or `ALGORITHM(name)= digest` (OpenSSL), the
//! digest in hexadecimal or base64. A backslash in front says that the name is
//! escaped.

use crate::name;
use lanesum::Digest;

/// What is good in a line, where readers of manifests differ.
pub trait Rules {
    /// What tells how the digest was made.
    type Algorithm;

    /// The digest of a line with this tag.
    fn tagged(&mut self, tag: &[u8], digest: &[u8]) -> Option<(Self::Algorithm, Digest)>;

    /// The digest of a line without one.
    fn untagged(&mut self, digest: &[u8]) -> Option<(Self::Algorithm, Digest)>;

    /// The file that has this name.
    fn name(&self, name: Vec<u8>) -> Option<Vec<u8>>;

    /// Whether a line without a tag may end in one blank, with no name behind it.
    fn may_lack_name(&self) -> bool {
        false
    }
}

/// What a line says.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry<A> {
    /// How the digest was made.
    pub algorithm: A,
    /// The digest.
    pub digest: Digest,
    /// The file, not escaped.
    pub name: Vec<u8>,
}

/// A line that lists a file in the manner of the last one that named no algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alike<'a> {
    /// The line, without its end.
    pub text: &'a [u8],
    /// The digest in hexadecimal digits, as many as that line had.
    pub digest: &'a [u8],
    /// The file.
    pub name: &'a [u8],
}

/// What a line is.
#[derive(Debug, PartialEq, Eq)]
pub enum Parsed<A> {
    /// A file and its digest.
    Entry(Entry<A>),
    /// Empty, or a comment.
    Nothing,
    /// Neither.
    Malformed,
}

/// Reads one line after the other.
///
/// The first untagged line decides for all that follow whether one blank or
/// two stand before names: otherwise whoever may name files could, with a
/// blank in front, have another file checked.
#[derive(Clone, Debug)]
pub struct Parser<R> {
    /// What is good in a line.
    pub rules: R,
    /// Whether there is one blank.
    one_blank: Option<bool>,
    /// How many hexadecimal digits the last line had that names no algorithm, if two blanks
    /// were behind them.
    digits: Option<usize>,
}

impl<R: Rules> Parser<R> {
    /// A parser that has read no line.
    pub fn new(rules: R) -> Self {
        Self { rules, one_blank: None, digits: None }
    }

    /// Reads a line, without the newline.
    pub fn line(&mut self, line: &[u8]) -> Parsed<R::Algorithm> {
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
    pub fn zero_line(&mut self, line: &[u8]) -> Parsed<R::Algorithm> {
        if line.is_empty() {
            return Parsed::Nothing;
        }
        self.entry(line, false).map_or(Parsed::Malformed, Parsed::Entry)
    }

    /// Whether a line was read that decides how lines are read that name no algorithm.
    pub fn is_decided(&self) -> bool {
        self.one_blank.is_some()
    }

    /// A line that is just like the last one that names no algorithm: as many hexadecimal
    /// digits, two blanks, and a name without escapes. None for any other line, whatever it
    /// says. This takes a fraction of the time that reading the line whole does, and no
    /// memory.
    pub fn alike<'a>(&self, line: &'a [u8]) -> Option<Alike<'a>> {
        let (digest, behind) = line.split_at_checked(self.digits?)?;
        let name = behind.strip_prefix(b"  ").or_else(|| behind.strip_prefix(b" *"))?;
        let is_plain = !name.is_empty() && !name.ends_with(b"\r") && memchr::memchr(0, name).is_none();
        (is_plain && hex_simd::check(digest).is_ok()).then_some(Alike { text: line, digest, name })
    }

    fn record(&mut self, line: &[u8]) -> Parsed<R::Algorithm> {
        let line = trim_start(line);
        let entry = match line.strip_prefix(b"\\") {
            Some(line) => self.entry(line, true),
            None => self.entry(line, false),
        };
        entry.map_or(Parsed::Malformed, Parsed::Entry)
    }

    fn entry(&mut self, line: &[u8], escaped: bool) -> Option<Entry<R::Algorithm>> {
        let (algorithm, digest, file) = match self.tagged(line) {
            Some(found) => found,
            None => self.untagged(line)?,
        };
        let name = if escaped { name::unescape(file)? } else { file.to_vec() };
        Some(Entry { algorithm, digest, name: self.rules.name(name)? })
    }

    /// `ALGORITHM (name) = digest`.
    fn tagged<'a>(&mut self, line: &'a [u8]) -> Option<(R::Algorithm, Digest, &'a [u8])> {
        // No blank is in a tag, and one at most behind it: a line of a million is left where
        // its digest ends.
        let end = memchr::memchr2(b'(', b' ', line)?;
        let open = end + usize::from(line[end] == b' ');
        if line.get(open) != Some(&b'(') {
            return None;
        }
        let tag = &line[..end];
        let line = &line[open + 1..];
        // The last one: names may have their own.
        let close = memchr::memrchr(b')', line)?;
        let text = trim_start(trim_start(&line[close + 1..]).strip_prefix(b"=")?);
        let (algorithm, digest) = self.rules.tagged(tag, text)?;
        Some((algorithm, digest, &line[..close]))
    }

    /// `digest  name`, `digest *name` or `digest name`.
    fn untagged<'a>(&mut self, line: &'a [u8]) -> Option<(R::Algorithm, Digest, &'a [u8])> {
        let blank = memchr::memchr2(b' ', b'\t', line)?;
        let (text, file) = (&line[..blank], &line[blank + 1..]);
        if file.is_empty() && !self.rules.may_lack_name() {
            return None;
        }
        let (algorithm, digest) = self.rules.untagged(text)?;
        let one_blank = file.len() == 1 || !file.starts_with(b" ") && !file.starts_with(b"*");
        if one_blank && self.one_blank == Some(false) {
            return None;
        }
        let one_blank = *self.one_blank.get_or_insert(one_blank);
        // Base64 has fewer characters, or as many with a padding that is no digit.
        let is_hex = text.len() == 2 * digest.as_bytes().len();
        self.digits = (!one_blank && is_hex).then_some(text.len());
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
