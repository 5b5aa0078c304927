//! `openat2`, which says how a path may be looked up.
//!
//! Where there is no such call, as in some containers, it is ENOSYS or EPERM, and not
//! tried again.

use rustix::fd::{BorrowedFd, OwnedFd};
use rustix::fs::OFlags;
use rustix::io::Errno;

/// Opens what is below a directory, if no link is on the way.
///
/// # Errors
///
/// The system's.
pub(super) fn without_links(at: BorrowedFd<'_>, path: &[u8], flags: OFlags) -> Result<OwnedFd, Errno> {
    system::open(at, path, flags, true)
}

/// Opens what is below a directory, if no link on the way leads out of it.
///
/// # Errors
///
/// The system's: EXDEV where one does.
pub(super) fn beneath(at: BorrowedFd<'_>, path: &[u8], flags: OFlags) -> Result<OwnedFd, Errno> {
    system::open(at, path, flags, false)
}

#[cfg(any(target_os = "linux", target_os = "android"))]
mod system {
    use super::{BorrowedFd, Errno, OFlags, OwnedFd};
    use rustix::fs::{Mode, ResolveFlags, openat2};
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::sync::atomic::{AtomicBool, Ordering};

    static MISSING: AtomicBool = AtomicBool::new(false);

    pub(super) fn open(
        at: BorrowedFd<'_>,
        path: &[u8],
        flags: OFlags,
        no_links: bool,
    ) -> Result<OwnedFd, Errno> {
        if MISSING.load(Ordering::Relaxed) {
            return Err(Errno::NOSYS);
        }
        let links = if no_links { ResolveFlags::NO_SYMLINKS } else { ResolveFlags::NO_MAGICLINKS };
        let opened =
            openat2(at, OsStr::from_bytes(path), flags, Mode::empty(), ResolveFlags::BENEATH | links);
        if matches!(opened, Err(Errno::NOSYS | Errno::PERM)) {
            MISSING.store(true, Ordering::Relaxed);
        }
        opened
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
mod system {
    use super::{BorrowedFd, Errno, OFlags, OwnedFd};

    pub(super) fn open(_: BorrowedFd<'_>, _: &[u8], _: OFlags, _: bool) -> Result<OwnedFd, Errno> {
        Err(Errno::NOSYS)
    }
}
