//! What a walk leaves out.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// Glob patterns. One with a slash in it is matched with the path below the
/// directory that is walked, any other with the last part of it.
#[derive(Debug, Default)]
pub struct Exclude {
    names: GlobSet,
    paths: GlobSet,
}

impl Exclude {
    /// # Errors
    ///
    /// Where a pattern is none.
    pub fn new(patterns: &[String]) -> Result<Self, globset::Error> {
        let (mut names, mut paths) = (GlobSetBuilder::new(), GlobSetBuilder::new());
        for pattern in patterns {
            let whole = pattern.strip_suffix('/').unwrap_or(pattern);
            let set = if whole.contains('/') { &mut paths } else { &mut names };
            let whole = whole.strip_prefix('/').unwrap_or(whole);
            set.add(GlobBuilder::new(whole).literal_separator(true).build()?);
        }
        Ok(Self { names: names.build()?, paths: paths.build()? })
    }

    /// Whether `path`, whose last part begins at `name`, is to be left out.
    pub fn matches(&self, path: &[u8], name: usize) -> bool {
        (!self.names.is_empty() && self.names.is_match(OsStr::from_bytes(&path[name..])))
            || (!self.paths.is_empty() && self.paths.is_match(OsStr::from_bytes(path)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_paths() {
        let patterns = ["*.o", "/target", "a/**/z", "dir/"].map(String::from);
        let exclude = Exclude::new(&patterns).unwrap();
        let matches = |path: &str| {
            let name = path.rfind('/').map_or(0, |slash| slash + 1);
            exclude.matches(path.as_bytes(), name)
        };
        for path in ["x.o", "deep/in/x.o", "target", "a/b/c/z", "a/z", "dir", "deep/dir"] {
            assert!(matches(path), "{path}");
        }
        for path in ["x.c", "deep/target", "b/a/z", "dirt", "o"] {
            assert!(!matches(path), "{path}");
        }
    }
}
