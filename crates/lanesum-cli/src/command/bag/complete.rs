//! Whether a bag is complete (RFC 8493, 3): whether all files are there that it lists, and
//! all listed that are there. No file of the payload is read for it.
//!
//! Names are sorted, in bounded memory, and compared side by side.

use super::names::{self, Kind};
use super::tags::{self, Oxum, Version};
use crate::console::Console;
use crate::message;
use anyhow::{Result, anyhow};
use lanesum::Algorithm;
use lanesum_files::format::{AnyReader, Format, Said};
use lanesum_files::input::{Directory, Input, Place};
use lanesum_files::manifest::Known;
use lanesum_files::name::is_outside;
use lanesum_files::records::{Origin, Record, Records};
use lanesum_files::sorted::{Sorted, Sorter};
use lanesum_files::status::Kind as FileKind;
use lanesum_files::walk::{Rules, Walk};
use std::cmp::Ordering;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A manifest of a bag.
pub(super) struct Manifest {
    pub(super) path: PathBuf,
    pub(super) algorithm: Algorithm,
    kind: Kind,
    /// How many files it lists.
    pub(super) entries: u64,
}

/// What was found.
#[derive(Default)]
pub(super) struct Found {
    /// The manifests that can be read.
    pub(super) manifests: Vec<Manifest>,
    /// How many things are not as they must be.
    pub(super) faults: u64,
}

/// Looks at a bag, and says what is missing.
///
/// # Errors
///
/// Why nothing can be said of it.
pub(super) fn look(bag: &Path, version: Version, console: &mut Console<'_>) -> Result<Found> {
    let directory = Directory::open(bag).map_err(|errno| {
        anyhow!("{}: {}", message::shown(bag.as_os_str()), message::reason(&errno.into()))
    })?;
    let mut look = Look { bag, directory: Arc::new(directory), console, found: Found::default() };
    look.manifests()?;
    look.payload(version)?;
    look.fetch()?;
    Ok(look.found)
}

struct Look<'a, 'c> {
    bag: &'a Path,
    directory: Arc<Directory>,
    console: &'a mut Console<'c>,
    found: Found,
}

impl Look<'_, '_> {
    /// A fault of a file of the bag.
    fn fault(&mut self, path: &Path, what: &str) -> Result<()> {
        self.found.faults += 1;
        Ok(self.console.message(&message::about(path.as_os_str().as_bytes(), what))?)
    }

    /// A fault with a line of its own: `data/a: MISSING`.
    fn result(&mut self, name: &[u8], what: &str) -> Result<()> {
        self.found.faults += 1;
        let line = self.console.names().result(name, what);
        Ok(self.console.line(&line)?)
    }

    /// What manifests there are.
    fn manifests(&mut self) -> Result<()> {
        let problem =
            |error| anyhow!("{}: {}", message::shown(self.bag.as_os_str()), message::reason(&error));
        let mut files = Vec::new();
        for entry in fs::read_dir(self.bag).map_err(problem)? {
            files.push(entry.map_err(problem)?.file_name());
        }
        files.sort();
        for file in files {
            let Some((kind, algorithm)) = file.to_str().and_then(names::manifest) else { continue };
            let path = self.bag.join(&file);
            match algorithm {
                Some(algorithm) => self.found.manifests.push(Manifest { path, algorithm, kind, entries: 0 }),
                None => {
                    self.fault(&path, "lanesum does not have its algorithm, and does not check its lines")?
                }
            }
        }
        if !self.found.manifests.iter().any(|manifest| manifest.kind == Kind::Payload) {
            let bag = self.bag;
            self.fault(bag, "it has no manifest of its payload that can be read")?;
        }
        Ok(())
    }

    /// Holds the payload against its manifests.
    fn payload(&mut self, version: Version) -> Result<()> {
        let payload = self.found.manifests.iter().filter(|manifest| manifest.kind == Kind::Payload).count();
        // Before version 1.0 a file need not be in every manifest.
        let lists = if version < Version::ONE { payload.min(1) } else { payload };
        let mut there: Vec<_> = (0..lists).map(|_| Sorter::default()).collect();
        self.walk(&mut there)?;
        let mut manifests = std::mem::take(&mut self.found.manifests);
        let mut listed: Vec<(PathBuf, Sorter)> = Vec::new();
        for manifest in &mut manifests {
            if manifest.kind == Kind::Payload && (listed.len() < lists) {
                listed.push((manifest.path.clone(), Sorter::default()));
            }
            let names = listed.last_mut().map(|(_, names)| names).filter(|_| manifest.kind == Kind::Payload);
            self.read(manifest, names)?;
        }
        self.found.manifests = manifests;
        for (there, (path, listed)) in there.into_iter().zip(listed) {
            self.compare(there.sorted()?, listed.sorted()?, &path)?;
        }
        Ok(())
    }

    /// Adds the names of the payload to each list, and compares what it has with what
    /// `bag-info.txt` says.
    fn walk(&mut self, there: &mut [Sorter]) -> Result<()> {
        let data = self.bag.join("data");
        let start = data.as_os_str().len() - "data".len();
        let mut oxum = Oxum::default();
        if !data.is_dir() {
            self.fault(&data, "no such directory, and the payload of a bag is in it")?;
        } else {
            for found in Walk::new(data.as_os_str().as_bytes().to_vec(), Arc::new(Rules::default())) {
                match found {
                    Ok(input) => {
                        oxum.files += 1;
                        oxum.bytes += input.size().unwrap_or(0);
                        for names in &mut *there {
                            names.add(&input.name[start..])?;
                        }
                    }
                    Err(error) => {
                        let path = PathBuf::from(std::ffi::OsStr::from_bytes(&error.name));
                        self.fault(&path, &message::reason(&error.error))?;
                    }
                }
            }
        }
        match tags::oxum(self.bag)? {
            Some(expected) if expected != oxum => {
                let what = format!("Payload-Oxum is {expected}, and the payload has {oxum} (bytes.files)");
                self.fault(&self.bag.join("bag-info.txt"), &what)
            }
            _ => Ok(()),
        }
    }

    /// Reads the names in a manifest: those of the payload into `names`; other files are
    /// looked for at once.
    fn read(&mut self, manifest: &mut Manifest, mut names: Option<&mut Sorter>) -> Result<()> {
        let path = manifest.path.clone();
        let problem = |errno: rustix::io::Errno| {
            anyhow!("{}: {}", message::shown(path.as_os_str()), message::reason(&errno.into()))
        };
        let known = Known { only: Some(manifest.algorithm.into()), ..Known::default() };
        let mut reader = AnyReader::new(known, Format::named("bagit"));
        let mut records = Records::new(Origin::open(path.as_os_str()).map_err(problem)?, b'\n');
        let mut number = 0;
        loop {
            let said = match records.next(true).map_err(problem)? {
                Record::Bytes(line) => reader.line(line),
                Record::TooLong => Said::Malformed,
                Record::Later => continue,
                Record::End => return Ok(()),
            };
            number += 1;
            let name = match said {
                Said::Entry(listed) => listed.name,
                Said::Nothing => continue,
                Said::Malformed | Said::Unsupported(_) => {
                    self.fault(&path, &format!("{number}: improperly formatted line"))?;
                    continue;
                }
            };
            manifest.entries += 1;
            let name = name.strip_prefix(b"./").unwrap_or(&name);
            match &mut names {
                Some(names) if name.starts_with(b"data/") && !is_outside(name) => names.add(name)?,
                Some(_) => self.fault(&path, &format!("{number}: names a file that is not in data"))?,
                None if manifest.kind == Kind::Payload => {}
                None if !self.is_there(name) => self.result(name, "MISSING")?,
                None => {}
            }
        }
    }

    /// Whether a regular file is there, in the bag.
    fn is_there(&self, name: &[u8]) -> bool {
        let input = Input { name: name.to_vec(), place: Place::Beneath(self.directory.clone()) };
        input.ask().is_ok_and(|status| status.kind == FileKind::Regular)
    }

    fn compare(&mut self, mut there: Sorted, mut listed: Sorted, manifest: &Path) -> Result<()> {
        let unlisted =
            format!("NOT LISTED in {}", manifest.file_name().unwrap_or_default().to_string_lossy());
        let (mut file, mut entry) = (there.next(), listed.next());
        loop {
            let order = match (&file, &entry) {
                (None, None) => return Ok(()),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(file), Some(entry)) => file.cmp(entry),
            };
            match order {
                Ordering::Less => self.result(file.as_deref().unwrap_or_default(), &unlisted)?,
                Ordering::Greater => self.result(entry.as_deref().unwrap_or_default(), "MISSING")?,
                Ordering::Equal => {}
            }
            if order != Ordering::Greater {
                file = there.next();
            }
            if order != Ordering::Less {
                entry = listed.next();
            }
        }
    }

    /// What is to be fetched is not there: nothing is fetched here.
    fn fetch(&mut self) -> Result<()> {
        let path = self.bag.join("fetch.txt");
        let origin = match Origin::open(path.as_os_str()) {
            Ok(origin) => origin,
            Err(rustix::io::Errno::NOENT) => return Ok(()),
            Err(errno) => return self.fault(&path, &message::reason(&errno.into())),
        };
        let mut records = Records::new(origin, b'\n');
        let (mut number, mut absent) = (0_u64, 0_u64);
        loop {
            let file = match records.next(true) {
                Ok(Record::Bytes(line)) => fetched(line),
                Ok(Record::TooLong) => None,
                Ok(Record::Later) => continue,
                Ok(Record::End) => break,
                Err(errno) => return self.fault(&path, &message::reason(&errno.into())),
            };
            number += 1;
            match file {
                Some(name) if name.starts_with(b"data/") && !is_outside(&name) => {
                    absent += u64::from(!self.is_there(&name));
                }
                Some(name) if name.is_empty() => {}
                _ => self.fault(&path, &format!("{number}: not `URL LENGTH data/...`"))?,
            }
        }
        if absent > 0 {
            let what = if absent == 1 { "file is" } else { "files are" };
            self.fault(&path, &format!("{absent} {what} still to be fetched, which lanesum does not do"))?;
        }
        Ok(())
    }
}

/// The file of a line of `fetch.txt`: empty for an empty line.
fn fetched(line: &[u8]) -> Option<Vec<u8>> {
    let line = line.trim_ascii();
    if line.is_empty() {
        return Some(Vec::new());
    }
    let mut fields = line.splitn(3, |b| matches!(b, b' ' | b'\t'));
    let (_url, length, name) = (fields.next()?, fields.next()?, fields.next()?);
    let counted = length == b"-" || length.iter().all(u8::is_ascii_digit);
    counted.then(|| name.trim_ascii_start().to_vec())
}
