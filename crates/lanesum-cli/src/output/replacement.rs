//! A file that takes its place when it is complete.
//!
//! Until then it has no name, where the file system can do that (`O_TMPFILE`):
//! however the process ends, nothing is left of it. Elsewhere it has a name beside
//! its place, which a signal removes, and so it has for the moment between two calls in
//! which it replaces another file: no call does that with a file that has no name.
//!
//! What SIGKILL leaves in such a moment no later run removes. A file is locked after it was
//! made, and on file systems that are shared between machines a lock may be seen by one of
//! them alone: whoever found a file without a lock could take it from a process that is
//! writing it, and that process would lose its whole work.

use super::ending;
use super::place::Place;
use super::unfinished;
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{
    AtFlags, FileType, FlockOperation, Mode, OFlags, Stat, fchmod, fchown, flock, fstat, fsync, openat,
    renameat, statat, unlinkat,
};
use rustix::io::Errno;
use rustix::process::{Gid, Uid};
use std::ffi::CString;
use std::fs::File;
use std::io;
use std::path::Path;

/// Whether a file has to be on the disk before it takes its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sync {
    /// A part of it, after a power cut, would pass for the whole.
    Always,
    /// Only where another file goes for it.
    Replacing,
}

/// Why there is no such file, or why it does not take its place.
#[derive(Debug, thiserror::Error)]
pub(super) enum Problem {
    #[error("{}", crate::message::reason(&(*.0).into()))]
    System(Errno),
    #[error("no file can be made in its directory: {}", crate::message::reason(&(*.0).into()))]
    Directory(Errno),
    #[error("it belongs to another user or group, and what replaces it could not")]
    Owner,
    #[error("it is no longer a regular file")]
    Kind,
}

impl From<Errno> for Problem {
    fn from(errno: Errno) -> Self {
        Self::System(errno)
    }
}

impl From<Problem> for io::Error {
    fn from(problem: Problem) -> Self {
        match problem {
            Problem::System(errno) | Problem::Directory(errno) => errno.into(),
            Problem::Owner | Problem::Kind => Self::other(problem.to_string()),
        }
    }
}

/// Has `make` write a file, which takes its place at `path` when it is complete: that of a
/// file, or of nothing.
///
/// # Errors
///
/// The system's, that there is something else at `path`, and those of `make`: then what was
/// at `path` stays.
pub(crate) fn put<R>(path: &Path, make: impl FnOnce(&File) -> io::Result<R>) -> io::Result<R> {
    let replacement = Replacement::new(Place::at(path)?, Sync::Replacing)?;
    let made = make(replacement.file())?;
    replacement.finish()?;
    Ok(made)
}

/// A file that is being written.
pub(super) struct Replacement {
    file: File,
    place: Place,
    /// The name that it has beside its place.
    beside: Option<CString>,
    sync: Sync,
}

impl Replacement {
    /// One for the place. The old file's mode and owner are its own.
    ///
    /// # Errors
    ///
    /// The system's, and where it cannot be the old file's owner's.
    pub(super) fn new(place: Place, sync: Sync) -> Result<Self, Problem> {
        // As for any new file: the system takes the umask off.
        let mode = if place.old.is_some() { 0o600 } else { 0o666 };
        let mode = Mode::from_raw_mode(mode);
        let (file, beside) = match unnamed(&place, mode) {
            Some(file) => (file?, None),
            None => named(&place, mode)?,
        };
        let made = Self { file: file.into(), place, beside, sync };
        if let Some(old) = &made.place.old {
            made.keep(old)?;
        }
        Ok(made)
    }

    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// The file that it replaces.
    pub(super) fn old(&self) -> Option<Stat> {
        self.place.old
    }

    /// Gives it the mode and the owner of another one.
    fn keep(&self, old: &Stat) -> Result<(), Problem> {
        let new = fstat(&self.file)?;
        if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid) {
            let (uid, gid) = (Uid::from_raw(old.st_uid), Gid::from_raw(old.st_gid));
            fchown(&self.file, Some(uid), Some(gid)).map_err(|errno| match errno {
                Errno::PERM => Problem::Owner,
                errno => errno.into(),
            })?;
        }
        // In this order, for a change of the owner takes rights away.
        Ok(fchmod(&self.file, Mode::from_raw_mode(old.st_mode))?)
    }

    /// Puts it in its place.
    ///
    /// # Errors
    ///
    /// The system's. Then the old file is where it was.
    pub(super) fn finish(mut self) -> Result<(), Problem> {
        let Place { directory, name, .. } = &self.place;
        // Somebody else may have put a file there meanwhile.
        let old = match statat(directory, name, AtFlags::SYMLINK_NOFOLLOW) {
            Err(Errno::NOENT) => None,
            old => Some(old?),
        };
        if let Some(old) = &old {
            if FileType::from_raw_mode(old.st_mode) != FileType::RegularFile {
                return Err(Problem::Kind);
            }
            self.keep(old)?;
        }
        let durable = self.sync == Sync::Always || old.is_some();
        if durable {
            durably(fsync(&self.file))?;
        }
        self.put()?;
        if durable {
            durably(sync_name(&self.place.directory, &self.file))?;
        }
        Ok(())
    }

    /// Gives it its name. A signal comes before or after.
    fn put(&mut self) -> Result<(), Errno> {
        let mut held = ending::hold();
        let Place { directory, name, .. } = &self.place;
        if self.beside.is_none() {
            match link(&self.file, directory, name) {
                Err(Errno::EXIST) => {}
                done => return done,
            }
            // No call puts a file without a name over another one: it needs one for
            // a moment.
            let beside = unfinished::name();
            link(&self.file, directory, &beside)?;
            held.remember(directory.as_fd(), beside.clone());
            self.beside = Some(beside);
        }
        let Some(beside) = &self.beside else { return Ok(()) };
        renameat(directory, beside, directory, name)?;
        held.forget(directory.as_fd(), beside);
        self.beside = None;
        Ok(())
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            let mut held = ending::hold();
            // Where it cannot be removed it could not be by anybody.
            unlinkat(&self.place.directory, beside, AtFlags::empty()).unwrap_or(());
            held.forget(self.place.directory.as_fd(), beside);
        }
    }
}

/// A file without a name. None where the system has none, or would not give it
/// one later.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn unnamed(place: &Place, mode: Mode) -> Option<Result<OwnedFd, Problem>> {
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    match openat(&place.directory, ".", flags, mode) {
        Ok(file) => {
            let is_same = |(a, b): (Stat, Stat)| (a.st_dev, a.st_ino) == (b.st_dev, b.st_ino);
            let seen = rustix::fs::stat(by_number(&file)).and_then(|seen| Ok((seen, fstat(&file)?)));
            if !seen.is_ok_and(is_same) {
                return None;
            }
            // Without a name nobody sees it: the lock is for the moment that it has one.
            flock(&file, FlockOperation::NonBlockingLockExclusive).unwrap_or(());
            Some(Ok(file))
        }
        // It is not supported by the file system, or by the system at all.
        Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL | Errno::NOENT) => None,
        Err(errno) => Some(Err(Problem::Directory(errno))),
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn unnamed(_: &Place, _: Mode) -> Option<Result<OwnedFd, Problem>> {
    None
}

/// Where the system shows an open file.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn by_number(file: &impl AsFd) -> String {
    use rustix::fd::AsRawFd;
    format!("/proc/self/fd/{}", file.as_fd().as_raw_fd())
}

/// Gives a name to a file that has none.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn link(file: &File, directory: &OwnedFd, name: impl rustix::path::Arg) -> Result<(), Errno> {
    rustix::fs::linkat(rustix::fs::CWD, by_number(file), directory, name, AtFlags::SYMLINK_FOLLOW)
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn link(_: &File, _: &OwnedFd, _: impl rustix::path::Arg) -> Result<(), Errno> {
    Err(Errno::NOSYS)
}

/// A file beside its place, and its name.
fn named(place: &Place, mode: Mode) -> Result<(OwnedFd, Option<CString>), Problem> {
    let flags = OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::RDWR | OFlags::CLOEXEC;
    loop {
        let name = unfinished::name();
        let mut held = ending::hold();
        match openat(&place.directory, &name, flags, mode) {
            Ok(file) => {
                // Where there are no locks, a walk takes it for one that was left behind.
                flock(&file, FlockOperation::NonBlockingLockExclusive).unwrap_or(());
                held.remember(place.directory.as_fd(), name.clone());
                return Ok((file, Some(name)));
            }
            Err(Errno::EXIST) => {}
            Err(errno) => return Err(Problem::Directory(errno)),
        }
    }
}

/// Brings the name of a file in a directory to the disk.
fn sync_name(directory: &OwnedFd, _file: &File) -> Result<(), Errno> {
    match fsync(directory) {
        // It was opened without the right to read it: then all of its file system.
        #[cfg(any(target_os = "linux", target_os = "android"))]
        Err(Errno::BADF) => rustix::fs::syncfs(_file),
        synced => synced,
    }
}

/// What cannot be synchronised at all is as it should be.
fn durably(synced: Result<(), Errno>) -> Result<(), Errno> {
    match synced {
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => Ok(()),
        synced => synced,
    }
}
