//! What is put out for a line of a manifest.

use super::Check;
use lanesum_files::engine::ReadError;

/// What came of a line, or the end of a manifest.
#[derive(Debug)]
pub(in crate::dropin) enum Line {
    Matched(Option<Vec<u8>>),
    Mismatched(Option<Vec<u8>>),
    Unread {
        text: Option<Vec<u8>>,
        message: Vec<u8>,
    },
    /// It does not exist, and need not.
    Passed,
    Message(Vec<u8>),
    /// A line that may list a file, and was not read.
    TooLong(Vec<u8>),
    /// A manifest that cannot be read, or not to its end.
    Unreadable(Vec<u8>),
    End {
        manifest: Vec<u8>,
        malformed: u64,
        entries: u64,
    },
}

impl Check<'_> {
    /// For a file that was read.
    pub(super) fn compared(&self, name: &[u8], matched: bool) -> Line {
        let hidden = self.style.status || matched && self.style.quiet;
        if matched {
            Line::Matched((!hidden).then(|| self.result(name, "OK")))
        } else {
            Line::Mismatched((!hidden).then(|| self.result(name, "FAILED")))
        }
    }

    /// For a file that could not be read.
    pub(super) fn unread(&self, name: &[u8], error: &ReadError) -> Line {
        let text = (!self.style.status).then(|| self.result(name, "FAILED open or read"));
        Line::Unread { text, message: self.voice.about(name, error) }
    }

    fn result(&self, name: &[u8], result: &str) -> Vec<u8> {
        [&self.voice.shell(name), &b": "[..], result.as_bytes(), b"\n"].concat()
    }
}
