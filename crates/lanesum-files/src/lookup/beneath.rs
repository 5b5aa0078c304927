//! Looks a name up below a directory: links may be on the way, but none that leads out.
//!
//! Linux does so in one call; elsewhere, and where that cannot tell, it is done name by
//! name.

use super::{SEARCH, in_pieces, resolve};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{Mode, OFlags, openat, readlinkat};
use rustix::io::Errno;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// How many links may be on a way, as on Linux.
const MAX_LINKS: u32 = 40;

/// Opens what is below a directory.
///
/// # Errors
///
/// EXDEV where the path, or a link on the way, leads out of it; the system's.
pub(super) fn open(at: BorrowedFd<'_>, path: &[u8], flags: OFlags) -> Result<OwnedFd, Errno> {
    match resolve::beneath(at, path, flags) {
        // As in `super::open`: another way tells for sure.
        Err(Errno::NOSYS | Errno::PERM | Errno::AGAIN | Errno::XDEV | Errno::NAMETOOLONG) => {
            by_names(at, path, flags)
        }
        opened => opened,
    }
}

/// Opens it name by name.
fn by_names(at: BorrowedFd<'_>, path: &[u8], flags: OFlags) -> Result<OwnedFd, Errno> {
    // What is still to come, the next part last.
    let mut parts: Vec<Vec<u8>> = Vec::new();
    add(&mut parts, path)?;
    // Where it is by now: no part of it is a link.
    let mut done: Vec<Vec<u8>> = Vec::new();
    let mut directory: Option<OwnedFd> = None;
    let mut links = 0;
    while let Some(part) = parts.pop() {
        match &part[..] {
            b"" | b"." => continue,
            b".." => {
                done.pop().ok_or(Errno::XDEV)?;
                let above = done.join(&b'/');
                directory = match above.is_empty() {
                    true => None,
                    false => Some(in_pieces(at, &above, 1, SEARCH | OFlags::NOFOLLOW)?),
                };
                continue;
            }
            _ => {}
        }
        let name = OsStr::from_bytes(&part);
        let here = directory.as_ref().map_or(at, AsFd::as_fd);
        match readlinkat(here, name, Vec::new()) {
            Ok(target) => {
                links += 1;
                if links > MAX_LINKS {
                    return Err(Errno::LOOP);
                }
                add(&mut parts, target.as_bytes())?;
            }
            // It is not a link.
            Err(Errno::INVAL) if parts.is_empty() => {
                return openat(here, name, flags | OFlags::NOFOLLOW, Mode::empty());
            }
            Err(Errno::INVAL) => {
                let opened = openat(here, name, SEARCH | OFlags::NOFOLLOW, Mode::empty())?;
                directory = Some(opened);
                done.push(part);
            }
            Err(errno) => return Err(errno),
        }
    }
    openat(directory.as_ref().map_or(at, AsFd::as_fd), ".", flags, Mode::empty())
}

/// Puts the parts of a path before those that are to come.
fn add(parts: &mut Vec<Vec<u8>>, path: &[u8]) -> Result<(), Errno> {
    if path.starts_with(b"/") {
        return Err(Errno::XDEV);
    }
    parts.extend(path.split(|&b| b == b'/').rev().map(<[u8]>::to_vec));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, File};
    use std::os::unix::fs::symlink;

    /// By the call for it, and name by name.
    #[test]
    fn links_that_lead_out() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        fs::create_dir_all(at("base/a/b")).unwrap();
        fs::write(at("base/a/b/f"), "f").unwrap();
        fs::write(at("secret"), "secret").unwrap();
        for (link, target) in [
            ("base/a/to_b", "b"),
            ("base/a/b/up", "../../a/b/f"),
            ("base/top", "a/../a/to_b/up"),
            ("base/out", "../secret"),
            ("base/a/b/far", "../../../secret"),
            ("base/a/there_and_back", "../../base/a/b/f"),
            ("base/circle", "circle"),
            ("base/dangling", "a/none"),
        ] {
            symlink(target, at(link)).unwrap();
        }
        symlink(at("base/a/b/f"), at("base/absolute")).unwrap();
        symlink(place.path(), at("base/a/parent")).unwrap();
        let directory = File::open(at("base")).unwrap();
        type Open = fn(BorrowedFd<'_>, &[u8], OFlags) -> Result<OwnedFd, Errno>;
        for open in [open as Open, by_names] {
            let open = |path: &str| open(directory.as_fd(), path.as_bytes(), OFlags::CLOEXEC).map(drop);
            for path in ["a", "a/b/f", "a/to_b/f", "a/b/up", "top", "./a//b/./f", "a/b/../b/f", ".", "a/.."] {
                assert_eq!(open(path), Ok(()), "{path}");
            }
            for path in [
                "out",
                "a/b/far",
                "a/there_and_back",
                "absolute",
                "a/parent/secret",
                "..",
                "../secret",
                "a/../../secret",
                "/etc/passwd",
            ] {
                assert_eq!(open(path), Err(Errno::XDEV), "{path}");
            }
            assert_eq!(open("circle"), Err(Errno::LOOP));
            assert_eq!(open("dangling"), Err(Errno::NOENT));
            assert_eq!(open("a/b/f/x"), Err(Errno::NOTDIR));
        }
    }
}
