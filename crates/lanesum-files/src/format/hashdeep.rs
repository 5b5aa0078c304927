//! hashdeep's: `size,md5,sha256,name`, as a header of two lines says.
//!
//! The name is the rest of the line, as it is, so it may have commas, and no newline.

use super::digests::Digests;
use super::{Format, Hashed, Reader, Said, Unwritable, Write, takes_of};
use crate::function::Function;
use crate::manifest::{Known, hex};
use lanesum::Algorithm;
use std::io::Write as _;

/// How a manifest begins.
const HEADER: &str = "%%%% HASHDEEP-1.0";

pub(super) const FORMAT: Format = Format {
    name: "hashdeep",
    about: "`size,digest,digest,name` below a header, of hashdeep",
    algorithms: &[Algorithm::Md5, Algorithm::Sha256],
    takes: |functions| takes_of("hashdeep", functions, &["md5", "sha1", "sha256"]),
    write: Write::Lines { header, line: write },
    detects: |line| line.starts_with(HEADER.as_bytes()),
    comment: Some(b'#'),
    read: Some(|| Box::new(Lines { columns: Vec::new() })),
};

fn header(functions: &[Function]) -> String {
    let names: String = functions.iter().map(|function| format!("{},", function.name())).collect();
    format!("{HEADER}\n%%%% size,{names}filename\n## written by lanesum\n##\n")
}

fn write(file: &Hashed<'_>, line: &mut Vec<u8>) -> Result<(), Unwritable> {
    if file.name.contains(&b'\n') {
        return Err(Unwritable("hashdeep", "with a newline in it"));
    }
    write!(line, "{},", file.size).expect("memory takes what is written to it");
    for digest in file.digests {
        write!(line, "{digest},").expect("memory takes what is written to it");
    }
    line.extend_from_slice(file.name);
    line.push(b'\n');
    Ok(())
}

/// Reads lines.
struct Lines {
    /// Of which algorithms the digests are, as the header says.
    columns: Vec<String>,
}

impl Reader for Lines {
    fn line(&mut self, line: &[u8], known: &Known) -> Said {
        if let Some(header) = line.strip_prefix(b"%%%% ") {
            return self.header(header.strip_suffix(b"\r").unwrap_or(header));
        }
        if line.starts_with(b"##") || matches!(line, b"" | b"\r") {
            return Said::Nothing;
        }
        let mut fields = line.splitn(self.columns.len() + 2, |&b| b == b',');
        let mut text = || std::str::from_utf8(fields.next()?).ok();
        let Some(size) = text().and_then(|size| size.parse().ok()) else { return Said::Malformed };
        let mut digests = Digests::new(known);
        for column in &self.columns {
            let Some(digest) = text() else { return Said::Malformed };
            digests.add(column, || hex(digest.as_bytes()));
        }
        match fields.next() {
            Some(name) if !self.columns.is_empty() => digests.of(name.to_vec(), Some(size)),
            _ => Said::Malformed,
        }
    }
}

impl Lines {
    /// `HASHDEEP-1.0`, or the columns.
    fn header(&mut self, header: &[u8]) -> Said {
        let Some(header) = std::str::from_utf8(header).ok() else { return Said::Malformed };
        if header == "HASHDEEP-1.0" {
            self.columns.clear();
            return Said::Nothing;
        }
        match header.strip_prefix("size,").and_then(|rest| rest.strip_suffix(",filename")) {
            Some(columns) => {
                self.columns = columns.split(',').map(str::to_owned).collect();
                Said::Nothing
            }
            None => Said::Malformed,
        }
    }
}

/// What a line says without a header: its digests tell by their lengths what they are.
pub(super) fn alone(line: &[u8], known: &Known) -> Option<Said> {
    const LENGTHS: [(usize, &str); 5] =
        [(32, "md5"), (40, "sha1"), (48, "tiger"), (64, "sha256"), (128, "whirlpool")];
    let text = |field: &[u8]| std::str::from_utf8(field).ok().map(str::to_owned);
    let mut fields = line.split(|&b| b == b',');
    text(fields.next()?)?.parse::<u64>().ok()?;
    let name_of = |field: &[u8]| {
        hex(field)?;
        LENGTHS.iter().find(|(len, _)| *len == field.len()).map(|(_, name)| (*name).to_owned())
    };
    // The last field is the name, or the end of it, whatever it looks like; and each digest is
    // there once.
    fields.next_back()?;
    let mut columns: Vec<String> = Vec::new();
    for name in fields.map_while(name_of) {
        if columns.contains(&name) {
            break;
        }
        columns.push(name);
    }
    let mut lines = Lines { columns };
    match lines.line(line, known) {
        Said::Entry(listed) => Some(Said::Entry(listed)),
        _ => None,
    }
}
