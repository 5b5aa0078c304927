//! What an update has read, in a file beside the manifest until that is complete: after
//! an interruption the next run need not read it again.
//!
//! Each run has a file of its own, `.lanesum-NAME.resume-N`, with the lines of the
//! manifest in the same order. A last line that is cut off names no file, or one whose
//! inode is another.

use super::earlier::{Earlier, Mark};
use crate::ledger::beside;
use crate::message;
use crate::progress::amount;
use anyhow::{Result, anyhow};
use lanesum_files::manifest::Known;
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// How much may be lost by an interruption.
const BUFFER: usize = 64 << 10;

/// The files of earlier runs, and that of this one.
pub(super) struct Journal {
    earlier: Earlier,
    own: Own,
}

/// The file of this run.
pub(super) struct Own {
    file: File,
    /// What is not written yet.
    buffer: Vec<u8>,
    /// What was read so far.
    mark: Mark,
    /// Of all runs.
    paths: Vec<PathBuf>,
    /// Whether lines could not be written: nothing is lost but time.
    lost: bool,
}

impl Journal {
    /// Opens what there is of earlier runs, and a file for this one. Where they are not
    /// `trusted` they are read by nobody, and removed in the end.
    ///
    /// # Errors
    ///
    /// Where another update of the manifest is at work; the system's.
    pub(super) fn open(manifest: &Path, known: &Known, trusted: bool) -> Result<Self> {
        let problem = |path: &Path, error: io::Error| {
            anyhow!("{}: {}", message::shown(path.as_os_str()), message::reason(&error))
        };
        let mut earlier = Earlier::default();
        let mut paths = Vec::new();
        for run in 1.. {
            let path = beside::journal(manifest, run);
            let (exists, file) = match File::options().append(true).create_new(true).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => (true, File::open(&path)),
                file => (false, file),
            };
            let file = file.map_err(|error| problem(&path, error))?;
            // Where there are no locks nobody can tell.
            if flock(&file, FlockOperation::NonBlockingLockExclusive) == Err(Errno::AGAIN) {
                let name = message::shown(manifest.as_os_str());
                return Err(anyhow!("{name}: another update of it is at work"));
            }
            paths.push(path);
            if exists {
                let path = paths.last().map(|path| path.as_os_str()).unwrap_or_default();
                if !trusted {
                    continue;
                }
                let mark = Mark::last(&file, BUFFER).unwrap_or(None).unwrap_or_default();
                earlier
                    .add(path, known, mark)
                    .map_err(|error| anyhow!("{}: {error}", message::shown(path)))?;
                // The lock of a run that ended is its own.
                continue;
            }
            let own = Own { file, buffer: Vec::new(), mark: Mark::default(), paths, lost: false };
            return Ok(Self { earlier, own });
        }
        unreachable!("there are more numbers than files")
    }

    /// What is said of earlier runs, if any was interrupted. What of it need not be read again
    /// is known only when all files were asked about.
    pub(super) fn resumes(&self) -> Option<String> {
        if self.earlier.is_empty() {
            return None;
        }
        let Earlier { mark, marked, .. } = &self.earlier;
        let amount = amount(mark.files, mark.bytes);
        let noted = match marked {
            0 => String::new(),
            1 => format!(": the run before it has noted {amount} that it read"),
            _ => format!(
                ": {marked} runs before it have noted {amount} that they read, \
                 where a file counts for each run that read it"
            ),
        };
        Some(format!("going on after an interruption{noted}"))
    }

    pub(super) fn split(self) -> (Earlier, Own) {
        (self.earlier, self.own)
    }
}

impl Own {
    /// Takes the lines of a file that was read, and has so many bytes.
    pub(super) fn add(&mut self, text: &[u8], len: u64) {
        self.buffer.extend_from_slice(text);
        self.mark += Mark { files: 1, bytes: len };
        if self.buffer.len() >= BUFFER {
            self.write();
        }
    }

    fn write(&mut self) {
        if !self.buffer.is_empty() {
            self.buffer.extend_from_slice(self.mark.line().as_bytes());
            // A full disk is said when the manifest is written.
            self.lost = self.lost || self.file.write_all(&self.buffer).is_err();
            self.buffer.clear();
        }
    }

    /// Leaves what was read for another run.
    pub(super) fn keep(mut self) {
        self.write();
        let is_empty = self.file.metadata().is_ok_and(|metadata| metadata.len() == 0);
        if let Some(own) = self.paths.last().filter(|_| is_empty) {
            fs::remove_file(own).unwrap_or(());
        }
    }

    /// Nothing of it is needed any more.
    pub(super) fn remove(mut self) {
        self.buffer.clear();
        for path in &self.paths {
            // What stays is looked at again, and is then out of date.
            fs::remove_file(path).unwrap_or(());
        }
    }
}

impl Drop for Own {
    /// What ends the work before its time may leave the process the time for this.
    fn drop(&mut self) {
        self.write();
    }
}
