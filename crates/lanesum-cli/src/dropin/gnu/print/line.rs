//! The line of a file.

use crate::dropin::gnu::request::{Encoding, Style};
use crate::dropin::hash::Hash;
use lanesum_files::function::Value;
use lanesum_files::manifest::Base64;

impl Style {
    /// The line of a file that has `len` bytes.
    pub(super) fn line(&self, name: &[u8], digest: &Value, len: u64) -> Vec<u8> {
        let mut line = Vec::with_capacity(name.len() + 192);
        match self.encoding {
            Encoding::Raw => line.extend_from_slice(digest.as_bytes()),
            _ if self.hash.is_number() => self.number(name, digest, len, &mut line),
            Encoding::Hex => self.form.line(|| self.hash.tag(), digest, name, self.zero, &mut line),
            Encoding::Base64 => {
                self.form.line(|| self.hash.tag(), Base64(digest.as_bytes()), name, self.zero, &mut line)
            }
        }
        line
    }

    /// A number, the size, and the name as it is, if it was named.
    fn number(&self, name: &[u8], digest: &Value, len: u64, line: &mut Vec<u8>) {
        let number = digest.as_bytes().iter().fold(0, |number: u32, &b| number << 8 | u32::from(b));
        let text = match self.hash {
            Hash::Bsd => format!("{number:05} {:5}", len.div_ceil(1024)),
            Hash::Sysv => format!("{number} {}", len.div_ceil(512)),
            _ => format!("{number} {len}"),
        };
        line.extend_from_slice(text.as_bytes());
        if self.named {
            line.push(b' ');
            line.extend_from_slice(name);
        }
        line.push(if self.zero { 0 } else { b'\n' });
    }
}
