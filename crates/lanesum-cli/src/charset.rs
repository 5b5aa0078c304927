//! Which characters can be shown.

/// A set of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Charset {
    Ascii,
    Utf8,
}

impl Charset {
    /// That of the environment's locale.
    pub(crate) fn of_environment() -> Self {
        let set = |name: &&str| std::env::var_os(name).filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(set).unwrap_or_default();
        let locale = locale.to_string_lossy().to_ascii_lowercase();
        if locale.contains("utf-8") || locale.contains("utf8") { Self::Utf8 } else { Self::Ascii }
    }
}
