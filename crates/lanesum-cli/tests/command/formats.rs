//! Manifests of other programs: written by `hash --format`, read by `check` and `verify`.

use crate::support::{ABC_B3, ABC_MD5, ABC_SHA1, ABC_SHA256, EMPTY_MD5, EMPTY_SHA256, Place, bytes};
use std::process::Command;

const FORMATS: [&str; 9] = ["gnu", "bsd", "hashdeep", "json", "sri", "record", "sfv", "bagit", "rclone"];

fn place() -> Place {
    let place = Place::new();
    place.file("d/a", "abc").file("d/b c", "x").file("d/com,ma\"q", "y").file("d/empty", "");
    place
}

/// What `hash` writes in a format `check` reads, and finds what is changed.
#[test]
fn there_and_back() {
    for format in FORMATS {
        let place = place();
        let out = place.run(&["hash", "-o", "M", "--format", format, "d"]);
        out.says("");
        let ok = "d/a: OK\nd/b c: OK\nd/com,ma\"q: OK\nd/empty: OK\n";
        place.run(&["check", "--strict", "--format", format, "M"]).says(ok);
        // By the first line.
        place.run(&["check", "--strict", "M"]).says(ok);
        place.file("d/a", "abd");
        let ran = place.run(&["check", "--format", format, "M"]);
        assert_eq!((ran.code, &*ran.out), (Some(1), &*ok.replace("d/a: OK", "d/a: FAILED")), "{format}");
        let ran = place.run(&["check", "-v", "--status", "--format", format, "M"]);
        assert_eq!((ran.code, &*ran.out), (Some(1), ""));
    }
}

/// The first line tells the format, `-v` says it, and so does a check that fails.
#[test]
fn detected() {
    let place = place();
    for (format, detected) in
        FORMATS.map(|format| (format, if matches!(format, "bagit" | "rclone") { "gnu" } else { format }))
    {
        let manifest = place.run(&["hash", "--format", format, "d/a"]).out;
        let ran = place.run_with(&["check", "-v"], &manifest);
        let said = format!("lanesum: 'standard input': was read as {detected}; --format names another\n");
        assert_eq!((ran.code, &*ran.out, ran.err), (Some(0), "d/a: OK\n", said));
    }
    let ran = place.run_with(&["check"], "; comment\nd/a 352441C3\n");
    ran.fails(
        "d/a: FAILED\n",
        "lanesum: 'standard input': was read as sfv; --format names another\n\
         lanesum: WARNING: 1 computed checksum did NOT match\n",
    );
    // Who has said it is not told.
    let ran = place.run_with(&["check", "--format", "sfv"], "d/a 352441C3\n");
    ran.fails("d/a: FAILED\n", "lanesum: WARNING: 1 computed checksum did NOT match\n");
    // Each manifest by itself.
    place.file("one", "d/a 352441C2\n").file("two", format!("{ABC_MD5}  d/a\n"));
    place.run(&["check", "one", "two", "one"]).says("d/a: OK\nd/a: OK\nd/a: OK\n");
    place
        .run(&["check", "--format", "gnu", "one"])
        .fails("", "lanesum: one: no properly formatted checksum lines found\n");
    place.run(&["check", "--format", "sfv", "-z", "one"]).is_wrong_usage("--zero");
    place.run(&["check", "--format", "sfx", "one"]).is_wrong_usage("hashdeep");
}

/// All digests and the size count, and the one that differs is told.
#[test]
fn several_digests_in_a_line() {
    let place = place();
    let header = "%%%% HASHDEEP-1.0\n%%%% size,md5,sha256,tiger,filename\n## x\n";
    let line = |size, md5: &str, sha256: &str| format!("{header}{size},{md5},{sha256},00,d/a\n");
    place.run_with(&["check"], line(3, ABC_MD5, ABC_SHA256)).says("d/a: OK\n");
    for wrong in
        [line(4, ABC_MD5, ABC_SHA256), line(3, EMPTY_MD5, ABC_SHA256), line(3, ABC_MD5, EMPTY_SHA256)]
    {
        let ran = place.run_with(&["check", "--quiet"], wrong);
        assert_eq!((ran.code, &*ran.out), (Some(1), "d/a: FAILED\n"));
    }
    let ran = place.run_with(&["check", "--json"], line(3, ABC_MD5, EMPTY_SHA256));
    let expected = format!(
        "{{\"manifest\":\"-\",\"line\":4,\"path\":\"d/a\",\"algorithm\":\"sha256\",\"status\":\"failed\",\
         \"expected\":\"{EMPTY_SHA256}\",\"digest\":\"{ABC_SHA256}\"}}\n"
    );
    assert_eq!(ran.out, expected);
    // The strongest of them protects, and -a takes one.
    place.run_with(&["check", "--require", "attacks"], line(3, ABC_MD5, ABC_SHA256)).says("d/a: OK\n");
    place.run_with(&["check", "-a", "md5"], line(3, ABC_MD5, EMPTY_SHA256)).says("d/a: OK\n");
    let weak = place.run_with(&["check", "-a", "md5", "--require", "attacks"], line(3, ABC_MD5, ABC_SHA256));
    assert_eq!((weak.code, &*weak.out), (Some(1), "d/a: WEAK\n"));
    let other = "%%%% HASHDEEP-1.0\n%%%% size,tiger,filename\n3,00,d/a\n";
    let ran = place.run_with(&["check"], other);
    assert!(ran.code == Some(1) && ran.err.contains("tiger is not supported"), "{ran:?}");
    // JSON lines have several, too.
    place.shell("$L hash -a md5,sha256,blake3 --json d | $L check --strict | wc -l | tr -d ' '").says("4\n");
}

#[test]
fn what_formats_do_not_have() {
    let place = place();
    for (args, why) in [
        (&["--format", "sfv", "-a", "md5"][..], "sfv has no digests of md5, only of crc32"),
        (&["--format", "record", "-a", "md5"], "record has no digests of md5"),
        (&["--format", "sri", "-a", "blake3"], "sri has no digests of blake3"),
        (&["--format", "rclone", "-a", "md5,sha1"], "rclone has one digest of a file"),
        (&["--format", "hashdeep", "--zero"], "hashdeep has lines of its own"),
        (&["--format", "json", "--zero"], "json has lines of its own"),
        (&["--format", "sfv", "--tag"], "cannot be used with"),
    ] {
        place.run(&[&["hash"], args, &["d"]].concat()).is_wrong_usage(why);
    }
    place.file("key", [7; 32]);
    place
        .run(&["hash", "--key-file", "key", "--format", "bagit", "-a", "blake3", "d"])
        .is_wrong_usage("needs a key");
    // A name gets a message, the others their lines, and a manifest is not written.
    place.file(bytes(b"d/new\nline"), "z");
    let ran = place.run(&["hash", "--format", "sfv", "d"]);
    let message = "lanesum: 'd/new'$'\\n''line': sfv has no way to write a name with a newline or a \
                   carriage return in it\n";
    let lines =
        "; written by lanesum\nd/a 352441C2\nd/b c 8CDC1683\nd/com,ma\"q FBDB2615\nd/empty 00000000\n";
    ran.fails(lines, message);
    assert_eq!(place.run(&["hash", "--format", "sfv", "-o", "M", "d"]).code, Some(1));
    assert!(!place.path().join("M").exists());
    for format in ["bagit", "rclone", "gnu", "json"] {
        place
            .shell(&format!(
                "$L hash --format {format} d | $L check --format {format} --strict | wc -l | tr -d ' '"
            ))
            .says("5\n");
    }
}

/// A line of any of them, and the name of a manifest in any of them.
#[test]
fn verify_takes_lines() {
    let place = place();
    for format in FORMATS {
        let manifest = place.run(&["hash", "--format", format, "d/a"]).out;
        let line = manifest.lines().last().unwrap();
        let says = |args: &[&str], out: &str| {
            let ran = place.run(args);
            assert_eq!(ran.out, out, "{format}: {line}: {}", ran.err);
        };
        says(&["verify", "d/a", line], "d/a: OK\n");
        says(&["verify", "d/b c", line], "'d/b c': FAILED\n".replace('\'', "").as_str());
        place.file("M", &manifest);
        says(&["verify", "d/a", "M"], "d/a: OK\n");
        place.file("moved/a", "abd");
        says(&["verify", "moved/a", "M"], "moved/a: FAILED\n");
    }
    let line = format!("3,{ABC_MD5},{ABC_SHA1},{EMPTY_SHA256},d/a");
    place
        .run(&["verify", "d/a", &line])
        .fails("d/a: FAILED\n", format!("lanesum: d/a: its sha256 is {ABC_SHA256}\n"));
    let line = format!("4,{ABC_MD5},d/a");
    place.run(&["verify", "d/a", &line]).fails("d/a: FAILED\n", "lanesum: d/a: it has 3 bytes, not 4\n");
    // All lines about a file count.
    place.file("M", format!("MD5 (d/a) = {ABC_MD5}\nSHA1 (d/a) = {}\n", "0".repeat(40)));
    place
        .run(&["verify", "d/a", "M"])
        .fails("d/a: FAILED\n", format!("lanesum: d/a: its sha1 is {ABC_SHA1}\n"));
    place.file("M", format!("MD5 (d/a) = {ABC_MD5}\nMD5 (./d/a) = {EMPTY_MD5}\n"));
    place.run(&["verify", "d/a", "M"]).fails("", "lanesum: M: its lines about d/a contradict each other\n");
}

/// Files that a manifest lists more than once.
#[test]
fn repeated_and_contradicted() {
    let place = place();
    let note = |what: &str| format!("lanesum: 'standard input': {what}\n");
    let twice = format!("{ABC_MD5}  d/a\n{EMPTY_MD5}  d/empty\n{ABC_MD5}  ./d//a\n");
    let ran = place.run_with(&["check"], &twice);
    let said = note("note: line 3 says what line 1 does");
    assert_eq!((ran.code, &*ran.out, ran.err), (Some(0), "d/a: OK\nd/empty: OK\n./d//a: OK\n", said));
    let ran = place.run_with(&["check"], format!("{twice}{ABC_MD5}  d/a\n"));
    assert_eq!(
        ran.err,
        note("note: line 3 says what line 1 does, and 1 more lines say again what others do")
    );
    // Of another function it is another digest.
    place.run_with(&["check"], format!("{ABC_MD5}  d/a\n{ABC_SHA1}  d/a\n")).says("d/a: OK\nd/a: OK\n");
    place.run_with(&["check"], format!("{ABC_SHA256}  d/a\n{ABC_B3}  d/a\n")).says("d/a: OK\nd/a: OK\n");
    // Also where the file is not looked at.
    let other = format!("{ABC_MD5}  d/a\n{ABC_MD5}  gone\n{EMPTY_MD5}  gone\n");
    let warning = "lanesum: WARNING: 1 file is listed with digests that contradict each other\n";
    let said = note("3: contradicts line 2: another digest of the same file") + warning;
    place.run_with(&["check", "--ignore-missing"], &other).fails("d/a: OK\n", said);
    place.run_with(&["check", "--ignore-missing", "--status"], &other).fails("", "");
    let ran = place.run_with(&["check", "--ignore-missing", "--json"], &other);
    assert!(
        ran.out.ends_with("{\"manifest\":\"-\",\"line\":3,\"status\":\"contradiction\"}\n"),
        "{}",
        ran.out
    );
    // Each manifest by itself.
    place.file("one", format!("{ABC_MD5}  d/a\n")).file("two", format!("{EMPTY_MD5}  d/a\n"));
    let ran = place.run(&["check", "one", "two"]);
    ran.fails("d/a: OK\nd/a: FAILED\n", "lanesum: WARNING: 1 computed checksum did NOT match\n");
}

/// No link leads a manifest out of the directory.
#[test]
fn confined_against_links() {
    let place = place();
    place.file("secret", "abc").file("d/deep/x", "");
    for (link, target) in
        [("d/out", "../secret"), ("d/up", ".."), ("d/in", "deep/../a"), ("d/deep/back", "../a")]
    {
        std::os::unix::fs::symlink(target, place.path().join(link)).unwrap();
    }
    std::os::unix::fs::symlink(place.path().join("secret"), place.path().join("d/absolute")).unwrap();
    let names = ["in", "deep/back", "out", "up/secret", "absolute"];
    let manifest: String = names.iter().map(|name| format!("{ABC_MD5}  {name}\n")).collect();
    place.file("d/M", &manifest);
    let lines = "in: OK\ndeep/back: OK\nout: REFUSED\nup/secret: REFUSED\nabsolute: REFUSED\n";
    let messages = |manifest: &str| {
        format!(
            "lanesum: {manifest}: 3: out leads by a link outside of the directory that names are relative to, \
             and not read; --no-confine reads such files\n\
             lanesum: WARNING: 3 listed files are outside, and were not read\n"
        )
    };
    place.shell("cd d; $L check M").fails(lines, messages("M"));
    place.run(&["check", "--base", "d", "d/M"]).fails(lines, messages("d/M"));
    place.run(&["check", "--base", "manifest", "d/M"]).fails(lines, messages("d/M"));
    let all: String = names.iter().map(|name| format!("{name}: OK\n")).collect();
    place.run(&["check", "--no-confine", "--base", "d", "d/M"]).says(all);
    // A link that is missing's place is no secret, and what is behind it is.
    let missing = format!("{ABC_MD5}  in\n{ABC_MD5}  out\n");
    let ran = place.run_with(&["check", "--ignore-missing", "--base", "d"], missing);
    assert_eq!((ran.code, &*ran.out), (Some(1), "in: OK\nout: REFUSED\n"));
}

/// Where those programs are installed, they read ours and we read theirs.
#[test]
fn other_programs() {
    let place = place();
    let have = |program: &str| {
        Command::new(program).arg("--version").output().is_ok()
            || Command::new(program).arg("-V").output().is_ok()
    };
    for (program, ours, theirs) in [
        (
            "hashdeep",
            "$L hash --format hashdeep d > M && hashdeep -a -r -l -k M d",
            "hashdeep -r -l d | $L check --strict",
        ),
        ("rhash", "$L hash --format sfv d > M && rhash -c M >&2", "rhash --sfv -r d | $L check --strict"),
        (
            "cfv",
            "$L hash --format sfv d > M && cfv -f M >&2",
            "cfv -rr -C -t sfv -f T d/a >&2 && $L check --strict T",
        ),
        (
            "rclone",
            "cd d && $L hash --format rclone . > ../M && rclone checksum md5 ../M . >&2",
            "cd d && rclone hashsum md5 . | $L check --strict --format rclone",
        ),
        ("srisum", "$L hash --format sri d/a > M && srisum -c M >&2", "srisum d/a | $L check --strict"),
    ] {
        if !have(program) {
            continue;
        }
        for script in [ours, theirs] {
            let ran = place.shell(script);
            assert_eq!(ran.code, Some(0), "{script}: {ran:?}");
        }
    }
}
