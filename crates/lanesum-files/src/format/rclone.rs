//! The lists of `rclone hashsum`: `digest  path`, in which a control character stands as
//! its symbol (U+240A for a newline), and such a symbol behind a U+201B.

use super::{Format, Hashed, Listed, Reader, Said, Unwritable, Write, takes_one};
use crate::manifest::{Known, Rules};
use lanesum::{Algorithm, Digest};
use std::io::Write as _;

pub(super) const FORMAT: Format = Format {
    name: "rclone",
    about: "`digest  path`, of `rclone hashsum`, which shows control characters as symbols",
    algorithms: &[Algorithm::Md5],
    takes: |functions| takes_one("rclone", functions),
    write: Write::Lines { header: |_| String::new(), line: write },
    // They look like GNU's.
    detects: |_| false,
    comment: None,
    read: Some(|| Box::new(Lines)),
};

/// Stands before what would mean something else.
const QUOTE: char = '\u{201b}';

fn write(file: &Hashed<'_>, line: &mut Vec<u8>) -> Result<(), Unwritable> {
    let name = std::str::from_utf8(file.name).map_err(|_| Unwritable("rclone", "that is not UTF-8"))?;
    for digest in file.digests {
        write!(line, "{digest}  ").expect("memory takes what is written to it");
    }
    // Paths of a remote have no `.` in front.
    for c in name.strip_prefix("./").unwrap_or(name).chars() {
        let mut push = |c: char| line.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        match c {
            '\u{1}'..='\u{1f}' => push(char::from_u32(u32::from(c) + 0x2400).unwrap_or(c)),
            '\u{7f}' => push('\u{2421}'),
            QUOTE => {
                push(QUOTE);
                push(QUOTE);
            }
            _ if control(c).is_some() => {
                push(QUOTE);
                push(c);
            }
            _ => push(c),
        }
    }
    line.push(b'\n');
    Ok(())
}

/// The control character that a symbol is of.
fn control(symbol: char) -> Option<char> {
    match symbol {
        '\u{2401}'..='\u{241f}' => char::from_u32(u32::from(symbol) - 0x2400),
        '\u{2421}' => Some('\u{7f}'),
        _ => None,
    }
}

/// Reads lines.
struct Lines;

impl Reader for Lines {
    fn line(&mut self, line: &[u8], known: &Known) -> Said {
        if line.is_empty() {
            return Said::Nothing;
        }
        said(line, known).unwrap_or(Said::Malformed)
    }
}

fn said(line: &[u8], known: &Known) -> Option<Said> {
    let digits = line.iter().take_while(|b| !b.is_ascii_whitespace()).count();
    let (digest, name) = line.split_at(digits);
    let name = name.strip_prefix(b"  ").or_else(|| name.strip_prefix(b" *"))?;
    let name = known.name(match std::str::from_utf8(name) {
        Ok(name) => decoded(name).into_bytes(),
        Err(_) => name.to_vec(),
    })?;
    // `--base64` is that of URLs.
    let url = || Digest::from_base64(std::str::from_utf8(digest).ok()?).ok();
    let (of, digest) = known.unnamed(digest).or_else(|| known.unnamed(url()?.to_string().as_bytes()))?;
    Some(Said::Entry(Listed { name, size: None, digests: vec![(of, digest)] }))
}

fn decoded(name: &str) -> String {
    let mut chars = name.chars();
    let mut decoded = String::with_capacity(name.len());
    while let Some(c) = chars.next() {
        let next = chars.clone().next();
        let quoted = next.filter(|&next| c == QUOTE && (next == QUOTE || control(next).is_some()));
        match quoted {
            Some(quoted) => {
                chars.next();
                decoded.push(quoted);
            }
            None => decoded.push(control(c).unwrap_or(c)),
        }
    }
    decoded
}
