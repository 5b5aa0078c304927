//! Any bytes as a manifest, in every format: nothing panics, and what a line says, written
//! again, says the same.
//!
//! `cargo +nightly fuzz run manifest -- -max_total_time=60`

#![no_main]

use lanesum_files::format::{AnyReader, FORMATS, Format, Hashed, Listed, Said, Write, pasted};
use lanesum_files::function::{Function, Value};
use lanesum_files::manifest::needs::Needs;
use lanesum_files::manifest::{Known, Of};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let known = Known::default();
    // The first byte says which format is told, or that none is.
    let (told, bytes) = match bytes.split_first() {
        Some((&first, rest)) => (FORMATS.get(usize::from(first)).copied(), rest),
        None => (None, bytes),
    };
    let mut reader = AnyReader::new(known.clone(), told);
    for line in bytes.split(|&b| b == b'\n') {
        let _ = (Needs::read(line), reader.zero_line(line));
        if let Some(listed) = pasted(line, &known) {
            sound(&listed);
        }
        if let Said::Entry(listed) = reader.line(line) {
            sound(&listed);
            let format = reader.format().expect("a line was read in it");
            again(format, &listed);
        }
    }
});

/// What holds for every line that lists a file.
fn sound(listed: &Listed) {
    assert!(!listed.name.is_empty() && !listed.name.contains(&0));
    assert!(!listed.digests.is_empty());
}

/// Writes a line again, and reads it.
fn again(format: &'static Format, listed: &Listed) {
    let mut functions = Vec::new();
    let mut digests = Vec::new();
    for (of, digest) in &listed.digests {
        // Any with digests of that length: the line does not say.
        functions.push(match of {
            Of::Function(function) => function.clone(),
            Of::Unnamed => Function::plain(lanesum::Algorithm::Md5),
        });
        digests.push(Value::from(*digest));
    }
    let mut text = Vec::new();
    match &format.write {
        Write::Json => return,
        Write::Form(_) => {
            let form = match &listed.digests[0].0 {
                Of::Function(_) => lanesum_files::manifest::Form::Bsd,
                Of::Unnamed => lanesum_files::manifest::Form::Gnu,
            };
            form.line(|| functions[0].tag(), &digests[0], &listed.name, false, &mut text);
        }
        Write::Lines { header, line } => {
            let hashed = Hashed {
                name: &listed.name,
                size: listed.size.unwrap_or(0),
                functions: &functions,
                digests: &digests,
            };
            text.extend_from_slice(header(&functions).as_bytes());
            // A name that it cannot write, it says so of.
            if line(&hashed, &mut text).is_err() {
                return;
            }
        }
    }
    let mut reader = AnyReader::new(Known::default(), Some(format));
    let text = text.strip_suffix(b"\n").expect("a line ends");
    let mut lines = text.split(|&b| b == b'\n').filter_map(|line| match reader.line(line) {
        Said::Entry(listed) => Some(listed),
        Said::Nothing => None,
        Said::Malformed | Said::TooLong | Said::Unsupported(_) => panic!("{}", String::from_utf8_lossy(text)),
    });
    let same = lines.next().unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(text)));
    let plain = |name: &[u8]| name.strip_prefix(b"./").unwrap_or(name).to_vec();
    assert_eq!(plain(&same.name), plain(&listed.name), "{}", format.name);
    assert!(same.digests.iter().map(|(_, d)| d).eq(listed.digests.iter().map(|(_, d)| d)));
}
