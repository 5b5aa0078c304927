//! The directory in which a bag comes to be, beside what it is to hold.

use super::names;
use crate::message;
use anyhow::{Result, anyhow};
use lanesum::{Algorithm, Digest, Hasher};
use lanesum_files::format::{Format, Hashed, Write as Form};
use lanesum_files::function::{Function, Value};
use rustix::io::Errno;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// How its name begins.
pub(super) const PREFIX: &str = ".lanesum-bag-";

/// A directory in the bag-to-be. It is removed with all that is in it, unless it is
/// installed, or has files of others in it.
pub(super) struct Staging {
    bag: PathBuf,
    path: PathBuf,
}

impl Staging {
    /// # Errors
    ///
    /// That an interrupted run has left one with files in it; the system's.
    pub(super) fn new(bag: &Path) -> Result<Self> {
        for entry in fs::read_dir(bag).map_err(|error| about(bag, &error))? {
            let path = entry.map_err(|error| about(bag, &error))?.path();
            let name = path.file_name().unwrap_or_default().as_bytes();
            if !name.starts_with(PREFIX.as_bytes()) {
                continue;
            }
            if path.join("data").exists() {
                return Err(anyhow!(
                    "{}: left by a run that was interrupted; move what is in its data back, and remove it",
                    message::shown(path.as_os_str())
                ));
            }
            // Only manifests are in it.
            fs::remove_dir_all(&path).map_err(|error| about(&path, &error))?;
        }
        let made = tempfile::Builder::new().prefix(PREFIX).tempdir_in(bag);
        let path = made.map_err(|error| about(bag, &error))?.keep();
        Ok(Self { bag: bag.to_owned(), path })
    }

    pub(super) fn problem(&self, error: &io::Error) -> anyhow::Error {
        about(&self.path, error)
    }

    /// Where a file in it is.
    pub(super) fn join(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes a file, to the disk.
    pub(super) fn write(&self, name: &str, text: &str) -> io::Result<()> {
        let mut file = File::create_new(self.join(name))?;
        file.write_all(text.as_bytes())?;
        file.sync_all()
    }

    /// Writes the manifest of all that is in it by now but such manifests.
    pub(super) fn write_tag_manifest(&self, algorithm: Algorithm) -> io::Result<()> {
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
        let text = String::from_utf8(text).map_err(io::Error::other)?;
        self.write(&format!("tagmanifest-{}.txt", names::of(algorithm)), &text)
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
        // `bagit.txt` makes it a bag: it comes last.
        let sync = |path: &Path| File::open(path).and_then(|directory| directory.sync_all());
        let last = self.path.join("bagit.txt");
        let finish = || {
            move_all(&self.path, &self.bag, last.file_name())?;
            sync(&self.bag)?;
            fs::rename(&last, self.bag.join("bagit.txt"))?;
            fs::remove_dir(&self.path)?;
            sync(&self.bag)
        };
        finish().map_err(|error| about(&self.bag, &error))
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // Files that are not its own are not removed.
        if !self.path.join("data").exists() {
            fs::remove_dir_all(&self.path).unwrap_or(());
        }
    }
}

fn about(path: &Path, error: &io::Error) -> anyhow::Error {
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
            fs::rename(entry.path(), to.join(entry.file_name()))?;
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
    let mut buffer = vec![0; 1 << 20];
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
