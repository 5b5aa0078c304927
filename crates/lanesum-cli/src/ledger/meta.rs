//! What the system said of a file when it was read.

use lanesum_files::status::{Status, Time};

/// Size, times and inode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meta {
    pub(crate) len: u64,
    pub(crate) modified: Time,
    changed: Time,
    inode: u64,
}

const BEGINNING: &str = "#= ";

impl Meta {
    /// Of a file that was read.
    pub(crate) fn of(status: &Status) -> Self {
        let Status { len, modified, changed, id, .. } = *status;
        Self { len, modified, changed, inode: id.inode() }
    }

    /// Whether it says that no byte can have changed since `start`: a file that changes in
    /// the moment in which it is read may have the same times before and after.
    pub(crate) fn is_settled(&self, start: Time) -> bool {
        /// Seconds: file systems count in as many, or in ticks of the clock.
        const MARGIN: i64 = 2;
        let last = self.modified.seconds.max(self.changed.seconds);
        last < start.seconds - MARGIN
    }

    /// Whether size and time of change are those of another.
    pub(crate) fn looks_like(&self, other: &Self) -> bool {
        (self.len, self.modified) == (other.len, other.modified)
    }

    /// Whether a line seems to be one.
    pub(crate) fn is_one(line: &[u8]) -> bool {
        line.starts_with(BEGINNING.as_bytes())
    }

    /// The size in a line, of which nothing else is read. None for one that has none.
    pub(crate) fn len(line: &[u8]) -> Option<u64> {
        let fields = line.strip_prefix(BEGINNING.as_bytes())?;
        number(&fields[..fields.iter().position(|&b| b == b' ')?])
    }

    /// Reads a line. None for one that is something else.
    pub(crate) fn read(line: &[u8]) -> Option<Self> {
        let mut fields = line.strip_prefix(BEGINNING.as_bytes())?.split(|&b| b == b' ');
        let meta = Self {
            len: number(fields.next()?)?,
            modified: time(fields.next()?)?,
            changed: time(fields.next()?)?,
            inode: number(fields.next()?)?,
        };
        fields.next().is_none().then_some(meta)
    }

    /// The line, with its end.
    pub(crate) fn line(&self) -> String {
        let Self { len, modified, changed, inode } = self;
        let text = |time: &Time| format!("{}.{:09}", time.seconds, time.nanoseconds);
        format!("{BEGINNING}{len} {} {} {inode}\n", text(modified), text(changed))
    }
}

fn time(text: &[u8]) -> Option<Time> {
    /// Digits of the nanoseconds, with the point in front of them.
    const BEHIND: usize = 10;
    let (seconds, nanoseconds) = text.split_at_checked(text.len().checked_sub(BEHIND)?)?;
    let nanoseconds = u32::try_from(number(nanoseconds.strip_prefix(b".")?)?).ok()?;
    let seconds = match seconds.strip_prefix(b"-") {
        Some(before) => 0_i64.checked_sub_unsigned(number(before)?)?,
        None => i64::try_from(number(seconds)?).ok()?,
    };
    Some(Time { seconds, nanoseconds })
}

/// Decimal digits. Lines are read by the million: no text is made of them first.
fn number(digits: &[u8]) -> Option<u64> {
    /// So many cannot be too large a number.
    const SHORT: usize = 19;
    let value = |b: u8| u64::from(b.wrapping_sub(b'0'));
    let (short, rest) = digits.split_at(digits.len().min(SHORT));
    let (mut number, mut good) = (0_u64, !digits.is_empty());
    for &b in short {
        good &= value(b) <= 9;
        number = number.wrapping_mul(10).wrapping_add(value(b));
    }
    for &b in rest {
        good &= value(b) <= 9;
        number = number.checked_mul(10)?.checked_add(value(b))?;
    }
    good.then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_just_changed_may_change_again() {
        let at = |seconds| Time { seconds, nanoseconds: 0 };
        for (modified, changed, settled) in
            [(997, 997, true), (997, 998, false), (998, 997, false), (997, 2000, false), (2000, 997, false)]
        {
            let meta = Meta { len: 1, modified: at(modified), changed: at(changed), inode: 9 };
            assert_eq!(meta.is_settled(at(1000)), settled, "{meta:?}");
        }
    }

    #[test]
    fn there_and_back() {
        for (len, seconds) in [(0, 0), (u64::MAX, i64::MAX), (1, -5)] {
            let modified = Time { seconds, nanoseconds: 1 };
            let changed = Time { seconds: 7, nanoseconds: 999_999_999 };
            let meta = Meta { len, modified, changed, inode: 9 };
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
        ] {
            assert_eq!(Meta::read(other.as_bytes()), None);
        }
    }
}
