//! A temporary file without a name, that is written once and then mapped.
//!
//! It is mapped and not read because threads may have tables of descriptors of
//! their own: whichever takes the next name of a listing has the memory, but not
//! the descriptor. Nobody else can open the file, so nobody makes it shorter.
//! Where its disk fails later the process ends by SIGBUS: no name is lost
//! unnoticed.
//!
//! The file is in `TMPDIR`, or in `/tmp`. Where none can be made, as in a
//! container that may not write, Linux keeps it in memory: then alone memory
//! grows with a directory.

use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};
use std::ffi::c_void;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::{ptr, slice};

/// How much is written at once.
const BUFFER: usize = 64 << 10;

/// The file while it is written.
pub(super) struct Spill {
    file: BufWriter<File>,
    len: usize,
}

impl Spill {
    /// A file of no bytes.
    ///
    /// # Errors
    ///
    /// Why there is none to be had.
    pub(super) fn new() -> io::Result<Self> {
        let file = tempfile::tempfile().or_else(in_memory)?;
        Ok(Self { file: BufWriter::with_capacity(BUFFER, file), len: 0 })
    }

    /// Adds bytes.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.len += bytes.len();
        self.file.write_all(bytes)
    }

    /// How many bytes there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Ends the writing.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(super) fn map(self) -> io::Result<Mapping> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        if self.len == 0 {
            return Ok(Mapping { start: ptr::null_mut(), len: 0 });
        }
        // SAFETY: the system chooses the place, where nothing else is.
        let start = unsafe { mmap(ptr::null_mut(), self.len, ProtFlags::READ, MapFlags::SHARED, &file, 0)? };
        Ok(Mapping { start, len: self.len })
    }
}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn in_memory(_: io::Error) -> io::Result<File> {
    use rustix::fs::{MemfdFlags, memfd_create};
    Ok(memfd_create("lanesum", MemfdFlags::CLOEXEC)?.into())
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn in_memory(error: io::Error) -> io::Result<File> {
    Err(error)
}

/// The bytes of the file.
pub(super) struct Mapping {
    /// Null if there are none.
    start: *mut c_void,
    len: usize,
}

// SAFETY: the memory is the whole process's, and is only read.
unsafe impl Send for Mapping {}
// SAFETY: as above.
unsafe impl Sync for Mapping {}

impl Mapping {
    pub(super) fn bytes(&self) -> &[u8] {
        if self.start.is_null() {
            return &[];
        }
        // SAFETY: so many bytes are mapped from there on until the end of `self`, all
        // of them are the file's, and nobody can write to it: it has no name, and its
        // only descriptor is closed.
        unsafe { slice::from_raw_parts(self.start.cast(), self.len) }
    }

    /// Frees the memory of a range, which begins and ends with a page: it is read
    /// from the file again, if it is.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    pub(super) fn release(&self, range: Range<usize>) {
        use rustix::mm::{Advice, madvise};
        let bytes = &self.bytes()[range];
        let start = bytes.as_ptr().cast_mut().cast();
        // SAFETY: the range is in the mapping, which is shared with the file and never
        // written to: the bytes stay what they are. Refused, it costs memory.
        unsafe { madvise(start, bytes.len(), Advice::LinuxDontNeed) }.unwrap_or(());
    }

    /// The system frees it when it has to.
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    pub(super) fn release(&self, _: Range<usize>) {}
}

impl Drop for Mapping {
    fn drop(&mut self) {
        if !self.start.is_null() {
            // SAFETY: it was mapped in `Spill::map`, and nobody has its bytes any more.
            unsafe { munmap(self.start, self.len) }.unwrap_or(());
        }
    }
}
