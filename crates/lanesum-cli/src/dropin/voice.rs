//! What a command says on standard error, and how: under its own name, with
//! names quoted for the characters that the locale has.

use crate::charset::Charset;
use crate::{message, name, standard};
use std::borrow::Cow;
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};

/// A command's voice.
pub(super) struct Voice {
    /// The command's name.
    pub(super) name: &'static str,
    /// Which characters may stand in messages as they are.
    charset: Charset,
    /// Whether something could not be said.
    unheard: AtomicBool,
}

impl Voice {
    pub(super) fn new(name: &'static str) -> Self {
        Self { name, charset: Charset::of_environment(), unheard: AtomicBool::new(false) }
    }

    /// A name as a shell would take it, quoted if need be.
    pub(super) fn shell<'n>(&self, name: &'n [u8]) -> Cow<'n, [u8]> {
        match self.charset {
            Charset::Utf8 => name::quote(name),
            Charset::Ascii => name::quote_ascii(name),
        }
    }

    /// A message about a file.
    pub(super) fn about(&self, file: &[u8], what: impl Display) -> Vec<u8> {
        [self.name.as_bytes(), b": ", &self.shell(file), b": ", what.to_string().as_bytes(), b"\n"].concat()
    }

    /// A message about nothing in particular.
    pub(super) fn plain(&self, what: impl AsRef<[u8]>) -> Vec<u8> {
        [self.name.as_bytes(), b": ", what.as_ref(), b"\n"].concat()
    }

    /// A word in the quotation marks of the locale.
    pub(super) fn quoted(&self, word: &[u8]) -> Vec<u8> {
        let mut quoted = Vec::new();
        let (open, close) = match self.charset {
            Charset::Utf8 => ("\u{2018}", "\u{2019}"),
            Charset::Ascii => ("'", "'"),
        };
        quoted.extend_from_slice(open.as_bytes());
        for chunk in word.utf8_chunks() {
            for c in chunk.valid().chars() {
                let ascii = self.charset == Charset::Ascii;
                match c {
                    '\'' if ascii => quoted.extend_from_slice(br"\'"),
                    '\\' => quoted.extend_from_slice(br"\\"),
                    c if c.is_control() || ascii && !c.is_ascii() => {
                        for &b in c.encode_utf8(&mut [0; 4]).as_bytes() {
                            name::push_escaped(&mut quoted, b);
                        }
                    }
                    c => quoted.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
                }
            }
            for &b in chunk.invalid() {
                name::push_escaped(&mut quoted, b);
            }
        }
        quoted.extend_from_slice(close.as_bytes());
        quoted
    }

    /// Says a message. That it could not be said is to be known in the end.
    pub(super) fn say(&self, message: &[u8]) {
        let said = standard::stderr().and_then(|stderr| crate::output::write_all(stderr, message));
        if said.is_err() {
            self.unheard.store(true, Ordering::Relaxed);
        }
    }

    /// Whether all that was said could be.
    pub(super) fn was_heard(&self) -> bool {
        !self.unheard.load(Ordering::Relaxed)
    }

    /// The system's reason in its own words.
    pub(super) fn reason(error: &std::io::Error) -> String {
        message::reason(error)
    }
}
