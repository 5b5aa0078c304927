//! Reads manifests of any format.

use super::{Format, Listed, Reader, Said, detect, hashdeep};
use crate::manifest::{Alike, Entry, Known, Of, Parsed, Parser, of_tag, unsupported};
use std::fmt;

/// Reads the lines of manifests, each in the format that its first line is in.
pub struct AnyReader {
    /// Reads the lines of GNU and BSD.
    parser: Parser<Known>,
    /// The format that all are in.
    told: Option<&'static Format>,
    /// The one that this is in, and what reads its lines if those are not GNU's.
    found: Option<(&'static Format, Option<Box<dyn Reader>>)>,
}

impl AnyReader {
    /// Reads manifests in the format that is `told`.
    pub fn new(known: Known, told: Option<&'static Format>) -> Self {
        let mut reader = Self { parser: Parser::new(known), told, found: None };
        reader.begin();
        reader
    }

    /// Told that the lines of another manifest come.
    pub fn begin(&mut self) {
        self.found = self.told.map(|format| (format, format.reader()));
    }

    /// A reader of the lines that follow, for who reads them elsewhere. None where lines mean
    /// something only behind all that are before them.
    pub fn go_on(&self) -> Option<Self> {
        let (format, None) = self.found.as_ref().filter(|_| self.parser.is_decided())? else { return None };
        Some(Self { parser: self.parser.clone(), told: self.told, found: Some((format, None)) })
    }

    /// The format of the manifest, as soon as a line has told.
    pub fn format(&self) -> Option<&'static Format> {
        self.found.as_ref().map(|(format, _)| *format)
    }

    /// Reads a line, without its end.
    pub fn line(&mut self, line: &[u8]) -> Said {
        if self.found.is_none() && !line.starts_with(b"#") {
            self.found = detect(line).map(|format| (format, format.reader()));
        }
        match &mut self.found {
            Some((_, Some(reader))) => reader.line(line, &self.parser.rules),
            _ => {
                let parsed = self.parser.line(line);
                self.said(line, parsed)
            }
        }
    }

    /// A line that is longer than what is read of one, and begins with this byte.
    pub fn too_long(&self, first: u8) -> Said {
        // Before a line has told the format a comment is one of GNU's.
        let comment = self.format().map_or(Some(b'#'), |format| format.comment);
        if comment == Some(first) { Said::Nothing } else { Said::TooLong }
    }

    /// A line that is just like the one before: [`Parser::alike`].
    pub fn alike<'a>(&self, line: &'a [u8]) -> Option<Alike<'a>> {
        match self.found {
            Some((_, None)) => self.parser.alike(line),
            _ => None,
        }
    }

    /// Reads a line of GNU or BSD that ended in NUL: names are not escaped there.
    pub fn zero_line(&mut self, line: &[u8]) -> Said {
        let parsed = match line {
            // No digest and no tag begins so.
            [b'#', ..] => Parsed::Nothing,
            _ => self.parser.zero_line(line),
        };
        self.said(line, parsed)
    }

    fn said(&self, line: &[u8], parsed: Parsed<Of>) -> Said {
        let unnamed = || unsupported::tag(line).filter(|tag| of_tag(tag).is_none());
        match parsed {
            Parsed::Entry(entry) => Said::Entry(entry.into()),
            Parsed::Nothing => Said::Nothing,
            Parsed::Malformed if self.parser.rules.only.is_some() => Said::Malformed,
            Parsed::Malformed => unnamed().map_or(Said::Malformed, |tag| Said::Unsupported(tag.to_owned())),
        }
    }
}

impl fmt::Debug for AnyReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyReader").field("parser", &self.parser).field("format", &self.format()).finish()
    }
}

impl From<Entry<Of>> for Listed {
    fn from(Entry { algorithm, digest, name }: Entry<Of>) -> Self {
        Self { name, size: None, digests: vec![(algorithm, digest)] }
    }
}

/// What one line of some manifest says, without the lines before it. None for one that
/// lists no file.
pub fn pasted(line: &[u8], known: &Known) -> Option<Listed> {
    let said = hashdeep::alone(line, known).unwrap_or_else(|| AnyReader::new(known.clone(), None).line(line));
    match said {
        Said::Entry(listed) => Some(listed),
        Said::Nothing | Said::Malformed | Said::TooLong | Said::Unsupported(_) => None,
    }
}
