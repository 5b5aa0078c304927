//! SFV (simple file verification): `name CRC-32`, the checksum in hexadecimal, and
//! comments that begin with `;`.

use super::digests::Digests;
use super::{Format, Hashed, Reader, Said, Unwritable, Write, takes_of, takes_one};
use crate::manifest::{Known, hex};
use lanesum::Algorithm;
use std::io::Write as _;

pub(super) const FORMAT: Format = Format {
    name: "sfv",
    about: "`name CRC-32`, with comments that begin with `;`",
    algorithms: &[Algorithm::Crc32],
    takes: |functions| takes_of("sfv", functions, &["crc32"]).and_then(|()| takes_one("sfv", functions)),
    write: Write::Lines { header: |_| "; written by lanesum\n".to_owned(), line: write },
    detects: |line| line.starts_with(b";") || split(line).is_some(),
    comment: Some(b';'),
    read: Some(|| Box::new(Lines)),
};

fn write(file: &Hashed<'_>, line: &mut Vec<u8>) -> Result<(), Unwritable> {
    if file.name.iter().any(|b| matches!(b, b'\n' | b'\r')) {
        return Err(Unwritable("sfv", "with a newline or a carriage return in it"));
    }
    if file.name.starts_with(b";") {
        return Err(Unwritable("sfv", "that begins with `;`"));
    }
    // Nobody could tell them from blanks before a checksum that has no name.
    if file.name.trim_ascii().is_empty() {
        return Err(Unwritable("sfv", "of blanks alone"));
    }
    line.extend_from_slice(file.name);
    for digest in file.digests {
        // In capitals, as most write it.
        let digest = digest.to_string().to_ascii_uppercase();
        writeln!(line, " {digest}").expect("memory takes what is written to it");
    }
    Ok(())
}

/// Reads lines.
struct Lines;

impl Reader for Lines {
    fn line(&mut self, line: &[u8], known: &Known) -> Said {
        if line.starts_with(b";") || line.trim_ascii().is_empty() {
            return Said::Nothing;
        }
        let Some((name, checksum)) = split(line) else { return Said::Malformed };
        let mut digests = Digests::new(known);
        digests.add("crc32", || hex(checksum));
        digests.of(name.to_vec(), None)
    }
}

/// The name, which may have blanks at both ends, and the checksum.
fn split(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let (name, checksum) = line.split_at_checked(line.len().checked_sub(8)?)?;
    let name = name.strip_suffix(b" ").or_else(|| name.strip_suffix(b"\t"))?;
    let is_checksum = checksum.iter().all(u8::is_ascii_hexdigit);
    (is_checksum && !name.trim_ascii().is_empty()).then_some((name, checksum))
}
