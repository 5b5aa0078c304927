//! What a command says on standard error, and how: under its own name, with
//! names quoted for the characters that the locale has.

use super::locale;
use crate::message;
use lanesum_files::{name, standard};
use std::borrow::Cow;
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};

/// A command's voice.
pub(super) struct Voice {
    /// The command's name.
    pub(super) name: &'static str,
    /// Whether something could not be said.
    unheard: AtomicBool,
}

impl Voice {
    pub(super) fn new(name: &'static str) -> Self {
        Self { name, unheard: AtomicBool::new(false) }
    }

    /// A name as a shell would take it, quoted if need be.
    pub(super) fn shell<'n>(&self, name: &'n [u8]) -> Cow<'n, [u8]> {
        name::quote_but(name, locale::is_hidden)
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
        let unicode = locale::has_unicode();
        let (open, close) = if unicode { ("\u{2018}", "\u{2019}") } else { ("'", "'") };
        quoted.extend_from_slice(open.as_bytes());
        for chunk in word.utf8_chunks() {
            for c in chunk.valid().chars() {
                let mut bytes = [0; 4];
                let bytes = c.encode_utf8(&mut bytes).as_bytes();
                match c {
                    '\'' if !unicode => quoted.extend_from_slice(br"\'"),
                    '\\' => quoted.extend_from_slice(br"\\"),
                    c if locale::is_hidden(c) => {
                        bytes.iter().for_each(|&b| name::push_escaped(&mut quoted, b));
                    }
                    _ => quoted.extend_from_slice(bytes),
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
