//! `lanesum hash` on directories.

mod big;
#[cfg(target_os = "linux")]
mod replaced;

use crate::support::{ABC_B3, EMPTY_B3, Place, Ran};
use rustix::fs::{Mode, OFlags, mkdirat, openat};
use std::fs::File;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;

/// The names in the lines.
fn names(ran: &Ran) -> Vec<&str> {
    ran.out.lines().map(|line| line.split_once("  ").unwrap().1).collect()
}

fn tree() -> Place {
    let place = Place::new();
    for name in ["d/b", "d/a/z", "d/a/.hidden", "d/a.txt", "d/.git/config", "d/Z", "d/\u{e9}"] {
        place.file(name, "abc");
    }
    place
}

#[test]
fn sorted_by_the_bytes_of_names() {
    let place = tree();
    let all = ["d/.git/config", "d/Z", "d/a/.hidden", "d/a/z", "d/a.txt", "d/b", "d/\u{e9}"];
    for root in ["d", "d/", "./d"] {
        let ran = place.run(&["hash", root]);
        assert_eq!((ran.code, &*ran.err), (Some(0), ""));
        let expected: Vec<_> =
            all.iter().map(|name| name.replacen("d", root.trim_end_matches('/'), 1)).collect();
        assert_eq!(names(&ran), expected);
    }
    let ran = place.shell("cd d/a; $L hash . ..");
    assert_eq!(names(&ran)[..3], ["./.hidden", "./z", "../.git/config"]);
}

#[test]
fn directories_among_files() {
    let place = tree();
    place.file("one", "").file("two", "");
    std::fs::create_dir(place.path().join("empty")).unwrap();
    let ran = place.run(&["hash", "two", "d/a", "empty", "one", "d/a"]);
    assert_eq!(names(&ran), ["two", "d/a/.hidden", "d/a/z", "one", "d/a/.hidden", "d/a/z"]);
}

/// Names of files and of directories, small, large and empty ones, all mixed.
#[test]
fn many_directories_among_many_files() {
    let place = Place::new();
    let mut expected = Vec::new();
    for i in 0..400 {
        let name = format!("{i:03}");
        let files = match i % 4 {
            0 | 1 => vec![name],
            2 => (0..i % 23).map(|j| format!("{name}/{j:02}/x")).collect(),
            _ => vec![format!("{name}/deep/er/y"), format!("{name}/z")],
        };
        if files.is_empty() {
            std::fs::create_dir(place.path().join(format!("{i:03}"))).unwrap();
        }
        for file in files {
            place.file(&file, &file);
            let digest = lanesum::hash(lanesum::Algorithm::Blake3, file.as_bytes());
            expected.push(format!("{digest}  {file}\n"));
        }
    }
    for threads in [1, 2, 5] {
        place.shell(&format!("$L hash -j {threads} *")).says(expected.concat());
    }
    place.shell("ls | tr '\\n' '\\0' | $L hash --files0-from -").says(expected.concat());
}

#[test]
fn exclude() {
    let place = tree();
    let ran = place.run(&["hash", "d", "--exclude", ".git", "--exclude=*.txt", "--exclude", "a/z"]);
    assert_eq!(names(&ran), ["d/Z", "d/a/.hidden", "d/b", "d/\u{e9}"]);
    // What is asked for by name is not left out.
    let ran = place.run(&["hash", "d/a.txt", "d/.git", "--exclude", ".git", "--exclude=*.txt"]);
    assert_eq!(names(&ran), ["d/a.txt", "d/.git/config"]);
    place.run(&["hash", "--exclude", "[", "d"]).is_wrong_usage("--exclude");
}

#[test]
fn links() {
    let place = tree();
    let at = |name: &str| place.path().join(name);
    symlink("b", at("d/link")).unwrap();
    symlink("nowhere", at("d/dangling")).unwrap();
    symlink("../../d", at("d/a/loop")).unwrap();
    symlink("d/a", at("directory")).unwrap();
    assert_eq!(names(&place.run(&["hash", "d"])).len(), 7);
    // An operand is followed.
    assert_eq!(names(&place.run(&["hash", "directory"])), ["directory/.hidden", "directory/z"]);
    let ran = place.run(&["hash", "--follow", "d"]);
    assert_eq!(ran.code, Some(1));
    assert!(names(&ran).contains(&"d/link"));
    assert_eq!(
        ran.err,
        "lanesum: d/a/loop: Too many levels of symbolic links\n\
         lanesum: d/dangling: No such file or directory\n"
    );
}

/// Whatever would keep a reader waiting, or is none to read, is left out.
#[test]
fn only_regular_files() {
    let place = Place::new();
    place.file("d/a", "abc");
    place.fifo("d/fifo");
    let _socket = UnixListener::bind(place.path().join("d/socket")).unwrap();
    place.run(&["hash", "d"]).says(format!("{ABC_B3}  d/a\n"));
}

#[test]
fn many_files_on_many_threads() {
    let place = Place::new();
    for i in 0..3000 {
        place.file(format!("d/{}/{i:04}", i % 7), i.to_string());
    }
    let expected = place.shell("find d -type f | LC_ALL=C sort | xargs sha256sum");
    assert_eq!(expected.out.lines().count(), 3000);
    for threads in ["0", "1", "3", "16", "1000"] {
        assert_eq!(place.run(&["hash", "-a", "sha256", "-j", threads, "d"]), expected, "-j {threads}");
    }
    // The same, named one by one.
    assert_eq!(place.shell("$L hash -a sha256 $(find d -type f | LC_ALL=C sort)"), expected);
}

/// Deeper than a path can be long.
#[test]
fn long_paths() {
    let place = Place::new();
    let part = "p".repeat(200);
    let mut directory = File::open(place.path()).unwrap().into();
    for _ in 0..30 {
        mkdirat(&directory, &*part, Mode::from_raw_mode(0o700)).unwrap();
        directory = openat(&directory, &*part, OFlags::DIRECTORY, Mode::empty()).unwrap();
    }
    let file = openat(&directory, "f", OFlags::CREATE | OFlags::WRONLY, Mode::from_raw_mode(0o600)).unwrap();
    File::from(file).write_all(b"abc").unwrap();
    let path = vec![&*part; 30].join("/");
    place.run(&["hash", &*part]).says(format!("{ABC_B3}  {path}/f\n"));
}

/// The same with so few descriptors that directories cannot be kept open.
#[test]
fn few_descriptors() {
    let place = Place::new();
    let name = |i: usize| format!("d{}/f{i}", vec!["/s"; i].concat());
    for i in 0..100 {
        place.file(name(i), "");
    }
    let ran = place.shell("ulimit -n 64; $L hash -j 2 d");
    assert_eq!((ran.code, &*ran.err), (Some(0), ""));
    assert_eq!(names(&ran).len(), 100);
    assert!(ran.out.starts_with(&format!("{EMPTY_B3}  d/f0\n{EMPTY_B3}  d/s/f1\n")));
}
