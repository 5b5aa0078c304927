//! A JSON object a line, as `lanesum hash --json` writes it: `path`, `size`, and
//! `digests` by the names of their algorithms. `path_base64` has a name that is not UTF-8.

use super::digests::Digests;
use super::{Format, Reader, Said, Write};
use crate::manifest::{Known, hex};
use base64_simd::STANDARD;
use lanesum::Algorithm;
use serde_json::{Map, Value};

pub(super) const FORMAT: Format = Format {
    name: "json",
    about: "a JSON object a line: path, size, mtime, digests, error",
    algorithms: &[Algorithm::Blake3],
    takes: |_| Ok(()),
    write: Write::Json,
    detects: |line| line.starts_with(b"{"),
    comment: None,
    read: Some(|| Box::new(Lines)),
};

/// Reads lines.
struct Lines;

impl Reader for Lines {
    fn line(&mut self, line: &[u8], known: &Known) -> Said {
        if line.trim_ascii().is_empty() {
            return Said::Nothing;
        }
        serde_json::from_slice(line).ok().and_then(|object| said(&object, known)).unwrap_or(Said::Malformed)
    }
}

fn said(object: &Map<String, Value>, known: &Known) -> Option<Said> {
    let name = match object.get("path_base64") {
        Some(base64) => STANDARD.decode_to_vec(base64.as_str()?).ok()?,
        None => object.get("path")?.as_str()?.as_bytes().to_vec(),
    };
    let size = match object.get("size") {
        Some(size) => Some(size.as_u64()?),
        None => None,
    };
    let mut digests = Digests::new(known);
    for (algorithm, digest) in object.get("digests")?.as_object()? {
        let digest = digest.as_str()?;
        digests.add(algorithm, || hex(digest.as_bytes()));
    }
    Some(digests.of(name, size))
}
