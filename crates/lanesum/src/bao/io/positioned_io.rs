//! Reading and writing at positions: what many threads can do at once.

use crate::reading::{at_most, fill};
use alloc::vec::Vec;
use std::io;
use std::sync::{Mutex, PoisonError};

/// Bytes that are read at any position, without a current one.
pub trait ReadAt {
    /// Reads bytes from `offset` on into `buffer`. Says how many: 0 where there
    /// is no more.
    ///
    /// # Errors
    ///
    /// Those of the input.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize>;

    /// Fills `buffer` with the bytes from `offset` on, as far as there are some.
    /// Says how many.
    ///
    /// # Errors
    ///
    /// Those of the input.
    fn read_all_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let mut done = 0;
        fill(buffer, &mut done, |done, rest| self.read_at(offset + done as u64, rest))?;
        Ok(done)
    }

    /// Adds `len` bytes from `offset` on, or as many as there are, to `buffer`.
    ///
    /// # Errors
    ///
    /// Those of the input.
    fn read_to(&self, offset: u64, len: usize, buffer: &mut Vec<u8>) -> io::Result<()> {
        let start = buffer.len();
        add_zeros(buffer, len);
        let result = self.read_all_at(offset, &mut buffer[start..]);
        buffer.truncate(start + result.as_ref().map_or(0, |done| *done));
        result.map(|_| ())
    }
}

/// Adds `len` zeros. It is compiled here: where a program that is compiled for size has its
/// own of it, that is a loop over bytes, which takes longer than to verify them.
#[inline(never)]
fn add_zeros(buffer: &mut Vec<u8>, len: usize) {
    buffer.resize(buffer.len() + len, 0);
}

/// Bytes that are written at any position.
pub trait WriteAt {
    /// Writes all of `bytes` at `offset`.
    ///
    /// # Errors
    ///
    /// Those of the output.
    fn write_all_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()>;
}

impl ReadAt for [u8] {
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = usize::try_from(offset).ok().and_then(|offset| self.get(offset..)).unwrap_or_default();
        let len = rest.len().min(buffer.len());
        buffer[..len].copy_from_slice(&rest[..len]);
        Ok(len)
    }
}

impl ReadAt for Vec<u8> {
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        self.as_slice().read_at(offset, buffer)
    }
}

impl<T: ReadAt + ?Sized> ReadAt for &T {
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        (**self).read_at(offset, buffer)
    }
}

impl<T: WriteAt + ?Sized> WriteAt for &T {
    fn write_all_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        (**self).write_all_at(offset, bytes)
    }
}

#[cfg(unix)]
impl ReadAt for std::fs::File {
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        std::os::unix::fs::FileExt::read_at(self, buffer, offset)
    }
}

#[cfg(unix)]
impl WriteAt for std::fs::File {
    fn write_all_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::write_all_at(self, bytes, offset)
    }
}

#[cfg(windows)]
impl ReadAt for std::fs::File {
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        match std::os::windows::fs::FileExt::seek_read(self, buffer, offset) {
            // ERROR_HANDLE_EOF: it starts past the end.
            Err(error) if error.raw_os_error() == Some(38) => Ok(0),
            result => result,
        }
    }
}

#[cfg(windows)]
impl WriteAt for std::fs::File {
    fn write_all_at(&self, mut offset: u64, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match std::os::windows::fs::FileExt::seek_write(self, bytes, offset) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(n) => {
                    bytes = &bytes[n..];
                    offset += n as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// What has a position, read and written at any: it seeks, where it has to, and
/// takes one thread at a time.
#[derive(Debug, Default)]
pub struct Seeking<T>(Mutex<Position<T>>);

#[derive(Debug, Default)]
struct Position<T> {
    inner: T,
    /// Where it is, if that is known.
    at: Option<u64>,
}

impl<T> Seeking<T> {
    /// Its first byte, at position 0, is that of the encoding or the message.
    pub fn new(inner: T) -> Self {
        Self(Mutex::new(Position { inner, at: None }))
    }

    /// What it was made of, at any position.
    pub fn into_inner(self) -> T {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner).inner
    }
}

impl<T: io::Seek> Position<T> {
    /// Goes to `offset`; it is at no known place until what follows is done.
    fn seek(&mut self, offset: u64) -> io::Result<&mut T> {
        if self.at.take() != Some(offset) {
            self.inner.seek(io::SeekFrom::Start(offset))?;
        }
        Ok(&mut self.inner)
    }
}

impl<T: io::Read + io::Seek> ReadAt for Seeking<T> {
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let mut position = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let len = at_most(position.seek(offset)?.read(buffer)?, buffer.len())?;
        position.at = Some(offset + len as u64);
        Ok(len)
    }
}

impl<T: io::Write + io::Seek> WriteAt for Seeking<T> {
    fn write_all_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let mut position = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        position.seek(offset)?.write_all(bytes)?;
        position.at = Some(offset + bytes.len() as u64);
        Ok(())
    }
}
