//! What is said of files that a manifest lists more than once.

use crate::message;
use lanesum_files::manifest::lines::Manifest;
use lanesum_files::manifest::repeats::Repeats;
use std::os::unix::ffi::OsStrExt;

/// The messages.
pub(super) fn messages(manifest: &Manifest, repeats: &Repeats) -> Vec<Vec<u8>> {
    let about = |what: String| message::about(manifest.called().as_bytes(), what);
    let mut messages = Vec::new();
    if let Some(error) = &repeats.error {
        let reason = message::reason(error);
        messages.push(about(format!("not looked through for files that are listed twice: {reason}")));
    }
    for (one, other) in repeats.pairs.iter().take(TOLD) {
        messages.push(about(format!("{other}: contradicts line {one}: another digest of the same file")));
    }
    let told = repeats.pairs.len().min(TOLD) as u64;
    if repeats.contradictions > told {
        messages.push(about(format!("contradicts itself on {} more files", repeats.contradictions - told)));
    }
    if let Some((one, other)) = repeats.first {
        let more = match repeats.repeated {
            1 => String::new(),
            repeated => format!(", and {} more lines say again what others do", repeated - 1),
        };
        messages.push(about(format!("note: line {other} says what line {one} does{more}")));
    }
    messages
}

/// How many contradictions are told one by one.
const TOLD: usize = 10;
