//! What may go to a terminal: nothing that moves its cursor, changes its colours
//! or turns its text around.
//!
//! A file may have any name, so one may say `FAILED` and have the terminal show
//! `OK`. On a terminal a name with such a character stands as `ls` shows it:
//! `'a'$'\033''[2Kb'`. Elsewhere, where programs read them, names are the bytes that they are.

use crate::charset::Charset;
use lanesum_files::name;
use std::borrow::Cow;
use std::io::{self, IsTerminal};
use std::sync::OnceLock;

/// How names stand in lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// As they are.
    Raw,
    /// With what cannot be shown in these characters quoted.
    Quoted(Charset),
}

impl Shown {
    /// On a terminal, if it `is` one.
    pub(crate) fn on(is_terminal: bool) -> Self {
        if is_terminal { Self::Quoted(Charset::of_environment()) } else { Self::Raw }
    }

    /// A name that cannot stand as it is.
    pub(crate) fn quoted(self, name: &[u8]) -> Option<Vec<u8>> {
        let Self::Quoted(charset) = self else { return None };
        let hidden = hidden_in(charset);
        let text = std::str::from_utf8(name).ok().filter(|text| !text.contains(hidden));
        // One that looks as if it was quoted is quoted too: none passes for another.
        let plain = text.is_some_and(|text| !text.starts_with('\''));
        (!plain).then(|| name::quote_bytes(name, hidden))
    }

    /// `name: result`, as a line. Where the name would break the line it is
    /// escaped, behind a backslash, or quoted where that is how names stand: a file
    /// cannot pass itself off as another.
    pub(crate) fn result(self, name: &[u8], result: &str) -> Vec<u8> {
        if let Some(quoted) = self.quoted(name) {
            return [&quoted, &b": "[..], result.as_bytes(), b"\n"].concat();
        }
        let breaks = name.contains(&b'\n') || name.contains(&b'\r');
        let (mark, name) = match name::escape(name).filter(|_| breaks) {
            Some(escaped) => (&b"\\"[..], Cow::Owned(escaped)),
            None => (&b""[..], Cow::Borrowed(name)),
        };
        [mark, &name[..], b": ", result.as_bytes(), b"\n"].concat()
    }
}

/// What cannot be shown.
fn hidden_in(charset: Charset) -> fn(char) -> bool {
    match charset {
        Charset::Utf8 => is_hidden,
        Charset::Ascii => |c| !c.is_ascii() || is_hidden(c),
    }
}

/// Control characters, and those that have text run the other way or break the
/// line (Unicode's Bidi_Control, Zl and Zp).
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// A message for standard error, in which no character is left that a terminal
/// does not show. Lines end as they do.
pub(crate) fn message(text: &[u8]) -> Cow<'_, [u8]> {
    static CHARSET: OnceLock<Charset> = OnceLock::new();
    let charset = CHARSET.get_or_init(|| match io::stderr().is_terminal() {
        true => Charset::of_environment(),
        false => Charset::Utf8,
    });
    shown(text, hidden_in(*charset))
}

fn shown(text: &[u8], hidden: fn(char) -> bool) -> Cow<'_, [u8]> {
    let hidden = |c| c != '\n' && hidden(c);
    if std::str::from_utf8(text).is_ok_and(|text| !text.contains(hidden)) {
        return Cow::Borrowed(text);
    }
    let mut shown = Vec::with_capacity(text.len() + 32);
    for chunk in text.utf8_chunks() {
        for c in chunk.valid().chars() {
            let mut bytes = [0; 4];
            let bytes = c.encode_utf8(&mut bytes).as_bytes();
            match hidden(c) {
                true => bytes.iter().for_each(|&b| name::push_escaped(&mut shown, b)),
                false => shown.extend_from_slice(bytes),
            }
        }
        chunk.invalid().iter().for_each(|&b| name::push_escaped(&mut shown, b));
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let utf8 = Shown::Quoted(Charset::Utf8);
        for name in ["a", "two words", "caf\u{e9}", "it's", "$x*", "back\\slash", ""] {
            assert_eq!(utf8.quoted(name.as_bytes()), None, "{name}");
        }
        for (name, expected) in [
            (&b"a\x1b[2Kb"[..], &br"'a'$'\033''[2Kb'"[..]),
            (b"n\nl", br"'n'$'\n''l'"),
            (b"\x9b", br"''$'\233'"),
            ("\u{9b}x".as_bytes(), br"''$'\302\233''x'"),
            ("a\u{202e}b".as_bytes(), br"'a'$'\342\200\256''b'"),
            (b"'a'", br"''\''a'\'''"),
        ] {
            assert_eq!(utf8.quoted(name).as_deref(), Some(expected));
            assert_eq!(Shown::Raw.quoted(name), None);
        }
        let ascii = Shown::Quoted(Charset::Ascii);
        assert_eq!(ascii.quoted("\u{e9}".as_bytes()).as_deref(), Some(&br"''$'\303\251'"[..]));
        assert_eq!(ascii.quoted(b"two words"), None);
    }

    #[test]
    fn messages() {
        for (text, expected) in [
            ("plain, caf\u{e9}\nand more\n", "plain, caf\u{e9}\nand more\n"),
            ("a\x1b[2Kb\r\n", "a\\033[2Kb\\r\n"),
            ("\u{202e}\t", "\\342\\200\\256\\t"),
        ] {
            assert_eq!(shown(text.as_bytes(), is_hidden), expected.as_bytes());
        }
        assert_eq!(&*shown(b"\xff\n", is_hidden), b"\\377\n");
    }
}
