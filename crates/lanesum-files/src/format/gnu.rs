//! `digest  name`, as `sha256sum` and its kin write and read it.

use super::{Format, Write};
use crate::manifest::{Entry, Form, Known, Of, Parsed, Parser};
use lanesum::Algorithm;

pub(super) const FORMAT: Format = Format {
    name: "gnu",
    about: "`digest  name`, of sha256sum and its kin",
    algorithms: &[Algorithm::Blake3],
    takes: |_| Ok(()),
    write: Write::Form(Form::Gnu),
    detects: |line| matches!(of(line), Some(Of::Unnamed)),
    comment: Some(b'#'),
    read: None,
};

/// What the digest of a line is of. None where it is not one of GNU's, BSD's or OpenSSL's.
pub(super) fn of(line: &[u8]) -> Option<Of> {
    match Parser::new(Known::default()).line(line) {
        Parsed::Entry(Entry { algorithm, .. }) => Some(algorithm),
        Parsed::Nothing | Parsed::Malformed => None,
    }
}
