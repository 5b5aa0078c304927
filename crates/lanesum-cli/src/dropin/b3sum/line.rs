//! Reads a line of a manifest, and takes no other than `b3sum` writes: what is
//! let through here might be another file than was meant.

use lanesum::Digest;
use lanesum::blake3::Hash;

/// What a line says.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The name as it stands in the line, with the backslash in front.
    pub(super) shown: String,
    pub(super) name: String,
    pub(super) digest: Digest,
}

/// Reads a line, without the newline.
///
/// # Errors
///
/// What is wrong with it, in the words of `b3sum`.
pub(super) fn parse(line: &str) -> Result<Entry, &'static str> {
    let line = line.trim_end_matches(['\r', '\n']);
    if line.is_empty() {
        return Err("Empty line");
    }
    let (escaped, rest) = match line.strip_prefix('\\') {
        Some(rest) => (true, rest),
        None => (false, line),
    };
    // A name in a tagged line may have two blanks in it: its tag is looked for first.
    let (digits, file) = match rest.strip_prefix("BLAKE3 (").and_then(|rest| rest.rsplit_once(") = ")) {
        Some((file, digits)) => (digits, file),
        None => rest.split_once("  ").ok_or("Invalid check line format")?,
    };
    if digits.len() != 64 {
        return Err("Invalid hash length");
    }
    if digits.bytes().any(|b| b.is_ascii_uppercase()) {
        return Err("Invalid hex");
    }
    let hash = Hash::from_hex(digits).map_err(|_| "Invalid hex")?;
    let name = if escaped {
        let name = lanesum_files::name::unescape(file.as_bytes()).ok_or("Invalid backslash escape")?;
        String::from_utf8(name).map_err(|_| "Invalid backslash escape")?
    } else {
        file.to_owned()
    };
    if name.is_empty() {
        return Err("empty file path");
    }
    if name.contains('\0') {
        return Err("Null character in path");
    }
    if name.contains('\u{fffd}') {
        return Err("Unicode replacement character in path");
    }
    Ok(Entry { shown: format!("{}{file}", if escaped { "\\" } else { "" }), name, digest: hash.into() })
}

#[cfg(test)]
mod tests {
    use super::parse;

    const HASH: &str = "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85";

    #[test]
    fn good_lines() {
        for (line, shown, name) in [
            (format!("{HASH}  a"), "a", "a"),
            (format!("{HASH}  a  b\r"), "a  b", "a  b"),
            (format!("{HASH}   a"), " a", " a"),
            (format!("\\{HASH}  a\\nb\\\\"), "\\a\\nb\\\\", "a\nb\\"),
            (format!("BLAKE3 (a) = {HASH}"), "a", "a"),
            (format!("BLAKE3 (a) = b) = {HASH}"), "a) = b", "a) = b"),
            (format!("BLAKE3 (a  b) = {HASH}"), "a  b", "a  b"),
            (format!("\\BLAKE3 (a\\rb) = {HASH}"), "\\a\\rb", "a\rb"),
        ] {
            let entry = parse(&line).unwrap();
            assert_eq!((entry.shown.as_str(), entry.name.as_str()), (shown, name));
            assert_eq!(entry.digest.to_string(), HASH);
        }
    }

    #[test]
    fn refused_lines() {
        for (line, why) in [
            (String::new(), "Empty line"),
            ("# comment".to_owned(), "Invalid check line format"),
            (format!("{HASH} a"), "Invalid check line format"),
            (format!("{HASH} *a"), "Invalid check line format"),
            (format!(" {HASH}  a"), "Invalid hash length"),
            (format!("{}  a", HASH.to_uppercase()), "Invalid hex"),
            (format!("{}g  a", &HASH[1..]), "Invalid hex"),
            (format!("BLAKE3(a)= {HASH}"), "Invalid check line format"),
            (format!("\\{HASH}  a\\t"), "Invalid backslash escape"),
            (format!("\\{HASH}  a\\"), "Invalid backslash escape"),
            (format!("{HASH}  "), "empty file path"),
            (format!("{HASH}  a\0"), "Null character in path"),
            (format!("{HASH}  a\u{fffd}"), "Unicode replacement character in path"),
        ] {
            assert_eq!(parse(&line).unwrap_err(), why, "{line}");
        }
    }
}
