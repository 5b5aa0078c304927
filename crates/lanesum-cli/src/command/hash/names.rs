//! The names that `lanesum hash` is given: operands, or a list in a file.

use crate::message;
use anyhow::Result;
use lanesum_files::records::{Origin, Record, Records};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::vec;

/// Where the names come from.
pub(super) enum Names {
    Operands(vec::IntoIter<OsString>, vec::IntoIter<&'static OsStr>),
    List(List),
}

/// A file of names that end in NUL.
pub(super) struct List {
    records: Records,
    /// What it is called.
    file: OsString,
    /// How many names came.
    count: u64,
}

/// What comes next.
pub(super) enum Name {
    Is(OsString),
    /// No name, and a message that says why.
    Wrong {
        message: Vec<u8>,
        /// Whether there may be names behind it that are lost.
        lost: bool,
    },
    /// There is no name at all, which a message says.
    None(Vec<u8>),
    /// Nothing yet, where the asker cannot wait.
    Later,
    End,
}

impl Names {
    /// The operands, and others behind them; standard input, if there are none.
    pub(super) fn operands(mut names: Vec<OsString>, others: Vec<&'static OsStr>) -> Self {
        if names.is_empty() && others.is_empty() {
            names.push("-".into());
        }
        Self::Operands(names.into_iter(), others.into_iter())
    }

    /// The names in a file; `-` is standard input.
    ///
    /// # Errors
    ///
    /// Why it cannot be opened.
    pub(super) fn list(file: &OsStr) -> Result<Self> {
        let origin = Origin::open(file).map_err(|errno| message::error(file, errno))?;
        let records = Records::new(origin, 0);
        Ok(Self::List(List { records, file: file.to_owned(), count: 0 }))
    }

    /// How many names are sure to come, without a wait.
    pub(super) fn left(&self) -> usize {
        match self {
            Self::Operands(names, others) => names.len() + others.len(),
            Self::List(_) => 0,
        }
    }

    /// The next name. Without `wait` it does not wait for a pipe.
    pub(super) fn next(&mut self, wait: bool) -> Name {
        match self {
            Self::Operands(names, others) => {
                let name = names.next().or_else(|| others.next().map(OsStr::to_owned));
                name.map_or(Name::End, Name::Is)
            }
            Self::List(list) => list.next(wait),
        }
    }
}

impl List {
    fn next(&mut self, wait: bool) -> Name {
        let problem = match self.records.next(wait) {
            Ok(Record::Later) => return Name::Later,
            Ok(Record::End) if self.count == 0 => {
                // Once: from now on it is a list that ended.
                self.count = u64::MAX;
                return Name::None(message::about(self.file.as_bytes(), "no names are in it"));
            }
            Ok(Record::End) => return Name::End,
            Ok(Record::Bytes(b"")) => "an empty name".to_owned(),
            Ok(Record::Bytes(b"-")) if self.file == "-" => {
                "standard input has the list of names, and cannot be one of the files".to_owned()
            }
            Ok(Record::Bytes(name)) => {
                self.count += 1;
                return Name::Is(OsStr::from_bytes(name).to_owned());
            }
            Ok(Record::TooLong(_)) => message::reason(&Errno::NAMETOOLONG.into()),
            Err(errno) => {
                self.count = u64::MAX;
                let message = message::about(self.file.as_bytes(), message::reason(&errno.into()));
                return Name::Wrong { message, lost: true };
            }
        };
        self.count += 1;
        let message = message::about(self.file.as_bytes(), format!("name {}: {problem}", self.count));
        Name::Wrong { message, lost: false }
    }
}
