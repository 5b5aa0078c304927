//! What a manifest's reader needs, beside the manifest: in a comment, which every
//! other reader of manifests passes over.
//!
//! `# lanesum: check with --key-file and --seek 9`

/// The options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// A key.
    pub key: bool,
    /// A context that a key is derived for.
    pub context: bool,
    /// How many bytes of the output are passed over.
    pub seek: Option<u64>,
}

const BEGINNING: &str = "# lanesum: check with ";

impl Needs {
    /// The line that says so, without its end. None where nothing is needed.
    pub fn comment(self) -> Option<String> {
        let options = self.options();
        (!options.is_empty()).then(|| format!("{BEGINNING}{}", options.join(" and ")))
    }

    /// What a line says. None for one that says nothing of it.
    pub fn read(line: &[u8]) -> Option<Self> {
        let options = std::str::from_utf8(line.strip_prefix(BEGINNING.as_bytes())?).ok()?;
        let mut needs = Self::default();
        for option in options.trim_end().split(" and ") {
            match option.split_once(' ').unwrap_or((option, "")) {
                ("--key-file", "") => needs.key = true,
                ("--derive-key", "") => needs.context = true,
                ("--seek", bytes) => needs.seek = Some(bytes.parse().ok()?),
                _ => return None,
            }
        }
        Some(needs)
    }

    /// What is needed that `given` has not, as options.
    pub fn lacking(self, given: Self) -> Vec<String> {
        let seek = self.seek.filter(|&seek| given.seek != Some(seek));
        Self { key: self.key && !given.key, context: self.context && !given.context, seek }.options()
    }

    fn options(self) -> Vec<String> {
        let key = self.key.then(|| "--key-file".to_owned());
        let context = self.context.then(|| "--derive-key".to_owned());
        let seek = self.seek.map(|seek| format!("--seek {seek}"));
        [key, context, seek].into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        assert_eq!(Needs::default().comment(), None);
        for (key, context, seek) in [(true, false, None), (false, true, Some(9)), (true, false, Some(0))] {
            let needs = Needs { key, context, seek };
            assert_eq!(Needs::read(needs.comment().unwrap().as_bytes()), Some(needs));
            assert!(needs.lacking(needs).is_empty());
            assert!(!needs.lacking(Needs::default()).is_empty());
        }
        for other in ["# lanesum: check with care", "# a comment", "", "# lanesum: check with --seek x"] {
            assert_eq!(Needs::read(other.as_bytes()), None);
        }
    }
}
