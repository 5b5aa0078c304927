//! `lanesum hash`: operands, forms of output, names, streams.

use crate::support::{ABC_B3, ABC_MD5, ABC_SHA1, EMPTY_B3, EMPTY_MD5, Place, bytes};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::{PermissionsExt, symlink};

#[test]
fn blake3_in_the_order_of_the_operands() {
    let place = Place::new();
    place.file("b", "abc").file("a", "");
    place.run(&["hash", "b", "a", "b"]).says(format!("{ABC_B3}  b\n{EMPTY_B3}  a\n{ABC_B3}  b\n"));
}

#[test]
fn standard_input() {
    let place = Place::new();
    place.file("a", "abc");
    place.run_with(&["hash"], "abc").says(format!("{ABC_B3}  -\n"));
    // Read by the first that names it.
    place
        .run_with(&["hash", "-", "a", "-"], "abc")
        .says(format!("{ABC_B3}  -\n{ABC_B3}  a\n{EMPTY_B3}  -\n"));
}

#[test]
fn several_algorithms_each_once() {
    let place = Place::new();
    place.file("a", "abc");
    place.run(&["hash", "-a", "MD5,sha-1", "-a", "md5", "a"]).says(format!("{ABC_MD5}  a\n{ABC_SHA1}  a\n"));
    let tagged = place.run(&["hash", "-a", "sha1,sha512-256", "--tag", "a"]);
    let sha512_256 = "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23";
    tagged.says(format!("SHA1 (a) = {ABC_SHA1}\nSHA512/256 (a) = {sha512_256}\n"));
}

/// Every length next to where one read ends and the next begins, more files
/// than there are lanes, and all algorithms: as the system's commands have it.
#[test]
fn as_the_systems_commands() {
    let place = Place::new();
    let mut lens: Vec<usize> = (0..200).collect();
    for end in [1 << 12, 1 << 16, 3 << 16, 1 << 18, 1 << 19, 1 << 22] {
        lens.extend(end - 2..end + 3);
    }
    for (i, &len) in lens.iter().enumerate() {
        let byte = |j: usize| (j * 31 + (j >> 8) * 7 + i) as u8;
        place.file(format!("f/{i:03}"), (0..len).map(byte).collect::<Vec<u8>>());
    }
    for threads in ["1", "2", "7"] {
        for algorithm in ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"] {
            let expected = place.shell(&format!("{algorithm}sum f/*"));
            assert_eq!(place.run(&["hash", "-j", threads, "-a", algorithm, "f"]), expected);
        }
    }
    let several = place.run(&["hash", "-a", "sha512,md5,sha256", "f"]);
    let merged = place.shell("for f in f/*; do sha512sum $f; md5sum $f; sha256sum $f; done");
    assert_eq!(several, merged);
}

#[test]
fn names_are_escaped_as_the_system_does() {
    let place = Place::new();
    for name in [&b"new\nline"[..], b"car\rriage", b"back\\slash", b"\xff\xfe", b" blank ", b"-dash", b"*"] {
        place.file(bytes(name), "abc");
    }
    for flag in ["", "--tag", "-z"] {
        let expected = place.shell(&format!("sha256sum {flag} -- *"));
        assert_eq!(place.shell(&format!("$L hash -a sha256 {flag} -- *")), expected, "{flag}");
    }
}

#[test]
fn json() {
    let place = Place::new();
    place.file("a", "abc").file(bytes(b"\xff\n"), "");
    let time = std::time::UNIX_EPOCH + std::time::Duration::new(1_000_000_000, 123_000_000);
    fs::File::options().append(true).open(place.path().join("a")).unwrap().set_modified(time).unwrap();
    let ran = place.run(&["hash", "--json", "-a", "md5,sha1", "a", "nope"]);
    let a = format!(
        r#"{{"path":"a","size":3,"mtime":"2001-09-09T01:46:40.123Z","digests":{{"md5":"{ABC_MD5}","sha1":"{ABC_SHA1}"}}}}"#
    );
    let nope = r#"{"path":"nope","error":"No such file or directory"}"#;
    ran.fails(format!("{a}\n{nope}\n"), "lanesum: nope: No such file or directory\n");
    let ran = place.shell("$L hash --json -a md5 *\n$L hash --json -a md5 - </dev/null");
    let lines: Vec<serde_json::Value> = ran.out.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(lines[1]["path"], "\u{fffd}\n");
    assert_eq!(lines[1]["path_base64"], "/wo=");
    assert_eq!(lines[2]["digests"]["md5"], EMPTY_MD5);
    assert_eq!((lines[2]["size"].as_u64(), lines[2].get("mtime")), (Some(0), None));
}

#[test]
fn names_from_a_list() {
    let place = Place::new();
    place.file("a", "abc").file("d/e", "").file("list", "a\0d\0a");
    let expected = format!("{ABC_B3}  a\n{EMPTY_B3}  d/e\n{ABC_B3}  a\n");
    place.run(&["hash", "--files0-from", "list"]).says(&expected);
    place.run_with(&["hash", "--files0-from", "-"], "a\0d\0a\0").says(&expected);
    place.run_with(&["hash", "--files0-from=-"], "\0-\0a").fails(
        format!("{ABC_B3}  a\n"),
        "lanesum: -: name 1: an empty name\n\
         lanesum: -: name 2: standard input has the list of names, and cannot be one of the files\n",
    );
    place.run_with(&["hash", "--files0-from=list"], "").says(&expected);
    place.run(&["hash", "--files0-from", "nope"]).fails("", "lanesum: nope: No such file or directory\n");
    place.run(&["hash", "--files0-from", "list", "a"]).is_wrong_usage("cannot be used with");
}

#[test]
fn a_file_for_the_output() {
    let place = Place::new();
    place.file("a", "abc").file("SUMS", "old");
    // Neither the old one nor the new one is among the files.
    place.run(&["hash", "-o", "SUMS", "."]).says("");
    let sums = place.path().join("SUMS");
    assert_eq!(fs::read_to_string(&sums).unwrap(), format!("{ABC_B3}  ./a\n"));
    place.run(&["check", "SUMS"]).says("./a: OK\n");
    place.run(&["hash", "a", "--output=new"]).says("");
    let mode = |name: &str| fs::metadata(place.path().join(name)).unwrap().permissions().mode();
    assert_eq!(mode("new"), mode("a"), "made as any file is");
    symlink("new", place.path().join("link")).unwrap();
    place.run(&["hash", "/dev/null", "-o", "link"]).says("");
    assert!(fs::symlink_metadata(place.path().join("link")).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(place.path().join("new")).unwrap(), format!("{EMPTY_B3}  /dev/null\n"));
    place.run(&["hash", "a", "-o", "/dev/stdout"]).says(format!("{ABC_B3}  a\n"));
    let ran = place.run(&["hash", "a", "-o", "no/such"]);
    assert_eq!((ran.code, &*ran.out), (Some(1), ""));
    assert!(ran.err.starts_with("lanesum: cannot write no/such: No such file or directory"), "{}", ran.err);
    let left = place.names();
    assert!(!left.iter().any(|name| name.starts_with(".lanesum")), "{left:?}");
}

/// What the shell writes the lines to is left out of a walk, too.
#[test]
fn output_among_the_input() {
    let place = Place::new();
    place.file("d/a", "abc");
    place.shell("cd d && $L hash . >SUMS && cat SUMS").says(format!("{ABC_B3}  ./a\n"));
    place.shell("cd d && $L hash a SUMS >>SUMS").fails("", "lanesum: SUMS: input file is output file\n");
}

/// A pipe is read to its end, in its turn; what stands before it does not wait.
#[test]
fn pipes_in_their_turn() {
    let place = Place::new();
    place.file("a", "abc");
    place.fifo("fifo");
    let mut child = place.start(&["hash", "a", "fifo", "a", "fifo", "a"]);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert_eq!(lines.next().unwrap(), format!("{ABC_B3}  a"));
    for _ in 0..2 {
        let mut writer = fs::File::options().write(true).open(place.path().join("fifo")).unwrap();
        writer.write_all(b"abc").unwrap();
        drop(writer);
        assert_eq!(lines.next().unwrap(), format!("{ABC_B3}  fifo"));
        assert_eq!(lines.next().unwrap(), format!("{ABC_B3}  a"));
    }
    assert_eq!(lines.next(), None);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_long_stream() {
    let place = Place::new();
    for name in ["-", "/dev/stdin"] {
        let zeros = |command| format!("head -c 3000001 /dev/zero | {command} {name}");
        assert_eq!(place.shell(&zeros("$L hash -a md5")), place.shell(&zeros("md5sum")));
    }
}

/// The system says 0 bytes for these, or more than there are.
#[cfg(target_os = "linux")]
#[test]
fn files_without_a_true_length() {
    let place = Place::new();
    for file in ["/proc/version", "/proc/self/limits", "/sys/kernel/mm/transparent_hugepage/enabled"] {
        if fs::metadata(file).is_ok() {
            let expected = place.shell(&format!("sha256sum {file}"));
            assert_eq!(place.run(&["hash", "-a", "sha256", file]), expected);
            assert_eq!(expected.code, Some(0));
        }
    }
}
