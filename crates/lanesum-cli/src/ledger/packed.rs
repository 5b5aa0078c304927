//! The files of a manifest as byte strings, which sort as a walk finds the files.

use super::group::Group;
use lanesum::Digest;
use lanesum_files::function::Function;
use lanesum_files::manifest::Of;
use lanesum_files::walk::order;

/// Makes them, and reads them again.
#[derive(Default)]
pub(super) struct Packer {
    /// What digests are of: each function once.
    functions: Vec<Function>,
}

/// Stands for a line that names no function.
const UNNAMED: u32 = u32::MAX;

impl Packer {
    /// The name as it sorts, its end, how many files are before it in the manifest, and the rest.
    pub(super) fn pack(&mut self, group: &Group) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(group.name.len() + group.text.len() + 160);
        let key = order::key(&group.name);
        for &b in key {
            match b {
                // Less than any other byte, and more than the end.
                b'/' => bytes.push(1),
                1 | 2 => bytes.extend([2, b]),
                _ => bytes.push(b),
            }
        }
        bytes.push(0);
        bytes.extend(group.index.to_be_bytes());
        put(&mut bytes, &group.name[..group.name.len() - key.len()]);
        put(&mut bytes, &group.note);
        put(&mut bytes, group.size.map(u64::to_le_bytes).as_ref().map_or(&[], |size| size));
        put(&mut bytes, &group.text);
        bytes.extend(group.repeated.to_le_bytes());
        bytes.push(group.sizes_differ.into());
        for (of, digest) in &group.digests {
            let function = match of {
                Of::Function(function) => self.number(function),
                Of::Unnamed => UNNAMED,
            };
            bytes.extend(function.to_le_bytes());
            put(&mut bytes, digest.as_bytes());
        }
        bytes
    }

    /// The number of a function.
    fn number(&mut self, function: &Function) -> u32 {
        let known = self.functions.iter().position(|known| known.tag() == function.tag());
        let number = known.unwrap_or_else(|| {
            self.functions.push(function.clone());
            self.functions.len() - 1
        });
        u32::try_from(number).unwrap_or(UNNAMED)
    }

    /// The file that was packed.
    ///
    /// # Panics
    ///
    /// On other bytes than those that it made itself.
    pub(super) fn unpack(&self, bytes: &[u8]) -> Group {
        let end = bytes.iter().position(|&b| b == 0).expect("a name has an end");
        let (key, mut rest) = (&bytes[..end], &bytes[end + 1..]);
        let index = u64::from_be_bytes(array(&mut rest));
        let mut name = take(&mut rest).to_vec();
        let mut key = key.iter();
        while let Some(&b) = key.next() {
            name.push(match b {
                1 => b'/',
                2 => *key.next().expect("an escaped byte"),
                _ => b,
            });
        }
        let note = take(&mut rest).to_vec();
        let size = take(&mut rest).try_into().ok().map(u64::from_le_bytes);
        let text = take(&mut rest).to_vec();
        let repeated = u64::from_le_bytes(array(&mut rest));
        let sizes_differ = array::<1>(&mut rest) != [0];
        let mut digests = Vec::new();
        while !rest.is_empty() {
            let of = match u32::from_le_bytes(array(&mut rest)) {
                UNNAMED => Of::Unnamed,
                number => Of::Function(self.functions[number as usize].clone()),
            };
            digests.push((of, Digest::from_bytes(take(&mut rest)).expect("a digest's bytes")));
        }
        Group { name, digests, size, note, text, index, repeated, sizes_differ }
    }
}

/// Adds a field, with its length.
fn put(bytes: &mut Vec<u8>, field: &[u8]) {
    bytes.extend((field.len() as u32).to_le_bytes());
    bytes.extend_from_slice(field);
}

/// The next field.
fn take<'a>(rest: &mut &'a [u8]) -> &'a [u8] {
    let len = u32::from_le_bytes(array(rest)) as usize;
    let (field, behind) = rest.split_at(len);
    *rest = behind;
    field
}

/// The next bytes.
fn array<const N: usize>(rest: &mut &[u8]) -> [u8; N] {
    let (field, behind) = rest.split_first_chunk().expect("a field of this length");
    *rest = behind;
    *field
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering;

    /// Sorted as a walk is, and what comes out is what went in.
    #[test]
    fn there_and_back() {
        let names: [&[u8]; 14] = [
            b"a",
            b"a/b",
            b"a/b/c",
            b"a!",
            b"a\x01",
            b"a\x01/",
            b"a\x02",
            b"a\x02\x01",
            b"./a.txt",
            b".//./x/y",
            b"\xff\xfe",
            b"new\nline",
            b"a\x03",
            b"/abs",
        ];
        let mut packer = Packer::default();
        let digest = |n: u8, len| Digest::from_bytes(&vec![n; len]).unwrap();
        let groups: Vec<Group> = (names.iter().zip(0_u8..))
            .map(|(name, n)| {
                let mut group = Group::default();
                let function = Function::from(lanesum::Algorithm::Sha256);
                let all = [
                    (Of::Unnamed, digest(n, 16)),
                    (Of::Function(function), digest(n, 32)),
                    (Of::Unnamed, digest(n, 32)),
                ];
                group.begin(
                    name,
                    all.into_iter().take(usize::from(n) % 4),
                    (n % 2 == 0).then_some(u64::from(n)),
                    u64::from(n),
                );
                group.note = b"#= 5 1.000000000 -2.000000001 7".repeat(usize::from(n % 3 == 0));
                group.text = vec![n; usize::from(n)];
                (group.repeated, group.sizes_differ) = (u64::from(n), n % 5 == 0);
                group
            })
            .collect();
        let packed: Vec<_> = groups.iter().map(|group| packer.pack(group)).collect();
        for (group, bytes) in groups.iter().zip(&packed) {
            assert_eq!(format!("{:?}", packer.unpack(bytes)), format!("{group:?}"));
        }
        for (a, x) in groups.iter().zip(&packed) {
            for (b, y) in groups.iter().zip(&packed) {
                let expected = order::compare(&a.name, &b.name).then(a.index.cmp(&b.index));
                assert_eq!(x.cmp(y), expected, "{:?} {:?}", a.name, b.name);
                assert_eq!(x == y, expected == Ordering::Equal);
            }
        }
    }
}
