//! Has a disk bring the first bytes of many files at once.
//!
//! A thread that reads one small file after the other waits for the disk each time. 100,000 files
//! of 0 to 5 KB that were not in the system's cache took two threads 9 s, and take 2 s where
//! each begins 64 reads and then waits for them (Linux 6.18, ext4, a virtual disk).
//!
//! Where the file system tells whether bytes are in the cache, as ext4 does, nothing is done that
//! a read of bytes that are would not do. Where it does not, as in an overlay, the time that a
//! read takes tells: while reads are slow, bytes are asked for in advance, but for one file a
//! round, whose time tells when that ends.

use std::time::Duration;

/// How the first bytes of a file are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// If they are in the cache; else they are asked for, and read in the next round.
    IfCached,
    /// They are asked for, and read in the next round.
    Later,
    /// At once. [`Readahead::took`] is to be told how long that takes.
    Timed,
}

/// What a worker knows of the files that it reads.
#[derive(Debug, Default)]
pub(super) struct Readahead {
    /// A device of whose files the system does not tell what is in its cache.
    untold: Option<u64>,
    /// How many quick reads it takes to believe that such files are in the cache.
    doubts: u8,
    /// Whether a file was timed in this round.
    timed: bool,
}

/// That many quick reads after a slow one.
const DOUBTS: u8 = 4;

/// What the cache needs for a read of no bytes, and more.
const CALL: Duration = Duration::from_micros(40);

/// The slowest rate at which the cache gives bytes, in a nanosecond.
const RATE: u64 = 2;

impl Readahead {
    /// A round begins.
    pub(super) fn begin(&mut self) {
        self.timed = false;
    }

    /// How to read a file on this device.
    pub(super) fn way(&mut self, device: u64) -> Way {
        if self.untold != Some(device) {
            return Way::IfCached;
        }
        if self.doubts > 0 && std::mem::replace(&mut self.timed, true) {
            return Way::Later;
        }
        Way::Timed
    }

    /// Of files on this device the system does not tell.
    pub(super) fn untold(&mut self, device: u64) {
        *self = Self { untold: Some(device), ..Self::default() };
    }

    /// So many bytes took so long.
    pub(super) fn took(&mut self, bytes: usize, time: Duration) {
        let slow = time > CALL + Duration::from_nanos(bytes as u64 / RATE);
        self.doubts = if slow { DOUBTS } else { self.doubts.saturating_sub(1) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_tells_where_the_system_does_not() {
        const QUICK: Duration = Duration::from_micros(5);
        const SLOW: Duration = Duration::from_micros(300);
        let mut readahead = Readahead::default();
        assert_eq!(readahead.way(1), Way::IfCached);
        readahead.untold(2);
        assert_eq!((readahead.way(1), readahead.way(2)), (Way::IfCached, Way::Timed));
        // As long as they are in the cache, all are read at once.
        readahead.took(4000, QUICK);
        assert_eq!(readahead.way(2), Way::Timed);
        readahead.took(4000, SLOW);
        assert_eq!((readahead.way(2), readahead.way(2)), (Way::Timed, Way::Later));
        for round in 0..DOUBTS {
            readahead.begin();
            assert_eq!((readahead.way(2), readahead.way(2)), (Way::Timed, Way::Later), "{round}");
            readahead.took(4000, QUICK);
        }
        assert_eq!((readahead.way(2), readahead.way(2)), (Way::Timed, Way::Timed));
        // Many bytes take longer.
        readahead.took(1 << 20, SLOW);
        assert_eq!((readahead.way(2), readahead.way(2)), (Way::Timed, Way::Timed));
    }
}
