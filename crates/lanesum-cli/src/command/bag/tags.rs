//! The files that say what a bag is: `bagit.txt` and `bag-info.txt`.

use crate::message;
use anyhow::{Result, anyhow, bail};
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// `bagit.txt`, as RFC 8493 has it.
pub(super) const BAGIT: &str = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n";

/// No file of this kind that means something is longer.
const MAX_LEN: u64 = 1 << 20;

/// A version of BagIt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Version(u32, u32);

impl Version {
    /// From here on every manifest lists the whole payload.
    pub(super) const ONE: Self = Self(1, 0);
}

/// How much a payload has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Oxum {
    pub(super) bytes: u64,
    pub(super) files: u64,
}

impl Display for Oxum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.bytes, self.files)
    }
}

/// Reads `bagit.txt`.
///
/// # Errors
///
/// That there is none, or what is wrong with it.
pub(super) fn version(bag: &Path) -> Result<Version> {
    let path = bag.join("bagit.txt");
    let problem = |what: &dyn Display| anyhow!("{}: {what}", message::shown(path.as_os_str()));
    let text = match read(&path)? {
        Some(text) => text,
        None => bail!("{}: not a bag: it has no bagit.txt", message::shown(bag.as_os_str())),
    };
    let value = |label: &str| values(&text, label).next().map(str::to_owned);
    let wrong = || problem(&"it does not say `BagIt-Version: M.N`");
    let version = value("BagIt-Version").ok_or_else(wrong)?;
    let (major, minor) = version.split_once('.').ok_or_else(wrong)?;
    let number = |text: &str| text.parse().map_err(|_| wrong());
    let version = Version(number(major)?, number(minor)?);
    if version > Version::ONE {
        return Err(problem(&format!("a bag of version {major}.{minor}; lanesum knows versions up to 1.0")));
    }
    match value("Tag-File-Character-Encoding") {
        Some(encoding) if encoding.eq_ignore_ascii_case("utf-8") => Ok(version),
        Some(encoding) => Err(problem(&format!("its files are in {encoding}; lanesum reads only UTF-8"))),
        None => Err(problem(&"it does not say `Tag-File-Character-Encoding: UTF-8`")),
    }
}

/// What `bag-info.txt` says of the payload, if it does.
///
/// # Errors
///
/// The system's; that it says what nobody can read.
pub(super) fn oxum(bag: &Path) -> Result<Option<Oxum>> {
    let path = bag.join("bag-info.txt");
    let Some(text) = read(&path)? else { return Ok(None) };
    let Some(value) = values(&text, "Payload-Oxum").next() else { return Ok(None) };
    let parsed = value
        .split_once('.')
        .and_then(|(bytes, files)| Some(Oxum { bytes: bytes.parse().ok()?, files: files.parse().ok()? }));
    let wrong = || anyhow!("{}: Payload-Oxum is not BYTES.FILES: {value}", message::shown(path.as_os_str()));
    parsed.map(Some).ok_or_else(wrong)
}

/// The values of a label, whose case means nothing.
fn values<'a>(text: &'a str, label: &str) -> impl Iterator<Item = &'a str> {
    text.lines().filter_map(move |line| {
        let (name, value) = line.split_once(':')?;
        name.trim_end().eq_ignore_ascii_case(label).then(|| value.trim())
    })
}

/// The whole of a file. None where there is none.
fn read(path: &Path) -> Result<Option<String>> {
    let problem = |what: &dyn Display| anyhow!("{}: {what}", message::shown(path.as_os_str()));
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_LEN + 1).read_to_end(&mut bytes));
    match read {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(problem(&message::reason(&error))),
        Ok(_) if bytes.len() as u64 > MAX_LEN => return Err(problem(&"longer than 1 MiB")),
        Ok(_) => {}
    }
    let text = String::from_utf8(bytes).map_err(|_| problem(&"not UTF-8"))?;
    Ok(Some(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)))
}
