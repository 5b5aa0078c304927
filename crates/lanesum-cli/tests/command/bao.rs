//! `lanesum bao`: files and pipes, whole and corrupted.

use crate::support::{Place, Ran};
use lanesum::bao::{ChunkGroup, Format};
use lanesum::blake3;
use std::fs;

fn message() -> Vec<u8> {
    (0..3_000_007).map(|i| (i % 251) as u8).collect()
}

/// A place with the message, its encodings as the library makes them, and its
/// hash.
fn place(format: Format) -> (Place, String) {
    let place = Place::new();
    let (hash, encoded) = format.encode(&message());
    place.file("m", message()).file("m.bao", encoded).file("m.obao", format.outboard(&message()).1);
    (place, hash.to_string())
}

fn read(place: &Place, name: &str) -> Vec<u8> {
    fs::read(place.path().join(name)).unwrap()
}

/// It failed, with a message like this, and left no file of this name or beside
/// it.
#[track_caller]
fn fails_without(place: &Place, ran: &Ran, part: &str, name: &str) {
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.err.contains(part), "{}", ran.err);
    for entry in fs::read_dir(place.path()).unwrap() {
        let entry = entry.unwrap().file_name();
        assert!(entry != name && !entry.to_string_lossy().starts_with(".lanesum-"), "{entry:?} is left");
    }
}

#[test]
fn hashes() {
    let (place, hash) = place(Format::BAO);
    let empty = blake3::hash(b"");
    place.file("empty", "").file("with\nnewline", "abc");
    place.run(&["bao", "hash", "m"]).says(format!("{hash}\n"));
    place.run_with(&["bao", "hash"], message()).says(format!("{hash}\n"));
    place.shell("cat m | $L bao hash -").says(format!("{hash}\n"));
    place.run(&["bao", "hash", "m", "empty"]).says(format!("{hash}  m\n{empty}  empty\n"));
    place
        .run(&["bao", "hash", "m", "nope", "empty"])
        .fails(format!("{hash}  m\n{empty}  empty\n"), "lanesum: nope: No such file or directory\n");
    place.run(&["bao", "hash", "."]).fails("", "lanesum: .: Is a directory\n");
}

/// No output takes the place of what is read, by whatever name: a tree or a slice would be all
/// that is left of it.
#[test]
fn outputs_that_are_inputs() {
    let (place, hash) = place(Format::BAO);
    let before = ["m", "m.bao", "m.obao"].map(|name| read(&place, name));
    place.shell("ln -s m link; ln m.bao hard").says("");
    for (script, input) in [
        ("$L bao encode m --outboard m", "m"),
        ("$L bao encode m link", "m"),
        ("$L bao encode link --outboard ./m", "link"),
        ("$L bao encode - m < m", "-"),
        ("$L bao encode m - >> m", "m"),
        ("$L bao slice 0 9 m.bao m.bao", "m.bao"),
        ("$L bao slice 0 9 m m --outboard m.obao", "m"),
        ("$L bao slice 0 9 m m.obao --outboard m.obao", "m.obao"),
        ("$L bao decode $H m.bao hard --start 5", "m.bao"),
        ("$L bao decode $H m m.obao --outboard m.obao", "m.obao"),
        ("$L bao decode-slice $H 0 9 m.bao m.bao", "m.bao"),
    ] {
        let script = script.replace("$H", &hash);
        let what = "the output would take the place of this input: name another file";
        place.shell(&script).fails("", format!("lanesum: {input}: {what}\n"));
        assert_eq!(["m", "m.bao", "m.obao"].map(|name| read(&place, name)), before, "{script}");
    }
    // What is no file is read and written at once.
    place.shell("$L bao encode /dev/null /dev/null").says("");
}

#[test]
fn encode_and_decode() {
    for (format, option) in [(Format::BAO, "0"), (Format::BAO.with_chunk_group(ChunkGroup::KIB_16), "4")] {
        let (place, hash) = place(format);
        for command in [
            "$L bao encode m out --chunk-group N",
            "$L bao encode - out --chunk-group N < m",
            "cat m | $L bao encode - out --chunk-group N",
            "$L bao encode m - --chunk-group N > out",
            "cat m | $L bao encode - - --chunk-group N | cat > out",
            "$L bao encode -j 1 m out --chunk-group N",
        ] {
            place.file("out", "of before");
            place.shell(&command.replace('N', option)).says("");
            assert!(read(&place, "out") == read(&place, "m.bao"), "{command}");
        }
        for command in [
            "$L bao encode m --outboard out --chunk-group N",
            "cat m | $L bao encode - --outboard=out --chunk-group N",
            "$L bao encode m --outboard - --chunk-group N > out",
            "cat m | $L bao encode - --outboard - --chunk-group N | cat > out",
        ] {
            place.shell(&command.replace('N', option)).says("");
            assert!(read(&place, "out") == read(&place, "m.obao"), "{command}");
        }
        for command in [
            "$L bao decode HASH m.bao out OPTION",
            "$L bao decode HASH OPTION < m.bao > out",
            "cat m.bao | $L bao decode HASH - out OPTION",
            "cat m.bao | $L bao decode HASH OPTION | cat > out",
            "$L bao decode HASH m out --outboard m.obao OPTION",
            "cat m | $L bao decode HASH - - --outboard m.obao OPTION > out",
            "cat m.obao | $L bao decode HASH m out --outboard - OPTION",
        ] {
            let option = format!("--chunk-group {option}");
            place.file("out", "of before");
            place.shell(&command.replace("HASH", &hash).replace("OPTION", &option)).says("");
            assert!(read(&place, "out") == message(), "{command}");
        }
    }
}

#[test]
fn parts() {
    let (place, hash) = place(Format::BAO);
    for (start, count) in [(0, 0), (5, 10), (1_000_000, 300_000), (2_999_999, 100), (4_000_000, 5)] {
        let end = (start + count).min(message().len());
        let part = &message()[start.min(end)..end];
        let ranges: [_; 1] = std::array::from_fn(|_| start as u64..(start + count) as u64);
        let (start, count) = (start.to_string(), count.to_string());
        for command in [
            "$L bao decode HASH m.bao out --start S --count C",
            "cat m.bao | $L bao decode HASH --start S --count C - out",
            "$L bao decode HASH m out --outboard m.obao --start S --count C",
            "cat m | $L bao decode HASH - out --outboard m.obao --start S --count C",
            "$L bao slice S C m.bao s && $L bao decode-slice HASH S C s out",
            "$L bao slice S C m --outboard m.obao | $L bao decode-slice HASH S C - out",
            "cat m.bao | $L bao slice S C | $L bao decode-slice HASH S C > out",
        ] {
            let command = command.replace(" S", &format!(" {start}")).replace(" C", &format!(" {count}"));
            place.shell(&command.replace("HASH", &hash)).says("");
            assert!(read(&place, "out") == part, "{command}");
        }
        let expected = Format::BAO.slice(&read(&place, "m.bao"), &ranges).unwrap();
        place.run(&["bao", "slice", &start, &count, "m.bao", "s"]).says("");
        assert!(read(&place, "s") == expected);
    }
}

#[test]
fn corruption() {
    let (place, hash) = place(Format::BAO);
    let mut wrong = read(&place, "m.bao");
    let at = wrong.len() / 2;
    wrong[at] ^= 1;
    place.file("wrong", &wrong).file("short", &wrong[..at]);
    for (input, part) in [("wrong", "not what the hash says"), ("short", "the encoding ends at its byte")] {
        fails_without(&place, &place.run(&["bao", "decode", &hash, input, "out"]), part, "out");
        let ran = place.shell(&format!("cat {input} | $L bao decode {hash} - out"));
        fails_without(&place, &ran, part, "out");
        // To a pipe goes what is true.
        let output = place.command(&["bao", "decode", &hash, input]).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stdout.len() > 1_000_000 && message().starts_with(&output.stdout));
    }
    place.file("out", "of before");
    assert_eq!(place.run(&["bao", "decode", &hash, "wrong", "out"]).code, Some(1));
    assert_eq!(read(&place, "out"), b"of before");
    fs::remove_file(place.path().join("out")).unwrap();
    fails_without(
        &place,
        &place.run(&["bao", "slice", "0", "9999999", "short", "out"]),
        "ends at its byte",
        "out",
    );
    fails_without(&place, &place.run(&["bao", "encode", "nope", "out"]), "nope: No such file", "out");
    fails_without(&place, &place.run(&["bao", "decode", &hash, "nope", "out"]), "nope: No such file", "out");
}

#[test]
fn verify_and_ranges() {
    let (place, hash) = place(Format::BAO);
    let verify = |file: &str| place.run(&["bao", "verify", &hash, file, "--outboard", "m.obao"]);
    let ranges = |file: &str| place.run(&["bao", "ranges", &hash, file, "--outboard", "m.obao"]);
    verify("m").says("m: OK\n");
    ranges("m").says("0 3000007\n");
    place.shell(&format!("cat m | $L bao verify {hash} - --outboard m.obao")).says("-: OK\n");
    let mut wrong = message();
    wrong[2_000_000] ^= 1;
    place
        .file("wrong", &wrong)
        .file("short", &message()[..5000])
        .file("long", [message(), b"more".into()].concat());
    verify("wrong").fails(
        "wrong: FAILED\n",
        "lanesum: wrong: the bytes of the message from 1999872 on are not what the hash says\n",
    );
    ranges("wrong").says("0 1999872\n2000896 999111\n");
    verify("short")
        .fails("short: FAILED\n", "lanesum: short: the message ends at its byte 5000, and should not\n");
    ranges("short").says("0 4096\n");
    verify("long").fails(
        "long: FAILED\n",
        "lanesum: long: the message goes on at its byte 3000007, where it should end\n",
    );
    verify("nope").fails("", "lanesum: nope: No such file or directory\n");
}

#[test]
fn keys() {
    let key = b"whats the Elvish word for friend";
    let (place, _) = place(Format::BAO);
    place.file("key", key).file("short", "a key");
    let hash = blake3::keyed_hash(key, &message()).to_string();
    place.run(&["bao", "hash", "m", "--key-file", "key"]).says(format!("{hash}\n"));
    place.run(&["bao", "encode", "m", "k.bao", "--key-file", "key"]).says("");
    place.run(&["bao", "decode", &hash, "k.bao", "out", "--key-file", "key"]).says("");
    assert!(read(&place, "out") == message());
    assert_eq!(place.run(&["bao", "decode", &hash, "k.bao", "out"]).code, Some(1));
    place.run(&["bao", "hash", "m", "--key-file", "short"]).fails("", "lanesum: short: a key has 32 bytes\n");
}

#[test]
fn usage() {
    let place = Place::new();
    place.run(&["bao", "encode", "m"]).is_wrong_usage("<OUTPUT");
    place.run(&["bao", "encode", "m", "o", "--outboard", "p"]).is_wrong_usage("cannot be used with");
    place.run(&["bao", "decode", "abc"]).is_wrong_usage("64 hexadecimal digits");
    place.run(&["bao", "hash", "--chunk-group", "13"]).is_wrong_usage("from 0 to 12");
    for command in ["hash", "encode", "decode", "slice", "decode-slice", "verify", "ranges"] {
        let ran = place.run(&["bao", command, "--help"]);
        assert_eq!((ran.code, &*ran.err), (Some(0), ""));
        assert!(ran.out.contains("Examples:\n  "), "{command} has none");
    }
}

#[test]
fn full_output() {
    let (place, hash) = place(Format::BAO);
    for command in ["encode m -", "encode m --outboard -", "decode HASH m.bao", "slice 0 9999999 m.bao"] {
        let command = command.replace("HASH", &hash);
        place
            .shell(&format!("$L bao {command} > /dev/full"))
            .fails("", "lanesum: write error: No space left on device\n");
    }
}
