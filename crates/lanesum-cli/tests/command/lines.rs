//! Lines of manifests that are longer than what is read of a line: nobody writes them, and
//! nobody passes over one with success.

use crate::support::{ABC_B3, ABC_MD5, Place, Ran};
use lanesum_files::records::MAX_RECORD;
use rustix::fs::{Mode, OFlags, mkdirat, openat};
use std::fs::{self, File};
use std::io::Write;

const TOO_LONG: &str = "longer than 1 MiB (1048576 bytes), which lanesum does not read";

/// A file below so many directories that its name has no line: each newline is two bytes
/// there. `-z` writes names as they are, which is half of it.
fn place() -> Place {
    let place = Place::new();
    place.file("t/a", "abc").file("t/z", "abc");
    let part = "\n".repeat(255);
    let mut directory = File::open(place.path().join("t")).unwrap().into();
    for _ in 0..2060 {
        mkdirat(&directory, &*part, Mode::from_raw_mode(0o700)).unwrap();
        directory = openat(&directory, &*part, OFlags::DIRECTORY, Mode::empty()).unwrap();
    }
    let file = openat(&directory, "f", OFlags::CREATE | OFlags::WRONLY, Mode::from_raw_mode(0o600)).unwrap();
    File::from(file).write_all(b"abc").unwrap();
    place
}

#[test]
fn names_that_no_line_can_hold() {
    let place = place();
    // With the exit status, the lines on standard output, and whether a message refuses the name.
    let ran = [
        ("hash t", 1, 2, true),
        ("hash --tag t", 1, 2, true),
        ("hash --json t", 1, 2, true),
        // Three bytes for each newline.
        ("hash --format bagit t", 1, 2, true),
        ("hash -o M t", 1, 0, true),
        ("update M t", 1, 0, true),
        ("hash -o M --partial t", 1, 0, true),
        ("check M", 0, 2, false),
        ("update -v --partial N t", 1, 2, true),
        ("update N t", 1, 0, true),
        ("check --quiet N", 0, 0, false),
        ("hash -zo Z t", 0, 0, false),
    ]
    .map(|expected| (place.shell(&format!("$L {}", expected.0)), expected));
    let checked = place.shell("$L check -z Z");
    let there = ["M", "N"].map(|name| fs::read_to_string(place.path().join(name)).unwrap());
    // With few descriptors, what removes the place could not.
    assert_eq!(place.shell("rm -rf t").code, Some(0));
    for (Ran { code, out, err }, (command, status, lines, refused)) in ran {
        let message = format!("f': not listed: its line would be {TOO_LONG}\n");
        let end: String = err.replace("\\n", "").chars().rev().take(400).collect();
        let end: String = end.chars().rev().collect();
        assert_eq!((code, out.lines().count()), (Some(status), lines), "{command}: {end}");
        assert_eq!(err.contains(&message), refused, "{command}: {end}");
    }
    let listed = |file: &str| format!("{ABC_B3}  t/{file}\n");
    assert_eq!((checked.code, checked.out.matches(": OK\n").count()), (Some(0), 3));
    assert_eq!(there[0], [listed("a"), listed("z")].concat());
    assert_eq!(there[1].lines().filter(|line| !line.starts_with('#')).count(), 2);
}

/// A manifest of two files, with a line between them that nobody reads.
fn manifest(place: &Place, digest: &str, long: &str) {
    place.file("a", "abc").file("b", "abc");
    place.file("M", format!("{digest}  a\n{long}{}\n{digest}  b\n", "x".repeat(MAX_RECORD)));
}

#[test]
fn readers() {
    let place = Place::new();
    manifest(&place, ABC_B3, "0a");
    let both = "a: OK\nb: OK\n";
    let said = format!("M: 2: a line {TOO_LONG}\n");
    let warned = format!("lanesum: {said}lanesum: WARNING: 1 line is too long, and was not read\n");
    place.run(&["check", "M"]).fails(both, &warned);
    place.run(&["check", "--ignore-missing", "--quiet", "M"]).fails("", &warned);
    place.run(&["check", "--status", "M"]).fails("", "");
    let ran = place.run(&["check", "--json", "M"]);
    let lines: Vec<serde_json::Value> = ran.out.lines().map(|line| line.parse().unwrap()).collect();
    let line = |line: &serde_json::Value| (line["line"].as_u64(), line["status"].as_str().map(str::to_owned));
    let expected = [(1, "ok"), (2, "malformed"), (3, "ok")];
    assert_eq!(
        lines.iter().map(line).collect::<Vec<_>>(),
        expected.map(|(line, status)| (Some(line), Some(status.to_owned())))
    );
    assert_eq!((lines[1]["error"].as_str(), ran.code), (Some(&*format!("a line {TOO_LONG}")), Some(1)));

    let ran = place.run(&["audit", "M", "a", "b"]);
    assert_eq!((ran.code, &*ran.out), (Some(1), ""), "{}", ran.err);
    assert!(ran.err.contains(&format!("lanesum: M: WARNING: line 2 is {TOO_LONG}\n")), "{}", ran.err);
    let before = fs::read(place.path().join("M")).unwrap();
    let lost = format!("lanesum: M: line 2 is {TOO_LONG}, and an update would lose such lines\n");
    place.run(&["update", "M", "a", "b"]).fails("", lost);
    assert!(fs::read(place.path().join("M")).unwrap() == before);
    place.run(&["verify", "a", "M"]).fails("", format!("lanesum: {said}"));

    let b3sum = format!("b3sum: {said}b3sum: WARNING: 1 computed checksum did NOT match\n");
    place.run(&["b3sum", "--check", "M"]).fails(both, b3sum);
    manifest(&place, ABC_MD5, "0a");
    place.run(&["md5sum", "--check", "M"]).fails(both, format!("md5sum: {said}"));
    place
        .run(&["md5sum", "--check", "--quiet", "--ignore-missing", "M"])
        .fails("", format!("md5sum: {said}"));
    // Names that end with NUL.
    place.shell("tr '\\n' '\\0' <M >Z");
    place.run(&["check", "-z", "Z"]).fails(both, warned.replace("M:", "Z:"));
}

/// A comment says nothing, whatever its length.
#[test]
fn comments() {
    let place = Place::new();
    manifest(&place, ABC_B3, "# ");
    let both = "a: OK\nb: OK\n";
    place.run(&["check", "--strict", "M"]).says(both);
    assert_eq!(place.run(&["audit", "M", "a", "b"]).code, Some(0));
    place.run(&["verify", "a", "M"]).says("a: OK\n");
    assert_eq!(place.run(&["update", "-a", "blake3", "M", "a", "b"]).code, Some(0));
    manifest(&place, ABC_MD5, "#");
    place.run(&["md5sum", "--check", "--strict", "M"]).says(both);
    // What is a comment is up to the format.
    let line = |name: &str| place.run(&["hash", "--json", name]).out;
    place.file("J", format!("{}#{}\n{}", line("a"), "x".repeat(MAX_RECORD), line("b")));
    let ran = place.run(&["check", "J"]);
    assert_eq!((ran.code, &*ran.out), (Some(1), both), "{}", ran.err);
    place.file("S", format!("a 352441C2\n; {}\nb 352441C2\n", "x".repeat(MAX_RECORD)));
    place.run(&["check", "--strict", "S"]).says(both);
}

/// In a bag, too.
#[test]
fn bags() {
    let place = Place::new();
    place.file("bag/a", "abc");
    place.run(&["bag", "make", "-a", "sha256", "bag"]).says("");
    let manifest = place.path().join("bag/manifest-sha256.txt");
    let long = format!("{}{}\n", fs::read_to_string(&manifest).unwrap(), "0".repeat(MAX_RECORD + 1));
    fs::write(&manifest, long).unwrap();
    place.shell("rm bag/tagmanifest-*");
    let ran = place.run(&["bag", "validate", "bag"]);
    assert_eq!((ran.code, &*ran.out), (Some(1), "bag: NOT COMPLETE\n"), "{}", ran.err);
    assert!(ran.err.contains(&format!("manifest-sha256.txt: 2: a line {TOO_LONG}\n")), "{}", ran.err);
}
