//! Whether a bag is complete (RFC 8493, 3): whether all files are there that it lists, and
//! all listed that are there. No file of the payload is read for it.

use super::fetch;
use super::inventory::{File, Files, Inventory, MAX_NAME};
use super::manifest::{self, Found, Manifest};
use super::names::Kind;
use super::tags::{self, Oxum, Version};
use crate::console::Console;
use crate::message;
use anyhow::Result;
use lanesum_files::input::{Directory, Input, Place};
use lanesum_files::status::Kind as FileKind;
use lanesum_files::walk::{Rules, Walk};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;

/// What a bag has.
pub(super) struct Bag {
    version: Version,
    directory: Arc<Directory>,
    /// The manifests that can be read.
    pub(super) manifests: Vec<Manifest>,
    /// What the payload has.
    pub(super) payload: Oxum,
}

/// Looks at all of a bag but the files that it lists, and says what is wrong. Says how many
/// things are, too.
///
/// # Errors
///
/// Why nothing can be said of it.
pub(super) fn look(path: &Path, console: &mut Console<'_>) -> Result<(Bag, Files, u64)> {
    let version = tags::version(path)?;
    let directory = Directory::open(path).map_err(|errno| message::error(path.as_os_str(), errno))?;
    let bag =
        Bag { version, directory: Arc::new(directory), manifests: Vec::new(), payload: Oxum::default() };
    let mut look = Look { path, console, bag, inventory: Inventory::default(), faults: 0 };
    look.manifests()?;
    look.payload()?;
    look.oxum()?;
    look.fetch()?;
    let Look { bag, inventory, faults, .. } = look;
    Ok((bag, inventory.files()?, faults))
}

struct Look<'a, 'c> {
    path: &'a Path,
    console: &'a mut Console<'c>,
    bag: Bag,
    inventory: Inventory,
    faults: u64,
}

impl Look<'_, '_> {
    fn fault(&mut self, path: &Path, what: &str) -> Result<()> {
        self.faults += 1;
        Ok(self.console.message(&message::about(path.as_os_str().as_bytes(), what))?)
    }

    fn manifests(&mut self) -> Result<()> {
        for found in manifest::find(self.path)? {
            match found {
                Found::Manifest(manifest) => self.bag.manifests.push(manifest),
                Found::Unknown(path) => {
                    self.fault(&path, "lanesum does not have its algorithm, and does not check its lines")?;
                }
            }
        }
        if !self.bag.manifests.iter().any(|manifest| manifest.kind == Kind::Payload) {
            self.fault(self.path, "it has no manifest of its payload that can be read")?;
        }
        let manifests = std::mem::take(&mut self.bag.manifests);
        let mut inventory = std::mem::take(&mut self.inventory);
        for (number, manifest) in manifests.iter().enumerate() {
            manifest.read(number, &mut inventory, |what| self.fault(&manifest.path, what))?;
        }
        (self.bag.manifests, self.inventory) = (manifests, inventory);
        Ok(())
    }

    fn payload(&mut self) -> Result<()> {
        let data = self.path.join("data");
        let start = data.as_os_str().len() - "data".len();
        if !data.is_dir() {
            return self.fault(&data, "no such directory, and the payload of a bag is in it");
        }
        let rules = Arc::new(Rules::default());
        for found in Walk::new(data.as_os_str().as_bytes().to_vec(), rules.clone()) {
            let (path, what) = match found {
                Ok(input) => {
                    self.bag.payload.files += 1;
                    self.bag.payload.bytes += input.size().unwrap_or(0);
                    let name = &input.name[start..];
                    if name.len() <= MAX_NAME {
                        self.inventory.add(name)?;
                        continue;
                    }
                    (input.name, "no manifest that lanesum reads can have a name as long".to_owned())
                }
                Err(error) => (error.name, message::reason(&error.error)),
            };
            self.fault(Path::new(OsStr::from_bytes(&path)), &what)?;
        }
        match rules.skipped.no_files() {
            Some(what) => self.fault(&data, &format!("{what} in it cannot be in a bag")),
            None => Ok(()),
        }
    }

    fn oxum(&mut self) -> Result<()> {
        let payload = self.bag.payload;
        match tags::oxum(self.path)? {
            Some(expected) if expected != payload => {
                let what = format!("Payload-Oxum is {expected}, and the payload has {payload} (bytes.files)");
                self.fault(&self.path.join("bag-info.txt"), &what)
            }
            _ => Ok(()),
        }
    }

    fn fetch(&mut self) -> Result<()> {
        let path = self.path.join("fetch.txt");
        let directory = self.bag.directory.clone();
        fetch::look(&path, |name| has(&directory, name), |what| self.fault(&path, what))
    }
}

fn input(bag: &Arc<Directory>, name: Vec<u8>) -> Input {
    Input { name, place: Place::Beneath(bag.clone()) }
}

/// Whether a bag has a regular file of this name.
fn has(bag: &Arc<Directory>, name: &[u8]) -> bool {
    input(bag, name.to_vec()).ask().is_ok_and(|status| status.kind == FileKind::Regular)
}

impl Bag {
    /// The file of this name.
    pub(super) fn input(&self, name: Vec<u8>) -> Input {
        input(&self.directory, name)
    }

    /// Whether a file is there: a walk has found those of the payload.
    pub(super) fn is_there(&self, file: &File) -> bool {
        file.there || (!file.name.starts_with(b"data/") && has(&self.directory, &file.name))
    }

    /// What is wrong with a file before it is read.
    pub(super) fn faults(&self, file: &File, there: bool) -> Vec<String> {
        let times = |number: usize| file.listed.iter().filter(|(manifest, _)| *manifest == number).count();
        let mut faults = Vec::new();
        if !there {
            faults.push("MISSING".to_owned());
        }
        let (mut payload, mut absent) = (0, Vec::new());
        for (number, manifest) in self.manifests.iter().enumerate() {
            payload += u64::from(manifest.kind == Kind::Payload);
            match times(number) {
                0 if file.there && manifest.kind == Kind::Payload => absent.push(manifest),
                0 | 1 => {}
                _ => faults.push(format!("LISTED TWICE in {}, with different digests", manifest.file_name())),
            }
        }
        match absent.len() as u64 {
            0 => {}
            // Before version 1.0 each file is in one of them at least.
            _ if self.version >= Version::ONE => {
                faults
                    .extend(absent.iter().map(|manifest| format!("NOT LISTED in {}", manifest.file_name())));
            }
            all if all == payload => faults.push("NOT LISTED".to_owned()),
            _ => {}
        }
        faults
    }
}
