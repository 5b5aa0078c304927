//! Digests as GNU's commands read them.
//!
//! In base64 they look at the characters and the padding, and compare text: the bits
//! that the last character has to spare make it another digest, which no file has,
//! and not one that is no digest.

use lanesum::Digest;
use lanesum_files::manifest;

/// A digest that was read.
pub(super) struct Read {
    pub(super) digest: Digest,
    /// Whether the text is one that a digest is written as.
    pub(super) possible: bool,
}

/// A digest of `len` bytes: in hexadecimal, or in `base64` too.
pub(super) fn of_len(text: &[u8], len: usize, base64: bool) -> Option<Read> {
    readings(text, base64).into_iter().flatten().find(|read| read.digest.as_bytes().len() == len)
}

/// A digest of as many bytes as the text has. What can be hexadecimal is.
pub(super) fn of_any_len(text: &[u8], base64: bool) -> Option<Read> {
    readings(text, base64).into_iter().flatten().next()
}

fn readings(text: &[u8], base64: bool) -> [Option<Read>; 2] {
    let hex = manifest::hex(text).map(|digest| Read { digest, possible: true });
    [hex, base64.then(|| in_base64(text)).flatten()]
}

fn in_base64(text: &[u8]) -> Option<Read> {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let end = text.iter().position(|&b| b == b'=').unwrap_or(text.len());
    let (letters, padding) = text.split_at(end);
    let stray = match padding {
        b"" => 0,
        b"=" => 0b11,
        b"==" => 0b1111,
        _ => return None,
    };
    let last = ALPHABET.iter().position(|b| Some(b) == letters.last())?;
    let mut plain = text.to_vec();
    plain[end - 1] = ALPHABET[last & !stray];
    // Of the two alphabets that the library reads this is one.
    let ours = text.len().is_multiple_of(4) && letters.iter().all(|b| ALPHABET.contains(b));
    let digest = Digest::from_base64(std::str::from_utf8(&plain).ok().filter(|_| ours)?).ok()?;
    Some(Read { digest, possible: last & stray == 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stray_bits() {
        let read =
            |text: &str| in_base64(text.as_bytes()).map(|read| (read.digest.to_string(), read.possible));
        assert_eq!(read("AAA="), Some(("0000".into(), true)));
        assert_eq!(read("AAB="), Some(("0000".into(), false)));
        assert_eq!(read("AP//"), Some(("00ffff".into(), true)));
        assert_eq!(read("/x=="), Some(("ff".into(), false)));
        for wrong in ["", "=", "A===", "AA=", "AA=A", "A_A=", "AAA"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
