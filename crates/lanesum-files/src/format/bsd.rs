//! `ALGORITHM (name) = digest`, as BSD's commands, OpenSSL and `cksum` write it.

use super::{Format, Write, gnu};
use crate::manifest::{Form, unsupported};
use lanesum::Algorithm;

pub(super) const FORMAT: Format = Format {
    name: "bsd",
    about: "`ALGORITHM (name) = digest`, of BSD's commands and cksum",
    algorithms: &[Algorithm::Blake3],
    takes: |_| Ok(()),
    write: Write::Form(Form::Bsd),
    // Also of an algorithm that there is not here.
    detects: |line| gnu::of(line).is_some() || unsupported::tag(line).is_some(),
    comment: Some(b'#'),
    read: None,
};
