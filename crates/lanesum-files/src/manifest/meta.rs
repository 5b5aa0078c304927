//! What the system said of a file when it was read: in a comment before the file's line,
//! which every other reader of manifests passes over.
//!
//! `#= 1234 1700000000.000000000 1700000000.000000000 5678`

use crate::status::{Status, Time};

/// Size, times and inode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meta {
    /// Bytes.
    pub len: u64,
    /// When the file was last changed.
    pub modified: Time,
    changed: Time,
    inode: u64,
}

const BEGINNING: &[u8] = b"#= ";

/// No line of numbers that there can be is longer: two of 20 digits, and two times of 20
/// characters and nine digits, with what stands before, between and in them.
const LONGEST: usize = BEGINNING.len() + 2 * 20 + 2 * 30 + 3;

impl Meta {
    /// Of a file that was read.
    pub fn of(status: &Status) -> Self {
        let Status { len, modified, changed, id, .. } = *status;
        Self { len, modified, changed, inode: id.inode() }
    }

    /// Whether it says that no byte can have changed since `start`: a file that changes in
    /// the moment in which it is read may have the same times before and after.
    pub fn is_settled(&self, start: Time) -> bool {
        /// Seconds: file systems count in as many, or in ticks of the clock.
        const MARGIN: i64 = 2;
        /// More than the clocks of two machines differ.
        const DAY: i64 = 24 * 60 * 60;
        let is_past = |time: Time| time.seconds < start.seconds - MARGIN;
        // A camera had the wrong date: whoever writes to the file by now gives it another.
        let is_far = self.modified.seconds > start.seconds + DAY;
        is_past(self.changed) && (is_past(self.modified) || is_far)
    }

    /// Whether size and time of change are those of another.
    pub fn looks_like(&self, other: &Self) -> bool {
        (self.len, self.modified) == (other.len, other.modified)
    }

    /// Whether a line seems to be one.
    pub fn is_one(line: &[u8]) -> bool {
        line.starts_with(BEGINNING) && line.len() <= LONGEST
    }

    /// The size in a line, of which nothing else is read. None for one that has none.
    pub fn len(line: &[u8]) -> Option<u64> {
        let mut fields = Fields(line.strip_prefix(BEGINNING)?);
        let len = fields.number()?;
        fields.skip(b' ')?;
        Some(len)
    }

    /// Reads a line. None for one that is something else.
    pub fn read(line: &[u8]) -> Option<Self> {
        let mut fields = Fields(line.strip_prefix(BEGINNING)?);
        let len = fields.number()?;
        fields.skip(b' ')?;
        let modified = fields.time()?;
        fields.skip(b' ')?;
        let changed = fields.time()?;
        fields.skip(b' ')?;
        let inode = fields.number()?;
        fields.0.is_empty().then_some(Self { len, modified, changed, inode })
    }

    /// The line, with its end.
    pub fn line(&self) -> String {
        let Self { len, modified, changed, inode } = self;
        let text = |time: &Time| format!("{}.{:09}", time.seconds, time.nanoseconds);
        format!("#= {len} {} {} {inode}\n", text(modified), text(changed))
    }
}

/// The rest of a line. Lines are read by the million: no text is made of them first.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn skip(&mut self, byte: u8) -> Option<()> {
        self.0 = self.0.strip_prefix(&[byte])?;
        Some(())
    }

    /// Decimal digits, one or more.
    fn number(&mut self) -> Option<u64> {
        /// So many cannot be too large a number.
        const SHORT: usize = 19;
        let value = |b: u8| u64::from(b.wrapping_sub(b'0'));
        let (mut number, mut n) = (0_u64, 0);
        for &b in self.0.iter().take_while(|&&b| value(b) <= 9) {
            number = number.wrapping_mul(10).wrapping_add(value(b));
            n += 1;
        }
        if n > SHORT {
            let mut all = self.0[..n].iter();
            number = all.try_fold(0_u64, |all, &b| all.checked_mul(10)?.checked_add(value(b)))?;
        }
        self.0 = &self.0[n..];
        (n > 0).then_some(number)
    }

    /// Seconds, a point, and nine digits of nanoseconds.
    fn time(&mut self) -> Option<Time> {
        const DIGITS: usize = 9;
        let is_before = self.skip(b'-').is_some();
        let number = self.number()?;
        let seconds = match is_before {
            true => 0_i64.checked_sub_unsigned(number)?,
            false => i64::try_from(number).ok()?,
        };
        self.skip(b'.')?;
        let before = self.0.len();
        let nanoseconds = u32::try_from(self.number()?).ok()?;
        (before - self.0.len() == DIGITS).then_some(Time { seconds, nanoseconds })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_just_changed_may_change_again() {
        let at = |seconds| Time { seconds, nanoseconds: 0 };
        for (modified, changed, settled) in [
            (997, 997, true),
            (997, 998, false),
            (998, 997, false),
            (997, 2000, false),
            (2000, 997, false),
            (100_000, 997, true),
            (100_000, 998, false),
            (100_000, 100_000, false),
        ] {
            let meta = Meta { len: 1, modified: at(modified), changed: at(changed), inode: 9 };
            assert_eq!(meta.is_settled(at(1000)), settled, "{meta:?}");
        }
    }

    #[test]
    fn there_and_back() {
        for (len, seconds) in [(0, 0), (u64::MAX, i64::MAX), (u64::MAX, i64::MIN), (1, -5)] {
            let modified = Time { seconds, nanoseconds: 1 };
            let changed = Time { seconds, nanoseconds: 999_999_999 };
            let meta = Meta { len, modified, changed, inode: len };
            assert!(Meta::is_one(meta.line().trim_end().as_bytes()));
            assert_eq!(Meta::read(meta.line().trim_end().as_bytes()), Some(meta));
            assert_eq!(Meta::len(meta.line().as_bytes()), Some(len));
        }
        for other in [
            "#= ",
            "# comment",
            "#= 1 2.000000000 3.000000000",
            "#= 1 2.0 3.0 4",
            "#= 1 2.000000000 3.000000000 4 5",
            "#= 1 .000000000 3.000000000 4",
            "#= 1 2.000000000 3.00000000x 4",
            "#= 1 2.000000000 --3.000000000 4",
            "#= 18446744073709551616 2.000000000 3.000000000 4",
            "#= 9999999999999999999999999 2.000000000 3.000000000 4",
            "#= 1: 2.000000000 3.000000000 4",
            "#= 1 2.000000000 3.0000000001 4",
            "#= 1 2.000000000 3.00000000 4",
            "#= 1 2.000000000 3000000000 4",
            "#= 1 2.000000000  3.000000000 4",
            "#= 1 2.000000000 3.000000000 4 ",
            "#= 1 2.000000000 3.000000000 -4",
        ] {
            assert_eq!(Meta::read(other.as_bytes()), None);
        }
    }
}
