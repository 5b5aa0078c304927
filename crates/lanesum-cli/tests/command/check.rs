//! `lanesum check`: forms of lines, results, summaries.

use crate::support::{ABC_MD5, ABC_SHA1, ABC_SHA256, EMPTY_MD5, Place, bytes};
use lanesum::Algorithm;
use std::io::{BufRead, BufReader, Write};

fn place() -> Place {
    let place = Place::new();
    place.file("a", "abc").file("b", "abc").file("empty", "");
    place
}

/// Checks a manifest that is on standard input.
#[track_caller]
fn check(place: &Place, args: &[&str], manifest: &str) -> crate::support::Ran {
    let args: Vec<_> = ["check"].iter().chain(args).copied().collect();
    place.run_with(&args, manifest)
}

#[test]
fn every_form_of_line() {
    let place = place();
    place.file("with) = x", "abc");
    let base64 = "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=";
    for line in [
        format!("{ABC_MD5}  a"),
        format!("{ABC_MD5} *a"),
        format!("{ABC_MD5} a"),
        format!("{ABC_MD5}\ta"),
        format!("  {ABC_SHA1}  a"),
        format!("{}  a", ABC_SHA256.to_uppercase()),
        format!("MD5 (a) = {ABC_MD5}"),
        format!("SHA256 (a)=\t{ABC_SHA256}"),
        format!("SHA2-256(a)= {ABC_SHA256}"),
        format!("SHA1(a)= {ABC_SHA1}\r"),
        format!("SHA256 (a) = {base64}"),
        format!("{base64}  a"),
        format!("\\{ABC_MD5}  a"),
        format!("{ABC_MD5}  ./a"),
    ] {
        let name = if line.ends_with("./a") { "./a" } else { "a" };
        for manifest in [line.clone(), format!("{line}\n"), format!("# comment\n\n\r\n{line}\n\n")] {
            check(&place, &["--strict"], &manifest).says(format!("{name}: OK\n"));
        }
    }
    check(&place, &[], &format!("MD5 (with) = x) = {ABC_MD5}\n")).says("with) = x: OK\n");
}

#[test]
fn malformed_lines() {
    let place = place();
    for line in [
        "garbage".to_owned(),
        ABC_MD5.to_owned(),
        format!("{ABC_MD5} "),
        format!("{}  a", &ABC_MD5[1..]),
        format!("{ABC_MD5}0  a"),
        format!("g{}  a", &ABC_MD5[1..]),
        format!(" # {ABC_MD5}  a"),
        format!("MD5  (a) = {ABC_MD5}"),
        format!("MD5 (a = {ABC_MD5}"),
        format!("MD5 (a) {ABC_MD5}"),
        format!("SHA1 (a) = {ABC_MD5}"),
        "SHA256 (a) = ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0".to_owned(),
        format!("\\{ABC_MD5}  \\a"),
        format!("{ABC_MD5}  a\0b"),
        format!("{}\0{}  a", &ABC_MD5[..4], &ABC_MD5[5..]),
        format!("{ABC_MD5}  -"),
    ] {
        let alone = check(&place, &[], &line);
        assert!(alone.out.is_empty());
        alone.fails("", "lanesum: 'standard input': no properly formatted checksum lines found\n");
        let manifest = format!("{ABC_MD5}  a\n{line}\n");
        let ran = check(&place, &["--warn"], &manifest);
        assert_eq!((ran.code, &*ran.out), (Some(0), "a: OK\n"), "{line}");
        assert_eq!(
            ran.err,
            "lanesum: 'standard input': 2: improperly formatted checksum line\n\
             lanesum: WARNING: 1 line is improperly formatted\n",
        );
        check(&place, &["--strict", "--status"], &manifest).fails("", "");
    }
}

/// The first untagged line says whether names have one blank before them.
#[test]
fn the_first_line_decides() {
    let place = place();
    place.file(" a", "other");
    let warning = "lanesum: WARNING: 1 line is improperly formatted\n";
    let ran = check(&place, &[], &format!("{ABC_MD5}  a\n{ABC_MD5} b\n"));
    assert_eq!((ran.code, &*ran.out, &*ran.err), (Some(0), "a: OK\n", warning));
    // With one blank, the second one is the name's.
    let ran = check(&place, &[], &format!("MD5 (a) = {ABC_MD5}\n{ABC_MD5} b\n{ABC_MD5}  a\n"));
    ran.fails("a: OK\nb: OK\n a: FAILED\n", "lanesum: WARNING: 1 computed checksum did NOT match\n");
    // Also for the manifests that follow.
    place.file("one", format!("{ABC_MD5} b\n")).file("two", format!("{ABC_MD5}  a\n"));
    let ran = place.run(&["check", "one", "two"]);
    ran.fails("b: OK\n a: FAILED\n", "lanesum: WARNING: 1 computed checksum did NOT match\n");
}

#[test]
fn the_algorithm() {
    let place = place();
    let manifest = format!("MD5 (a) = {ABC_MD5}\nSHA256 (a) = {ABC_SHA256}\n{ABC_SHA1}  a\n");
    check(&place, &["--strict"], &manifest).says("a: OK\na: OK\na: OK\n");
    let ran = check(&place, &["-a", "md5"], &manifest);
    let warning = "lanesum: WARNING: 2 lines are improperly formatted\n";
    assert_eq!((ran.code, &*ran.out, &*ran.err), (Some(0), "a: OK\n", warning));
    // The length says SHA-256 or BLAKE3; others are tried where that does not match.
    let digest = lanesum::hash(lanesum::Algorithm::Sha512_256, b"abc");
    let manifest = format!("{digest}  a\n");
    let took = "lanesum: 'standard input': its lines name no algorithm: digests of 256 bits are sha512-256\n";
    let ran = check(&place, &[], &manifest);
    assert_eq!((ran.code, &*ran.out, &*ran.err), (Some(0), "a: OK\n", took));
    assert_eq!(check(&place, &["-a", "sha256"], &manifest).out, "a: FAILED\n");
    check(&place, &["-a", "sha512/256"], &manifest).says("a: OK\n");
}

#[test]
fn results_and_summary() {
    let place = place();
    place.file("d/x", "");
    let manifest = format!(
        "{ABC_MD5}  a\n{EMPTY_MD5}  b\n{ABC_MD5}  nope\nx\n{ABC_MD5}  d\n{ABC_MD5}  empty\n{ABC_MD5}  no pe\ny\n"
    );
    place.file("M", &manifest);
    let results = "b: FAILED\nnope: FAILED open or read\nd: FAILED open or read\n\
                   empty: FAILED\nno pe: FAILED open or read\n";
    let errors = "lanesum: nope: No such file or directory\nlanesum: d: Is a directory\n\
                  lanesum: 'no pe': No such file or directory\n";
    let summary = "lanesum: WARNING: 2 lines are improperly formatted\n\
                   lanesum: WARNING: 3 listed files could not be read\n\
                   lanesum: WARNING: 2 computed checksums did NOT match\n";
    place.run(&["check", "M"]).fails(format!("a: OK\n{results}"), format!("{errors}{summary}"));
    place.run(&["check", "--quiet", "M"]).fails(results, format!("{errors}{summary}"));
    place.run(&["check", "--status", "M"]).fails("", errors);
    // The last of them counts.
    place.run(&["check", "--status", "--quiet", "M"]).fails(results, format!("{errors}{summary}"));
    // Errors stand where the lines are that they are about.
    let both = place.shell("$L check M 2>&1");
    let expected = place.shell("md5sum -c M 2>&1 | sed s/^md5sum:/lanesum:/");
    assert_eq!(both.out, expected.out);
}

#[test]
fn missing_files() {
    let place = place();
    let ran = check(&place, &["--ignore-missing"], &format!("{ABC_MD5}  a\n{ABC_MD5}  nope\n"));
    ran.says("a: OK\n");
    let unverified = "lanesum: 'standard input': no file was verified\n";
    check(&place, &["--ignore-missing"], &format!("{ABC_MD5}  nope\n")).fails("", unverified);
    check(&place, &["--ignore-missing", "--status"], &format!("{ABC_MD5}  nope\n")).fails("", "");
    // A directory is not missing, and neither is what lies behind a file.
    let ran = check(&place, &["--ignore-missing"], &format!("{ABC_MD5}  a\n{ABC_MD5}  a/b\n"));
    ran.fails(
        "a: OK\na/b: FAILED open or read\n",
        "lanesum: a/b: Not a directory\nlanesum: WARNING: 1 listed file could not be read\n",
    );
}

#[test]
fn several_manifests() {
    let place = place();
    place.file("good", format!("{ABC_MD5}  a\n")).file("bad", format!("{EMPTY_MD5}  a\n")).file("none", "");
    place.run(&["check", "good", "good"]).says("a: OK\na: OK\n");
    place.run(&["check", "bad", "nope", "none", ".", "good"]).fails(
        "a: FAILED\na: OK\n",
        "lanesum: WARNING: 1 computed checksum did NOT match\n\
         lanesum: nope: No such file or directory\n\
         lanesum: none: no properly formatted checksum lines found\n\
         lanesum: .: Is a directory\n",
    );
}

#[test]
fn what_names_are_relative_to() {
    let place = place();
    place.file("d/x", "abc").file("d/M", format!("{ABC_MD5}  x\n{ABC_MD5}  ../a\n"));
    place.run(&["check", "--no-confine", "--base", "manifest", "d/M"]).says("x: OK\n../a: OK\n");
    place.run(&["check", "--no-confine", "--base=d", "d/M"]).says("x: OK\n../a: OK\n");
    place.shell("cd d; $L check --no-confine --base manifest M").says("x: OK\n../a: OK\n");
    assert_eq!(place.run(&["check", "d/M"]).code, Some(1));
    place.run(&["check", "--base=nope", "d/M"]).fails("", "lanesum: nope: No such file or directory\n");
    place
        .shell("pwd | sed \"s,.*,$(md5sum <a | cut -c1-32)  &/a,\" >abs; $L check -w --no-confine --base d abs | tail -c7")
        .says("/a: OK\n");
}

/// What `lanesum hash` writes, `lanesum check` reads, whatever the names are.
#[test]
fn round_trip() {
    let place = Place::new();
    let names = [
        &b"new\nline"[..],
        b"car\rriage",
        b"back\\slash",
        b"\\n",
        b"\xff\xfe",
        b" blank ",
        b"*star",
        b"-",
        b"#",
        b"a) = b",
        b"tab\t",
        b"MD5 (x) = 00",
    ];
    for name in names {
        place.file(bytes(name), name);
    }
    for form in ["", "--tag", "-z", "-z --tag"] {
        for algorithm in ["md5", "sha384", "sha512-256", "md5,sha1,sha512"] {
            if algorithm == "sha512-256" && !form.contains("tag") {
                continue;
            }
            let zero = if form.contains("-z") { "-z" } else { "" };
            let ran = place.shell(&format!("$L hash {form} -a {algorithm} . | $L check {zero} --strict"));
            let lines = names.len() * algorithm.split(',').count();
            assert_eq!((ran.code, &*ran.err), (Some(0), ""), "{form} {algorithm}");
            assert_eq!(ran.out.matches(": OK\n").count(), lines, "{form} {algorithm}: {}", ran.out);
        }
    }
    // A name with a newline cannot pass for another line.
    place.shell("$L hash -a md5 new* | $L check").says("\\new\\nline: OK\n");
}

#[test]
fn json() {
    let place = place();
    let manifest = format!("{ABC_MD5}  a\nx\nMD5 (empty) = {ABC_MD5}\n{ABC_MD5}  nope\n");
    let ran = check(&place, &["--json"], &manifest);
    let expected = format!(
        r#"{{"manifest":"-","line":1,"path":"a","algorithm":"md5","status":"ok","expected":"{ABC_MD5}","digest":"{ABC_MD5}"}}
{{"manifest":"-","line":2,"status":"malformed"}}
{{"manifest":"-","line":3,"path":"empty","algorithm":"md5","status":"failed","expected":"{ABC_MD5}","digest":"{EMPTY_MD5}"}}
{{"manifest":"-","line":4,"path":"nope","algorithm":null,"status":"unreadable","expected":"{ABC_MD5}","error":"No such file or directory"}}
"#
    );
    assert_eq!((ran.code, ran.out), (Some(1), expected));
    assert!(ran.err.contains("1 computed checksum did NOT match"));
    assert!(!check(&place, &["--json", "--quiet"], &manifest).out.contains(r#""ok""#));
}

/// A line is answered before the next one is there.
#[test]
fn a_manifest_that_comes_slowly() {
    let place = place();
    let mut child = place.start(&["check"]);
    let mut manifest = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    for name in ["a", "b", "a"] {
        writeln!(manifest, "{ABC_MD5}  {name}").unwrap();
        assert_eq!(lines.next().unwrap(), format!("{name}: OK"));
    }
    drop(manifest);
    assert_eq!(lines.next(), None);
    assert!(child.wait().unwrap().success());
}

#[test]
fn many_lines_on_many_threads() {
    let place = Place::new();
    for i in 0..2000 {
        place.file(format!("{i}"), i.to_string());
    }
    place.shell("$L hash -a md5,sha256 . >../M.$$; mv ../M.$$ M").says("");
    place.file("17", "changed");
    for threads in ["1", "2", "9"] {
        let ran = place.run(&["check", "-j", threads, "M"]);
        assert_eq!(ran.out.matches(": OK\n").count(), 3998);
        assert_eq!(ran.out.matches("./17: FAILED\n").count(), 2);
        assert_eq!(ran.err, "lanesum: WARNING: 2 computed checksums did NOT match\n");
        let names = |text: &str| -> Vec<String> {
            text.lines().map(|line| line.split(": ").next().unwrap().to_owned()).collect()
        };
        let manifest = std::fs::read_to_string(place.path().join("M")).unwrap();
        let listed: Vec<_> = manifest.lines().map(|line| line.split_once("  ").unwrap().1).collect();
        assert_eq!(names(&ran.out), listed);
    }
}

/// Lines of 32 bytes that name no algorithm are of SHA-256 or of BLAKE3, in any
/// mixture, on any number of threads.
#[test]
fn sha256_or_blake3() {
    let place = Place::new();
    let mut manifest = String::new();
    for i in 0..700 {
        let text = format!("file {i}");
        place.file(format!("{i}"), &text);
        let algorithm = if i % 5 == 3 { Algorithm::Sha256 } else { Algorithm::Blake3 };
        manifest.push_str(&format!("{}  {i}\n", lanesum::hash(algorithm, text.as_bytes())));
    }
    place.file("M", &manifest).file("699", "changed");
    for threads in ["1", "3"] {
        let ran = place.run(&["check", "--quiet", "-j", threads, "M"]);
        ran.fails("699: FAILED\n", "lanesum: WARNING: 1 computed checksum did NOT match\n");
    }
    let one_kind = place.run(&["check", "-a", "blake3", "--quiet", "M"]);
    assert_eq!(one_kind.out.lines().count(), 140 + 1);
    // A pipe is read once.
    let b3 = lanesum::hash(Algorithm::Blake3, b"abc");
    place
        .shell(&format!("echo '{b3}  /dev/stdin' >N; printf abc | $L check --no-confine --special N"))
        .says("/dev/stdin: OK\n");
    let json = place.shell(&format!("echo '{b3}  a' >N; printf abc >a; $L check --json N"));
    assert!(json.out.contains(r#""algorithm":"blake3","status":"ok""#), "{}", json.out);
}

#[test]
fn keys_and_lengths() {
    let place = Place::new();
    place.file("key", "whats the Elvish word for friend").file("a", "abc");
    for (hash, check) in [
        (&["--key-file", "key"][..], &["-a", "blake3", "--key-file", "key"][..]),
        (&["--derive-key", "x", "--seek", "9"], &["-a", "blake3", "--derive-key", "x", "--seek", "9"]),
        (&["-l", "512"], &["-a", "blake3", "-l", "512"]),
        (&["-a", "blake2b", "-l", "160", "--key-file", "key"], &["-a", "blake2b-160", "--key-file", "key"]),
        (&["--tag", "-l", "512"], &[]),
        (&["--tag", "-l", "512"], &["-a", "blake3", "-l", "512"]),
        (&["--tag", "--key-file", "key"], &["-a", "blake3", "--key-file", "key"]),
    ] {
        place.run(&[&["hash", "-o", "M"], hash, &["a"]].concat()).says("");
        place.run(&[&["check", "M"], check].concat()).says("a: OK\n");
        let line = std::fs::read_to_string(place.path().join("M")).unwrap();
        if let (Some(digest), false) = (line.strip_suffix("  a\n"), check.is_empty()) {
            place.run(&[&["verify", "a", digest], check].concat()).says("a: OK\n");
        }
    }
    place.run(&["hash", "--key-file", "key", "-o", "M", "a"]).says("");
    assert_eq!(place.run(&["check", "M"]).code, Some(1), "without the key");
    place.run(&["check", "--key-file", "key", "M"]).says("a: OK\n");
    place.run(&["check", "-a", "blake3", "-l", "520", "M"]).is_wrong_usage("at most 512 bits");
    place.run(&["verify", "-a", "blake3", "-l", "128", "a", "00"]).is_wrong_usage("blake3-128, which has 16");
}
