//! The names of BLAKE2, which end in the bits of a digest that is not the
//! longest: `blake2b`, `blake2b-256`.

use super::Algorithm;
use crate::blake2::DigestLength;

/// A name, and zeros.
type Name = [u8; 12];

static BLAKE2B: [Name; 64] = names("blake2b");
static BLAKE2S: [Name; 32] = names("blake2s");
static BLAKE2BP: [Name; 64] = names("blake2bp");
static BLAKE2SP: [Name; 32] = names("blake2sp");

/// The name of one of the four.
pub(super) const fn name(algorithm: Algorithm) -> &'static str {
    let (names, len): (&[Name], _) = match algorithm {
        Algorithm::Blake2b(len) => (&BLAKE2B, len.get()),
        Algorithm::Blake2s(len) => (&BLAKE2S, len.get()),
        Algorithm::Blake2bp(len) => (&BLAKE2BP, len.get()),
        Algorithm::Blake2sp(len) => (&BLAKE2SP, len.get()),
        _ => panic!("not BLAKE2"),
    };
    let name = &names[len - 1];
    let mut end = 0;
    while end < name.len() && name[end] != 0 {
        end += 1;
    }
    match str::from_utf8(name.split_at(end).0) {
        Ok(name) => name,
        Err(_) => panic!("a name is ASCII"),
    }
}

/// The algorithm of a name, in lower case and without separators.
pub(super) fn parse(letters: &[u8]) -> Option<Algorithm> {
    // The trees first, for their names go on where the others end.
    if let Some(bits) = letters.strip_prefix(b"blake2bp") {
        Some(Algorithm::Blake2bp(length(bits)?))
    } else if let Some(bits) = letters.strip_prefix(b"blake2sp") {
        Some(Algorithm::Blake2sp(length(bits)?))
    } else if let Some(bits) = letters.strip_prefix(b"blake2b") {
        Some(Algorithm::Blake2b(length(bits)?))
    } else {
        Some(Algorithm::Blake2s(length(letters.strip_prefix(b"blake2s")?)?))
    }
}

/// Reads the bits of a digest; nothing is the longest.
fn length<const MAX: usize>(bits: &[u8]) -> Option<DigestLength<MAX>> {
    if bits.is_empty() {
        return Some(DigestLength::MAX);
    }
    if !bits.iter().all(u8::is_ascii_digit) || bits[0] == b'0' {
        return None;
    }
    let bits: usize = str::from_utf8(bits).ok()?.parse().ok()?;
    if !bits.is_multiple_of(8) {
        return None;
    }
    DigestLength::new(bits / 8).ok()
}

/// The names for digests of 1 to `N` bytes.
const fn names<const N: usize>(hash: &str) -> [Name; N] {
    let mut names = [[0; 12]; N];
    let mut i = 0;
    while i < N {
        let mut end = 0;
        while end < hash.len() {
            names[i][end] = hash.as_bytes()[end];
            end += 1;
        }
        if i + 1 < N {
            names[i][end] = b'-';
            let bits = 8 * (i + 1);
            let mut unit = if bits < 10 {
                1
            } else if bits < 100 {
                10
            } else {
                100
            };
            while unit > 0 {
                end += 1;
                names[i][end] = b'0' + (bits / unit % 10) as u8;
                unit /= 10;
            }
        }
        i += 1;
    }
    names
}
