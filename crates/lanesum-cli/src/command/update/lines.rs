//! The lines of an updated manifest.

use super::source::Job;
use crate::ledger::{Group, Meta};
use lanesum::Digest;
use lanesum_files::engine::Reading;
use lanesum_files::function::Function;
use lanesum_files::manifest::needs::Needs;
use lanesum_files::manifest::{Form, Of, guess};
use lanesum_files::status::Time;
use std::time::{SystemTime, UNIX_EPOCH};

/// What came of a file.
pub(super) enum Line {
    /// It seems to be as it was.
    Kept(Vec<u8>),
    /// It was read, and there was none.
    New {
        name: Vec<u8>,
        text: Vec<u8>,
        journal: bool,
    },
    /// It was read, and is another than `old` says.
    Changed {
        name: Vec<u8>,
        text: Vec<u8>,
        journal: bool,
        old: Vec<(Of, Digest)>,
    },
    /// It was read, and is as it was.
    Same {
        text: Vec<u8>,
        journal: bool,
    },
    /// Other bytes, with the same size and time of change.
    Rotten {
        name: Vec<u8>,
        text: Vec<u8>,
    },
    /// The same, and that is how it is from now on.
    Accepted {
        name: Vec<u8>,
        text: Vec<u8>,
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
    /// It cannot be read. Its old lines stay.
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
            Some(old) => Self::Changed { name: old.name, text, journal: false, old: old.digests },
            None => Self::New { name: Vec::new(), text, journal: false },
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
    pub(super) fn read(
        &self,
        name: &[u8],
        functions: &[Function],
        reading: &Reading,
        job: Job,
        accept: bool,
    ) -> Line {
        let meta = reading.status.map(|status| Meta::of(&status));
        let mut text = Vec::with_capacity(name.len() + 160);
        // Without it the file is read again the next time.
        if let Some(meta) = meta.filter(|meta| meta.is_settled(self.start)) {
            text.extend_from_slice(meta.line().as_bytes());
        }
        for ((function, digest), form) in functions.iter().zip(&reading.digests).zip(&self.forms) {
            form.line(|| function.tag(), digest, name, false, &mut text);
        }
        let Job::Listed(group) = job else {
            return Line::New { name: name.to_vec(), text, journal: true };
        };
        let has = |(_, digest): &(_, lanesum::Digest)| reading.digests.iter().any(|value| value == digest);
        if group.digests.len() == functions.len() && group.digests.iter().all(has) {
            return Line::Same { text, journal: true };
        }
        let compared = group.digests.iter().any(|(_, digest)| {
            functions.iter().any(|function| function.output_len() == digest.as_bytes().len())
        });
        let alike = meta.zip(group.meta).is_some_and(|(now, then)| now.looks_like(&then));
        if alike && compared && !group.digests.iter().any(has) {
            return match accept {
                true => Line::Accepted { name: name.to_vec(), text, old: group.digests },
                false => Line::Rotten { name: name.to_vec(), text: group.text },
            };
        }
        Line::Changed { name: name.to_vec(), text, journal: true, old: group.digests }
    }
}
