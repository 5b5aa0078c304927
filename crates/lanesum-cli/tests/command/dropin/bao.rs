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
        "bao hash --foo",
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
