//! All regular files below a directory, in the order of their names' bytes.
//!
//! A directory's files and directories come in one order, and what is in a
//! directory comes in its place. Pipes, sockets and devices are left out, and
//! so are symbolic links unless they are followed.

mod exclude;
mod listing;

use crate::input::{Directory, Input, Place};
use crate::status::{FileId, Kind, Status};
use listing::Listing;
use rustix::fd::{BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, fstat, openat, statat};
use rustix::io::Errno;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;

pub(crate) use exclude::Exclude;

/// How a directory is walked.
#[derive(Debug, Default)]
pub(crate) struct Rules {
    /// Follow symbolic links.
    pub(crate) follow: bool,
    /// Leave these out.
    pub(crate) exclude: Exclude,
}

/// What cannot be walked, and why.
#[derive(Debug)]
pub(crate) struct WalkError {
    pub(crate) name: Vec<u8>,
    pub(crate) errno: Errno,
    /// Whether files may be in there that the walk does not find.
    pub(crate) lost: bool,
}

/// A walk through a directory. Its items are regular files.
pub(crate) struct Walk {
    rules: Arc<Rules>,
    /// From the outermost directory to the one that the walk is in.
    levels: Vec<Level>,
    /// The name of that directory, with a slash behind it.
    path: Vec<u8>,
    /// How much of it names the outermost one.
    root: usize,
    /// An error at the very start.
    error: Option<WalkError>,
}

/// A directory that the walk is in.
struct Level {
    /// None where too many are open: then names are full paths.
    directory: Option<Arc<Directory>>,
    listing: Listing,
    /// How long the name of the directory above is.
    above: usize,
    /// Which one it is, where links are followed: they may lead back to it.
    id: Option<FileId>,
}

impl Walk {
    /// Through the directory `name`.
    pub(crate) fn new(name: Vec<u8>, rules: Arc<Rules>) -> Self {
        let mut walk = Self { rules, levels: Vec::new(), path: Vec::new(), root: 0, error: None };
        let opened = open_directory(CWD, &name, true);
        walk.path = name;
        walk.error = walk.enter(opened, 0).err();
        walk.root = walk.path.len();
        walk
    }

    /// Enters the directory that `path` names by now, and that was `opened`.
    fn enter(&mut self, opened: Result<OwnedFd, Errno>, above: usize) -> Result<(), WalkError> {
        let level = opened.and_then(|file| self.level(file, above));
        match level {
            Ok(level) => {
                if self.path.last() != Some(&b'/') {
                    self.path.push(b'/');
                }
                self.levels.push(level);
                Ok(())
            }
            Err(errno) => {
                let name = self.path.clone();
                self.path.truncate(above);
                // What a link leads back to is being walked already.
                Err(WalkError { name, errno, lost: !(self.rules.follow && errno == Errno::LOOP) })
            }
        }
    }

    fn level(&self, file: OwnedFd, above: usize) -> Result<Level, Errno> {
        let mut id = None;
        if self.rules.follow {
            id = Some(Status::from(fstat(&file)?).id);
            if self.levels.iter().any(|level| level.id == id) {
                return Err(Errno::LOOP);
            }
        }
        let held = self.levels.iter().map(|level| level.listing.held()).sum();
        let listing = Listing::new(&file, held)?;
        let directory = match Directory::are_too_many() {
            true => None,
            false => Some(Arc::new(Directory::new(file, &self.path)?)),
        };
        Ok(Level { directory, listing, above, id })
    }

    fn leave(&mut self) {
        if let Some(level) = self.levels.pop() {
            self.path.truncate(level.above);
        }
    }

    /// What the name that was just put behind the path is, after following it
    /// if that is the rule. None for what is left out.
    fn kind(&self, listed: FileType) -> Result<Option<Kind>, Errno> {
        let ask = |flags| {
            let stat = self.at(|directory, name| statat(directory, name, flags))?;
            Ok::<_, Errno>(FileType::from_raw_mode(stat.st_mode))
        };
        let mut found = listed;
        if found == FileType::Unknown {
            found = ask(AtFlags::SYMLINK_NOFOLLOW)?;
        }
        if found == FileType::Symlink && self.rules.follow {
            found = ask(AtFlags::empty())?;
        }
        Ok(match found {
            FileType::RegularFile => Some(Kind::Regular),
            FileType::Directory => Some(Kind::Directory),
            _ => None,
        })
    }

    /// Does something with the last part of the path, in the directory that it is
    /// looked up in.
    fn at<R>(&self, f: impl FnOnce(BorrowedFd<'_>, &OsStr) -> Result<R, Errno>) -> Result<R, Errno> {
        match self.levels.last().and_then(|level| level.directory.as_ref()) {
            Some(directory) => {
                let start = self.path.iter().rposition(|&b| b == b'/').map_or(0, |slash| slash + 1);
                directory.with(|directory| f(directory, OsStr::from_bytes(&self.path[start..])))
            }
            None => f(CWD, OsStr::from_bytes(&self.path)),
        }
    }

    /// The next entry, whatever it is. None if it is left out.
    fn entry(&mut self, listed: FileType, above: usize) -> Option<Result<Input, WalkError>> {
        if self.rules.exclude.matches(&self.path[self.root..], above - self.root) {
            self.path.truncate(above);
            return None;
        }
        match self.kind(listed) {
            Ok(Some(Kind::Directory)) => {
                let follow = self.rules.follow;
                let opened = self.at(|directory, name| open_directory(directory, name.as_bytes(), follow));
                self.enter(opened, above).err().map(Err)
            }
            Ok(Some(_)) => {
                let name = self.path.clone();
                self.path.truncate(above);
                let directory = self.levels.last().and_then(|level| level.directory.clone());
                let place = directory.map_or(Place::Named, |directory| Place::In(directory, above));
                Some(Ok(Input { name, place }))
            }
            Ok(None) => {
                self.path.truncate(above);
                None
            }
            Err(errno) => {
                let name = self.path.clone();
                self.path.truncate(above);
                // A link to nothing is one file that cannot be read.
                Some(Err(WalkError { name, errno, lost: errno != Errno::NOENT }))
            }
        }
    }
}

impl Iterator for Walk {
    type Item = Result<Input, WalkError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(error) = self.error.take() {
            return Some(Err(error));
        }
        loop {
            let above = self.path.len();
            let Level { directory, listing, .. } = self.levels.last_mut()?;
            let again = |path: &[u8]| match directory {
                Some(directory) => directory.with(|directory| Dir::read_from(directory)),
                None => Dir::read_from(open_directory(CWD, path, true)?),
            };
            match listing.next(&mut self.path, again) {
                None => self.leave(),
                Some(Ok(listed)) => {
                    if let Some(item) = self.entry(listed, above) {
                        return Some(item);
                    }
                }
                Some(Err(errno)) => {
                    let name = self.path.clone();
                    self.leave();
                    return Some(Err(WalkError { name, errno, lost: true }));
                }
            }
        }
    }
}

fn open_directory(directory: BorrowedFd<'_>, name: &[u8], follow: bool) -> Result<OwnedFd, Errno> {
    let mut flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    if !follow {
        flags |= OFlags::NOFOLLOW;
    }
    openat(directory, name, flags, Mode::empty())
}
