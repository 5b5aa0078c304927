//! What a walk leaves out, and that it says so.

use crate::support::Place;
use std::os::unix::fs::symlink;

/// The files that `hash` finds with some options.
fn found(place: &Place, options: &[&str]) -> Vec<String> {
    let ran = place.run(&[&["hash", "-a", "crc32"], options, &["t"]].concat());
    assert_eq!((ran.code, &*ran.err), (Some(0), ""), "{options:?}");
    ran.out.lines().map(|line| line.split_once("  t/").unwrap().1.to_owned()).collect()
}

fn place() -> Place {
    let place = Place::new();
    for name in ["a.rs", "b.o", ".hidden", "d/a.rs", "d/e/a.rs", "d/e/b.o", ".git/config", "cache/x", "log/1"]
    {
        place.file(format!("t/{name}"), name);
    }
    place.file("t/cache/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n# made\n");
    place.file("t/notcache/CACHEDIR.TAG", "Signature: no");
    place.file("t/.lanesumignore", "# what can be made\n*.o\nlog/\n");
    place.file("t/d/e/.lanesumignore", "!b.o\n");
    place
}

#[test]
fn options() {
    let place = place();
    let all = found(&place, &[]);
    assert_eq!(all.len(), 13);
    let without = |part: &str| -> Vec<String> {
        all.iter().filter(|name| !name.split('/').any(|name| name.starts_with(part))).cloned().collect()
    };
    assert_eq!(found(&place, &["--no-hidden"]), without("."));
    assert_eq!(found(&place, &["--exclude-caches"]), without("cache"));
    assert_eq!(found(&place, &["--include", "*.rs"]), ["a.rs", "d/a.rs", "d/e/a.rs"]);
    assert_eq!(found(&place, &["--include", "d/*.rs", "--include=b.o"]), ["b.o", "d/a.rs", "d/e/b.o"]);
    assert_eq!(found(&place, &["--include=*.rs", "--exclude", "e"]), ["a.rs", "d/a.rs"]);
    assert_eq!(found(&place, &["--max-depth=1"]), [".hidden", ".lanesumignore", "a.rs", "b.o"]);
    assert_eq!(found(&place, &["--max-depth=2", "--include=a.rs"]), ["a.rs", "d/a.rs"]);
    let kept = found(&place, &["--ignore-file", ".lanesumignore"]);
    assert!(kept.contains(&"d/e/b.o".to_owned()) && !kept.contains(&"b.o".to_owned()), "{kept:?}");
    assert_eq!(kept.len(), all.len() - 2);
    assert_eq!(found(&place, &["-x"]), all);
    place.run(&["hash", "--max-depth=0", "t"]).is_wrong_usage("--max-depth");
}

/// Another file system is another one: `/proc` is on every Linux.
#[cfg(target_os = "linux")]
#[test]
fn one_file_system() {
    let place = Place::new();
    place.file("t/a", "");
    let ran = place.run(&["hash", "-x", "--max-depth=2", "--include", "version", "/"]);
    assert!(!ran.out.contains("/proc/version"), "{}", ran.out);
}

/// Counted and said by commands that keep manifests.
#[test]
fn left_out() {
    let place = place();
    symlink("a.rs", place.path().join("t/link")).unwrap();
    place.fifo("t/fifo");
    std::fs::create_dir(place.path().join("t/nothing")).unwrap();
    let ran = place.run(&["update", "--exclude", "*.o", "M", "t"]);
    let what = "lanesum: left out: 1 symbolic link, 1 special file, 1 empty directory, 2 excluded\n";
    assert!(ran.err.starts_with(what), "{}", ran.err);
    let ran = place.run(&["audit", "--exclude", "*.o", "M", "t"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.starts_with(what), "{}", ran.err);
}

#[test]
fn hints() {
    let place = place();
    let ran = place.run(&["hash", "-r", "-a", "crc32", "t"]);
    assert_eq!((ran.code, ran.out.lines().count()), (Some(0), 13));
    assert!(ran.err.contains("-r is not needed"), "{}", ran.err);
    place.run(&["hash", "-a", "sha265", "t"]).is_wrong_usage("did you mean sha256?");
    place.run(&["check", "-a", "SHA-2565", "t"]).is_wrong_usage("unknown algorithm; known: md5");
}
