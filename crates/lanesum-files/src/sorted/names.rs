//! Names that are kept in memory.

use rustix::fs::FileType;
use rustix::io::Errno;

/// Names, each with the kind of its file.
#[derive(Default)]
pub(crate) struct Names {
    /// The bytes of all, one name behind the other.
    bytes: Vec<u8>,
    /// Where each of them is. Sorted, the smallest is last.
    entries: Vec<Entry>,
}

#[derive(Clone, Copy)]
struct Entry {
    start: u32,
    len: u16,
    kind: u8,
}

impl Entry {
    fn name(self, bytes: &[u8]) -> &[u8] {
        &bytes[self.start as usize..][..usize::from(self.len)]
    }
}

impl Names {
    /// Adds a name.
    ///
    /// # Errors
    ///
    /// ENAMETOOLONG for more than 64 KiB, and EOVERFLOW where all together have
    /// 4 GiB.
    pub(crate) fn push(&mut self, name: &[u8], kind: FileType) -> Result<(), Errno> {
        let start = u32::try_from(self.bytes.len()).map_err(|_| Errno::OVERFLOW)?;
        let len = u16::try_from(name.len()).map_err(|_| Errno::NAMETOOLONG)?;
        self.entries.push(Entry { start, len, kind: code(kind) });
        self.bytes.extend_from_slice(name);
        Ok(())
    }

    /// How many bytes the names take.
    pub(crate) fn size(&self) -> usize {
        self.bytes.len() + self.entries.len() * size_of::<Entry>()
    }

    /// How much memory there is for names.
    pub(crate) fn capacity(&self) -> usize {
        self.bytes.capacity() + self.entries.capacity() * size_of::<Entry>()
    }

    /// Puts them in order, and leaves each once.
    pub(crate) fn sort(&mut self) {
        let bytes = &self.bytes;
        self.entries.sort_unstable_by(|a, b| b.name(bytes).cmp(a.name(bytes)));
        self.entries.dedup_by(|a, b| a.name(bytes) == b.name(bytes));
    }

    /// All names, in order if they are sorted, with the codes of their kinds.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[u8], u8)> {
        self.entries.iter().rev().map(|entry| (entry.name(&self.bytes), entry.kind))
    }

    /// Takes the next name, puts it behind `path`, and says its kind.
    pub(crate) fn pop(&mut self, path: &mut Vec<u8>) -> Option<FileType> {
        let entry = self.entries.pop()?;
        path.extend_from_slice(entry.name(&self.bytes));
        Some(kind(entry.kind))
    }

    /// Forgets all, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.entries.clear();
    }
}

/// The kinds that matter to a walk, as a byte.
fn code(kind: FileType) -> u8 {
    match kind {
        FileType::Unknown => 0,
        FileType::RegularFile => 1,
        FileType::Directory => 2,
        FileType::Symlink => 3,
        _ => 4,
    }
}

/// The kind that has this code.
pub(crate) fn kind(code: u8) -> FileType {
    match code {
        0 => FileType::Unknown,
        1 => FileType::RegularFile,
        2 => FileType::Directory,
        3 => FileType::Symlink,
        _ => FileType::Socket,
    }
}
