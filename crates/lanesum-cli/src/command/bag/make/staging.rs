//! The directory in which a bag comes to be, beside what it is to hold.
//!
//! Whoever is killed leaves no bag, or a whole one, and the next run goes on:
//!
//! | what there is | what the next run does |
//! |---|---|
//! | `.lanesum-bag-XXXXXX` without `data` | removes it: only manifests are in it |
//! | `.lanesum-bag-XXXXXX/data` | moves back what is in `data`, and begins anew: there may be new files |
//! | `.lanesum-bag-XXXXXX` with anything else | stops: it is somebody's own |
//! | `.lanesum-bag-whole` | all files are in its `data`: moves what is in it to the bag, `bagit.txt` last |
//! | `bagit.txt` | nothing: it is a bag. `.lanesum-bag-whole`, if it is there and empty, goes |

use super::names;
use crate::message;
use anyhow::{Result, anyhow};
use lanesum::{Algorithm, Digest, Hasher};
use lanesum_files::aligned::Aligned;
use lanesum_files::format::{Format, Hashed, Write as Form};
use lanesum_files::function::{Function, Value};
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// How its name begins.
pub(super) const PREFIX: &str = ".lanesum-bag-";

/// What it is called as soon as all files are in it.
const WHOLE: &str = ".lanesum-bag-whole";

/// A directory in the bag-to-be. It is removed with all that is in it, unless it is
/// installed, or has files of others in it.
pub(super) struct Staging {
    bag: PathBuf,
    path: PathBuf,
    /// The bag, locked.
    _lock: File,
}

/// What there is to do for a directory.
pub(super) enum Begun {
    /// All of it.
    Staging(Staging),
    /// Nothing any more: an interrupted run had moved all files, and the rest was done now.
    Finished,
}

impl Staging {
    /// Begins, after it has cleared away what an interrupted run has left.
    ///
    /// # Errors
    ///
    /// That another run is at work; that a file of an interrupted run cannot be moved back,
    /// for there is another one in its place; the system's.
    pub(super) fn begin(bag: &Path) -> Result<Begun> {
        let lock = File::open(bag).map_err(|error| about(bag, &error))?;
        if flock(&lock, FlockOperation::NonBlockingLockExclusive) == Err(Errno::AGAIN) {
            return Err(anyhow!("{}: another `bag make` is at work in it", message::shown(bag.as_os_str())));
        }
        let say = |what: &str| {
            message::say(&message::about(bag.as_os_str().as_bytes(), what));
        };
        for entry in fs::read_dir(bag).map_err(|error| about(bag, &error))? {
            let path = entry.map_err(|error| about(bag, &error))?.path();
            let name = path.file_name().unwrap_or_default();
            if name == WHOLE {
                say("going on after an interruption: all files were read and moved before it");
                install(&path, bag).map_err(|error| about(bag, &error))?;
                return Ok(Begun::Finished);
            }
            if !name.as_bytes().starts_with(PREFIX.as_bytes()) {
                continue;
            }
            // Somebody may call a directory of their own so, and it has the only copy of what is in it.
            if !is_own(&path).map_err(|error| about(&path, &error))? {
                let path = message::shown(path.as_os_str());
                return Err(anyhow!("{path}: `bag make` calls its own directories so: rename it first"));
            }
            let data = path.join("data");
            if data.exists() {
                say("files that an interrupted run has moved are moved back, and read again");
                move_all(&data, bag, None).map_err(|error| about(&data, &error))?;
            }
            // Only manifests are in it.
            fs::remove_dir_all(&path).map_err(|error| about(&path, &error))?;
        }
        let made = tempfile::Builder::new().prefix(PREFIX).tempdir_in(bag);
        let path = made.map_err(|error| about(bag, &error))?.keep();
        Ok(Begun::Staging(Self { bag: bag.to_owned(), path, _lock: lock }))
    }

    /// Removes what a run has left in a bag that was killed in its last step.
    pub(super) fn clear(bag: &Path) {
        let Ok(lock) = File::open(bag) else { return };
        // Another run may be at this step, and would say that somebody else has taken it.
        if flock(&lock, FlockOperation::NonBlockingLockExclusive) != Err(Errno::AGAIN) {
            // Nothing but an empty directory. What stays is no harm to a bag.
            fs::remove_dir(bag.join(WHOLE)).unwrap_or(());
        }
    }

    /// Where a file in it is.
    pub(super) fn join(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes a file, to the disk.
    ///
    /// # Errors
    ///
    /// The system's, with the name of the file.
    pub(super) fn write(&self, name: &str, text: &str) -> Result<()> {
        let path = self.join(name);
        let write = || {
            let mut file = File::create_new(&path)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()
        };
        write().map_err(|error| about(&path, &error))
    }

    /// Writes the manifest of all that is in it by now but such manifests.
    ///
    /// # Errors
    ///
    /// The system's, with the name of a file.
    pub(super) fn write_tag_manifest(&self, algorithm: Algorithm) -> Result<()> {
        let text = self.tag_manifest(algorithm).map_err(|error| about(&self.path, &error))?;
        self.write(&format!("tagmanifest-{}.txt", names::of(algorithm)), &text)
    }

    fn tag_manifest(&self, algorithm: Algorithm) -> io::Result<String> {
        let Some(Format { write: Form::Lines { line, .. }, .. }) = Format::named("bagit") else {
            return Err(Errno::INVAL.into());
        };
        let mut files: Vec<_> = fs::read_dir(&self.path)?
            .map(|entry| entry.map(|entry| entry.file_name()))
            .collect::<io::Result<_>>()?;
        files.retain(|name| !name.as_bytes().starts_with(b"tagmanifest-"));
        files.sort();
        let mut text = Vec::new();
        for name in files {
            let digest = digest(&self.path.join(&name), algorithm)?;
            let (functions, digests) = ([Function::plain(algorithm)], [Value::from(digest)]);
            let file = Hashed { name: name.as_bytes(), size: 0, functions: &functions, digests: &digests };
            line(&file, &mut text).map_err(io::Error::other)?;
        }
        String::from_utf8(text).map_err(io::Error::other)
    }

    /// Moves all other files of the bag into `data`, and what is in here beside it.
    ///
    /// # Errors
    ///
    /// Why something cannot be moved. What was is back where it was.
    pub(super) fn install(self) -> Result<()> {
        let data = self.path.join("data");
        fs::create_dir(&data).map_err(|error| about(&data, &error))?;
        if let Err(error) = move_all(&self.bag, &data, self.path.file_name()) {
            let back = move_all(&data, &self.bag, None).and_then(|()| fs::remove_dir(&data));
            back.map_err(|error| about(&data, &error))?;
            return Err(about(&self.bag, &error));
        }
        let whole = self.bag.join(WHOLE);
        let finish = || {
            sync(&data)?;
            sync(&self.path)?;
            sync(&self.bag)?;
            fs::rename(&self.path, &whole)?;
            sync(&self.bag)?;
            install(&whole, &self.bag)
        };
        finish().map_err(|error| about(&self.bag, &error))
    }
}

/// Whether something is a directory with nothing in it but what a run puts there.
fn is_own(path: &Path) -> io::Result<bool> {
    if !fs::symlink_metadata(path)?.is_dir() {
        return Ok(false);
    }
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let (name, kind) = (entry.file_name(), entry.file_type()?);
        let own = match name.as_bytes() {
            b"data" => kind.is_dir(),
            b"bagit.txt" | b"bag-info.txt" => kind.is_file(),
            name => {
                let listing = name.starts_with(b"manifest-") || name.starts_with(b"tagmanifest-");
                listing && name.ends_with(b".txt") && kind.is_file()
            }
        };
        if !own {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Moves what is in the whole bag to its place. `bagit.txt` makes it a bag: it comes last.
fn install(whole: &Path, bag: &Path) -> io::Result<()> {
    let last = whole.join("bagit.txt");
    move_all(whole, bag, last.file_name())?;
    sync(bag)?;
    fs::rename(&last, bag.join("bagit.txt"))?;
    fs::remove_dir(whole)?;
    sync(bag)
}

fn sync(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

impl Drop for Staging {
    fn drop(&mut self) {
        // Files that are not its own are not removed.
        if !self.path.join("data").exists() {
            fs::remove_dir_all(&self.path).unwrap_or(());
        }
    }
}

pub(super) fn about(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("{}: {}", message::shown(path.as_os_str()), message::reason(error))
}

/// Moves what is in a directory to another, but what has this name.
fn move_all(from: &Path, to: &Path, but: Option<&OsStr>) -> io::Result<()> {
    // What is moved while a directory is read may hide others: it is read until none is left.
    loop {
        let mut moved = false;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            if Some(&*entry.file_name()) == but {
                continue;
            }
            let place = to.join(entry.file_name());
            // Nothing takes the place of a file that somebody has put there meanwhile.
            if fs::symlink_metadata(&place).is_ok() {
                let own = message::shown(place.as_os_str());
                let what = format!("{own} is in the way of the file of that name in here");
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, what));
            }
            fs::rename(entry.path(), place)?;
            moved = true;
        }
        if !moved {
            return Ok(());
        }
    }
}

/// The digest of a file.
fn digest(path: &Path, algorithm: Algorithm) -> io::Result<Digest> {
    let mut file = File::open(path)?;
    let mut hasher = Hasher::new(algorithm);
    let mut buffer = Aligned::new(1 << 20);
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(hasher.finalize()),
            Ok(n) => {
                hasher.update(&buffer[..n]);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
