//! Reads a file record by record: lines, or names that end in NUL.

use crate::aligned::Aligned;
use crate::wait;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::io::Errno;
use std::fs::{File, Metadata};
use std::io::{self, Read, Seek};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// How many bytes are read at once.
const CHUNK: usize = 32 << 10;

/// No record is read that is longer: a path of 2,000 directories with the longest names,
/// escaped. Memory is taken only for what is read. Whoever writes lines that are to be read
/// here writes none that is longer.
pub const MAX_RECORD: usize = 1 << 20;

/// What is said of a line that is.
pub const TOO_LONG: &str = "longer than 1 MiB (1048576 bytes), which lanesum does not read";

/// Whether each of these lines, which end so, is short enough to be read.
pub fn are_read(lines: &[u8], end: u8) -> bool {
    lines.len() <= MAX_RECORD || lines.split(|&b| b == end).all(|line| line.len() <= MAX_RECORD)
}

/// Where records are read from.
pub enum Origin {
    /// Standard input.
    Stdin,
    /// An open file.
    File(OwnedFd),
    /// A part of a regular file that others may read at the same time.
    Copy(Arc<File>, Range<u64>),
    /// In memory.
    Memory(io::Cursor<Vec<u8>>),
    /// What a caller reads in a way of its own, and has to wait for. An error without a
    /// number is EIO.
    Reader(Box<dyn Read + Send>),
}

impl From<Vec<u8>> for Origin {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Memory(io::Cursor::new(bytes))
    }
}

impl Origin {
    /// Opens a file. `-` is standard input.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn open(name: &std::ffi::OsStr) -> Result<Self, Errno> {
        match name == "-" {
            true => Ok(Self::Stdin),
            false => wait::open(name.as_ref()).map(Self::File),
        }
    }

    /// What may have to be waited for.
    fn file(&self) -> Result<Option<BorrowedFd<'_>>, Errno> {
        match self {
            Self::Stdin => crate::standard::stdin().map(Some),
            Self::File(file) => Ok(Some(file.as_fd())),
            Self::Copy(file, _) => Ok(Some(file.as_fd())),
            Self::Memory(_) | Self::Reader(_) => Ok(None),
        }
    }

    /// Whether there is something to read, or the end.
    fn is_ready(&self) -> Result<bool, Errno> {
        match self.file()? {
            Some(file) => wait::readable_within(file, Duration::ZERO),
            None => Ok(matches!(self, Self::Memory(_))),
        }
    }

    /// Reads on.
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Errno> {
        match self {
            Self::Stdin => rustix::io::read(crate::standard::stdin()?, buffer),
            Self::File(file) => rustix::io::read(file, buffer),
            Self::Copy(file, part) => {
                let rest = usize::try_from(part.end - part.start).unwrap_or(usize::MAX);
                let room = rest.min(buffer.len());
                let n = rustix::io::pread(file, &mut buffer[..room], part.start)?;
                part.start += n as u64;
                Ok(n)
            }
            Self::Memory(bytes) => Ok(bytes.read(buffer).unwrap_or(0)),
            Self::Reader(reader) => {
                reader.read(buffer).map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))
            }
        }
    }
}

/// What comes next.
#[derive(Debug, PartialEq, Eq)]
pub enum Record<'a> {
    /// A record, without its end.
    Bytes(&'a [u8]),
    /// One that is longer than [`MAX_RECORD`], and begins with this byte. It was skipped.
    TooLong(u8),
    /// Nothing yet, where the asker cannot wait.
    Later,
    /// No more.
    End,
}

/// Reads records in bounded memory.
pub struct Records {
    origin: Origin,
    /// What ends a record. The last may lack it.
    end: u8,
    buffer: Aligned,
    /// Where the next record begins.
    start: usize,
    /// How far the buffer was searched for the end of a record.
    searched: usize,
    /// How far it is filled.
    filled: usize,
    ended: bool,
    /// In a record that is too long: the byte that it begins with.
    skipping: Option<u8>,
}

/// A record, if it is not too long. Whether it is does not depend on where it stands.
fn bounded(bytes: &[u8]) -> Record<'_> {
    match bytes {
        [first, ..] if bytes.len() > MAX_RECORD => Record::TooLong(*first),
        _ => Record::Bytes(bytes),
    }
}

impl Records {
    /// Records that the byte `end` ends.
    pub fn new(origin: Origin, end: u8) -> Self {
        let buffer = Aligned::new(MAX_RECORD + CHUNK);
        Self { origin, end, buffer, start: 0, searched: 0, filled: 0, ended: false, skipping: None }
    }

    /// The next record. Without `wait` it does not wait for a pipe.
    ///
    /// # Errors
    ///
    /// The system's. Nothing comes after one.
    pub fn next(&mut self, wait: bool) -> Result<Record<'_>, Errno> {
        loop {
            let rest = &self.buffer[self.searched..self.filled];
            if let Some(len) = memchr::memchr(self.end, rest) {
                let (start, end) = (self.start, self.searched + len);
                (self.start, self.searched) = (end + 1, end + 1);
                return Ok(match self.skipping.take() {
                    Some(first) => Record::TooLong(first),
                    None => bounded(&self.buffer[start..end]),
                });
            }
            self.searched = self.filled;
            if self.filled - self.start > MAX_RECORD {
                self.skipping.get_or_insert(self.buffer[self.start]);
            }
            if self.skipping.is_some() {
                self.start = self.filled;
            }
            if self.ended {
                let (start, end) = (self.start, self.filled);
                self.start = end;
                return Ok(match (self.skipping.take(), start == end) {
                    (Some(first), _) => Record::TooLong(first),
                    (None, true) => Record::End,
                    (None, false) => bounded(&self.buffer[start..end]),
                });
            }
            if !self.fill(wait).inspect_err(|_| self.ended = true)? {
                return Ok(Record::Later);
            }
        }
    }

    /// What was not taken of a regular file, and the file. None of anything else.
    pub(crate) fn rest(&self) -> Option<(Arc<File>, Range<u64>)> {
        let left = (self.filled - self.start) as u64;
        let (file, part) = match &self.origin {
            Origin::Copy(file, part) => (file.clone(), part.clone()),
            Origin::File(file) => {
                let file = File::from(file.try_clone().ok()?);
                let metadata = file.metadata().ok().filter(Metadata::is_file)?;
                let at = (&file).stream_position().ok()?;
                (Arc::new(file), at..metadata.len().max(at))
            }
            Origin::Stdin | Origin::Memory(_) | Origin::Reader(_) => return None,
        };
        let end = file.metadata().ok()?.len().min(part.end);
        Some((file, part.start - left..end.max(part.start)))
    }

    /// Reads on. Says whether it did.
    fn fill(&mut self, wait: bool) -> Result<bool, Errno> {
        self.buffer.copy_within(self.start..self.filled, 0);
        self.filled -= self.start;
        self.searched -= self.start;
        self.start = 0;
        if !wait && !self.origin.is_ready()? {
            return Ok(false);
        }
        loop {
            let room = self.filled..self.filled + CHUNK;
            match self.origin.read(&mut self.buffer[room]) {
                Ok(n) => {
                    self.filled += n;
                    self.ended = n == 0;
                    return Ok(true);
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => wait::readable(self.origin.file()?.ok_or(Errno::AGAIN)?)?,
                Err(errno) => return Err(errno),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn records(bytes: &[u8]) -> Vec<Option<Vec<u8>>> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(bytes).unwrap();
        let mut records = Records::new(Origin::open(file.path().as_os_str()).unwrap(), b'\n');
        let mut all = Vec::new();
        loop {
            match records.next(true).unwrap() {
                Record::Bytes(bytes) => all.push(Some(bytes.to_vec())),
                Record::TooLong(first) => {
                    assert_eq!(first, b'x');
                    all.push(None);
                }
                Record::End => return all,
                Record::Later => unreachable!("it waits"),
            }
        }
    }

    /// Two that read one file do not move each other.
    #[test]
    fn copies() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"a\nb\n").unwrap();
        let file = Arc::new(file);
        let [mut one, mut other] =
            [0; 2].map(|_| Records::new(Origin::Copy(file.clone(), 0..u64::MAX), b'\n'));
        for expected in [&b"a"[..], b"b"] {
            assert_eq!(one.next(true), Ok(Record::Bytes(expected)));
            assert_eq!(other.next(false), Ok(Record::Bytes(expected)));
        }
        assert_eq!((one.next(true), other.next(true)), (Ok(Record::End), Ok(Record::End)));
    }

    /// A reader of three bytes a read, that fails in the end.
    #[test]
    fn readers() {
        struct Broken(&'static [u8]);
        impl Read for Broken {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                match self.0.len() {
                    0 => Err(io::Error::other("no number")),
                    len => self.0.read(&mut buffer[..len.min(3)]),
                }
            }
        }
        let mut records = Records::new(Origin::Reader(Box::new(Broken(b"abcd\ne\n"))), b'\n');
        assert_eq!(records.next(false), Ok(Record::Later));
        assert_eq!(records.next(true), Ok(Record::Bytes(b"abcd")));
        assert_eq!(records.next(false), Ok(Record::Later));
        assert_eq!(records.next(true), Ok(Record::Bytes(b"e")));
        assert_eq!(records.next(true), Err(Errno::IO));
        assert_eq!(records.next(true), Ok(Record::End));
    }

    #[test]
    fn ends() {
        let some = |text: &str| Some(text.as_bytes().to_vec());
        assert_eq!(records(b""), []);
        assert_eq!(records(b"a"), [some("a")]);
        assert_eq!(records(b"a\n\nb\n"), [some("a"), some(""), some("b")]);
    }

    /// Records around the length of a chunk, and longer than any may be.
    #[test]
    fn lengths() {
        let (least, longer) = (MAX_RECORD + 1, MAX_RECORD + CHUNK + 1);
        let lens = [0, 1, CHUNK - 1, CHUNK, 5, longer, 7, 2 * MAX_RECORD, MAX_RECORD, least, 9, least];
        let mut bytes = Vec::new();
        for len in lens {
            bytes.extend(std::iter::once(b'x').chain(std::iter::repeat(b'y')).take(len));
            bytes.push(b'\n');
        }
        // Wherever they stand, and the last without an end too.
        for end in 0..2 {
            let all = records(&bytes[..bytes.len() - end]);
            let found: Vec<_> = all.iter().map(|record| record.as_ref().map(Vec::len)).collect();
            assert_eq!(found, lens.map(|len| (len <= MAX_RECORD).then_some(len)));
        }
    }
}
