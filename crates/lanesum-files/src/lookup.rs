//! Looks names up in directories, with or without symbolic links on the way.
//!
//! What a walk finds may be replaced before it is opened. A link in its place
//! must not lead to another file, which would then be hashed under that name: so
//! no part of the path may be one. Linux says so with `openat2`; elsewhere, and
//! where that is not to be had, each part is opened by itself.

mod beneath;
mod resolve;

use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{Mode, OFlags, openat};
use rustix::io::Errno;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// What is done with symbolic links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// They are followed.
    Follow,
    /// A link is an error: ELOOP, or ENOTDIR where a directory is expected. The path
    /// is relative, and has no part that is `..`.
    Refuse,
    /// They are followed, but one that leads out of the directory is an error, EXDEV, as is
    /// a path that does.
    Beneath,
}

/// How a directory is opened to look names up in it. That needs no right to
/// read it, where the system knows the difference.
#[cfg(any(target_os = "linux", target_os = "android"))]
const SEARCH: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const SEARCH: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);

/// How what is at a path is opened, to ask the system about it.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(crate) const ASK: OFlags = OFlags::PATH.union(OFlags::CLOEXEC);
#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub(crate) const ASK: OFlags = OFlags::NONBLOCK.union(OFlags::NOCTTY).union(OFlags::CLOEXEC);

/// Opens what `path` names, seen from a directory. The path may be longer than
/// the system takes in one piece.
///
/// # Errors
///
/// The system's.
pub fn open(at: BorrowedFd<'_>, path: &[u8], flags: OFlags, links: Links) -> Result<OwnedFd, Errno> {
    /// The system takes 4095 bytes, and a name has at most 255.
    const PIECE: usize = 2048;
    match links {
        Links::Follow => match openat(at, OsStr::from_bytes(path), flags, Mode::empty()) {
            Err(Errno::NAMETOOLONG) if path.len() > PIECE => in_pieces(at, path, PIECE, flags),
            opened => opened,
        },
        Links::Beneath => beneath::open(at, path, flags),
        Links::Refuse => {
            let opened = match resolve::without_links(at, path, flags) {
                // There is no such call; or something was renamed meanwhile, and it cannot tell
                // whether the path led out (AGAIN), or what it opened is elsewhere by now (XDEV);
                // or the path is too long. Then name by name, which follows no link either.
                Err(Errno::NOSYS | Errno::PERM | Errno::AGAIN | Errno::XDEV | Errno::NAMETOOLONG) => {
                    in_pieces(at, path, 1, flags | OFlags::NOFOLLOW)
                }
                opened => opened,
            };
            match opened {
                Err(Errno::LOOP) if flags.contains(OFlags::DIRECTORY) => Err(Errno::NOTDIR),
                opened => opened,
            }
        }
    }
}

/// Opens a directory to look names up in it.
///
/// # Errors
///
/// The system's.
pub fn search(path: &[u8]) -> Result<OwnedFd, Errno> {
    open(rustix::fs::CWD, path, SEARCH, Links::Follow)
}

/// Opens a path piece by piece, each of `least` bytes and what follows them up
/// to a slash.
fn in_pieces(at: BorrowedFd<'_>, path: &[u8], least: usize, flags: OFlags) -> Result<OwnedFd, Errno> {
    let mut directory: Option<OwnedFd> = None;
    let mut rest = path;
    loop {
        let end = match rest.get(least..) {
            Some(behind) => least + behind.iter().position(|&b| b == b'/').unwrap_or(behind.len()),
            None => rest.len(),
        };
        let (piece, behind) = rest.split_at(end);
        // What follows is below it, however many slashes are between.
        rest = &behind[behind.iter().take_while(|&&b| b == b'/').count()..];
        let flags = if rest.is_empty() { flags } else { SEARCH | flags & OFlags::NOFOLLOW };
        let at = directory.as_ref().map_or(at, AsFd::as_fd);
        let opened = openat(at, OsStr::from_bytes(piece), flags, Mode::empty())?;
        if rest.is_empty() {
            return Ok(opened);
        }
        directory = Some(opened);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, File};
    use std::os::unix::fs::symlink;

    /// By the call for it, and part by part.
    #[test]
    fn links_are_refused() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        fs::create_dir_all(at("a/b")).unwrap();
        fs::write(at("a/b/f"), "f").unwrap();
        symlink("b", at("a/to_b")).unwrap();
        symlink("f", at("a/b/to_f")).unwrap();
        symlink(place.path(), at("a/b/out")).unwrap();
        let directory = File::open(place.path()).unwrap();
        type Open = fn(BorrowedFd<'_>, &[u8]) -> Result<OwnedFd, Errno>;
        let whole: Open = |at, path| open(at, path, OFlags::CLOEXEC, Links::Refuse);
        let parts: Open = |at, path| in_pieces(at, path, 1, OFlags::CLOEXEC | OFlags::NOFOLLOW);
        for open in [whole, parts] {
            let open = |path: &str| open(directory.as_fd(), path.as_bytes()).map(drop);
            for path in ["a", "a/b", "a/b/f"] {
                assert_eq!(open(path), Ok(()), "{path}");
            }
            for path in ["a/to_b", "a/to_b/f", "a/b/to_f", "a/b/out", "a/b/out/a/b/f"] {
                assert!(matches!(open(path), Err(Errno::LOOP | Errno::NOTDIR)), "{path}");
            }
            assert_eq!(open("a/none"), Err(Errno::NOENT));
        }
        let follow = |path: &str| open(directory.as_fd(), path.as_bytes(), OFlags::CLOEXEC, Links::Follow);
        assert!(follow("a/b/out/a/to_b/to_f").is_ok());
    }

    /// A file that goes elsewhere while it is opened is the one that was there, or
    /// what took its place, and no error.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    #[test]
    fn files_change_places() {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use std::sync::atomic::{AtomicBool, Ordering};
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        fs::create_dir_all(at("d/m")).unwrap();
        fs::write(at("d/m/f"), "f").unwrap();
        fs::write(at("other"), "other").unwrap();
        let directory = File::open(at("d")).unwrap();
        let stop = AtomicBool::new(false);
        let opened = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    renameat_with(CWD, at("d/m/f"), CWD, at("other"), RenameFlags::EXCHANGE).unwrap();
                }
            });
            let open = |_| open(directory.as_fd(), b"m/f", OFlags::CLOEXEC, Links::Refuse).map(drop);
            let opened = (0..100_000).map(open).find(Result::is_err);
            stop.store(true, Ordering::Relaxed);
            opened
        });
        assert_eq!(opened, None);
    }

    /// Longer than the system takes.
    #[test]
    fn long_paths() {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("f"), "f").unwrap();
        let directory = File::open(place.path()).unwrap();
        let path = format!("{}f", "./".repeat(4000));
        for links in [Links::Follow, Links::Refuse] {
            assert!(open(directory.as_fd(), path.as_bytes(), OFlags::CLOEXEC, links).is_ok(), "{links:?}");
        }
        let long = "x".repeat(5000);
        for links in [Links::Follow, Links::Refuse] {
            let opened = open(directory.as_fd(), long.as_bytes(), OFlags::CLOEXEC, links);
            assert_eq!(opened.map(drop), Err(Errno::NAMETOOLONG), "{links:?}");
        }
    }
}
