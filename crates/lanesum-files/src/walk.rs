//! All regular files below a directory, in the order of their names' bytes.
//!
//! A directory's files and directories come in one order, and what is in a
//! directory comes in its place. Pipes, sockets and devices are left out, and
//! so are symbolic links unless they are followed.
//!
//! A walk lives on while its files are read, and what it has found may be
//! replaced. Where links are not followed none is on the way to a file or a
//! directory that the walk has found, whoever puts one there: see [`lookup`].

mod exclude;
mod ignore;
mod limits;
mod listing;
pub mod order;

use crate::input::{Below, Directory, Input, Place};
use crate::lookup::{self, Links};
use crate::status::{FileId, Kind, Status};
use ignore::Ignore;
use listing::Listing;
use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, CWD, FileType, OFlags, fstat, statat};
use rustix::io::Errno;
use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;

pub use exclude::Exclude;
pub use limits::{Limits, Skipped};

/// How a directory is walked.
#[derive(Debug, Default)]
pub struct Rules {
    /// Whether symbolic links are followed. If not, they are left out.
    pub follow: bool,
    /// Which names are left out.
    pub exclude: Exclude,
    /// How far the walk goes.
    pub limits: Limits,
    /// What the walks by these rules have left out.
    pub skipped: Skipped,
}

/// What cannot be walked, and why.
#[derive(Debug)]
pub struct WalkError {
    /// Its path, as bytes.
    pub name: Vec<u8>,
    /// Why it cannot be walked.
    pub error: io::Error,
    /// Whether files may be in there that the walk does not find.
    pub lost: bool,
}

/// A walk through a directory. Its items are regular files.
///
/// It begins when the first is asked for: of many walks, only those that are in
/// use take memory.
pub struct Walk {
    rules: Arc<Rules>,
    /// From the outermost directory to the one that the walk is in.
    levels: Vec<Level>,
    /// The name of that directory, with a slash behind it.
    path: Vec<u8>,
    /// How much of it names the outermost one. None before the walk begins.
    root: Option<usize>,
}

/// A directory that the walk is in.
struct Level {
    /// What the names in it are looked up in: the directory itself, or one above
    /// it, where too many are open.
    below: Below,
    listing: Listing,
    /// How long the name of the directory above is.
    above: usize,
    /// Which one it is, where links are followed: they may lead back to it.
    id: Option<FileId>,
    /// How long its name is, with the slash.
    start: usize,
    /// What it says is to be left out of it.
    ignore: Option<Ignore>,
    /// Its file system, where the walk stays on one.
    device: Option<u64>,
    /// Whether nothing has been found in it.
    is_empty: bool,
}

impl Walk {
    /// Through the directory `name`.
    pub fn new(name: Vec<u8>, rules: Arc<Rules>) -> Self {
        Self { rules, levels: Vec::new(), path: name, root: None }
    }

    /// Enters the outermost directory.
    fn begin(&mut self) -> Result<usize, WalkError> {
        let opened = lookup::open(CWD, &self.path, DIRECTORY, Links::Follow);
        let entered = self.enter(opened, 0);
        self.root = Some(self.path.len());
        entered.map(|()| self.path.len())
    }

    /// Enters the directory that `path` names by now, and that was `opened`.
    fn enter(&mut self, opened: Result<OwnedFd, Errno>, above: usize) -> Result<(), WalkError> {
        let name = self.path.len();
        if self.path.last() != Some(&b'/') {
            self.path.push(b'/');
        }
        match opened.map_err(io::Error::from).and_then(|file| self.level(file, name, above)) {
            Ok(Some(level)) => {
                self.levels.push(level);
                Ok(())
            }
            Ok(None) => {
                Skipped::count(&self.rules.skipped.excluded);
                self.path.truncate(above);
                Ok(())
            }
            Err(error) => {
                // What a link leads back to is being walked already.
                let lost = !(self.rules.follow && error.raw_os_error() == Some(Errno::LOOP.raw_os_error()));
                self.path.truncate(name);
                Err(self.fail(above, error, lost))
            }
        }
    }

    /// The level for an open directory, whose name ends at `name`.
    fn level(&self, file: OwnedFd, name: usize, above: usize) -> io::Result<Option<Level>> {
        let (mut id, mut device) = (None, None);
        let limits = &self.rules.limits;
        if limits.one_file_system {
            let own = Status::from(fstat(&file)?).id.device();
            if self.levels.first().is_some_and(|first| first.device != Some(own)) {
                return Ok(None);
            }
            device = Some(own);
        }
        if limits.no_caches && !self.levels.is_empty() && is_cache(&file) {
            return Ok(None);
        }
        if !limits.apart.is_empty() && limits.apart.contains(&Status::from(fstat(&file)?).id) {
            return Ok(None);
        }
        if self.rules.follow {
            id = Some(Status::from(fstat(&file)?).id);
            if self.levels.iter().any(|level| level.id == id) {
                return Err(Errno::LOOP.into());
            }
        }
        let ignore = limits.ignore_file.as_ref().map(|name| Ignore::of(&file, name));
        let start = self.path.len();
        let held = self.levels.iter().map(|level| level.listing.held()).sum();
        let listing = Listing::new(&file, held)?;
        let below = match (Directory::are_too_many(), self.levels.last()) {
            (true, Some(level)) => level.below.clone(),
            (true, None) => Below { directory: None, start: self.path.len() },
            (false, _) => {
                let directory = Directory::new(file, &self.path[..name])?;
                Below { directory: Some(Arc::new(directory)), start: self.path.len() }
            }
        };
        Ok(Some(Level { below, listing, above, id, start, ignore, device, is_empty: true }))
    }

    /// The error for what `path` names by now. The walk goes on where the name of
    /// the directory ends `above`.
    fn fail(&mut self, above: usize, error: io::Error, lost: bool) -> WalkError {
        let name = self.path.clone();
        self.path.truncate(above);
        WalkError { name, error, lost }
    }

    fn links(&self) -> Links {
        if self.rules.follow { Links::Follow } else { Links::Refuse }
    }

    fn leave(&mut self) {
        if let Some(level) = self.levels.pop() {
            self.path.truncate(level.above);
            if level.is_empty {
                Skipped::count(&self.rules.skipped.empty);
            }
        }
    }

    /// What the name that was just put behind the path is, after following it
    /// if that is the rule. None for what is left out.
    fn kind(&self, below: &Below, listed: FileType) -> Result<Option<Kind>, Errno> {
        let ask = |flags| {
            let stat = below.at(&self.path, |at, name| statat(at, OsStr::from_bytes(name), flags))?;
            Ok::<_, Errno>(FileType::from_raw_mode(stat.st_mode))
        };
        let mut found = listed;
        if found == FileType::Unknown {
            found = ask(AtFlags::SYMLINK_NOFOLLOW)?;
        }
        if found == FileType::Symlink && self.rules.follow {
            found = ask(AtFlags::empty())?;
        }
        let skipped = &self.rules.skipped;
        Ok(match found {
            FileType::RegularFile => Some(Kind::Regular),
            FileType::Directory => Some(Kind::Directory),
            FileType::Symlink => {
                Skipped::count(&skipped.links);
                None
            }
            _ => {
                Skipped::count(&skipped.special);
                None
            }
        })
    }

    /// Whether the limits leave out what the path names by now, whose name begins at `name`.
    fn is_left_out(&self, kind: Kind, name: usize, root: usize) -> bool {
        let limits = &self.rules.limits;
        let is_directory = kind == Kind::Directory;
        let ignored = || {
            let say = |level: &Level| level.ignore.as_ref()?.says(&self.path[level.start..], is_directory);
            self.levels.iter().rev().find_map(say) == Some(true)
        };
        let not_included = |include: &Exclude| !include.matches(&self.path[root..], name - root);
        limits.no_hidden && self.path[name..].starts_with(b".")
            || is_directory && limits.max_depth.is_some_and(|depth| self.levels.len() >= depth)
            || !is_directory && limits.include.as_ref().is_some_and(not_included)
            || limits.ignore_file.is_some() && ignored()
    }

    /// The entry whose name was just put behind the path, which was `above`
    /// before. None if it is left out.
    fn entry(&mut self, listed: FileType, above: usize, root: usize) -> Option<Result<Input, WalkError>> {
        let level = self.levels.last_mut()?;
        level.is_empty = false;
        let below = level.below.clone();
        if self.rules.exclude.matches(&self.path[root..], above - root) {
            Skipped::count(&self.rules.skipped.excluded);
            self.path.truncate(above);
            return None;
        }
        match self.kind(&below, listed) {
            Ok(Some(kind)) if self.is_left_out(kind, above, root) => {
                Skipped::count(&self.rules.skipped.excluded);
                self.path.truncate(above);
                None
            }
            Ok(Some(Kind::Directory)) => {
                let opened = below.at(&self.path, |at, name| lookup::open(at, name, DIRECTORY, self.links()));
                self.enter(opened, above).err().map(Err)
            }
            Ok(Some(_)) => {
                let name = self.path.clone();
                self.path.truncate(above);
                Some(Ok(Input { name, place: Place::Found(below, self.links()) }))
            }
            Ok(None) => {
                self.path.truncate(above);
                None
            }
            // A link to nothing is one file that cannot be read.
            Err(errno) => Some(Err(self.fail(above, errno.into(), errno != Errno::NOENT))),
        }
    }
}

impl Iterator for Walk {
    type Item = Result<Input, WalkError>;

    fn next(&mut self) -> Option<Self::Item> {
        let root = match self.root.map_or_else(|| self.begin(), Ok) {
            Ok(root) => root,
            Err(error) => return Some(Err(error)),
        };
        loop {
            let above = self.path.len();
            let level = self.levels.last_mut()?;
            match level.listing.next(&mut self.path) {
                None => self.leave(),
                Some(listed) => {
                    if let Some(item) = self.entry(listed, above, root) {
                        return Some(item);
                    }
                }
            }
        }
    }
}

/// How a directory is opened to list it.
const DIRECTORY: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// Whether a directory says that it is a cache: what is in it can be made again.
/// <https://bford.info/cachedir/>
fn is_cache(directory: &OwnedFd) -> bool {
    const SIGNATURE: &[u8] = b"Signature: 8a477f597d28d172789f06886806bc55";
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let mut begin = [0; SIGNATURE.len()];
    let tag = rustix::fs::openat(directory, "CACHEDIR.TAG", flags, rustix::fs::Mode::empty());
    tag.and_then(|tag| rustix::io::pread(&tag, &mut begin, 0)).is_ok_and(|_| begin == SIGNATURE)
}
