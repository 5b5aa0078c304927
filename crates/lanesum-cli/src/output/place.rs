//! Where a file is to be: a directory, and a name in it.

use rustix::fd::OwnedFd;
use rustix::fs::{Access, AtFlags, CWD, Mode, OFlags, Stat, accessat, openat, readlinkat, stat};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// As many links as the system follows.
const MAX_LINKS: usize = 40;

/// A place in an open directory.
pub(super) struct Place {
    pub(super) directory: OwnedFd,
    pub(super) name: OsString,
    /// The file that is there.
    pub(super) old: Option<Stat>,
}

impl Place {
    /// Where a file at `path` is, or would be: a symbolic link keeps pointing
    /// where it does, and what it points to is the place, whether or not there is
    /// anything.
    ///
    /// # Errors
    ///
    /// The system's. EACCES for a file that nobody may write to.
    pub(super) fn find(path: &Path) -> Result<Self, Errno> {
        let mut path = path.to_owned();
        let mut links = 0;
        let mut old = None;
        loop {
            // The system follows all links, and refuses those that it thinks unsafe.
            match stat(&path) {
                Ok(found) => old = Some(found),
                Err(Errno::NOENT) if old.is_none() => {}
                Err(errno) => return Err(errno),
            }
            match readlinkat(CWD, &path, Vec::new()) {
                Ok(target) => {
                    links += 1;
                    if links > MAX_LINKS {
                        return Err(Errno::LOOP);
                    }
                    let target = PathBuf::from(OsString::from_vec(target.into_bytes()));
                    path = parent(&path).join(target);
                }
                Err(Errno::INVAL | Errno::NOENT) => break,
                Err(errno) => return Err(errno),
            }
        }
        if old.is_some() {
            // As for anything that writes: a file may be protected by its mode.
            accessat(CWD, &path, Access::WRITE_OK, AtFlags::EACCESS)?;
        }
        let slash = path.as_os_str().as_bytes().last() == Some(&b'/');
        let name = match path.file_name() {
            Some(_) if slash => return Err(Errno::ISDIR),
            Some(name) => name.to_owned(),
            None => return Err(Errno::NOENT),
        };
        Ok(Self { directory: open(parent(&path))?, name, old })
    }

    /// What is at `path`, whatever it is: a link is not followed.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(super) fn at(path: &Path) -> Result<Self, Errno> {
        let name = path.file_name().ok_or(Errno::NOENT)?.to_owned();
        Ok(Self { directory: open(parent(path))?, name, old: None })
    }
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."))
}

/// Opens a directory to make files in it, which needs no right to read it.
fn open(directory: &Path) -> Result<OwnedFd, Errno> {
    let flags = OFlags::DIRECTORY | OFlags::CLOEXEC;
    let opened = openat(CWD, directory, flags | OFlags::RDONLY, Mode::empty());
    #[cfg(any(target_os = "linux", target_os = "android"))]
    if matches!(opened, Err(Errno::ACCESS)) {
        return openat(CWD, directory, flags | OFlags::PATH, Mode::empty());
    }
    opened
}

/// A file descriptor that a path names: `/dev/stdout`, `/dev/fd/3`.
pub(super) fn descriptor(path: &Path) -> Option<u32> {
    match path.as_os_str().as_bytes() {
        b"/dev/stdout" => Some(1),
        b"/dev/stderr" => Some(2),
        path => {
            let number = ["/dev/fd/", "/proc/self/fd/"]
                .iter()
                .find_map(|directory| path.strip_prefix(directory.as_bytes()))?;
            OsStr::from_bytes(number).to_str()?.parse().ok()
        }
    }
}
