//! Disks that fail: whatever call of the system does, a manifest is the old one or the new
//! one, whole, and the exit status says which runs were not as they should be.

use crate::support::{Place, Ran};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const FILES: usize = 40;

/// The library that has calls fail.
fn library(place: &Place) -> PathBuf {
    let library = place.path().join("faults.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/command/faults.c");
    let mut cc = Command::new("cc");
    cc.args(["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o"]).arg(&library).arg(source);
    assert!(cc.status().unwrap().success());
    library
}

fn manifest(place: &Place) -> String {
    fs::read_to_string(place.path().join("M")).unwrap()
}

/// All files have other bytes.
fn change(place: &Place, run: u64) {
    for i in 0..FILES {
        place.file(format!("t/{}/{i}", i % 5), format!("file {i} of run {run}"));
    }
}

/// With fixed seeds; 20 times as many with `LANESUM_CHAOS`.
#[test]
fn failing_calls_leave_whole_manifests() {
    let seeds = if std::env::var("LANESUM_CHAOS").is_ok() { 60 } else { 3 };
    let place = Place::new();
    let faults = library(&place);
    change(&place, 0);
    assert_eq!(place.run(&["update", "-q", "M", "t"]).code, Some(0));
    let (mut failed, mut new) = (0, 0);
    let mut run = 0;
    for calls in ["r", "w", "s", "nl", "rwsnl"] {
        for one_in in [1, 2, 8, 60] {
            for seed in 0..seeds {
                run += 1;
                change(&place, run);
                let old = manifest(&place);
                let threads = if seed % 2 == 0 { "-j1" } else { "-j3" };
                let mut update = place.command(&["update", "--full", "-q", threads, "M", "t"]);
                update.env("LD_PRELOAD", &faults).env("FAULTS", format!("{seed} {one_in} {calls}"));
                let ran = Ran::from(update.output().unwrap());
                let what = format!("{calls}, one in {one_in}, seed {seed}: {ran:?}");
                let now = manifest(&place);
                match ran.code {
                    Some(0) => assert_ne!(now, old, "{what}"),
                    Some(1) => assert!(ran.err.starts_with("lanesum: "), "{what}"),
                    _ => panic!("{what}"),
                }
                failed += u32::from(ran.code != Some(0));
                if now != old {
                    new += 1;
                    let lines = now.lines().filter(|line| !line.starts_with('#')).count();
                    assert_eq!((lines, now.ends_with('\n')), (FILES, true), "{what}");
                    place.run(&["check", "--quiet", "--strict", "M"]).says("");
                }
                for name in place.names() {
                    assert!(!name.ends_with(".tmp"), "{name} is left: {what}");
                }
            }
        }
    }
    // Both happened, so calls did fail, and not all.
    assert!(failed > run as u32 / 4 && new > run as u32 / 4, "{failed} failed, {new} new, of {run}");
    let last = place.run(&["update", "-q", "M", "t"]);
    assert_eq!((last.code, &*last.out), (Some(0), ""), "{}", last.err);
    place.run(&["check", "--quiet", "--strict", "M"]).says("");
}
