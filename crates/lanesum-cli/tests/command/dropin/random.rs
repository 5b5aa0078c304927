//! Random command lines, with fixed seeds, of GNU's commands and of ours.
//!
//! Where the installed version (9.1) is known to answer otherwise than 9.11, what differs
//! is taken off both sides, or the line is not made: `unlike` lists why.

use super::place::Links;
use crate::support::Ran;
use std::collections::BTreeSet;

/// How many there are, by default.
const CASES: u64 = 500;

/// A sequence of numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

const NAMES: [&str; 9] =
    ["md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "b2sum", "sum", "cksum"];

const OPTIONS: [&str; 33] = [
    "-b",
    "-t",
    "-c",
    "-w",
    "--tag",
    "--zero",
    "-z",
    "--quiet",
    "--status",
    "--strict",
    "--warn",
    "--check",
    "--binary",
    "--text",
    "--ignore-missing",
    "--ig",
    "--st",
    "--",
    "-",
    "--foo",
    "-cw",
    "-bt",
    "-l 128",
    "--t",
    "--help",
    "--version",
    "--h",
    "--untagged",
    "-a md5",
    "-a sha256",
    "--algorithm=crc",
    "-a bsd",
    "-a blake2b",
];

const FILES: [&str; 9] = ["a", "empty", "nope", "'b c'", "d", "-", "m", "tagged", "mixed"];

/// A line of a manifest, good or not.
fn line(random: &mut Random) -> String {
    let digest = random.one(&[
        "900150983cd24fb0d6963f7d28e17f72",
        "D41D8CD98F00B204E9800998ECF8427E",
        "a9993e364706816aba3e25717850c26c9cd0d89d",
        "00000000000000000000000000000000",
        "9001",
        "x00150983cd24fb0d6963f7d28e17f72",
    ]);
    let name = random.one(&["a", "empty", "nope", "d", "*a", " a", "a ", "\\\\a", "a\\\\n", "(a)", ") = a"]);
    match random.below(8) {
        0 => format!("MD5 ({name}) = {digest}"),
        1 => format!("{}{digest} {name}", random.one(&["", " ", "\\t", "\\\\", "#"])),
        2 => format!("SHA1({name})= {digest}"),
        3 => format!("{digest} *{name}"),
        4 => random.one(&["", "# comment", "MD5", "MD5 (", "junk", "a  b"]).to_owned(),
        _ => format!("{digest}  {name}"),
    }
}

/// A script for a shell.
fn script(random: &mut Random) -> String {
    let name = NAMES[random.below(NAMES.len())];
    if random.below(2) == 0 {
        let lines: Vec<_> = (0..=random.below(4)).map(|_| line(random)).collect();
        let options: Vec<_> = (0..random.below(3))
            .map(|_| random.one(&["-w", "--quiet", "--status", "--strict", "--ignore-missing"]))
            .collect();
        let name = random.one(&["md5sum", "sha1sum", "b2sum"]);
        return format!("printf '{}\\n' | {name} -c {}", lines.join("\\n"), options.join(" "));
    }
    let mut words: Vec<&str> = (0..random.below(4)).map(|_| random.one(&OPTIONS)).collect();
    words.extend((0..random.below(3)).map(|_| random.one(&FILES)));
    format!("{name} {} < a", words.join(" "))
}

/// Why 9.1 is not asked: what it answers is known to be no more what 9.11 does.
fn unlike(script: &str) -> bool {
    let before = |first: &str, then: &str| script.find(first).is_some_and(|i| script[i..].contains(then));
    let text_then_tag = ["-t ", "--text", "-bt"].iter().any(|text| before(text, "--tag"));
    // 9.10: --text and --tag exclude each other in either order.
    text_then_tag && !script.contains("-c") || script.starts_with("cksum ") && unlike_cksum(script)
}

/// A status, the output, and the messages.
type Said = (Option<i32>, String, String);

/// 9.2: cksum takes --binary and --text, and a directory is an error with CRC too, not an
/// empty file.
fn unlike_cksum(script: &str) -> bool {
    let words: Vec<_> = script.split(' ').collect();
    let modes = ["-b", "-t", "-bt", "--binary", "--text", "--t"];
    words.iter().any(|word| modes.contains(word) || *word == "d")
}

/// What both versions say: names of results are quoted since 9.11, escaped before.
fn comparable(ran: Ran) -> Said {
    let plain = |text: &str| text.replace(['\'', '\\', '"', '$'], "");
    (ran.code, plain(&ran.out), plain(&ran.err))
}

#[test]
fn random_command_lines() {
    let cases = std::env::var("LANESUM_CASES").map_or(CASES, |cases| cases.parse().unwrap());
    let links = Links::with_files();
    links
        .system_bash("md5sum a > m; md5sum --tag a > tagged; { echo junk; cat m tagged; } > mixed")
        .output()
        .unwrap();
    let mut random = Random(20);
    let (mut scripts, mut known) = (Vec::new(), 0);
    while scripts.len() < cases as usize {
        let script = script(&mut random);
        if unlike(&script) { known += 1 } else { scripts.push(script) }
    }
    assert!(known < cases / 4, "{known} of {cases}");
    let mut wrong = String::new();
    // Many in a shell: what starts it is most of the time.
    for script in &scripts {
        let theirs = comparable(links.system_bash(script).output().unwrap().into());
        let ours = comparable(links.run(script));
        if theirs != ours && !is_own_text(&theirs, &ours) {
            wrong.push_str(&format!("{script}\n  GNU's: {theirs:?}\n  ours:  {ours:?}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// `--help` and `--version` are our own. The statuses are the same, the usage is, and the
/// help has every option that GNU's has.
fn is_own_text(theirs: &Said, ours: &Said) -> bool {
    let (their_text, our_text) = (&theirs.1, &ours.1);
    if (theirs.0, &theirs.2) != (ours.0, &ours.2) {
        return false;
    }
    if their_text.starts_with("Usage: ") {
        let options = |text: &str| {
            let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').map(str::to_owned);
            words.filter(|word| word.starts_with("--") && word.len() > 2).collect::<BTreeSet<_>>()
        };
        return their_text.lines().next() == our_text.lines().next()
            && options(their_text).is_subset(&options(our_text));
    }
    their_text.contains("GNU coreutils") && our_text.contains("lanesum")
}
