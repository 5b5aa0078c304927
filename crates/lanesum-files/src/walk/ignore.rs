//! Files that say what to leave out of their directories, as `.gitignore` does.
//!
//! A line is a glob pattern; one with a slash in front or in it is matched with the path
//! below the directory, any other with each name; a slash behind it is for directories
//! only, and `!` in front takes back what a line before, or a directory above, said. The
//! last line that matches decides. Lines that begin with `#`, and empty ones, mean nothing.

use fast_glob::glob_match;
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{FileType, Mode, OFlags, fstat, openat};
use std::fs::File;
use std::io::Read;

/// No such file is longer.
const MAX_LEN: u64 = 1 << 20;

/// The lines of one.
#[derive(Debug, Default)]
pub(super) struct Ignore(Vec<Pattern>);

#[derive(Debug)]
struct Pattern {
    glob: String,
    /// Whether it is matched with the whole path.
    anchored: bool,
    only_directories: bool,
    /// Whether it takes back what was said.
    keep: bool,
}

impl Ignore {
    /// Reads the one that is in a directory, if there is one.
    pub(super) fn of(directory: impl AsFd, name: &str) -> Self {
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOFOLLOW | OFlags::NONBLOCK;
        let regular = |file: &OwnedFd| {
            fstat(file).is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile)
        };
        let mut text = Vec::new();
        if let Ok(file) = openat(directory, name, flags, Mode::empty())
            && regular(&file)
        {
            // What cannot be read says nothing: more is read then, and not less.
            File::from(file).take(MAX_LEN).read_to_end(&mut text).unwrap_or(0);
        }
        Self::read(&String::from_utf8_lossy(&text))
    }

    fn read(text: &str) -> Self {
        Self(text.lines().filter_map(Pattern::read).collect())
    }

    /// Whether a path below the directory is left out, or kept. None if no line says so.
    pub(super) fn says(&self, path: &[u8], is_directory: bool) -> Option<bool> {
        let name = path.iter().rposition(|&b| b == b'/').map_or(path, |slash| &path[slash + 1..]);
        let matches = |pattern: &&Pattern| {
            (is_directory || !pattern.only_directories)
                && glob_match(&pattern.glob, if pattern.anchored { path } else { name })
        };
        self.0.iter().rev().find(matches).map(|pattern| !pattern.keep)
    }
}

impl Pattern {
    fn read(line: &str) -> Option<Self> {
        if line.starts_with('#') {
            return None;
        }
        // Blanks at the end mean something only behind a backslash.
        let line = match line.trim_end_matches(' ') {
            cut if cut.ends_with('\\') && cut.len() < line.len() => &line[..=cut.len()],
            cut => cut,
        };
        let (keep, line) = line.strip_prefix('!').map_or((false, line), |line| (true, line));
        let (only_directories, line) = line.strip_suffix('/').map_or((false, line), |line| (true, line));
        let (anchored, glob) = match line.strip_prefix('/') {
            Some(line) => (true, line),
            None => (line.contains('/'), line),
        };
        if glob.is_empty() {
            return None;
        }
        // Braces are nothing special here, and `!` at the start would negate. A backslash before
        // one has said so already.
        let mut escaped = String::with_capacity(glob.len() + 2);
        let mut behind_backslash = false;
        for (i, c) in glob.char_indices() {
            if !behind_backslash && (matches!(c, '{' | '}') || c == '!' && i == 0) {
                escaped.push('\\');
            }
            behind_backslash = c == '\\' && !behind_backslash;
            escaped.push(c);
        }
        Some(Self { glob: escaped, anchored, only_directories, keep })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cases of gitignore's manual.
    #[test]
    fn as_git_does() {
        let ignore = Ignore::read(
            "# no\n\n*.o\n!keep.o\n/top\nbuild/\ndoc/frotz/\na/**/b\n**/logs\nx{1}\ny\\{1,2\\}\nz[{]\n\\!mark\nend\\ \n",
        );
        for (path, is_directory, expected) in [
            ("a.o", false, Some(true)),
            ("deep/in/a.o", false, Some(true)),
            ("keep.o", false, Some(false)),
            ("top", false, Some(true)),
            ("sub/top", false, None),
            ("build", true, Some(true)),
            ("build", false, None),
            ("sub/build", true, Some(true)),
            ("doc/frotz", true, Some(true)),
            ("a/doc/frotz", true, None),
            ("a/b", false, Some(true)),
            ("a/x/y/b", false, Some(true)),
            ("logs", true, Some(true)),
            ("c/d/logs", false, Some(true)),
            ("x{1}", false, Some(true)),
            ("x1", false, None),
            ("y{1,2}", false, Some(true)),
            ("y\\1", false, None),
            ("z{", false, Some(true)),
            ("z\\", false, None),
            ("!mark", false, Some(true)),
            ("end ", false, Some(true)),
            ("# no", false, None),
        ] {
            assert_eq!(ignore.says(path.as_bytes(), is_directory), expected, "{path}");
        }
    }
}
