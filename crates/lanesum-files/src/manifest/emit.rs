//! Writes checksum lines.

use crate::name;
use std::fmt::Display;
use std::io::Write;

/// How lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `digest  name`, as GNU's commands write it.
    Gnu,
    /// `digest *name`: the file was read as binary, which is no other way.
    GnuBinary,
    /// `ALGORITHM (name) = digest`, as BSD's do.
    Bsd,
}

impl Form {
    /// Adds a line for a file to `line`. The tag is asked for where it stands
    /// in the line.
    ///
    /// With `zero` it ends in NUL, and the name stands as it is.
    pub fn line<T: Display>(
        self,
        tag: impl FnOnce() -> T,
        digest: impl Display,
        file: &[u8],
        zero: bool,
        line: &mut Vec<u8>,
    ) {
        let escaped = if zero { None } else { name::escape(file) };
        if escaped.is_some() {
            line.push(b'\\');
        }
        let file = escaped.as_deref().unwrap_or(file);
        match self {
            Self::Gnu | Self::GnuBinary => {
                push(line, digest);
                line.extend_from_slice(if self == Self::Gnu { b"  " } else { b" *" });
                line.extend_from_slice(file);
            }
            Self::Bsd => {
                push(line, tag());
                line.extend_from_slice(b" (");
                line.extend_from_slice(file);
                line.extend_from_slice(b") = ");
                push(line, digest);
            }
        }
        line.push(if zero { 0 } else { b'\n' });
    }
}

fn push(line: &mut Vec<u8>, what: impl Display) {
    write!(line, "{what}").expect("memory takes what is written to it");
}
