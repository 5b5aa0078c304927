//! The order in which a walk finds files.

use std::cmp::Ordering;

/// Compares two names as a walk would come to them: what is in a directory comes in the
/// place of its name, so a slash is less than any other byte. A `./` in front means
/// nothing.
pub(crate) fn compare(a: &[u8], b: &[u8]) -> Ordering {
    /// Neighbours in a manifest begin with the same directories.
    const STEP: usize = 16;
    let (a, b) = (key(a), key(b));
    let steps = a.chunks_exact(STEP).zip(b.chunks_exact(STEP));
    let same = STEP * steps.take_while(|(a, b)| a == b).count();
    let rank = |&byte: &u8| if byte == b'/' { 0 } else { byte };
    a[same..].iter().map(rank).cmp(b[same..].iter().map(rank))
}

/// A name without `./` in front.
pub(crate) fn key(name: &[u8]) -> &[u8] {
    let mut name = name;
    while let Some(rest) = name.strip_prefix(b"./") {
        let slashes = rest.iter().take_while(|&&b| b == b'/').count();
        name = &rest[slashes..];
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_a_walk() {
        let names = ["./!", "a/b", "a/b/c", "a!", "./a.txt", "a0", "b"];
        for (i, a) in names.iter().enumerate() {
            for (j, b) in names.iter().enumerate() {
                assert_eq!(compare(a.as_bytes(), b.as_bytes()), i.cmp(&j), "{a} {b}");
            }
        }
        assert_eq!(key(b"././/a"), b"a");
        assert_eq!(key(b".a"), b".a");
    }
}
