//! Where the lines go: standard output, or a file that appears when it is
//! complete.

use crate::status::{FileId, Status};
use crate::{message, standard, wait};
use anyhow::{Context, Result};
use rustix::fd::{AsFd, BorrowedFd};
use rustix::fs::{FileType, fstat};
use rustix::io::Errno;
use std::fs::{File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// How much is gathered before it is written.
const BUFFER: usize = 64 << 10;

/// A write failed: the output is full, or nobody reads it.
#[derive(Debug, thiserror::Error)]
#[error("write error: {}", message::reason(.0))]
pub(crate) struct WriteError(io::Error);

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self(error)
    }
}

/// A checked and buffered writer.
pub(crate) struct Output {
    target: Target,
    buffer: Vec<u8>,
}

enum Target {
    Stdout,
    /// A device or a pipe that has a name.
    Direct(File),
    /// Beside `path`, and renamed to it in the end.
    Beside {
        file: NamedTempFile,
        path: PathBuf,
    },
}

impl Output {
    /// Standard output.
    pub(crate) fn stdout() -> Self {
        Self { target: Target::Stdout, buffer: Vec::new() }
    }

    /// A file that is written beside `path`, and takes its place in
    /// [`Output::finish`]. What is no regular file is written in place.
    pub(crate) fn file(path: &Path) -> Result<Self> {
        let problem = || format!("cannot write {}", message::shown(path.as_os_str()));
        let target = match path.metadata() {
            Ok(metadata) if !metadata.is_file() => {
                Target::Direct(File::options().write(true).open(path).with_context(problem)?)
            }
            _ => {
                // A link keeps pointing where it does: its target is replaced.
                let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
                let directory = match path.parent() {
                    Some(parent) if parent != Path::new("") => parent,
                    _ => Path::new("."),
                };
                let file = tempfile::Builder::new()
                    .prefix(".lanesum-")
                    // As for any new file: the system takes the umask off.
                    .permissions(Permissions::from_mode(0o666))
                    .tempfile_in(directory)
                    .with_context(problem)?;
                Target::Beside { file, path }
            }
        };
        Ok(Self { target, buffer: Vec::new() })
    }

    /// The file that takes its place in the end, where that can be written at
    /// any position.
    pub(crate) fn positioned(&self) -> Option<&File> {
        match &self.target {
            Target::Beside { file, .. } => Some(file.as_file()),
            Target::Stdout | Target::Direct(_) => None,
        }
    }

    /// The files that it writes to, or replaces.
    pub(crate) fn files(&self) -> Vec<FileId> {
        let regular = |file: BorrowedFd<'_>| {
            fstat(file).ok().filter(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile)
        };
        let stats = match &self.target {
            Target::Stdout => [standard::stdout().ok().and_then(regular), None],
            Target::Direct(_) => [None, None],
            Target::Beside { file, path } => [regular(file.as_file().as_fd()), rustix::fs::stat(path).ok()],
        };
        stats.into_iter().flatten().map(|stat| Status::from(stat).id).collect()
    }

    /// Takes bytes.
    ///
    /// # Errors
    ///
    /// [`WriteError`].
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= BUFFER { self.flush() } else { Ok(()) }
    }

    /// Writes what was taken.
    ///
    /// # Errors
    ///
    /// [`WriteError`].
    pub(crate) fn flush(&mut self) -> Result<(), WriteError> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let written = match &self.target {
            Target::Stdout => standard::stdout().and_then(|stdout| write_all(stdout, &self.buffer)),
            Target::Direct(file) => write_all(file.as_fd(), &self.buffer),
            Target::Beside { file, .. } => write_all(file.as_file().as_fd(), &self.buffer),
        };
        self.buffer.clear();
        written.map_err(|errno| WriteError(errno.into()))
    }

    /// Writes the rest, and puts a file in its place.
    ///
    /// # Errors
    ///
    /// [`WriteError`], or why the file could not be renamed.
    pub(crate) fn finish(mut self) -> Result<()> {
        self.flush()?;
        if let Target::Beside { file, path } = self.target {
            file.persist(&path)
                .map_err(|error| error.error)
                .with_context(|| format!("cannot write {}", message::shown(path.as_os_str())))?;
        }
        Ok(())
    }

    /// Writes the rest, but puts no file in its place: what was there stays.
    ///
    /// # Errors
    ///
    /// [`WriteError`], or that a file is not put in its place.
    pub(crate) fn abandon(mut self) -> Result<()> {
        self.flush()?;
        match self.target {
            Target::Stdout | Target::Direct(_) => Ok(()),
            Target::Beside { path, .. } => {
                anyhow::bail!("{}: not written: files are missing from it", message::shown(path.as_os_str()))
            }
        }
    }
}

/// Writes all of it.
///
/// # Errors
///
/// The system's. What it says for the moment only is waited out.
pub(crate) fn write_all(file: BorrowedFd<'_>, mut bytes: &[u8]) -> Result<(), Errno> {
    while !bytes.is_empty() {
        match rustix::io::write(file, bytes) {
            Ok(n) => bytes = &bytes[n..],
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => wait::writable(file)?,
            Err(errno) => return Err(errno),
        }
    }
    Ok(())
}
