//! `lanesum audit`: what differs.

use crate::support::{ABC_B3, ABC_MD5, Place, Ran};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, SystemTime};

/// How many files of each class there are.
const EACH: usize = 1000;

fn age(place: &Place, name: &str) {
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_500_000_000);
    fs::File::options().append(true).open(place.path().join(name)).unwrap().set_modified(old).unwrap();
}

/// A thousand planted changes of each class, and exactly those are found.
#[test]
fn planted_changes() {
    let place = Place::new();
    let names =
        |class: &str| -> Vec<String> { (0..EACH).map(|i| format!("t/{}/{class}{i:04}", i % 10)).collect() };
    for class in ["same", "changed", "rotten", "missing", "moved", "copied"] {
        for name in names(class) {
            place.file(&name, &name);
            age(&place, &name);
        }
    }
    std::thread::sleep(Duration::from_millis(3100));
    assert_eq!(place.run(&["update", "-q", "M", "t"]).code, Some(0));
    assert_eq!(place.run(&["audit", "M", "t"]).code, Some(0));
    let at = |name: &str| place.path().join(name);
    for name in names("changed") {
        place.file(&name, "other");
    }
    for name in names("rotten") {
        place.file(&name, name.to_uppercase());
        age(&place, &name);
    }
    for name in names("missing") {
        fs::remove_file(at(&name)).unwrap();
    }
    for (from, to) in names("moved").iter().zip(names("arrived")) {
        fs::rename(at(from), at(&to)).unwrap();
    }
    for (from, to) in names("copied").iter().zip(names("double")) {
        fs::copy(at(from), at(&to)).unwrap();
    }
    for name in names("new") {
        place.file(&name, &name);
    }
    let ran = place.run(&["audit", "--json", "M", "t"]);
    assert_eq!(ran.code, Some(4), "{}", ran.err);
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in ran.out.lines() {
        let line: serde_json::Value = line.parse().unwrap();
        let (status, path) = (line["status"].as_str().unwrap(), line["path"].as_str().unwrap());
        if let Some(from) = line["from"].as_str() {
            let expected = path.replace("arrived", "moved").replace("double", "copied");
            assert_eq!(from, expected);
        }
        found.entry(status.to_owned()).or_default().push(path.to_owned());
    }
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names
    };
    let same = sorted([names("same"), names("copied")].concat());
    for (status, expected) in [
        ("ok", same),
        ("changed", names("changed")),
        ("rotten", names("rotten")),
        ("missing", names("missing")),
        ("moved", names("arrived")),
        ("duplicate", names("double")),
        ("new", names("new")),
    ] {
        assert!(sorted(found.remove(status).unwrap()) == sorted(expected), "{status}");
    }
    assert!(found.is_empty());
    let n = EACH;
    assert_eq!(
        ran.err,
        format!(
            "lanesum: M: {} listed, {} found: {} OK, {n} CHANGED, {n} ROTTEN, {n} MISSING, {n} MOVED, {n} NEW, \
             {n} DUPLICATE, 0 UNREADABLE\n",
            6 * n,
            7 * n,
            2 * n
        )
    );
}

#[test]
fn classes_and_statuses() {
    let place = Place::new();
    place.file("a", "abc").file("b", "").file("M", format!("{ABC_B3}  a\n"));
    let counts = |text: &str| format!("lanesum: M: {text}\n");
    let ran = place.run(&["audit", "M"]);
    ran.fails(
        "./b: NEW\n",
        counts("1 listed, 2 found: 1 OK, 0 CHANGED, 0 ROTTEN, 0 MISSING, 0 MOVED, 1 NEW, 0 DUPLICATE, 0 UNREADABLE"),
    );
    assert_eq!(place.run(&["audit", "--allow", "new", "M"]).code, Some(0));
    assert_eq!(place.run(&["audit", "--allow", "moved,missing", "M"]).code, Some(1));
    // By the name that is left, a manifest of others has no times: nobody can say ROTTEN.
    place.shell("mv a c");
    assert_eq!(place.run(&["audit", "M"]).out, "./b: NEW\n./c: MOVED a\n");
    place.shell("cp c a");
    assert_eq!(place.run(&["audit", "M"]).out, "./b: NEW\n./c: DUPLICATE a\n");
    place.file("a", "x");
    assert_eq!(
        place.run(&["audit", "--allow=new", "M"]).out,
        "a: CHANGED\n./b: NEW\n./c: DUPLICATE a\n".replace("a: CH", "./a: CH")
    );
    assert_eq!(place.run(&["audit", "nope"]).code, Some(1));
    place.run(&["audit", "--allow", "rotten", "M"]).is_wrong_usage("--allow");
    place.file("N", "nothing\n");
    place.run(&["audit", "N"]).fails("", "lanesum: N: no properly formatted checksum lines found\n");
}

/// Of what is listed below a directory that cannot be read nobody knows whether it is there:
/// it is neither MISSING nor GONE. What is before such a directory, behind it and between two
/// of them is.
#[test]
fn below_directories_that_cannot_be_read() {
    let place = Place::new();
    let names = ["b", "c", "d/s/y", "d/x", "d!", "da", "e/q", "e0", "z"];
    for name in names {
        place.file(format!("t/{name}"), name);
        age(&place, &format!("t/{name}"));
    }
    std::thread::sleep(Duration::from_millis(3100));
    let run = |args: &[&str]| Ran::from(place.command_as_nobody(args).output().unwrap());
    let ran = run(&["update", "-q", "M", "t"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let at = |name: &str| place.path().join("t").join(name);
    let set = |mode| {
        for name in ["d", "e"] {
            fs::set_permissions(at(name), fs::Permissions::from_mode(mode)).unwrap();
        }
    };
    for name in ["c", "d!", "z"] {
        fs::remove_file(at(name)).unwrap();
    }
    set(0o000);
    let (audit, json) = (run(&["audit", "M", "t"]), run(&["audit", "--json", "M", "t"]));
    let (update, partial) = (run(&["update", "M", "t"]), run(&["update", "--partial", "M", "t"]));
    set(0o755);
    // The working directory, which is in no name; in any order.
    place.shell("sed 's: t/: :' M | grep -v '^#' | tac >N");
    fs::set_permissions(at(""), fs::Permissions::from_mode(0o111)).unwrap();
    let here =
        place.command_as_nobody(&["audit", "../N"]).current_dir(at("")).output().map(Ran::from).unwrap();
    let all = run(&["audit", "M", "t"]);
    fs::set_permissions(at(""), fs::Permissions::from_mode(0o755)).unwrap();
    let messages = "lanesum: t/d: Permission denied\nlanesum: t/e: Permission denied\n";
    let unread = "t/d: UNREADABLE\nt/d/s/y: UNREADABLE\nt/d/x: UNREADABLE\nt/e: UNREADABLE\n\
                  t/e/q: UNREADABLE\n";
    let counts = "9 listed, 5 found: 3 OK, 0 CHANGED, 0 ROTTEN, 3 MISSING, 0 MOVED, 0 NEW, 0 DUPLICATE, \
                  5 UNREADABLE; 3 UNREADABLE below directories that are, and not among those found\n";
    let missing = "t/c: MISSING\nt/d!: MISSING\nt/z: MISSING\n";
    assert_eq!((audit.code, audit.out), (Some(3), format!("{unread}{missing}")));
    assert_eq!(audit.err, format!("{messages}lanesum: M: {counts}"));
    let of = |status: &str| json.out.matches(&format!("\"status\":\"{status}\"")).count();
    assert_eq!(["ok", "unreadable", "missing"].map(of), [3, 5, 3], "{}", json.out);
    let changes = "t/c: GONE\nt/d/s/y: UNREADABLE\nt/d/x: UNREADABLE\nt/d!: GONE\nt/e/q: UNREADABLE\n\
                   t/z: GONE\n";
    for ran in [update, partial] {
        assert_eq!((ran.code, &*ran.out), (Some(1), changes));
        assert_eq!(
            ran.err,
            format!("{messages}lanesum: M: not written: it lacks files that nobody can name\n")
        );
    }
    for ran in [here, all] {
        assert_eq!((ran.code, ran.out.matches(": UNREADABLE\n").count()), (Some(3), 10), "{}", ran.out);
        assert!(ran.err.contains("9 listed, 1 found: 0 OK"), "{}", ran.err);
        assert!(ran.err.contains("0 MISSING") && ran.err.contains("; 9 UNREADABLE below"), "{}", ran.err);
    }
}

/// Not sorted, several algorithms, lines that repeat and contradict each other.
#[test]
fn other_manifests() {
    let place = Place::new();
    place.file("t/a", "abc").file("t/b", "").file("t/c d", "x");
    place.shell("md5sum t/c* t/b t/a >M; sha256sum t/* >>M");
    assert_eq!(place.run(&["audit", "M", "t"]).code, Some(0));
    place.file("t/b", "y");
    assert_eq!(place.run(&["audit", "M", "t"]).out, "t/b: CHANGED\n");
    place.file("M", format!("{ABC_MD5}  t/a\n{ABC_MD5}  t/a\nMD5 (t/b) = {ABC_MD5}\n"));
    let ran = place.run(&["audit", "--allow=new,changed", "M", "t"]);
    assert!(ran.err.ends_with("0 UNREADABLE; 1 repeated lines\n"), "{}", ran.err);
    place.file("M", format!("{ABC_MD5}  t/a\n{}  t/a\n", "0a".repeat(16)));
    let ran = place.run(&["audit", "--allow=new,changed", "M", "t"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("t/a: lines of the manifest contradict each other"), "{}", ran.err);
    // Under a key.
    place.file("key", "whats the Elvish word for friend");
    place.shell("$L hash --key-file key t >K");
    assert_eq!(place.run(&["audit", "--key-file", "key", "K", "t"]).code, Some(0));
    let ran = place.run(&["audit", "K", "t"]);
    assert!(ran.err.contains("can be checked only with --key-file"), "{}", ran.err);
}

/// Every format says the same of a tree, in whatever order its lines are; a size that
/// differs is a change, too.
#[test]
fn every_format() {
    let place = Place::new();
    for i in 0..300 {
        place.file(format!("t/{}/f {i:03}", i % 7), format!("file {i}"));
    }
    let formats = ["gnu", "bsd", "hashdeep", "json", "sri", "record", "sfv", "bagit", "rclone"];
    for format in formats {
        let manifest = format!("M.{format}");
        place.run(&["hash", "--format", format, "-o", &manifest, "t"]).says("");
        let audit = ["audit", "--format", format, &manifest, "t"];
        let clean = place.run(&audit);
        assert_eq!((clean.code, &*clean.out), (Some(0), ""), "{format}: {}", clean.err);
        // Its header aside, upside down.
        let text = fs::read_to_string(place.path().join(&manifest)).unwrap();
        let is_header = |line: &&str| line.starts_with(['%', '#', ';']);
        let (header, mut lines): (Vec<_>, Vec<_>) = text.lines().partition(is_header);
        lines.reverse();
        place.file(&manifest, format!("{}\n", [header, lines].concat().join("\n")));
    }
    place.file("t/0/f 000", "other").file("t/new", "new").file("t/0/f 007", "file 7, longer");
    fs::rename(place.path().join("t/1/f 001"), place.path().join("t/moved")).unwrap();
    fs::remove_file(place.path().join("t/2/f 002")).unwrap();
    let expected = "t/0/f 000: CHANGED\nt/0/f 007: CHANGED\nt/moved: MOVED 't/1/f 001'\nt/new: NEW\n\
                    t/2/f 002: MISSING\n";
    for format in formats {
        let manifest = format!("M.{format}");
        let told = place.run(&["audit", "--format", format, &manifest, "t"]);
        assert_eq!((told.code, sorted(&told.out)), (Some(1), sorted(expected)), "{format}: {}", told.err);
        if !matches!(format, "bagit" | "rclone") {
            let found = place.run(&["audit", &manifest, "t"]);
            assert_eq!(sorted(&found.out), sorted(expected), "{format}: {}", found.err);
        }
    }
    // The digest is right, and the size is not.
    let json = place.run(&["hash", "--json", "t/new"]).out;
    place.file("S", json.replace("\"size\":3", "\"size\":4"));
    assert_eq!(place.run(&["audit", "S", "t/new"]).out, "t/new: CHANGED\n");
    // What nobody here can check is no success.
    place.file("W", format!("{json}{{\"path\":\"t/x\",\"digests\":{{\"whirlpool\":\"00\"}}}}\n"));
    let ran = place.run(&["audit", "W", "t/new"]);
    assert_eq!((ran.code, &*ran.out), (Some(1), ""), "{}", ran.err);
    assert!(
        ran.err.contains("WARNING: 1 line names an algorithm that lanesum does not have (whirlpool)"),
        "{}",
        ran.err
    );
}

/// A manifest that can be read only once; `update` replaces files alone.
#[test]
fn from_a_pipe() {
    let place = Place::new();
    place.file("t/a", "abc").file("t/b", "x");
    place.run(&["hash", "-o", "M", "t"]).says("");
    place.file("t/b", "y");
    for command in ["cat M | $L audit - t", "$L audit - t <M", "cat M | $L audit /dev/stdin t"] {
        let ran = place.shell(command);
        assert_eq!((ran.code, &*ran.out), (Some(1), "t/b: CHANGED\n"), "{command}: {}", ran.err);
        assert!(ran.err.contains("2 listed, 2 found: 1 OK, 1 CHANGED"), "{command}: {}", ran.err);
    }
    place.fifo("F");
    let ran = place.shell("cat M >F & $L audit F t");
    assert_eq!((ran.code, &*ran.out), (Some(1), "t/b: CHANGED\n"), "{}", ran.err);
    place.run(&["update", "-", "t"]).is_wrong_usage("cannot be standard input");
    place
        .run(&["update", "F", "t"])
        .fails("", "lanesum: F: not a regular file, and only such a one can be replaced\n");
}

fn sorted(lines: &str) -> Vec<&str> {
    let mut lines: Vec<_> = lines.lines().collect();
    lines.sort_unstable();
    lines
}
