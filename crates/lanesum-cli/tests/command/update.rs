//! `lanesum update`: manifests that are kept.

use crate::support::{Place, Ran};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;
use std::time::{Duration, Instant, SystemTime};

/// Files that nobody has written to for long, as far as their times of change say: their
/// other times cannot be set, so a manifest trusts what is older than two seconds.
fn place(files: usize) -> Place {
    let place = Place::new();
    for i in 0..files {
        place.file(format!("t/{}/{i:04}", i % 7), format!("file {i}"));
        age(&place, &format!("t/{}/{i:04}", i % 7));
    }
    place
}

fn age(place: &Place, name: &str) {
    set_modified(place, name, SystemTime::UNIX_EPOCH + Duration::from_secs(1_500_000_000));
}

fn set_modified(place: &Place, name: &str, time: SystemTime) {
    fs::File::options().append(true).open(place.path().join(name)).unwrap().set_modified(time).unwrap();
}

fn settle() {
    std::thread::sleep(Duration::from_millis(3100));
}

fn read(place: &Place, name: &str) -> String {
    fs::read_to_string(place.path().join(name)).unwrap()
}

/// The sentence at the end.
#[track_caller]
fn sums_up(ran: &Ran, what: &str) {
    assert!(ran.err.contains(what), "{}{}", ran.out, ran.err);
}

#[test]
fn from_time_to_time() {
    let place = place(40);
    settle();
    let first = place.run(&["update", "-a", "sha256", "M", "t"]);
    // Where there was none all files are new: a line for each says nothing.
    assert_eq!((first.code, &*first.out), (Some(0), ""));
    sums_up(&first, "generation 1: 40 files (0 before): 0 kept, 0 read again, 40 new");
    // It is everybody's.
    assert_eq!(
        place.shell("sha256sum --strict --quiet -c M"),
        Ran { code: Some(0), out: String::new(), err: String::new() }
    );
    place.run(&["check", "--quiet", "--strict", "M"]).says("");
    // The help of `hash` says so.
    let digests =
        |text: String| text.lines().filter(|line| !line.starts_with('#')).map(String::from).collect();
    let (own, hash): (Vec<_>, Vec<_>) =
        (digests(read(&place, "M")), digests(place.run(&["hash", "-a", "sha256", "t"]).out));
    assert_eq!(own, hash);
    // Sorted as a walk is.
    let names = |text: &str| -> Vec<String> {
        text.lines().filter_map(|line| Some(line.split_once("  ")?.1.to_owned())).collect()
    };
    assert_eq!(names(&read(&place, "M")), names(&place.run(&["hash", "t"]).out));
    // Nothing has changed, so nothing is read: the algorithm is known.
    let second = place.run(&["update", "M", "t"]);
    assert_eq!((second.code, &*second.out), (Some(0), ""));
    sums_up(&second, "generation 2: 40 files (40 before): 40 kept, 0 read again\n");
    let lines = |text: String| text.lines().skip(1).map(String::from).collect::<Vec<_>>();
    place.file("t/0/0007", "changed").file("t/new", "new");
    // As if a moment ago, however slow this machine is.
    let soon = SystemTime::now() + Duration::from_secs(10_000);
    for name in ["t/0/0007", "t/new"] {
        set_modified(&place, name, soon);
    }
    fs::remove_file(place.path().join("t/1/0001")).unwrap();
    let before = lines(read(&place, "M"));
    let third = place.run(&["update", "M", "t"]);
    assert_eq!((third.code, &*third.out), (Some(0), "t/0/0007: CHANGED\nt/1/0001: GONE\nt/new: NEW\n"));
    sums_up(&third, "generation 3: 40 files (40 before): 38 kept, 0 read again, 1 new, 1 changed, 1 gone\n");
    // What was written a moment ago may still change within the same tick: no times are noted.
    let after = lines(read(&place, "M"));
    assert_eq!(before.iter().filter(|line| after.contains(line)).count(), 2 * 38);
    assert_eq!(after.len(), 2 * 38 + 2);
    place.run(&["check", "--quiet", "--strict", "M"]).says("");
}

/// Other bytes, and the same size and time: the old digest stays.
#[test]
fn rot() {
    let place = place(10);
    settle();
    place.run(&["update", "-q", "M", "t"]);
    let before = read(&place, "M");
    place.file("t/3/0003", "file x");
    age(&place, "t/3/0003");
    let ran = place.run(&["update", "M", "t"]);
    assert_eq!((ran.code, &*ran.out), (Some(1), "t/3/0003: ROTTEN\n"));
    assert_eq!(
        before.lines().skip(1).collect::<Vec<_>>(),
        read(&place, "M").lines().skip(1).collect::<Vec<_>>()
    );
    assert_eq!(place.run(&["check", "--quiet", "M"]).out, "t/3/0003: FAILED\n");
    let ran = place.run(&["update", "--full", "--accept", "M", "t"]);
    assert_eq!((ran.code, &*ran.out), (Some(0), "t/3/0003: ACCEPTED\n"));
    place.run(&["check", "--quiet", "M"]).says("");
}

/// A share each time, and all in a round.
/// Before anything is read, written or said of files: nothing of them is known.
#[test]
fn a_path_that_is_not_there() {
    let place = Place::new();
    place.file("t/a", "abc").file("t/b", "");
    assert_eq!(place.run(&["update", "-q", "M", "t"]).code, Some(0));
    let before = read(&place, "M");
    let refused = |paths: &str| format!("{paths}lanesum: M: not updated: every PATH must be there\n");
    let not_there = |path: &str| format!("lanesum: {path}: No such file or directory\n");
    for args in [&["update", "M", "nope"][..], &["update", "--partial", "M", "t", "nope", "t/b"]] {
        place.run(args).fails("", refused(&not_there("nope")));
    }
    place
        .run(&["update", "M", "no", "t", "nope"])
        .fails("", refused(&(not_there("no") + &not_there("nope"))));
    place.run(&["update", "N", "nope"]).fails("", refused(&not_there("nope")).replace("M:", "N:"));
    assert_eq!(read(&place, "M"), before);
    assert_eq!(place.names(), ["M", "t"]);
}

#[test]
fn rechecks() {
    let place = place(60);
    settle();
    place.run(&["update", "-q", "M", "t"]);
    let again = |_| {
        let ran = place.run(&["update", "--recheck", "25%", "M", "t"]);
        let (_, count) = ran.err.split_once(" kept, ").unwrap();
        count.split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    let counts: Vec<u64> = (0..4).map(again).collect();
    assert_eq!(counts.iter().sum::<u64>(), 60, "{counts:?}");
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
    sums_up(&place.run(&["update", "--full", "M", "t"]), "0 kept, 60 read again");
    place.run(&["update", "--recheck", "0", "M"]).is_wrong_usage("not a share");
}

/// Manifests of other commands: sorted or not, with lines that would be lost.
#[test]
fn others_manifests() {
    let place = place(30);
    place
        .shell("sha256sum t/*/* | sort -k 2 -r >M; md5sum t/*/* >N; sha512sum --tag t/*/* >O; echo junk >>P");
    place.run(&["update", "M", "t"]).is_wrong_usage("say with -a which algorithm");
    sums_up(&place.run(&["update", "-a", "sha256", "M", "t"]), "30 files (30 before): 0 kept, 30 read again");
    // The manifest's name may say it.
    place.shell("sha256sum t/*/* >SHA256SUMS; b2sum t/*/* >B2SUMS; $L hash -o t.b3 t");
    for manifest in ["SHA256SUMS", "B2SUMS", "t.b3"] {
        let ran = place.run(&["update", manifest, "t"]);
        assert_eq!((ran.code, &*ran.out), (Some(0), ""), "{manifest}");
        sums_up(&ran, "30 read again");
    }
    sums_up(&place.run(&["update", "N", "t"]), "30 read again");
    sums_up(&place.run(&["update", "O", "t"]), "30 read again");
    let ran = place.run(&["update", "P", "t"]);
    assert_eq!((ran.code, &*read(&place, "P")), (Some(1), "junk\n"));
    sums_up(&ran, "P: lanesum cannot read 1 of its lines, which an update would lose");
    sums_up(&place.run(&["update", "-a", "md5,sha256", "Q", "t"]), "30 new");
    assert_eq!(place.run(&["check", "Q"]).out.lines().count(), 60);
    place.file("key", "whats the Elvish word for friend");
    place.run(&["update", "--key-file", "key", "-q", "K", "t"]).says("");
    assert_eq!(place.run(&["update", "K", "t"]).code, Some(1));
    sums_up(&place.run(&["update", "--key-file", "key", "K", "t"]), "30 files (30 before)");
}

/// A file of comments, as a script may be, is no manifest to begin with: nobody else has what is in
/// it. An empty one is.
#[test]
fn only_comments() {
    let place = place(1);
    let notes = "#!/bin/sh\n# my notes\n\n";
    place.file("notes", notes).file("empty", "");
    place.run(&["update", "notes", "t"]).fails(
        "",
        "lanesum: notes: it lists no file, and an update would lose the comments that are in it. To begin a \
         manifest, name another file or remove this one\n",
    );
    assert_eq!(read(&place, "notes"), notes);
    assert_eq!(place.run(&["update", "empty", "t"]).code, Some(0));
    // One of no file is lanesum's own by its first line.
    fs::create_dir(place.path().join("none")).unwrap();
    for files in ["none", "none", "t"] {
        assert_eq!(place.run(&["update", "M", files]).code, Some(0));
    }
}

/// What is not kept of a manifest is said, once.
#[test]
fn lost_comments() {
    let place = place(1);
    let sums = place.run(&["hash", "-a", "sha256", "t"]).out;
    place.file("M", format!("# my photos\n#\n{sums}"));
    let said = "lanesum: M: the new manifest has no comments but lanesum's own: 2 are lost\n";
    let first = place.run(&["update", "-a", "sha256", "M", "t"]);
    assert!(first.code == Some(0) && first.err.starts_with(said), "{first:?}");
    assert!(!read(&place, "M").contains("my photos"));
    let second = place.run(&["update", "-a", "sha256", "M", "t"]);
    assert!(second.code == Some(0) && !second.err.contains("comments"), "{second:?}");
}

/// Manifests that have no room for what is noted of each file stay as they are.
#[test]
fn formats_that_are_not_kept() {
    let place = place(5);
    for format in ["hashdeep", "json", "sri", "record", "sfv"] {
        let name = format!("M.{format}");
        place.run(&["hash", "--format", format, "-o", &name, "t"]).says("");
        let before = read(&place, &name);
        let ran = place.run(&["update", &name, "t"]);
        assert_eq!((ran.code, read(&place, &name)), (Some(1), before), "{format}");
        sums_up(&ran, &format!("{name}: its format is {format}, which cannot hold the notes"));
        sums_up(&ran, &format!("Run `lanesum audit {name}` to compare all files with it"));
        // As it says.
        assert_eq!(place.run(&["audit", &name, "t"]).code, Some(0), "{format}");
    }
    place.file("W", "WHIRLPOOL (t/a) = 19fa61d75522a466\n");
    sums_up(
        &place.run(&["update", "W", "t"]),
        "W: lanesum does not have the algorithm of 1 of its lines (WHIRLPOOL), which an update would lose",
    );
}

/// A manifest among the files that it lists, and one that another update writes.
#[test]
fn itself() {
    let place = place(5);
    settle();
    let shell = |script: &str| place.shell(&format!("cd t; {script}"));
    let lines = "./0/0000: NEW\n./1/0001: NEW\n./2/0002: NEW\n./3/0003: NEW\n./4/0004: NEW\n";
    assert_eq!(shell("$L update -v M").out, lines);
    assert_eq!(shell("$L update -qv N 0 1 2 3 4 && rm N").out, lines.replace("./", ""));
    assert_eq!(shell("$L update -vq N && rm N").out, "");
    sums_up(&shell("$L update M"), "5 kept");
    place.fifo("fifo");
    let mut writer = place.command(&["update", "M", "fifo", "t"]);
    let ran: Ran = writer.output().unwrap().into();
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    sums_up(&ran, "fifo: not a regular file");
}

/// Killed at any moment, an update leaves the old manifest or the new one, whole; and the
/// next goes on. 200 times with `LANESUM_CHAOS=200`.
#[test]
fn killed() {
    let runs: u32 = std::env::var("LANESUM_CHAOS").map_or(8, |runs| runs.parse().unwrap());
    let place = Place::new();
    for i in 0..300 {
        place.file(format!("t/{i:04}"), vec![i as u8; 40_000]);
    }
    settle();
    let start = Instant::now();
    place.run(&["update", "-q", "M", "t"]);
    let whole = start.elapsed();
    let mut random = 7_u64;
    for run in 0..runs {
        let old = read(&place, "M");
        for i in 0..20 {
            place.file(format!("t/{:04}", (run * 20 + i) % 300), format!("run {run}"));
        }
        let mut child = place
            .command(&["update", "--full", "-q", "M", "t"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(whole.mul_f64((random >> 33) as f64 / f64::from(1_u32 << 31) * 1.2));
        child.kill().unwrap();
        child.wait().unwrap();
        let new = read(&place, "M");
        if new != old {
            let count = new.lines().filter(|line| !line.starts_with('#')).count();
            assert_eq!((count, new.ends_with('\n')), (300, true), "run {run}");
            place.run(&["check", "--quiet", "--strict", "M"]).says("");
        }
    }
    let last = place.run(&["update", "-q", "M", "t"]);
    assert_eq!(last.code, Some(0), "{}", last.err);
    place.run(&["check", "--quiet", "--strict", "M"]).says("");
    assert_eq!(place.names_after_kills(), ["M", "t"]);
}

/// The total is what the manifest has: also the old lines of files that cannot be read, but no
/// line of a new one.
#[test]
fn partial() {
    let place = place(3);
    settle();
    let run = |args: &[&str]| Ran::from(place.command_as_nobody(args).output().unwrap());
    let first = run(&["update", "M", "t"]);
    sums_up(&first, "generation 1: 3 files (0 before)");
    place.file("t/new", "");
    let set = |name: &str, mode| {
        let mode = fs::Permissions::from_mode(mode);
        fs::set_permissions(place.path().join("t").join(name), mode).unwrap();
    };
    set("1/0001", 0o000);
    set("new", 0o000);
    let before = read(&place, "M");
    let ran = run(&["update", "M", "t"]);
    assert_eq!((ran.code, read(&place, "M")), (Some(1), before.clone()));
    let ran = run(&["update", "--partial", "M", "t"]);
    assert_eq!(ran.code, Some(1));
    sums_up(&ran, "generation 2: 3 files (3 before): 2 kept, 0 read again, 2 not readable\n");
    let lines = |text: &str| text.lines().skip(1).map(String::from).collect::<Vec<_>>();
    assert_eq!(lines(&read(&place, "M")), lines(&before));
}

/// What a run has read that was interrupted, the next does not read again.
#[test]
fn resumes() {
    let place = place(50);
    settle();
    // The disk is full behind some lines: the manifest is not there, but what was read is.
    let full = place.shell("ulimit -f 4; $L update -q M t");
    assert_eq!(full.code, Some(1), "{}", full.err);
    assert!(!place.path().join("M").exists());
    place.file(".lanesum-M.resume-1", {
        // As a killed run would have left it, with a last line that is cut off.
        place.run(&["update", "-q", "N", "t"]);
        let text = read(&place, "N");
        let lines: Vec<_> = text.lines().skip(1).take(61).collect();
        // Behind the first 30 files stands how much they are.
        format!("{}\n#@ 30 202\n{}\n0a0b", lines[..60].join("\n"), lines[60])
    });
    let ran = place.run(&["update", "-v", "M", "t"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    // How far it was, and how much of that was good.
    let noted = "the run before it has noted 30 files (202 B) that it read\n";
    sums_up(&ran, &format!("M: going on after an interruption: {noted}"));
    sums_up(&ran, "50 files");
    sums_up(&ran, "; 30 files (");
    sums_up(&ran, " read before the interruption, and not again\n");
    assert_eq!(ran.out.lines().count(), 20, "{}", ran.out);
    assert_eq!(
        read(&place, "M").lines().skip(1).collect::<Vec<_>>(),
        read(&place, "N").lines().skip(1).collect::<Vec<_>>()
    );
    assert!(!place.path().join(".lanesum-M.resume-1").exists());
}

/// Of several runs that were interrupted, and read some files that are not there any more and
/// some twice, each file that need not be read again is counted once in the end.
#[test]
fn resumes_after_several() {
    let place = place(50);
    settle();
    place.run(&["update", "-q", "N", "t"]);
    let text = read(&place, "N");
    let lines: Vec<_> = text.lines().skip(1).collect();
    let journal = |files: usize| format!("{}\n#@ {files} {}\n", lines[..2 * files].join("\n"), 7 * files);
    let runs = [journal(20), journal(30), String::new()];
    for (run, journal) in runs.iter().enumerate() {
        place.file(format!(".lanesum-M.resume-{}", run + 1), journal);
    }
    let first = lines[1].split_once("  ").unwrap().1;
    fs::remove_file(place.path().join(first)).unwrap();
    let ran = place.run(&["update", "M", "t"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let noted = "2 runs before it have noted 50 files (350 B) that they read, \
                 where a file counts for each run that read it\n";
    sums_up(&ran, &format!("M: going on after an interruption: {noted}"));
    sums_up(&ran, "49 files (0 before): 0 kept, 0 read again, 49 new; 29 files (");
}
