//! File names in checksum lines: bytes, with what would break a line escaped.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// Escapes a name as GNU does: a backslash, a newline and a carriage return
/// become `\\`, `\n` and `\r`. A line with such a name begins with a backslash.
///
/// None for a name that needs none of it.
pub fn escape(name: &[u8]) -> Option<Vec<u8>> {
    if !name.iter().any(|b| matches!(b, b'\\' | b'\n' | b'\r')) {
        return None;
    }
    let mut escaped = Vec::with_capacity(name.len() + 8);
    for &b in name {
        match b {
            b'\\' => escaped.extend_from_slice(br"\\"),
            b'\n' => escaped.extend_from_slice(br"\n"),
            b'\r' => escaped.extend_from_slice(br"\r"),
            _ => escaped.push(b),
        }
    }
    Some(escaped)
}

/// The name that was escaped. None if a backslash stands before anything else,
/// or there is a NUL, which no name has.
pub fn unescape(escaped: &[u8]) -> Option<Vec<u8>> {
    let mut name = Vec::with_capacity(escaped.len());
    let mut bytes = escaped.iter();
    while let Some(&b) = bytes.next() {
        name.push(match b {
            b'\\' => match bytes.next()? {
                b'\\' => b'\\',
                b'n' => b'\n',
                b'r' => b'\r',
                _ => return None,
            },
            0 => return None,
            _ => b,
        });
    }
    Some(name)
}

/// A name as it stands in a message that is text.
pub fn shown(name: &OsStr) -> String {
    String::from_utf8_lossy(&quote(name.as_bytes())).into_owned()
}

/// A name as it stands in a message: as it is, or quoted for a shell, as GNU
/// does, if it has blanks or characters that mean something there.
pub fn quote(name: &[u8]) -> Cow<'_, [u8]> {
    quote_but(name, char::is_control)
}

/// The same, with the `hidden` characters escaped, and no others.
pub fn quote_but(name: &[u8], hidden: fn(char) -> bool) -> Cow<'_, [u8]> {
    let text = std::str::from_utf8(name).ok().filter(|text| !text.chars().any(hidden));
    let Some(text) = text else { return Cow::Owned(quote_bytes(name, hidden)) };
    // `{` and `}` mean something alone, `#` and `~` at the start.
    let alone = matches!(text, "" | "{" | "}") || text.starts_with(['#', '~']);
    if !alone && !text.contains(|c| c == ' ' || c == '\'' || is_special(c)) {
        return Cow::Borrowed(name);
    }
    if text.contains('\'') && !text.contains(|c| is_special(c) || matches!(c, '{' | '}' | '#' | '~')) {
        return Cow::Owned([b"\"", name, b"\""].concat());
    }
    Cow::Owned(quote_bytes(name, hidden))
}

/// What means something to a shell wherever it stands.
fn is_special(c: char) -> bool {
    matches!(
        c,
        '!' | '"'
            | '$'
            | '&'
            | '('
            | ')'
            | '*'
            | ':'
            | ';'
            | '<'
            | '='
            | '>'
            | '?'
            | '['
            | '\\'
            | '^'
            | '`'
            | '|'
    )
}

/// In single quotes. Hidden characters, and bytes that are not UTF-8, stand
/// as `$'\n'` or `$'\377'` between them.
pub fn quote_bytes(name: &[u8], hidden: fn(char) -> bool) -> Vec<u8> {
    let mut quoted = vec![b'\''];
    let mut escaping = false;
    for chunk in name.utf8_chunks() {
        for c in chunk.valid().chars() {
            let escape = hidden(c);
            if c == '\'' {
                quoted.extend_from_slice(br"'\''");
                escaping = false;
                continue;
            }
            if escape != escaping {
                quoted.extend_from_slice(if escape { b"'$'" } else { b"''" });
                escaping = escape;
            }
            for &b in c.encode_utf8(&mut [0; 4]).as_bytes() {
                if escape { push_escaped(&mut quoted, b) } else { quoted.push(b) }
            }
        }
        if !chunk.invalid().is_empty() && !escaping {
            quoted.extend_from_slice(b"'$'");
            escaping = true;
        }
        for &b in chunk.invalid() {
            push_escaped(&mut quoted, b);
        }
    }
    quoted.push(b'\'');
    quoted
}

/// Adds a byte as C writes what cannot be shown.
pub fn push_escaped(quoted: &mut Vec<u8>, b: u8) {
    let letter = match b {
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        7 => b'a',
        8 => b'b',
        11 => b'v',
        12 => b'f',
        _ => return quoted.extend(format!("\\{b:03o}").into_bytes()),
    };
    quoted.extend([b'\\', letter]);
}

/// Whether a name leads out of the directory that names are relative to: an absolute
/// one, and one with more `..` than names before them.
///
/// A manifest comes from elsewhere. One that names `/etc/shadow`, or `../../key`, would
/// have whoever checks it read what it says nothing of, and tell by its lines whether a
/// guess at the content was right.
pub fn is_outside(name: &[u8]) -> bool {
    let mut depth = 0_usize;
    name.starts_with(b"/")
        || name.split(|&b| b == b'/').any(|part| match part {
            b"" | b"." => false,
            b".." if depth == 0 => true,
            b".." => {
                depth -= 1;
                false
            }
            _ => {
                depth += 1;
                false
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outside() {
        for name in ["/", "/etc/passwd", "..", "../a", "a/../..", "./../a", "a//..//../b"] {
            assert!(is_outside(name.as_bytes()), "{name}");
        }
        for name in ["a", "./a", "a/../b", "a/b/../../c", "..a", "a/..."] {
            assert!(!is_outside(name.as_bytes()), "{name}");
        }
    }

    #[test]
    fn escape_and_back() {
        for (name, expected) in [
            (&b"a"[..], None),
            (b"a\nb", Some(&br"a\nb"[..])),
            (b"\r\\", Some(br"\r\\")),
            (b"\xff\n", Some(b"\xff\\n")),
        ] {
            let escaped = escape(name);
            assert_eq!(escaped.as_deref(), expected);
            assert_eq!(unescape(&escaped.unwrap_or(name.to_vec())).as_deref(), Some(name));
        }
        for wrong in [&br"\x"[..], br"a\", b"\0", br"\t"] {
            assert_eq!(unescape(wrong), None);
        }
    }

    #[test]
    fn quotes_like_gnu() {
        for (name, expected) in [
            (&b"plain-name_1.txt"[..], &b"plain-name_1.txt"[..]),
            (b"", b"''"),
            (b"no pe", b"'no pe'"),
            (b"q'q", b"\"q'q\""),
            (b"q'$", br"'q'\''$'"),
            (b"n\nl", br"'n'$'\n''l'"),
            (b"a\n'b", br"'a'$'\n'\''b'"),
            (b"\x01\n2", br"''$'\001\n''2'"),
            (b"x'y z", b"\"x'y z\""),
            (b"a'!b", br"'a'\''!b'"),
            (b"a{b", b"a{b"),
            (b"{", b"'{'"),
            (b"a=b", b"'a=b'"),
            (b"\xff", br"''$'\377'"),
            (b"~", b"'~'"),
            (b"a~#", b"a~#"),
            ("\u{e9}".as_bytes(), "\u{e9}".as_bytes()),
        ] {
            assert_eq!(quote(name), expected);
        }
        let not_ascii = |c: char| !c.is_ascii();
        assert_eq!(&*quote_but("a\u{e9}b".as_bytes(), not_ascii), br"'a'$'\303\251''b'");
        assert_eq!(&*quote_but(b"plain", not_ascii), b"plain");
    }
}
