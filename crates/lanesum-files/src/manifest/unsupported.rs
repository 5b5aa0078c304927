//! Lines of algorithms that there are not here.

/// The tag of a line that has the form `TAG (name) = digest`, where the digest could be
/// one: hexadecimal or base64, of 4 bytes and more.
pub fn tag(line: &[u8]) -> Option<&str> {
    let line = line.trim_ascii();
    let line = line.strip_prefix(b"\\").unwrap_or(line);
    let open = line.iter().position(|&b| b == b'(')?;
    let tag = std::str::from_utf8(line[..open].trim_ascii_end()).ok()?;
    let close = line.iter().rposition(|&b| b == b')').filter(|&close| close > open)?;
    let digest = line[close + 1..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '/' | '_' | '.');
    let is_digit = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=' | b'-' | b'_');
    let is_tag = tag.starts_with(|c: char| c.is_ascii_alphabetic()) && tag.chars().all(is_name);
    (is_tag && digest.len() >= 6 && digest.iter().all(is_digit)).then_some(tag)
}

#[cfg(test)]
mod tests {
    use super::tag;

    #[test]
    fn forms() {
        assert_eq!(tag(b"WHIRLPOOL (a) = 19fa61d75522a466"), Some("WHIRLPOOL"));
        assert_eq!(tag(b"SKEIN-512(a (b) = c)= 19fa61d75522a466"), Some("SKEIN-512"));
        for line in ["", "x", "(a) = 19fa61d7", "MD5 (a)", "two words (a) = 19fa61d7", "X (a) = 1 2 3 4 5"] {
            assert_eq!(tag(line.as_bytes()), None, "{line}");
        }
    }
}
