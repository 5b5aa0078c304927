//! What a manifest says beside its files.

use super::header::Header;
use lanesum_files::format::Said;
use lanesum_files::manifest::needs::Needs;
use lanesum_files::records::TOO_LONG;

/// What the lines of a manifest say that list no file.
#[derive(Default)]
pub(crate) struct About {
    /// What the manifest says of itself.
    pub(crate) header: Header,
    /// What its reader needs, beside it.
    pub(crate) needs: Needs,
    /// How many lines are comments that lanesum has not written.
    pub(crate) comments: u64,
    /// How many lines mean nothing.
    pub(crate) malformed: u64,
    /// How many name an algorithm that there is not, and the first such name.
    pub(crate) unsupported: (u64, String),
    /// How many are longer than what is read of a line, and which is the first of them.
    pub(crate) too_long: (u64, u64),
    /// How many lines there are, as far as that was counted.
    pub(super) lines: u64,
}

impl About {
    /// Takes a line that lists no file, which completes none. `number` is which one it is.
    pub(super) fn line(&mut self, number: u64, text: &[u8], said: Said) -> bool {
        match said {
            Said::Nothing if text.first() == Some(&b'#') => {
                if let Some(header) = Header::read(text) {
                    self.header = header;
                } else if let Some(needs) = Needs::read(text) {
                    self.needs = needs;
                } else {
                    self.comments += 1;
                }
            }
            Said::Malformed => self.malformed += 1,
            Said::TooLong => {
                if self.too_long.0 == 0 {
                    self.too_long.1 = number;
                }
                self.too_long.0 += 1;
            }
            Said::Unsupported(tag) => {
                if self.unsupported.0 == 0 {
                    self.unsupported.1 = tag;
                }
                self.unsupported.0 += 1;
            }
            Said::Nothing | Said::Entry(_) => {}
        }
        false
    }

    /// What is said of lines that are too long. None where there are none.
    pub(crate) fn too_long(&self) -> Option<String> {
        let (lines, first) = self.too_long;
        match lines {
            0 => None,
            1 => Some(format!("line {first} is {TOO_LONG}")),
            _ => Some(format!("{lines} lines, of which line {first} is the first, are {TOO_LONG}")),
        }
    }

    /// Takes what lines behind its own say.
    pub(super) fn append(&mut self, later: Self) {
        if later.header != Header::default() {
            self.header = later.header;
        }
        if later.needs != Needs::default() {
            self.needs = later.needs;
        }
        self.comments += later.comments;
        self.malformed += later.malformed;
        if self.too_long.0 == 0 {
            self.too_long.1 = self.lines + later.too_long.1;
        }
        self.too_long.0 += later.too_long.0;
        self.lines += later.lines;
        if self.unsupported.0 == 0 {
            self.unsupported.1 = later.unsupported.1;
        }
        self.unsupported.0 += later.unsupported.0;
    }
}
