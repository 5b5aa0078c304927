//! Where the lines go: standard output, or a file that appears when it is
//! complete.

#[allow(unsafe_code, reason = "handles the signals that end the process")]
mod ending;
mod place;
mod replacement;
pub(crate) mod unfinished;

use crate::message;
use crate::signature::{Pending, Signer};
use anyhow::{Result, anyhow};
use lanesum_files::status::{FileId, Status};
use lanesum_files::{standard, wait};
use place::Place;
use replacement::Replacement;
use rustix::fd::{AsFd, BorrowedFd};
use rustix::fs::{FileType, fstat};
use rustix::io::Errno;
use rustix::pipe::PIPE_BUF;
use std::fmt::{self, Display};
use std::fs::File;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

pub(crate) use ending::remove as remove_unfinished;
pub(crate) use replacement::{Sync, put};

/// How much is gathered before it is written.
const BUFFER: usize = 64 << 10;

/// A write failed: the output is full, or nobody reads it.
#[derive(Debug)]
pub(crate) struct WriteError {
    error: io::Error,
    /// The file that was asked for, whatever it is called while it is written. None for
    /// standard output.
    file: Option<PathBuf>,
}

impl WriteError {
    /// Whether nobody reads what is written any more.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        self.error.kind() == io::ErrorKind::BrokenPipe
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self { error, file: None }
    }
}

impl Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = message::reason(&self.error);
        match &self.file {
            Some(file) => write!(f, "cannot write {}: {reason}", message::shown(file.as_os_str())),
            None => write!(f, "write error: {reason}"),
        }
    }
}

impl std::error::Error for WriteError {}

/// A checked and buffered writer.
pub(crate) struct Output {
    target: Target,
    buffer: Vec<u8>,
}

enum Target {
    Stdout,
    /// A device or a pipe that has a name, or another descriptor.
    Direct(File, PathBuf),
    /// Takes the place of what `path` names in the end.
    Replacement(Box<Replacement>, PathBuf),
}

impl Output {
    /// Standard output.
    pub(crate) fn stdout() -> Self {
        Self::to(Target::Stdout)
    }

    fn to(target: Target) -> Self {
        Self { target, buffer: Vec::new() }
    }

    /// A file that takes the place of what is at `path` in [`Output::finish`],
    /// with its mode and owner. What is not a regular file is written in place.
    ///
    /// # Errors
    ///
    /// Why it cannot be written, or not take the place.
    pub(crate) fn file(path: &Path, sync: Sync) -> Result<Self> {
        let problem = |error: io::Error| cannot_write(path, message::reason(&error));
        let target = match place::descriptor(path) {
            Some(1) => Target::Stdout,
            Some(2) => {
                let stderr = standard::stderr().map_err(|errno| problem(errno.into()))?;
                Target::Direct(stderr.try_clone_to_owned().map_err(problem)?.into(), path.to_owned())
            }
            // What was written there stays, as it does for who writes to the descriptor.
            Some(_) => {
                let file = File::options().append(true).open(path).map_err(problem)?;
                Target::Direct(file, path.to_owned())
            }
            None if path.metadata().is_ok_and(|metadata| !metadata.is_file()) => {
                let file = File::options().write(true).open(path).map_err(problem)?;
                Target::Direct(file, path.to_owned())
            }
            None => {
                let place = Place::find(path).map_err(|errno| problem(errno.into()))?;
                let made = Replacement::new(place, sync).map_err(|why| cannot_write(path, why))?;
                Target::Replacement(Box::new(made), path.to_owned())
            }
        };
        Ok(Self::to(target))
    }

    /// Whether what is written is seen at once, on a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        match &self.target {
            Target::Stdout => standard::stdout().is_ok_and(|stdout| stdout.is_terminal()),
            Target::Direct(file, _) => file.is_terminal(),
            Target::Replacement(..) => false,
        }
    }

    /// The file that takes its place in the end, where that can be written at
    /// any position.
    pub(crate) fn positioned(&self) -> Option<&File> {
        match &self.target {
            Target::Replacement(made, _) => Some(made.file()),
            Target::Stdout | Target::Direct(..) => None,
        }
    }

    /// The files that it writes to, or replaces.
    pub(crate) fn files(&self) -> Vec<FileId> {
        let regular = |file: BorrowedFd<'_>| {
            fstat(file).ok().filter(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile)
        };
        let stats = match &self.target {
            Target::Stdout => [standard::stdout().ok().and_then(regular), None],
            Target::Direct(file, _) => [regular(file.as_fd()), None],
            Target::Replacement(made, _) => [regular(made.file().as_fd()), made.old()],
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

    /// Takes a whole line. Those that are taken between two flushes leave in writes of a pipe's
    /// atomic size at most, or of one line: commands that run side by side do not break each
    /// other's lines.
    ///
    /// # Errors
    ///
    /// [`WriteError`].
    pub(crate) fn line(&mut self, line: &[u8]) -> Result<(), WriteError> {
        if self.buffer.len() + line.len() > PIPE_BUF {
            self.flush()?;
        }
        self.write(line)
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
            Target::Direct(file, _) => write_all(file.as_fd(), &self.buffer),
            Target::Replacement(made, _) => write_all(made.file().as_fd(), &self.buffer),
        };
        self.buffer.clear();
        let file = match &self.target {
            Target::Stdout => None,
            Target::Direct(_, path) | Target::Replacement(_, path) => Some(path.clone()),
        };
        written.map_err(|errno| WriteError { error: errno.into(), file })
    }

    /// Writes the rest, and puts a file in its place.
    ///
    /// # Errors
    ///
    /// [`WriteError`], or why the file could not take the place.
    pub(crate) fn finish(self) -> Result<()> {
        self.finish_signed(None)
    }

    /// Writes the rest, and puts a file in its place, with its signature if there is to be
    /// one.
    ///
    /// # Errors
    ///
    /// [`WriteError`], why it could not be signed, or why the file could not take the place.
    pub(crate) fn finish_signed(mut self, signer: Option<&Signer>) -> Result<()> {
        self.flush()?;
        match (self.target, signer) {
            (Target::Replacement(made, path), signer) => {
                let signed = signer.map(|signer| signer.sign(made.file(), &path)).transpose()?;
                made.finish().map_err(|why| cannot_write(&path, why))?;
                signed.map_or(Ok(()), Pending::finish)
            }
            (_, None) => Ok(()),
            (_, Some(_)) => anyhow::bail!("only a manifest that is a regular file can be signed"),
        }
    }

    /// Writes the rest, but puts no file in its place, for what `why` says: what
    /// was there stays.
    ///
    /// # Errors
    ///
    /// [`WriteError`], or that a file is not put in its place.
    pub(crate) fn abandon(mut self, why: &str) -> Result<()> {
        self.flush()?;
        match self.target {
            Target::Stdout | Target::Direct(..) => Ok(()),
            Target::Replacement(_, path) => {
                anyhow::bail!("{}: not written: {why}", message::shown(path.as_os_str()))
            }
        }
    }
}

fn cannot_write(path: &Path, why: impl Display) -> anyhow::Error {
    anyhow!("cannot write {}: {why}", message::shown(path.as_os_str()))
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
