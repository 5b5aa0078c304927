//! The lines of an updated manifest.

use super::job::Fate;
use crate::ledger::Group;
use crate::message::{self, unlistable};
use lanesum::Digest;
use lanesum_files::engine::Reading;
use lanesum_files::function::Function;
use lanesum_files::manifest::Meta;
use lanesum_files::manifest::needs::Needs;
use lanesum_files::manifest::{Form, Of, guess};
use lanesum_files::records::are_read;
use lanesum_files::status::Time;
use std::time::{SystemTime, UNIX_EPOCH};

/// What came of a file.
pub(super) enum Line {
    /// It seems to be as it was.
    Kept(Vec<u8>),
    /// It was read, and there was none. `journal` is how many bytes it has, where the journal
    /// is to have the line.
    New {
        name: Vec<u8>,
        text: Vec<u8>,
        journal: Option<u64>,
    },
    /// It was read, and is another than `old` says.
    Changed {
        name: Vec<u8>,
        text: Vec<u8>,
        journal: Option<u64>,
        old: Vec<(Of, Digest)>,
    },
    /// It was read, and is as it was.
    Same {
        text: Vec<u8>,
        len: u64,
    },
    /// Other bytes, with the same size and time of change.
    Rotten {
        name: Vec<u8>,
        text: Vec<u8>,
    },
    /// It was rotten, and that is how it is from now on.
    Accepted {
        name: Vec<u8>,
        text: Vec<u8>,
        len: u64,
        old: Vec<(Of, Digest)>,
    },
    /// An interrupted run has read it.
    Resumed {
        /// How many bytes it has.
        len: u64,
        line: Box<Self>,
    },
    /// It is not there any more.
    Gone {
        name: Vec<u8>,
        old: Vec<(Of, Digest)>,
    },
    /// The directory that it is in, or was, cannot be read. Its old lines stay.
    Unknown {
        name: Vec<u8>,
        text: Vec<u8>,
    },
    /// It cannot be read, or not be listed. Its old lines stay.
    Unread {
        message: Vec<u8>,
        old: Option<Vec<u8>>,
        lost: bool,
    },
    Nothing,
}

impl Line {
    /// For a file that an interrupted run has read.
    pub(super) fn resumed(old: Option<Box<Group>>, len: u64, text: Vec<u8>) -> Self {
        let line = match old {
            Some(old) if old.text == text => Self::Kept(text),
            Some(old) => Self::Changed { name: old.name, text, journal: None, old: old.digests },
            None => Self::New { name: Vec::new(), text, journal: None },
        };
        Self::Resumed { len, line: Box::new(line) }
    }
}

/// How lines are written.
pub(super) struct Lines {
    forms: Vec<Form>,
    /// When the work began.
    start: Time,
}

impl Lines {
    pub(super) fn new(functions: &[Function], needs: Needs) -> Self {
        let evident = |function: &Function| needs == Needs::default() && guess::is_evident(function);
        let forms = functions.iter().map(|function| if evident(function) { Form::Gnu } else { Form::Bsd });
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let start = Time { seconds: now.as_secs() as i64, nanoseconds: now.subsec_nanos() };
        Self { forms: forms.collect(), start }
    }

    /// For a file that was read.
    pub(super) fn read(&self, name: &[u8], functions: &[Function], reading: &Reading, fate: Fate) -> Line {
        let meta = reading.status.map(|status| Meta::of(&status));
        let mut text = Vec::with_capacity(name.len() + 160);
        // Without it the file is read again the next time.
        if let Some(meta) = meta.filter(|meta| meta.is_settled(self.start)) {
            text.extend_from_slice(meta.line().as_bytes());
        }
        for ((function, digest), form) in functions.iter().zip(&reading.digests).zip(&self.forms) {
            form.line(|| function.tag(), digest, name, false, &mut text);
        }
        if !are_read(&text, b'\n') {
            let message = message::about(name, unlistable());
            return Line::Unread { message, old: fate.text(), lost: false };
        }
        let (name, journal) = (name.to_vec(), Some(reading.len));
        match fate {
            Fate::New => Line::New { name, text, journal },
            Fate::Same(_) => Line::Same { text, len: reading.len },
            Fate::Changed(group) => Line::Changed { name, text, journal, old: group.digests },
            Fate::Rotten(group) => Line::Accepted { name, text, len: reading.len, old: group.digests },
        }
    }
}
