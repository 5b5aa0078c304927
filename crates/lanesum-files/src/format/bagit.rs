//! The manifests of BagIt (RFC 8493, 2.1.3): `digest  path`, in which `%25`, `%0A` and `%0D`
//! are a percent sign, a newline and a carriage return.

use super::{Format, Hashed, Listed, Reader, Said, Unwritable, Write, takes_one};
use crate::manifest::{Known, Rules};
use lanesum::Algorithm;
use std::io::Write as _;

pub(super) const FORMAT: Format = Format {
    name: "bagit",
    about: "`digest  path`, of BagIt's manifests (RFC 8493); `lanesum bag` makes whole bags",
    algorithms: &[Algorithm::Sha512],
    takes: |functions| takes_one("bagit", functions),
    write: Write::Lines { header: |_| String::new(), line: write },
    // They look like GNU's.
    detects: |_| false,
    comment: None,
    read: Some(|| Box::new(Lines)),
};

fn write(file: &Hashed<'_>, line: &mut Vec<u8>) -> Result<(), Unwritable> {
    if std::str::from_utf8(file.name).is_err() {
        return Err(Unwritable("bagit", "that is not UTF-8"));
    }
    // In a bag all begin with the name of a directory.
    if matches!(file.name.first(), Some(b' ' | b'\t' | b'*')) {
        return Err(Unwritable("bagit", "that begins with a blank or an asterisk"));
    }
    for digest in file.digests {
        write!(line, "{digest}  ").expect("memory takes what is written to it");
    }
    for &b in file.name {
        match b {
            b'%' => line.extend_from_slice(b"%25"),
            b'\n' => line.extend_from_slice(b"%0A"),
            b'\r' => line.extend_from_slice(b"%0D"),
            _ => line.push(b),
        }
    }
    line.push(b'\n');
    Ok(())
}

/// Reads lines.
struct Lines;

impl Reader for Lines {
    fn line(&mut self, line: &[u8], known: &Known) -> Said {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            return Said::Nothing;
        }
        said(line, known).unwrap_or(Said::Malformed)
    }
}

fn said(line: &[u8], known: &Known) -> Option<Said> {
    let blank = line.iter().position(|b| matches!(b, b' ' | b'\t'))?;
    let (digest, rest) = line.split_at(blank);
    let name = &rest[rest.iter().take_while(|b| matches!(b, b' ' | b'\t')).count()..];
    // Some write an asterisk before the path, as GNU's commands do.
    let name = known.name(decoded(name.strip_prefix(b"*").unwrap_or(name)))?;
    let (of, digest) = known.unnamed(digest)?;
    Some(Said::Entry(Listed { name, size: None, digests: vec![(of, digest)] }))
}

/// A path of a bag's manifest or of its `fetch.txt`, without the percent signs that stand for
/// something. One that stands before anything else stays.
pub fn decoded(path: &[u8]) -> Vec<u8> {
    let mut name = Vec::with_capacity(path.len());
    let mut rest = path;
    while let [b, behind @ ..] = rest {
        let code = rest.get(..3).map(<[u8]>::to_ascii_uppercase);
        let (b, len) = match code.as_deref() {
            Some(b"%25") => (b'%', 3),
            Some(b"%0A") => (b'\n', 3),
            Some(b"%0D") => (b'\r', 3),
            _ => (*b, rest.len() - behind.len()),
        };
        name.push(b);
        rest = &rest[len..];
    }
    name
}
