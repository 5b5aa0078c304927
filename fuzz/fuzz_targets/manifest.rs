//! Any bytes as a manifest: nothing panics, and what a line says, written again, says the
//! same.
//!
//! `cargo +nightly fuzz run manifest -- -max_total_time=60`

#![no_main]

#[path = "../../crates/lanesum-files/tests/manifests/again.rs"]
mod again;

use again::there_and_back;
use lanesum_files::manifest::{Known, Parser};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut parser = Parser::new(Known::default());
    for line in bytes.split(|&b| b == b'\n') {
        there_and_back(&mut parser, line);
    }
});
