//! Subresource Integrity: `sha384-digest name`, in base64, several with a blank between
//! them, as in HTML's `integrity` attributes; with the name of the file behind them, as
//! `srisum` writes it.

use super::digests::Digests;
use super::{Format, Hashed, Reader, Said, Unwritable, Write, takes_of};
use crate::manifest::{Base64, Known};
use lanesum::{Algorithm, Digest};
use std::io::Write as _;

/// Those that the specification has.
const ALGORITHMS: [Algorithm; 3] = [Algorithm::Sha256, Algorithm::Sha384, Algorithm::Sha512];

pub(super) const FORMAT: Format = Format {
    name: "sri",
    about: "`sha384-base64 name` (Subresource Integrity), of srisum",
    algorithms: &[Algorithm::Sha384],
    takes: |functions| takes_of("sri", functions, &["sha256", "sha384", "sha512"]),
    write: Write::Lines { header: |_| String::new(), line: write },
    detects: |line| first(line).is_some(),
    comment: Some(b'#'),
    read: Some(|| Box::new(Lines)),
};

fn write(file: &Hashed<'_>, line: &mut Vec<u8>) -> Result<(), Unwritable> {
    if file.name.iter().any(|b| matches!(b, b'\n' | b'\r')) {
        return Err(Unwritable("sri", "with a newline or a carriage return in it"));
    }
    for (function, digest) in file.functions.iter().zip(file.digests) {
        let digest = Base64(digest.as_bytes());
        write!(line, "{}-{digest} ", function.name()).expect("memory takes what is written to it");
    }
    // Otherwise it would be read as another digest, or lose a blank.
    if first(file.name).is_some() || file.name.starts_with(b" ") {
        line.extend_from_slice(b"./");
    }
    line.extend_from_slice(file.name);
    line.push(b'\n');
    Ok(())
}

/// Reads lines.
struct Lines;

impl Reader for Lines {
    fn line(&mut self, line: &[u8], known: &Known) -> Said {
        let mut rest = line.strip_suffix(b"\r").unwrap_or(line);
        if rest.is_empty() || rest.starts_with(b"#") {
            return Said::Nothing;
        }
        let mut digests = Digests::new(known);
        while let Some((algorithm, digest, behind)) = first(rest) {
            digests.add(algorithm.name(), || Some(digest));
            rest = behind;
        }
        // Two blanks, as GNU's lines have, are one.
        digests.of(rest.strip_prefix(b" ").unwrap_or(rest).to_vec(), None)
    }
}

/// The digest that a text begins with, with the blank behind it.
fn first(text: &[u8]) -> Option<(Algorithm, Digest, &[u8])> {
    let blank = text.iter().position(|&b| b == b' ')?;
    let (algorithm, digest) = std::str::from_utf8(&text[..blank]).ok()?.split_once('-')?;
    let algorithm = ALGORITHMS.into_iter().find(|known| known.name() == algorithm)?;
    // What is behind `?` is options, of which none is specified.
    let digest = Digest::from_base64(digest.split('?').next()?).ok()?;
    (digest.as_bytes().len() == algorithm.digest_len()).then_some((algorithm, digest, &text[blank + 1..]))
}
