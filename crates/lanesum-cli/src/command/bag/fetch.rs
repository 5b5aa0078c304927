//! `fetch.txt`: the files of the payload that somebody is still to fetch (RFC 8493, 2.2.3).

use crate::message;
use anyhow::Result;
use lanesum_files::format::bagit_path;
use lanesum_files::name::is_outside;
use lanesum_files::records::{Origin, Record, Records, TOO_LONG};
use rustix::io::Errno;
use std::path::Path;

/// Tells `fault` what is wrong with the file at `path`, if there is one: nothing is fetched
/// here, so what is not `there` by now is missing.
///
/// # Errors
///
/// Those of `fault`.
pub(super) fn look(
    path: &Path,
    there: impl Fn(&[u8]) -> bool,
    mut fault: impl FnMut(&str) -> Result<()>,
) -> Result<()> {
    let origin = match Origin::open(path.as_os_str()) {
        Ok(origin) => origin,
        Err(Errno::NOENT) => return Ok(()),
        Err(errno) => return fault(&message::reason(&errno.into())),
    };
    let mut records = Records::new(origin, b'\n');
    let (mut number, mut absent) = (0_u64, 0_u64);
    loop {
        let file = match records.next(true) {
            Ok(Record::Bytes(line)) => fetched(line),
            Ok(Record::TooLong(_)) => {
                number += 1;
                fault(&format!("{number}: a line {TOO_LONG}"))?;
                continue;
            }
            Ok(Record::Later) => continue,
            Ok(Record::End) => break,
            Err(errno) => return fault(&message::reason(&errno.into())),
        };
        number += 1;
        match file {
            Some(name) if name.starts_with(b"data/") && !is_outside(&name) => {
                absent += u64::from(!there(&name));
            }
            Some(name) if name.is_empty() => {}
            _ => fault(&format!("{number}: not `URL LENGTH data/...`"))?,
        }
    }
    if absent > 0 {
        let what = if absent == 1 { "file is" } else { "files are" };
        fault(&format!("{absent} {what} still to be fetched, which lanesum does not do"))?;
    }
    Ok(())
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
    counted.then(|| bagit_path(name.trim_ascii_start()))
}
