//! `bao` by its name: recorded from bao 0.13.1.

use super::place::Links;

const ABC: &str = "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85";
const EMPTY: &str = "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262";

#[test]
fn hashes() {
    let links = Links::with_files();
    links.run("bao hash a; bao hash < a; bao hash - < a").says(format!("{ABC}\n{ABC}\n{ABC}\n"));
    links.run("bao hash a empty").says(format!("{ABC}  a\n{EMPTY}  empty\n"));
    // On standard output, as bao has it, and where people look.
    let nope = "bao: nope: No such file or directory (os error 2)\n";
    let directory = "bao: d: Is a directory (os error 21)\n";
    links.run("bao hash a nope empty").fails(format!("{ABC}  a\n{nope}{EMPTY}  empty\n"), nope);
    links.run("bao hash d").fails(directory, directory);
    links.run("bao hash a > /dev/full").fails("", "bao: write error: No space left on device\n");
}

#[test]
fn round_trips() {
    let links = Links::with_files();
    links.run("seq 100000 > f; bao encode f f.bao && bao encode f --outboard f.obao && bao encode --outboard=g.obao f").says("");
    links.run("cmp f.obao g.obao; h=$(bao hash f); bao decode $h f.bao | cmp - f; bao decode $h f.bao out; cmp f out").says("");
    links
        .run("h=$(bao hash f); bao decode $h f --outboard f.obao | cmp - f; bao decode $h < f.bao | cmp - f")
        .says("");
    links
        .run("h=$(bao hash f); bao decode $h f.bao --start 1000 --count=5 | od -c | head -1 | cut -c9-")
        .says(links.run("tail -c +1001 f | head -c 5 | od -c | head -1 | cut -c9-").out);
    links.run("h=$(bao hash f); bao slice 70000 9 f.bao s && bao slice 70000 9 f t --outboard f.obao && cmp s t; bao decode-slice $h 70000 9 s | cmp - <(tail -c +70001 f | head -c 9)").says("");
}

#[test]
fn wrong_command_lines() {
    let links = Links::with_files();
    let usage = links.run("bao --help");
    assert!(
        usage.out.starts_with("Usage: bao hash [<inputs>...]\n       bao encode <input> "),
        "{}",
        usage.out
    );
    for script in [
        "bao",
        "bao foo",
        "bao encode a",
        "bao encode",
        "bao encode a b --outboard c",
        "bao hash --start 1 a",
        "bao decode",
        "bao slice 1",
        "bao decode-slice 1 2",
    ] {
        links.run(script).fails("", format!("Invalid arguments.\n\n{}", usage.out));
    }
    for script in [
        format!("bao decode {EMPTY} a.bao"),
        "bao decode 00 a.bao".to_owned(),
        format!("bao decode {EMPTY} nope"),
    ] {
        let ran = links.run(&format!("bao encode a a.bao; {script}"));
        assert_eq!((ran.code, &*ran.out), (Some(1), ""), "{script}");
        assert!(ran.err.starts_with("Error: "), "{}", ran.err);
    }
    links.run("bao --version").says(format!("bao (lanesum) {}\n", env!("CARGO_PKG_VERSION")));
}

/// What is wrong, in bao's words.
#[test]
fn words() {
    let links = Links::with_files();
    links.run("bao encode a a.bao; bao encode a --outboard a.obao; head -c 9 a.bao > short").says("");
    let usage = links.run("bao --help").out;
    for (script, what) in [
        (format!("bao decode {EMPTY} a.bao"), "Error: hash mismatch\n"),
        (format!("bao decode {ABC} short"), "Error: failed to fill whole buffer\n"),
        (format!("bao decode {ABC}"), "Error: failed to fill whole buffer\n"),
        (format!("bao decode {ABC} empty --outboard a.obao"), "Error: failed to fill whole buffer\n"),
        (format!("bao decode-slice {EMPTY} 0 1 a.bao"), "Error: hash mismatch\n"),
        ("bao decode abc a.bao".to_owned(), "Error: Odd number of digits\n"),
        ("bao decode zz a.bao".to_owned(), "Error: Invalid character 'z' at position 0\n"),
        (format!("bao decode {ABC}é a.bao"), "Error: Invalid character 'Ã' at position 64\n"),
        ("bao decode '' a.bao".to_owned(), "Error: wrong length hash\n"),
        ("bao decode 00 a.bao".to_owned(), "Error: wrong length hash\n"),
        (format!("bao decode {ABC} nope"), "Error: No such file or directory (os error 2)\n"),
        (format!("bao decode {ABC} d"), "Error: Is a directory (os error 21)\n"),
        ("bao encode nope x".to_owned(), "Error: No such file or directory (os error 2)\n"),
        ("bao encode d x".to_owned(), "Error: Is a directory (os error 21)\n"),
        ("bao slice 0 x a.bao".to_owned(), "Could not deserialize 'x' to u64 for '<count>'.\n"),
        (
            "bao slice 18446744073709551616 1 a.bao".to_owned(),
            "Could not deserialize '18446744073709551616' to u64 for '<start>'.\n",
        ),
        (format!("bao decode --start -1 {ABC} a.bao"), "Could not deserialize '-1' to u64 for '--start'.\n"),
        ("cat a.bao | bao slice 0 1".to_owned(), "Error: input must be a real file\n"),
        ("bao slice 0 1".to_owned(), "Error: input must be a real file\n"),
        (format!("cat a.bao | bao decode --start=1 {ABC}"), "Error: input must be a real file\n"),
        ("bao encode a -".to_owned(), "Error: output must be a real file\n"),
        ("bao encode - --outboard=- < a".to_owned(), "Error: output must be a real file\n"),
    ] {
        let ran = links.run(&script);
        assert_eq!((ran.code, &*ran.out, &*ran.err), (Some(1), "", what), "{script}");
    }
    for (script, what) in [
        ("bao slice -1 10 a.bao", "Unknown flag: '-1'"),
        ("bao -h", "Unknown flag: '-h'"),
        ("bao decode --star=1 00 a.bao", "Unknown flag: '--star'. Did you mean '--start'?"),
        ("bao encode a --outb=x", "Unknown flag: '--outb'"),
        ("bao encode a --outboard", "Expected argument for flag '--outboard' but reached end of arguments."),
        ("bao encode --help=x", "Flag '--help' cannot have an argument, but found 'x'."),
        ("bao encode a --outboard=x --outboard=y", "Invalid arguments."),
        ("bao hash a --version", "Invalid arguments."),
    ] {
        let ran = links.run(script);
        assert_eq!(
            (ran.code, &*ran.out, &*ran.err),
            (Some(1), "", &*format!("{what}\n\n{usage}")),
            "{script}"
        );
    }
    // A regular file on standard input is a real file.
    links.run("bao slice 0 1 < a.bao > s").says("");
    links.run(&format!("bao decode --start=1 {ABC} < a.bao")).says("bc");
}
