//! Patterns of names.

use fast_glob::{Error, glob_match, validate};

/// Glob patterns. One with a slash in it is matched with the path below the
/// directory that is walked, any other with the last part of it.
#[derive(Debug, Default)]
pub struct Exclude {
    names: Vec<String>,
    paths: Vec<String>,
}

impl Exclude {
    /// # Errors
    ///
    /// Where a pattern is none.
    pub fn new(patterns: &[String]) -> Result<Self, Error> {
        let mut exclude = Self::default();
        for pattern in patterns {
            let whole = pattern.strip_suffix('/').unwrap_or(pattern);
            let set = if whole.contains('/') { &mut exclude.paths } else { &mut exclude.names };
            let whole = whole.strip_prefix('/').unwrap_or(whole);
            validate(whole)?;
            // At the start, `!` would negate the pattern.
            set.push(if whole.starts_with('!') { format!("\\{whole}") } else { whole.to_owned() });
        }
        Ok(exclude)
    }

    /// Whether one of the patterns matches `path`, whose last part begins at `name`.
    pub fn matches(&self, path: &[u8], name: usize) -> bool {
        let any = |patterns: &[String], path: &[u8]| patterns.iter().any(|pattern| glob_match(pattern, path));
        any(&self.names, &path[name..]) || any(&self.paths, path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_paths() {
        let patterns = ["*.o", "/target", "a/**/z", "dir/", "!x", "[ab]?.{c,h}", "d/*/e"].map(String::from);
        let exclude = Exclude::new(&patterns).unwrap();
        let matches = |path: &str| {
            let name = path.rfind('/').map_or(0, |slash| slash + 1);
            exclude.matches(path.as_bytes(), name)
        };
        for path in
            ["x.o", "deep/in/x.o", "target", "a/b/c/z", "a/z", "dir", "deep/dir", "!x", "s/b1.h", "d/1/e"]
        {
            assert!(matches(path), "{path}");
        }
        for path in ["x.c", "deep/target", "b/a/z", "dirt", "o", "x", "b1.o2", "c1.h", "d/1/2/e", "d/e"] {
            assert!(!matches(path), "{path}");
        }
    }

    #[test]
    fn names_of_any_bytes() {
        let exclude = Exclude::new(&["\u{e9}*".into(), "?".into()]).unwrap();
        assert!(exclude.matches("\u{e9}t\u{e9}".as_bytes(), 0));
        assert!(exclude.matches(b"\xff", 0));
        assert!(!exclude.matches(b"\xe9t", 0));
    }

    #[test]
    fn what_is_no_pattern() {
        for (pattern, what) in [("[a", "unclosed"), ("{a,b", "unclosed"), ("a\\", "trailing")] {
            let error = Exclude::new(&[pattern.into()]).unwrap_err().to_string();
            assert!(error.contains(what), "{pattern}: {error}");
        }
    }
}
