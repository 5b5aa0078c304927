//! Writes checksum lines.

use crate::name;
use lanesum::Algorithm;
use std::fmt::Display;
use std::io::Write;

/// How lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// `digest  name`, as GNU's commands write it.
    Gnu,
    /// `digest *name`: the file was read as binary, which is no other way.
    GnuBinary,
    /// `ALGORITHM (name) = digest`, as BSD's do.
    Bsd,
}

/// The name of an algorithm in a tagged line: `SHA256`, `BLAKE2b-256`.
pub(crate) fn tag(algorithm: Algorithm) -> String {
    let name = algorithm.name();
    match name.strip_prefix("blake") {
        Some(rest) => format!("BLAKE{rest}"),
        // As `xxhsum` writes them.
        None if algorithm == Algorithm::Xxh3_64 => "XXH3".to_owned(),
        None if algorithm == Algorithm::Xxh3_128 => "XXH128".to_owned(),
        // `sha512-256` is SHA512/256: with a dash it would be a part of SHA-512.
        None => name.to_ascii_uppercase().replace('-', "/"),
    }
}

impl Form {
    /// Adds a line for a file to `line`. The tag is asked for where it stands
    /// in the line.
    ///
    /// With `zero` it ends in NUL, and the name stands as it is.
    pub(crate) fn line<T: Display>(
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_as_other_commands_write_them() {
        for (name, expected) in [
            ("md5", "MD5"),
            ("sha256", "SHA256"),
            ("sha512-224", "SHA512/224"),
            ("blake2b", "BLAKE2b"),
            ("blake2b-128", "BLAKE2b-128"),
            ("blake2sp", "BLAKE2sp"),
            ("crc32c", "CRC32C"),
            ("xxh3-128", "XXH128"),
        ] {
            assert_eq!(tag(name.parse().unwrap()), expected);
        }
        for algorithm in Algorithm::ALL {
            assert_eq!(tag(algorithm).parse(), Ok(algorithm), "read as it is written");
        }
    }
}
