//! Any bytes as a manifest: nothing panics, and what a line says, written again, says the
//! same.
//!
//! `cargo +nightly fuzz run manifest -- -max_total_time=60`

#![no_main]

use lanesum_files::manifest::needs::Needs;
use lanesum_files::manifest::{Entry, Form, Known, Of, Parsed, Parser, unsupported};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut parser = Parser::new(Known::default());
    for line in bytes.split(|&b| b == b'\n') {
        let _ = (Needs::read(line), unsupported::tag(line), parser.zero_line(line));
        let Parsed::Entry(Entry { algorithm, digest, name }) = parser.line(line) else { continue };
        assert!(!name.is_empty() && !name.contains(&0));
        let (form, tag) = match &algorithm {
            Of::Function(function) => (Form::Bsd, function.tag()),
            Of::Unnamed => (Form::Gnu, "".into()),
        };
        let mut again = Vec::new();
        form.line(|| tag, digest, &name, false, &mut again);
        let read = Parser::new(Known::default()).line(&again[..again.len() - 1]);
        let Parsed::Entry(same) = read else { panic!("{}", String::from_utf8_lossy(&again)) };
        assert_eq!((same.digest, same.name), (digest, name));
    }
});
