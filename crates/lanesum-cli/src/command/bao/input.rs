//! Files that are read, in order or at positions, and counted as they are.

use crate::file_error::FileError;
use crate::message;
use crate::output::Output;
use crate::progress::Progress;
use anyhow::{Result, anyhow};
use lanesum::bao::ReadAt;
use lanesum_files::aligned::Aligned;
use lanesum_files::engine::Progress as _;
use lanesum_files::input::Input;
use lanesum_files::status::Status;
use lanesum_files::{pipe, standard, wait};
use rustix::fd::AsFd;
use rustix::fs::fstat;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Seek, Write};

/// An open file.
pub(super) struct Bytes<'a> {
    name: OsString,
    file: File,
    /// Its length, if it is a file of known length that is at its start.
    len: Option<u64>,
    progress: &'a Progress,
}

impl<'a> Bytes<'a> {
    /// Opens what an operand names: none and `-` are standard input.
    pub(super) fn open(operand: Option<&OsStr>, progress: &'a Progress) -> Result<Self> {
        let name = operand.unwrap_or(OsStr::new("-")).to_owned();
        let file = if name == "-" {
            standard::stdin()
                .map_err(io::Error::from)
                .and_then(|stdin| stdin.try_clone_to_owned())
                .map(File::from)
        } else {
            File::open(&name)
        };
        let file = file.map_err(|error| FileError::new(&name, &error))?;
        pipe::widen(file.as_fd());
        let len = file.metadata().ok().and_then(|metadata| {
            // The system says 0 of some files that are not empty.
            let known = metadata.is_file() && metadata.len() > 0;
            (known && (&file).stream_position().ok()? == 0).then_some(metadata.len())
        });
        Ok(Self { name, file, len, progress })
    }

    /// The same, if it is not what the output replaces or adds to: a tree, a slice or a part
    /// would be all that is left of it.
    pub(super) fn beside(self, output: &Output) -> Result<Self> {
        let files = output.files();
        if fstat(&self.file).is_ok_and(|stat| files.contains(&Status::from(stat).id)) {
            let name = message::shown(&self.name);
            return Err(anyhow!("{name}: the output would take the place of this input: name another file"));
        }
        Ok(self)
    }

    /// Its length, if that is known. Then it can be read at positions.
    pub(super) fn len(&self) -> Option<u64> {
        self.len
    }

    /// The same bytes, where they can be read at positions: in a temporary file,
    /// if they could not.
    pub(super) fn at_positions(mut self) -> Result<Self> {
        if self.len.is_none() {
            let problem = |error| anyhow!("cannot write a temporary file: {}", message::reason(&error));
            let mut file = tempfile::tempfile().map_err(problem)?;
            let mut buffer = Aligned::new(256 << 10);
            loop {
                let len = self.read(&mut buffer).map_err(|error| self.about(&error))?;
                if len == 0 {
                    break;
                }
                file.write_all(&buffer[..len]).map_err(problem)?;
            }
            self.len = Some(file.metadata().map_err(problem)?.len());
            self.file = file;
        }
        Ok(self)
    }

    /// An error in reading it, or in what was read.
    pub(super) fn about(&self, error: &io::Error) -> anyhow::Error {
        FileError::new(&self.name, error).into()
    }
}

impl Read for &Bytes<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match (&self.file).read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => wait::readable(&self.file)?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => {
                    self.progress.add(*result.as_ref().unwrap_or(&0) as u64);
                    return result;
                }
            }
        }
    }
}

impl Read for Bytes<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (&*self).read(buffer)
    }
}

impl ReadAt for Bytes<'_> {
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let len = ReadAt::read_at(&self.file, offset, buffer)?;
        self.progress.add(len as u64);
        Ok(len)
    }
}

/// Operands whose sizes add up to the work.
pub(super) struct Sizes(Vec<Input>);

impl Sizes {
    pub(super) fn of<'a>(operands: impl IntoIterator<Item = Option<&'a OsStr>>) -> Self {
        Self(operands.into_iter().map(|name| Input::operand(name.unwrap_or(OsStr::new("-")))).collect())
    }
}

impl Iterator for Sizes {
    type Item = Option<u64>;

    fn next(&mut self) -> Option<Option<u64>> {
        self.0.pop().map(|input| input.size())
    }
}
