//! The manifests of a bag, of its payload and of its other files.

use super::inventory::{Inventory, MAX_NAME};
use super::names::{self, Kind};
use crate::message;
use anyhow::{Result, anyhow};
use lanesum::Algorithm;
use lanesum_files::format::{AnyReader, Format, Said};
use lanesum_files::function::Function;
use lanesum_files::manifest::Known;
use lanesum_files::name::is_outside;
use lanesum_files::records::{Origin, Record, Records, TOO_LONG};
use rustix::io::Errno;
use std::fs;
use std::path::{Path, PathBuf};

/// A manifest.
#[derive(Debug)]
pub(super) struct Manifest {
    pub(super) path: PathBuf,
    pub(super) kind: Kind,
    /// What its digests are of.
    pub(super) function: Function,
}

/// A file that is called as a manifest.
pub(super) enum Found {
    Manifest(Manifest),
    /// Of an algorithm that there is not.
    Unknown(PathBuf),
}

/// All that are in the directory of the bag, in the order of their names.
///
/// # Errors
///
/// That the directory cannot be read.
pub(super) fn find(bag: &Path) -> Result<Vec<Found>> {
    let problem = |error| anyhow!("{}: {}", message::shown(bag.as_os_str()), message::reason(&error));
    let mut files = Vec::new();
    for entry in fs::read_dir(bag).map_err(problem)? {
        files.push(entry.map_err(problem)?.file_name());
    }
    files.sort();
    let found = |file: std::ffi::OsString| {
        let (kind, algorithm) = names::manifest(file.to_str()?)?;
        let path = bag.join(&file);
        Some(match algorithm {
            Some(algorithm) => Found::Manifest(Manifest::new(path, kind, algorithm)),
            None => Found::Unknown(path),
        })
    };
    Ok(files.into_iter().filter_map(found).collect())
}

impl Manifest {
    fn new(path: PathBuf, kind: Kind, algorithm: Algorithm) -> Self {
        Self { path, kind, function: algorithm.into() }
    }

    /// Its name in the bag.
    pub(super) fn file_name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Adds all that it lists, as the manifest of this number. What is wrong with a line is
    /// told to `fault`.
    ///
    /// # Errors
    ///
    /// That it cannot be read, or that there is no room; those of `fault`.
    pub(super) fn read(
        &self,
        number: usize,
        inventory: &mut Inventory,
        mut fault: impl FnMut(&str) -> Result<()>,
    ) -> Result<()> {
        let problem = |errno: Errno| {
            anyhow!("{}: {}", message::shown(self.path.as_os_str()), message::reason(&errno.into()))
        };
        let known = Known { only: Some(self.function.clone()), ..Known::default() };
        let mut reader = AnyReader::new(known, Format::named("bagit"));
        let mut records = Records::new(Origin::open(self.path.as_os_str()).map_err(problem)?, b'\n');
        let mut line = 0_u64;
        loop {
            let said = match records.next(true).map_err(problem)? {
                Record::Bytes(bytes) => reader.line(bytes),
                Record::TooLong(first) => reader.too_long(first),
                Record::Later => continue,
                Record::End => return Ok(()),
            };
            line += 1;
            match said {
                Said::Nothing => {}
                Said::Entry(listed) if listed.name.len() <= MAX_NAME => {
                    let name = listed.name.strip_prefix(b"./").unwrap_or(&listed.name);
                    match self.wrong(name) {
                        Some(what) => fault(&format!("{line}: {what}"))?,
                        None => {
                            for (_, digest) in &listed.digests {
                                inventory.list(name, number, digest)?;
                            }
                        }
                    }
                }
                Said::TooLong => fault(&format!("{line}: a line {TOO_LONG}"))?,
                _ => fault(&format!("{line}: improperly formatted line"))?,
            }
        }
    }

    /// Why it must not list a file of this name.
    fn wrong(&self, name: &[u8]) -> Option<&'static str> {
        match self.kind {
            Kind::Payload if !name.starts_with(b"data/") || is_outside(name) => {
                Some("names a file that is not in data")
            }
            Kind::Tags if is_outside(name) => Some("names a file that is not in the bag"),
            _ => None,
        }
    }
}
