//! What a manifest says beside its files.

use super::header::Header;
use lanesum_files::format::Said;
use lanesum_files::manifest::needs::Needs;

/// What the lines of a manifest say that list no file.
#[derive(Default)]
pub(crate) struct About {
    /// What the manifest says of itself.
    pub(crate) header: Header,
    /// What its reader needs, beside it.
    pub(crate) needs: Needs,
    /// How many lines mean nothing.
    pub(crate) malformed: u64,
    /// How many name an algorithm that there is not, and the first such name.
    pub(crate) unsupported: (u64, String),
}

impl About {
    /// Takes a line that lists no file, which completes none.
    pub(super) fn line(&mut self, text: &[u8], said: Said) -> bool {
        match said {
            Said::Nothing if text.first() == Some(&b'#') => {
                if let Some(header) = Header::read(text) {
                    self.header = header;
                } else if let Some(needs) = Needs::read(text) {
                    self.needs = needs;
                }
            }
            Said::Malformed => self.malformed += 1,
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

    /// Takes what lines behind its own say.
    pub(super) fn append(&mut self, later: Self) {
        if later.header != Header::default() {
            self.header = later.header;
        }
        if later.needs != Needs::default() {
            self.needs = later.needs;
        }
        self.malformed += later.malformed;
        if self.unsupported.0 == 0 {
            self.unsupported.1 = later.unsupported.1;
        }
        self.unsupported.0 += later.unsupported.0;
    }
}
