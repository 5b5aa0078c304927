//! JSON lines: one object a line.

mod time;

use crate::signature::Signed;
use crate::terminal;
use base64_simd::STANDARD;
use serde::Serialize;
use std::borrow::Cow;
use std::ffi::OsStr;

pub(crate) use time::time;

/// A file name. JSON has no bytes, so a name that is not UTF-8 stands there
/// twice: readable, and in base64 as it is.
#[derive(Serialize)]
pub(crate) struct Path<'a> {
    path: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_base64: Option<String>,
}

impl<'a> Path<'a> {
    pub(crate) fn of(name: &'a [u8]) -> Self {
        let path = String::from_utf8_lossy(name);
        let path_base64 = std::str::from_utf8(name).is_err().then(|| STANDARD.encode_to_string(name));
        Self { path, path_base64 }
    }
}

/// A manifest whose signature is good.
#[derive(Serialize)]
struct SignedManifest<'a> {
    manifest: Cow<'a, str>,
    status: &'a str,
    #[serde(flatten)]
    signed: &'a Signed,
}

/// The line about a manifest whose signature is good, with status `signed`.
pub(crate) fn signed(manifest: &OsStr, signed: &Signed) -> Vec<u8> {
    line(&SignedManifest { manifest: manifest.to_string_lossy(), status: "signed", signed })
}

/// A line that holds `record`, with nothing in it that a terminal does not show.
pub(crate) fn line(record: &impl Serialize) -> Vec<u8> {
    let mut text = serde_json::to_string(record).expect("strings and numbers make valid JSON");
    // Most have nothing else.
    if !text.bytes().all(|b| matches!(b, b' '..=b'~')) {
        text = shown(&text);
    }
    text.push('\n');
    text.into_bytes()
}

/// JSON wants only some characters escaped, and allows it for all. They are in strings:
/// nothing else in a line has more than ASCII that can be shown.
fn shown(text: &str) -> String {
    let mut line = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match terminal::is_hidden(c) {
            true => line.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => line.push(c),
        }
    }
    line
}
