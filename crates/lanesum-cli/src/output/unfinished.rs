//! Files that are being written, and have a name already.
//!
//! While one is written it is locked. One that is not was left by a process that
//! nobody gave the time to remove it.

use lanesum_files::input::Input;
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use std::ffi::CString;
use std::hash::{BuildHasher, RandomState};

const BEFORE: &str = ".lanesum-";
const BEHIND: &str = ".tmp";
/// Hexadecimal digits between them.
const DIGITS: usize = 16;

/// A name for such a file, at random.
pub(super) fn name() -> CString {
    // Keyed anew by the system in every process, and different at every call.
    let random = RandomState::new().hash_one(std::process::id());
    CString::new(format!("{BEFORE}{random:0DIGITS$x}{BEHIND}")).expect("there is no NUL in it")
}

/// Whether a path is that of such a file.
pub(crate) fn is_named_so(path: &[u8]) -> bool {
    let start = path.iter().rposition(|&b| b == b'/').map_or(0, |slash| slash + 1);
    let digits =
        path[start..].strip_prefix(BEFORE.as_bytes()).and_then(|rest| rest.strip_suffix(BEHIND.as_bytes()));
    digits.is_some_and(|digits| {
        digits.len() == DIGITS && digits.iter().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
    })
}

/// Whether nobody writes to such a file any more, and it is still there.
pub(crate) fn is_left_behind(input: &Input) -> bool {
    match input.open() {
        Ok(file) => flock(&file, FlockOperation::NonBlockingLockShared) != Err(Errno::WOULDBLOCK),
        Err(errno) => errno != Errno::NOENT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let (one, other) = (name(), name());
        assert_ne!(one, other);
        assert!(is_named_so(one.as_bytes()));
        assert!(is_named_so(&[b"a/b/", other.as_bytes()].concat()));
        for name in [
            "",
            ".lanesum-",
            ".lanesum-.tmp",
            ".lanesum-0123456789abcdef",
            ".lanesum-0123456789ABCDEF.tmp",
            ".lanesum-0123456789abcde.tmp",
            ".lanesum-0123456789abcdef0.tmp",
            "x.lanesum-0123456789abcdef.tmp",
            ".lanesum-0123456789abcdef.tmp/x",
        ] {
            assert!(!is_named_so(name.as_bytes()), "{name}");
        }
    }
}
