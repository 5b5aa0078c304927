//! What the manual pages are written in.

/// The start of a page.
pub(super) fn head(name: &str, about: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(".TH {name} 1 \"\" \"lanesum {version}\"\n.SH NAME\n{name} \\- {}\n", text(about))
}

/// Text in which nothing means something to roff.
pub(super) fn text(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}
