//! The commands that the READMEs and `--help` show succeed as they stand there.

use crate::support::Place;
use std::fs;
use std::path::Path;

/// What the commands are run on.
const FILES: &str = "
    set -e
    mkdir photos films archive site-packages
    printf 0123456789 > photos/a.jpg
    printf abc | tee photos/b.jpg films/c.mkv archive/d site-packages/six.py backup.tar > film.mkv
    head -c 100000 /dev/zero >> film.mkv
    head -c 32 /dev/zero > key
    printf abc > debian.iso
    : > disk.iso
";

/// What the commands of `--help` need that others of them make.
const MADE: &str = "
    set -e
    : > stamp
    lanesum hash -a sha256 *.iso > SHA256SUMS
    (cd photos; lanesum hash -a md5 *.jpg > MD5SUMS)
    mkdir site-packages/six-1.17.0.dist-info
    (cd site-packages; lanesum hash --format record six.py > six-1.17.0.dist-info/RECORD)
    lanesum bao encode film.mkv film.bao
    lanesum bao encode film.mkv --outboard film.obao
    lanesum update B3SUMS
";

/// What a command needs, and the others must not find.
const BEFORE: [(&str, &str); 3] = [
    ("lanesum bag validate", "lanesum bag make photos"),
    ("lanesum audit --allow", "rm B3SUMS; lanesum update B3SUMS photos"),
    ("lanesum audit --outboards", "lanesum update --outboards TREES B3SUMS"),
];

/// What stands for something else, is not here, or would ask for a password.
const NOT_RUN: [&str; 7] = ["...", "curl ", "mpv", "jq ", "~/.ssh", "SIGNERS", "PATH="];

/// Runs a line of a shell, as a user of the command would.
#[track_caller]
fn run(place: &Place, line: &str) {
    let ran = place.shell(&format!(
        "lanesum() {{ \"$L\" \"$@\"; }}; HOME=$PWD; HASH=$(lanesum bao hash film.mkv 2>&1)\n{line}"
    ));
    assert_eq!(ran.code, Some(0), "{line}\n{}{}", ran.out, ran.err);
}

fn place() -> Place {
    let place = Place::new();
    run(&place, FILES);
    place
}

/// Lines of a page that begin with `indent` and run the command, without what is said of
/// them: that stands behind two blanks.
fn commands<'a>(page: &'a str, indent: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = page.lines().filter_map(move |line| line.strip_prefix(indent));
    let lines = lines.filter(|line| !line.starts_with(' ') && line.contains("lanesum "));
    lines.map(|line| line.split("  ").next().unwrap_or(line))
}

/// One after the other in one directory, as they stand there.
#[test]
fn of_the_readmes() {
    for (readme, least) in [("README.md", 7), ("../../README.md", 14)] {
        let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(readme)).unwrap();
        let place = place();
        let commands: Vec<_> = commands(&page, "    ").filter(|line| line.starts_with("lanesum ")).collect();
        assert!(commands.len() >= least, "{readme}: {commands:?}");
        // Seconds of every kernel.
        for command in commands.iter().filter(|line| **line != "lanesum bench") {
            run(&place, command);
        }
        let manifest = fs::read_to_string(place.path().join("photos.sha256")).unwrap();
        assert!(manifest.ends_with("  photos/b.jpg\n"), "{manifest}");
    }
}

/// Each in a directory of its own.
#[test]
fn of_the_help() {
    let pages = [
        "hash",
        "check",
        "verify",
        "audit",
        "update",
        "bag",
        "bao",
        "bao encode",
        "bao decode",
        "bao hash",
        "bao slice",
        "algorithms",
        "links",
    ];
    let mut ran = 0;
    for page in pages {
        let args: Vec<_> = page.split(' ').chain(["--help"]).collect();
        let help = Place::new().run(&args).out;
        let commands: Vec<_> = commands(&help, "  ").collect();
        assert!(!commands.is_empty(), "{page} has no examples");
        for command in commands.iter().filter(|line| !NOT_RUN.iter().any(|part| line.contains(part))) {
            let place = place();
            run(&place, MADE);
            for (_, before) in BEFORE.iter().filter(|(part, _)| command.starts_with(part)) {
                run(&place, before);
            }
            run(&place, command);
            ran += 1;
        }
    }
    assert!(ran >= 30, "{ran} examples");
}
