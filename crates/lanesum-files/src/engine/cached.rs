//! Whether the system has a file's bytes in its cache.
//!
//! Where they have to come from a disk, mappings are the slower way: a fault asks for less than
//! a read does, and the thread waits for each. A file of 128 MiB took 178 ms mapped and 110 read,
//! and `b3sum`, which maps it, 154 (Linux 6.18, ext4, two threads).

use rustix::fd::BorrowedFd;
#[cfg(target_os = "linux")]
use rustix::io::{Errno, IoSliceMut, ReadWriteFlags, preadv2};

/// Whether `len` bytes from `start` on seem to be in the cache: some of them are looked at. So
/// they are said to be where the system does not tell.
#[cfg(target_os = "linux")]
pub(super) fn is_cached(file: BorrowedFd<'_>, start: u64, len: u64) -> bool {
    // The first one comes first: that the system then begins to read there is welcome.
    (0..PLACES).all(|place| look_at(file, start, len, place) != Err(Errno::AGAIN))
}

/// Whether the first `len` bytes are in the cache, as far as some of them tell. They are not
/// said to be where the system does not tell.
#[cfg(target_os = "linux")]
pub(super) fn is_known_cached(file: BorrowedFd<'_>, len: u64) -> bool {
    // The last one comes first: where the system began to read at the first, a look for the first
    // bytes would find a few of them, and wait for the others.
    (0..PLACES).rev().all(|place| look_at(file, 0, len, place) == Ok(1))
}

/// Places of a file that are looked at, from the first byte to the last.
#[cfg(target_os = "linux")]
const PLACES: u64 = 5;

/// Reads the byte at one of the places of `len` bytes from `start` on. Neither waits nor gives
/// what is not there yet.
#[cfg(target_os = "linux")]
fn look_at(file: BorrowedFd<'_>, start: u64, len: u64, place: u64) -> rustix::io::Result<usize> {
    let offset = start + len.saturating_sub(1) / (PLACES - 1) * place;
    let mut byte = [0];
    preadv2(file, &mut [IoSliceMut::new(&mut byte)], offset, ReadWriteFlags::NOWAIT)
}

/// What came of a look for a file's first bytes.
#[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "no other system tells"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// So many were read.
    Read(usize),
    /// They are not in the cache.
    Absent,
    /// The system does not tell of files like this.
    Untold,
}

/// Reads a file that was just opened, as far as it is in the cache.
#[cfg(target_os = "linux")]
pub(super) fn look(file: BorrowedFd<'_>, buffer: &mut [u8]) -> Look {
    /// No offset, but the position, which moves.
    const POSITION: u64 = u64::MAX;
    match preadv2(file, &mut [IoSliceMut::new(buffer)], POSITION, ReadWriteFlags::NOWAIT) {
        Ok(n) => Look::Read(n),
        Err(Errno::OPNOTSUPP | Errno::NOSYS | Errno::INVAL) => Look::Untold,
        // What else may be wrong, the read says that follows.
        Err(_) => Look::Absent,
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn look(_: BorrowedFd<'_>, _: &mut [u8]) -> Look {
    Look::Untold
}

/// Has the system read the first `len` bytes of a file into its cache, and does not wait. What
/// fails here, the read says.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
pub(super) fn ask_for(file: BorrowedFd<'_>, len: usize) {
    use rustix::fs::{Advice, fadvise};
    let _ = fadvise(file, 0, std::num::NonZeroU64::new(len as u64), Advice::WillNeed);
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "freebsd")))]
pub(super) fn ask_for(_: BorrowedFd<'_>, _: usize) {}

#[cfg(not(target_os = "linux"))]
pub(super) fn is_cached(_: BorrowedFd<'_>, _: u64, _: u64) -> bool {
    true
}

#[cfg(not(target_os = "linux"))]
pub(super) fn is_known_cached(_: BorrowedFd<'_>, _: u64) -> bool {
    false
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use rustix::fs::{Advice, fadvise, fstatfs};
    use std::fs::File;
    use std::os::fd::AsFd;

    const LEN: usize = 8 << 20;

    /// That of a file system in memory, which drops nothing.
    const TMPFS: u64 = 0x0102_1994;

    #[test]
    fn written_and_dropped() {
        let file = tempfile::tempfile().unwrap();
        std::io::Write::write_all(&mut &file, &vec![1; LEN]).unwrap();
        let all = |file: &File| is_cached(file.as_fd(), 0, LEN as u64);
        assert!(all(&file));
        assert!(is_cached(file.as_fd(), 5000, LEN as u64 - 5000));
        assert!(is_cached(file.as_fd(), LEN as u64, 0));
        let mut byte = [0];
        let told = preadv2(&file, &mut [IoSliceMut::new(&mut byte)], 0, ReadWriteFlags::NOWAIT);
        // Some file systems do not tell.
        if told == Ok(1) && fstatfs(&file).unwrap().f_type as u64 != TMPFS {
            // The system keeps what it is still busy with.
            let dropped = (0..500).any(|_| {
                file.sync_all().unwrap();
                fadvise(&file, 0, None, Advice::DontNeed).unwrap();
                std::thread::sleep(std::time::Duration::from_millis(10));
                !all(&file)
            });
            assert!(dropped);
        }
    }
}
