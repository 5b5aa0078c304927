//! Python's RECORD, the list of an installed package: `path,sha256=digest,size` in CSV,
//! the digest in the base64 of URLs, without padding. Digest and size may be empty, as
//! for RECORD itself.

use super::digests::Digests;
use super::{Format, Hashed, Reader, Said, Unwritable, Write, detect, takes_of, takes_one};
use crate::manifest::Known;
use base64_simd::URL_SAFE_NO_PAD;
use csv_core::{QuoteStyle, ReadRecordResult, WriteResult, WriterBuilder};
use lanesum::{Algorithm, Digest};
use std::io::Write as _;

/// Those of `hashlib` that are allowed: SHA-256 or better.
const NAMES: [&str; 8] =
    ["sha256", "sha384", "sha512", "sha3-256", "sha3-384", "sha3-512", "blake2b", "blake2s"];

pub(super) const FORMAT: Format = Format {
    name: "record",
    about: "`path,sha256=base64,size` in CSV, of Python's packages",
    algorithms: &[Algorithm::Sha256],
    takes: |functions| takes_of("record", functions, &NAMES).and_then(|()| takes_one("record", functions)),
    write: Write::Lines { header: |_| String::new(), line: write },
    detects: |line| split(line).is_some(),
    comment: None,
    read: Some(|| Box::new(Lines)),
};

fn write(file: &Hashed<'_>, line: &mut Vec<u8>) -> Result<(), Unwritable> {
    if file.name.iter().any(|b| matches!(b, b'\n' | b'\r')) {
        return Err(Unwritable("record", "with a newline or a carriage return in it"));
    }
    let start = line.len();
    push_line(file, QuoteStyle::Necessary, line);
    if !is_told(&line[start..]) {
        line.truncate(start);
        push_line(file, QuoteStyle::Always, line);
    }
    Ok(())
}

/// Whether a line is told for what it is where it is the first of a manifest: with some names it
/// would be one of another format, or a comment, and csv-core passes over a mark of UTF-8. In
/// quotes each of them is a name.
fn is_told(line: &[u8]) -> bool {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    !line.starts_with(b"#")
        && !line.starts_with("\u{feff}".as_bytes())
        && detect(line).is_some_and(|format| format.name == FORMAT.name)
}

/// Adds the line of a file.
fn push_line(file: &Hashed<'_>, quotes: QuoteStyle, line: &mut Vec<u8>) {
    // Paths of a package have no `.` in front.
    push_field(file.name.strip_prefix(b"./").unwrap_or(file.name), quotes, line);
    for (function, digest) in file.functions.iter().zip(file.digests) {
        let name = function.name().replace('-', "_");
        let digest = URL_SAFE_NO_PAD.encode_to_string(digest.as_bytes());
        write!(line, ",{name}={digest}").expect("memory takes what is written to it");
    }
    writeln!(line, ",{}", file.size).expect("memory takes what is written to it");
}

/// Adds a field, quoted if it must be.
fn push_field(field: &[u8], quotes: QuoteStyle, line: &mut Vec<u8>) {
    let mut writer = WriterBuilder::new().quote_style(quotes).build();
    // Each byte may be a quote that stands twice, between two more.
    let mut quoted = vec![0; 2 * field.len() + 2];
    let (result, _, mut len) = writer.field(field, &mut quoted);
    debug_assert_eq!(result, WriteResult::InputEmpty);
    len += writer.finish(&mut quoted[len..]).1;
    line.extend_from_slice(&quoted[..len]);
}

/// Reads lines.
struct Lines;

impl Reader for Lines {
    fn line(&mut self, line: &[u8], known: &Known) -> Said {
        if line.trim_ascii().is_empty() {
            return Said::Nothing;
        }
        let Some([name, hash, size]) = split(line) else { return Said::Malformed };
        let text = |field: Vec<u8>| String::from_utf8(field).ok();
        let (Some(hash), Some(size)) = (text(hash), text(size)) else { return Said::Malformed };
        let size = match size.parse() {
            Ok(size) => Some(size),
            Err(_) if size.is_empty() => None,
            Err(_) => return Said::Malformed,
        };
        let Some((algorithm, digest)) = hash.split_once('=') else {
            return if hash.is_empty() { Said::Nothing } else { Said::Malformed };
        };
        let mut digests = Digests::new(known);
        digests.add(&algorithm.replace('_', "-"), || Digest::from_base64(digest).ok());
        digests.of(name, size)
    }
}

/// The three fields of a line. The second is empty, or begins with the name of an algorithm.
fn split(line: &[u8]) -> Option<[Vec<u8>; 3]> {
    let line = [line.strip_suffix(b"\r").unwrap_or(line), b"\n"].concat();
    // One field more than there may be.
    let (mut bytes, mut ends) = (vec![0; line.len()], [0; 4]);
    let (result, read, _, fields) = csv_core::Reader::new().read_record(&line, &mut bytes, &mut ends);
    // Quotes that do not end would go on in the next line.
    if (result, read, fields) != (ReadRecordResult::Record, line.len(), 3) {
        return None;
    }
    let field = |i: usize| bytes[if i == 0 { 0 } else { ends[i - 1] }..ends[i]].to_vec();
    let (hash, size) = (field(1), field(2));
    let is_name = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    let name = hash.iter().position(|&b| b == b'=').map(|equals| &hash[..equals]);
    let named = name.is_some_and(|name| !name.is_empty() && name.iter().all(is_name));
    let counted = size.iter().all(u8::is_ascii_digit);
    ((hash.is_empty() || named) && counted).then(|| [field(0), hash, size])
}
