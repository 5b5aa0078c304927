//! `lanesum verify`: one file, one digest.

use crate::support::{ABC_MD5, ABC_SHA1, ABC_SHA256, EMPTY_SHA256, Place};
use lanesum::{Algorithm, hash};

fn place() -> Place {
    let place = Place::new();
    place.file("a", "abc");
    place
}

#[test]
fn every_spelling() {
    let place = place();
    for digest in [
        ABC_MD5,
        ABC_SHA1,
        ABC_SHA256,
        &ABC_SHA256.to_uppercase(),
        &format!("sha256:{ABC_SHA256}"),
        &format!("SHA-256:{ABC_SHA256}"),
        &format!(" md5={ABC_MD5}\n"),
        "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
        "sha256-ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0",
        "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
        "kAFQmDzST7DWlj99KOF/cg==",
    ] {
        place.run(&["verify", "a", digest]).says("a: OK\n");
        place.run_with(&["verify", "-", digest], "abc").says("-: OK\n");
    }
    place.run(&["verify", "-a", "sha1", "a", ABC_SHA1]).says("a: OK\n");
}

fn blake3() -> String {
    hash(Algorithm::Blake3, b"abc").to_string()
}

#[test]
fn no_match() {
    let place = place();
    place.run(&["verify", "a", EMPTY_SHA256]).fails(
        "a: FAILED\n",
        format!("lanesum: a: its sha256 is {ABC_SHA256}\nlanesum: a: its blake3 is {}\n", blake3()),
    );
    place
        .run_with(&["verify", "-", &format!("md5:{}", "0".repeat(32))], "abc")
        .fails("-: FAILED\n", format!("lanesum: -: its md5 is {ABC_MD5}\n"));
}

/// The length says SHA-256 or BLAKE3. That another algorithm matches is said.
#[test]
fn another_algorithm_of_that_length() {
    let place = place();
    let digest = hash(Algorithm::Sha512_256, b"abc").to_string();
    let note = |name: &str| format!("lanesum: {name}: this is its sha512-256, not its sha256 or blake3\n");
    let ran = place.run(&["verify", "a", &digest]);
    assert_eq!((ran.code, ran.out, ran.err), (Some(0), "a: OK\n".into(), note("a")));
    let ran = place.run_with(&["verify", "-", &digest], "abc");
    assert_eq!((ran.code, ran.out, ran.err), (Some(0), "-: OK\n".into(), note("-")));
    place.run(&["verify", "a", &blake3()]).says("a: OK\n");
    place.run_with(&["verify", "-", &blake3()], "abc").says("-: OK\n");
    // A manifest may be called after it, rightly or not.
    for (manifest, digest) in [("x.sha512_256", &digest), ("B3SUMS", &blake3()), ("SHA256SUMS", &blake3())] {
        place.file(manifest, format!("{digest}  a\n"));
        let ran = place.run(&["verify", "a", manifest]);
        assert_eq!((ran.code, &*ran.out), (Some(0), "a: OK\n"));
        let note = "lanesum: a: this is its blake3, not its sha256\n";
        assert_eq!(ran.err, if manifest == "SHA256SUMS" { note } else { "" });
    }
    // If it is said which it is, it is no other.
    assert_eq!(place.run(&["verify", "-a", "sha256", "a", &digest]).code, Some(1));
    assert_eq!(place.run(&["verify", "a", &format!("sha256:{digest}")]).code, Some(1));
}

#[test]
fn failures() {
    let place = place();
    place.run(&["verify", "nope", ABC_MD5]).fails("", "lanesum: nope: No such file or directory\n");
    place.run(&["verify", ".", ABC_MD5]).fails("", "lanesum: .: Is a directory\n");
    place.run(&["verify", "a", "xyz"]).is_wrong_usage("not a digest");
    place
        .run(&["verify", "a", "-a", "sha1", ABC_MD5])
        .is_wrong_usage("not a digest of sha1, which has 20 bytes");
    let md5 = format!("md5:{ABC_MD5}");
    place.run(&["verify", "a", "-a", "sha1", &md5]).is_wrong_usage("a digest of md5, not of sha1");
    place.run(&["verify", "a"]).is_wrong_usage("<DIGEST>");
}

/// A line of a manifest, and a manifest by its name.
#[test]
fn lines_and_manifests() {
    let place = Place::new();
    place.file("a", "abc").file("d/b", "abc");
    for line in [
        format!("{ABC_SHA256}  some/other name.iso"),
        format!("{ABC_MD5} *a"),
        format!("SHA256 (x (1).iso) = {ABC_SHA256}"),
    ] {
        place.run(&["verify", "a", &line]).says("a: OK\n");
    }
    place.file(
        "SUMS",
        format!("# sums\n{ABC_MD5}  ./a\n{ABC_SHA256}  iso/b\n{ABC_MD5}  x/c\n{ABC_MD5}  y/c\n"),
    );
    place.run(&["verify", "a", "SUMS"]).says("a: OK\n");
    place.run(&["verify", "d/b", "SUMS"]).says("d/b: OK\n");
    place.file("c", "abc").file("e", "");
    place.run(&["verify", "c", "SUMS"]).fails("", "lanesum: SUMS: several lines may be about c\n");
    place.run(&["verify", "e", "SUMS"]).fails("", "lanesum: SUMS: no line is about e\n");
    place.file("d/b", "other");
    assert_eq!(place.run(&["verify", "d/b", "SUMS"]).code, Some(1));
}
