//! What `lanesum hash` writes, `lanesum check` reads; and what it does not read.

use crate::support::{ABC_B3, ABC_MD5, Place};
use lanesum::Algorithm;
use std::fs;

/// Files that every test has.
fn place() -> Place {
    let place = Place::new();
    place.file("a", "abc").file("b", "").file("key", "whats the Elvish word for friend");
    place.file("k16", "sixteen byte key");
    place
}

/// Every algorithm, of every length that it has, with and without tags, under keys.
#[test]
fn every_algorithm() {
    let place = place();
    let mut functions: Vec<String> =
        Algorithm::ALL.iter().map(|algorithm| format!("-a {algorithm}")).collect();
    functions.extend(
        ["-a blake2b-8", "-a blake2s-128", "-l 128", "-l 8", "-l 512", "-a md5,xxh64,blake2s"]
            .map(String::from),
    );
    for function in &functions {
        for form in ["", "-z", "--tag"] {
            let zero = if form == "-z" { "-z" } else { "" };
            place
                .shell(&format!("$L hash {function} {form} a b >M && $L check {zero} --strict --quiet M"))
                .says("");
        }
        // And finds what is not as it was.
        let changed = "printf changed >b; $L check M; s=$?; printf '' >b; exit $s";
        let ran = place.shell(&format!("$L hash {function} a b >M; {changed}"));
        assert_eq!(ran.code, Some(1), "{function}");
    }
    for (algorithm, told, options) in [
        ("", "--key-file key", ""),
        ("-l 256", "--key-file key", ""),
        ("", "--derive-key 'a context'", ""),
        ("", "--seek 9", ""),
        ("", "--derive-key c --seek 9", "-z"),
        ("-a blake2b,blake2s,blake2bp,blake2sp", "--key-file key", ""),
        ("-a blake2b-160", "--key-file key", ""),
        ("-a lemac", "--key-file k16", ""),
    ] {
        place
            .shell(&format!(
                "$L hash {options} {algorithm} {told} a b >M && $L check {options} --strict --quiet {told} M"
            ))
            .says("");
        let without = place.shell(&format!("$L check {options} M"));
        assert_eq!((without.code, &*without.out), (Some(1), ""), "{told}");
        assert!(without.err.contains("can be checked only with --"), "{}", without.err);
    }
}

/// Lines without a tag, as other commands write them: what was taken is said.
#[test]
fn without_tags() {
    let place = place();
    for (algorithm, bits) in
        [("blake2b", 512), ("sha512-256", 256), ("sha3-384", 384), ("xxh64", 64), ("adler32", 32)]
    {
        let ran = place.shell(&format!("$L hash --untagged -a {algorithm} a key k16 >M; $L check M"));
        let took =
            format!("lanesum: M: its lines name no algorithm: digests of {bits} bits are {algorithm}\n");
        assert_eq!((ran.code, &*ran.out, &*ran.err), (Some(0), "a: OK\nkey: OK\nk16: OK\n", &*took));
    }
    // The manifest's name may say it, and need not be right.
    for (algorithm, manifest) in [
        ("blake2b", "B2SUMS"),
        ("sha512-256", "x.sha512_256"),
        ("blake3", "SHA256SUMS"),
        ("sha256", "B3SUMS"),
    ] {
        let line = format!("$L hash --untagged -a {algorithm} a key k16 >{manifest}; $L check {manifest}");
        place.shell(&line).says("a: OK\nkey: OK\nk16: OK\n");
        assert_eq!(place.run(&["audit", manifest, "a", "key", "k16"]).code, Some(0));
    }
    // What it means besides is not looked for.
    let tried = "lanesum: SHA256SUMS: its lines name no algorithm, and none with digests of 256 bits matched \
                 (sha256, blake3); say with -a which it is\n";
    place.shell("$L hash --untagged -a sm3 a key k16 >SHA256SUMS");
    let ran = place.run(&["check", "SHA256SUMS"]);
    assert!(ran.code == Some(1) && ran.err.ends_with(tried), "{}", ran.err);
    place.run(&["check", "-a", "sm3", "SHA256SUMS"]).says("a: OK\nkey: OK\nk16: OK\n");
    assert_eq!(place.run(&["verify", "a", "SHA256SUMS"]).code, Some(1));
    place
        .shell("$L hash --untagged -a sm3 a key k16 >x.sm3; $L check x.sm3")
        .says("a: OK\nkey: OK\nk16: OK\n");
    // A whole manifest of something else.
    let digest = "0a".repeat(20);
    let ran = place.run_with(&["check"], format!("{digest}  a\n{digest}  b\n{digest}  key\n"));
    assert!(
        ran.err.contains("none with digests of 160 bits matched (sha1, blake2b-160, blake2s-160)"),
        "{}",
        ran.err
    );
}

#[test]
fn json_names_what_matched() {
    let place = place();
    place.shell("$L hash --untagged -a sha3-256 a b >M; printf x >b");
    let ran = place.run(&["check", "--json", "M"]);
    let lines: Vec<serde_json::Value> = ran.out.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!((&lines[0]["algorithm"], &lines[0]["status"]), (&"sha3-256".into(), &"ok".into()));
    assert_eq!((&lines[1]["algorithm"], &lines[1]["status"]), (&serde_json::Value::Null, &"failed".into()));
    assert!(lines[1].get("algorithm").is_some() && lines[1].get("digest").is_none());
}

/// 700 directories deep, by paths that the system does not take in one piece.
#[test]
fn deep_paths() {
    let place = Place::new();
    let mut directory = fs::File::open(place.path()).unwrap();
    let name = "d".repeat(200);
    for _ in 0..700 {
        let mode = rustix::fs::Mode::from_raw_mode(0o755);
        rustix::fs::mkdirat(&directory, &*name, mode).unwrap();
        let flags = rustix::fs::OFlags::DIRECTORY;
        directory = rustix::fs::openat(&directory, &*name, flags, rustix::fs::Mode::empty()).unwrap().into();
    }
    for file in ["f", "g"] {
        let flags = rustix::fs::OFlags::CREATE | rustix::fs::OFlags::WRONLY;
        drop(rustix::fs::openat(&directory, file, flags, rustix::fs::Mode::from_raw_mode(0o644)).unwrap());
    }
    place.shell("$L hash . >../M.$$ && mv ../M.$$ M && $L check M | wc -l && $L check --quiet M").says("2\n");
}

#[test]
fn unsupported_algorithms() {
    let place = place();
    let digest = "19fa61d75522a4669b44e39c1d2e1726c530232130d407f89afee0964997f7a7";
    let manifest = format!("MD5 (a) = {ABC_MD5}\nWHIRLPOOL (a) = {digest}\nTIGER (b) = {ABC_MD5}\n");
    place.run_with(&["check"], &manifest).fails(
        "a: OK\n",
        "lanesum: 'standard input': 2: WHIRLPOOL is not supported\n\
         lanesum: WARNING: 2 lines name algorithms that are not supported\n",
    );
    let ran = place.run_with(&["check", "--json"], &manifest);
    assert!(ran.out.contains(r#""line":2,"algorithm":"WHIRLPOOL","status":"unsupported""#), "{}", ran.out);
    // Where one algorithm is asked for, lines of others are none.
    let ran = place.run_with(&["check", "-a", "md5"], &manifest);
    assert_eq!((ran.code, &*ran.err), (Some(0), "lanesum: WARNING: 2 lines are improperly formatted\n"));
}

/// Pipes, devices, and files that the system makes up.
#[cfg(target_os = "linux")]
#[test]
fn special_files() {
    let place = place();
    place.fifo("fifo");
    place.file("M", format!("{ABC_B3}  a\n{ABC_B3}  fifo\n{ABC_B3}  /dev/zero\n{ABC_B3}  /proc/version\n"));
    let ran = place.run(&["check", "--no-confine", "M"]);
    let failed = ["fifo", "/dev/zero", "/proc/version"];
    let lines: String = failed.iter().map(|name| format!("{name}: FAILED open or read\n")).collect();
    let messages: String =
        failed.iter().map(|name| format!("lanesum: {name}: not a regular file\n")).collect();
    ran.fails(
        format!("a: OK\n{lines}"),
        format!(
            "{messages}lanesum: WARNING: 3 listed files could not be read\n\
             lanesum: WARNING: 3 of them are pipes, devices or files of the system; --special reads them\n"
        ),
    );
    place.shell("$L hash /proc/version >N; $L check --no-confine --special N").says("/proc/version: OK\n");
}

/// Names that lead out of the directory.
#[test]
fn confined() {
    let place = place();
    place
        .file("d/x", "abc")
        .file("d/M", format!("{ABC_B3}  x\n{ABC_B3}  ../a\n{ABC_B3}  /etc/passwd\n{ABC_B3}  ../d/x\n"));
    let ran = place.shell("cd d; $L check M");
    ran.fails(
        "x: OK\n../a: REFUSED\n/etc/passwd: REFUSED\n../d/x: REFUSED\n",
        "lanesum: M: 2: ../a is outside of the directory that names are relative to, and not read; --no-confine reads such files\n\
         lanesum: WARNING: 3 listed files are outside, and were not read\n",
    );
    let json = place.shell("cd d; $L check --json M 2>/dev/null");
    assert_eq!(json.out.matches(r#""status":"refused""#).count(), 3, "{}", json.out);
}

#[test]
fn strength() {
    let place = place();
    place.shell("$L hash -a md5,sha256,xxh3-128,blake2b-64 a >M");
    let ran = place.run(&["check", "--require", "attacks", "M"]);
    ran.fails(
        "a: WEAK\na: OK\na: WEAK\na: WEAK\n",
        "lanesum: WARNING: 3 checksums matched that do not protect against attacks\n",
    );
    place.run(&["check", "--quiet", "M"]).says("");
    place
        .shell("$L hash -a lemac --key-file k16 a | $L check --require attacks --key-file k16")
        .says("a: OK\n");
}

/// `| head` ends the command as it does any other.
#[test]
fn head() {
    let place = Place::new();
    for i in 0..5000 {
        place.file(format!("{i:04}"), "");
    }
    for command in ["hash .", "hash --json .", "check M", "help", "algorithms"] {
        let script = format!("$L hash . >../M.$$; mv ../M.$$ M; {{ $L {command}; echo $? >&2; }} | :");
        let ran = place.shell(&script);
        assert!(["141\n", "0\n"].contains(&&*ran.err), "{command}: {}", ran.err);
    }
    let bash = |script: &str| place.shell(&format!("bash -c '{script}'"));
    assert_eq!(bash("$L hash . | head -1 | wc -l; echo ${PIPESTATUS[0]}").out, "1\n141\n");
    // Who ignores the signal wants the error.
    let ran = bash("trap \"\" PIPE; $L hash . | head -1 | wc -l; echo ${PIPESTATUS[0]}");
    assert_eq!((&*ran.out, &*ran.err), ("1\n1\n", "lanesum: write error: Broken pipe\n"));
}

#[test]
fn no_names() {
    let place = Place::new();
    let ran = place.run_with(&["hash", "--files0-from=-"], "");
    assert_eq!((ran.code, &*ran.out, &*ran.err), (Some(0), "", "lanesum: -: no names are in it\n"));
}
