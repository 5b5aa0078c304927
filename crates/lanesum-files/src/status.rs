//! What the system says about a file, as far as it matters.

use rustix::fs::{FileType, Stat};

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file with bytes at places; a block device too.
    Regular,
    /// A directory.
    Directory,
    /// A pipe, a terminal or another device: read when its turn comes.
    Special,
}

/// A file at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Status {
    /// What it is.
    pub kind: Kind,
    /// Whether it is a block device.
    pub block: bool,
    /// Bytes. Not true in `/proc` and `/sys`, nor for devices.
    pub len: u64,
    /// When it was last changed.
    pub modified: Time,
    /// When anything about it was last changed, its times and owner too.
    pub changed: Time,
    /// Which one it is.
    pub id: FileId,
}

/// Seconds since 1970, and nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time {
    /// Seconds since 1970.
    pub seconds: i64,
    /// Nanoseconds beyond them.
    pub nanoseconds: u32,
}

/// What tells one file from all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileId {
    device: u64,
    inode: u64,
}

impl FileId {
    /// Its number on its file system.
    pub fn inode(self) -> u64 {
        self.inode
    }

    /// Its file system.
    pub fn device(self) -> u64 {
        self.device
    }
}

impl Status {
    /// How many bytes there are to read. None for what may not end.
    pub fn size(&self) -> Option<u64> {
        match self.kind {
            Kind::Regular => Some(self.len),
            Kind::Directory => Some(0),
            Kind::Special => None,
        }
    }
}

impl From<Stat> for Status {
    #[allow(clippy::unnecessary_cast, reason = "the types of the fields differ from system to system")]
    fn from(stat: Stat) -> Self {
        let found = FileType::from_raw_mode(stat.st_mode);
        let kind = match found {
            // A block device is read like a file whose length nobody knows.
            FileType::RegularFile | FileType::BlockDevice => Kind::Regular,
            FileType::Directory => Kind::Directory,
            _ => Kind::Special,
        };
        Self {
            kind,
            block: found == FileType::BlockDevice,
            len: u64::try_from(stat.st_size).unwrap_or(0),
            modified: Time { seconds: stat.st_mtime as i64, nanoseconds: stat.st_mtime_nsec as u32 },
            changed: Time { seconds: stat.st_ctime as i64, nanoseconds: stat.st_ctime_nsec as u32 },
            id: FileId { device: stat.st_dev as u64, inode: stat.st_ino as u64 },
        }
    }
}
