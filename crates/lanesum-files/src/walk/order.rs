//! The order in which a walk finds files.

use std::cmp::Ordering;

/// Compares two names as a walk would come to them: what is in a directory comes in the
/// place of its name, so a slash is less than any other byte. A `./` in front means
/// nothing.
pub fn compare(a: &[u8], b: &[u8]) -> Ordering {
    let (a, b) = (key(a), key(b));
    let same = in_common(a, b);
    let rank = |name: &[u8]| name.get(same).map(|&byte| if byte == b'/' { 0 } else { 1 + u16::from(byte) });
    rank(a).cmp(&rank(b))
}

/// A name without `./` in front.
pub fn key(name: &[u8]) -> &[u8] {
    let mut name = name;
    while let Some(rest) = name.strip_prefix(b"./") {
        let slashes = rest.iter().take_while(|&&b| b == b'/').count();
        name = &rest[slashes..];
    }
    name
}

/// How many bytes both begin with. Many: neighbours are in one directory, and each name of a
/// tree is compared with the same one in its manifest.
fn in_common(a: &[u8], b: &[u8]) -> usize {
    const STEP: usize = size_of::<u128>();
    let (steps, others) = (a.as_chunks::<STEP>().0, b.as_chunks::<STEP>().0);
    for (i, (&step, &other)) in steps.iter().zip(others).enumerate() {
        let differ = u128::from_le_bytes(step) ^ u128::from_le_bytes(other);
        if differ != 0 {
            return STEP * i + differ.trailing_zeros() as usize / 8;
        }
    }
    let done = STEP * steps.len().min(others.len());
    done + a[done..].iter().zip(&b[done..]).take_while(|(a, b)| a == b).count()
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

    /// Names that differ at any one byte, of any lengths, are in the order of their bytes, with
    /// a slash before all.
    #[test]
    fn at_every_byte() {
        let rank = |name: &[u8]| -> Vec<u8> {
            name.iter().map(|&byte| if byte == b'/' { 0 } else { byte }).collect()
        };
        for len in 0..=40 {
            let name = vec![b'm'; len];
            for at in 0..len {
                for other in [b'!', b'/', b'a', b'z', 0xff] {
                    let mut changed = name.clone();
                    changed[at] = other;
                    for end in at + 1..=len {
                        let (a, b) = (&name[..], &changed[..end]);
                        assert_eq!(compare(a, b), rank(a).cmp(&rank(b)), "{len} {at} {end}");
                        assert_eq!(compare(b, a), rank(b).cmp(&rank(a)), "{len} {at} {end}");
                    }
                }
            }
            for end in 0..=len {
                assert_eq!(compare(&name, &name[..end]), len.cmp(&end));
            }
        }
    }
}
