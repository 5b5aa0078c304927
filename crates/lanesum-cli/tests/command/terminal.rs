//! Names on a terminal: nothing in them reaches it but what it shows.

use crate::support::{ABC_B3, ABC_MD5, Place, Ran, bytes};
use std::fs::File;
use std::io::Read;
use std::os::fd::{FromRawFd, OwnedFd};
use std::process::Command;
use std::ptr;

/// A terminal: its own side, and that of the programs on it.
pub(crate) fn terminal() -> (File, OwnedFd) {
    let (mut own, mut theirs) = (0, 0);
    // SAFETY: both places are there to be written to, and null asks for nothing more.
    let made = unsafe { libc::openpty(&mut own, &mut theirs, ptr::null_mut(), ptr::null(), ptr::null()) };
    assert_eq!(made, 0);
    // SAFETY: the call has made these two descriptors, and nobody else has them.
    unsafe { (File::from_raw_fd(own), OwnedFd::from_raw_fd(theirs)) }
}

/// Runs a command on a terminal. Says what it shows, of lines and messages alike.
pub(crate) fn on_terminal(mut command: Command, locale: &str) -> (Option<i32>, String) {
    let (mut own, theirs) = terminal();
    command.stdout(theirs.try_clone().unwrap()).stderr(theirs).env("LC_ALL", locale);
    let mut child = command.spawn().unwrap();
    // It has this process's copies of the other side.
    drop(command);
    let (mut shown, mut piece) = (Vec::new(), [0; 4096]);
    // Where the other side is closed a read fails.
    while let Ok(n @ 1..) = own.read(&mut piece) {
        shown.extend_from_slice(&piece[..n]);
    }
    let text = String::from_utf8_lossy(&shown).replace("\r\n", "\n");
    (child.wait().unwrap().code(), text)
}

/// It rewrites `FAILED` into `OK`.
const EVIL: &[u8] = b"x\x1b[2K\rgood: OK\x1b[8m";
const QUOTED: &str = r"'x'$'\033''[2K'$'\r''good: OK'$'\033''[8m'";

#[test]
fn names_are_quoted() {
    let place = Place::new();
    place.file(bytes(EVIL), "abc").file("two words", "abc").file("caf\u{e9}", "abc");
    place.file(bytes(b"\x9b8m"), "abc").file("back\u{202e}wards", "abc").file("'x'$'\\033''", "abc");
    // A machine may be so busy that the bar comes.
    let quiet = |args: &[&std::ffi::OsStr]| place.command(&[args, &[bytes(b"--progress=never")]].concat());
    let show = |args: &[&std::ffi::OsStr], locale| on_terminal(quiet(args), locale);
    let [hash, check, verify, bao] = ["hash", "check", "verify", "bao"].map(|name| bytes(name.as_bytes()));
    let evil = bytes(EVIL);
    let utf8 = "C.UTF-8";
    assert_eq!(show(&[hash, evil], utf8), (Some(0), format!("{ABC_B3}  {QUOTED}\n")));
    assert_eq!(
        show(&[hash, bytes(b"--tag"), evil], utf8),
        (Some(0), format!("BLAKE3 ({QUOTED}) = {ABC_B3}\n"))
    );
    for (name, expected) in [
        (&b"two words"[..], "two words"),
        ("caf\u{e9}".as_bytes(), "caf\u{e9}"),
        (b"\x9b8m", r"''$'\233''8m'"),
        ("back\u{202e}wards".as_bytes(), r"'back'$'\342\200\256''wards'"),
        (br"'x'$'\033''", r"''\''x'\''$'\''\033'\'''\'''"),
    ] {
        assert_eq!(show(&[hash, bytes(name)], utf8), (Some(0), format!("{ABC_B3}  {expected}\n")));
    }
    let cafe = bytes("caf\u{e9}".as_bytes());
    assert_eq!(show(&[hash, cafe], "C"), (Some(0), format!("{ABC_B3}  'caf'$'\\303\\251'\n")));
    // In all that there is to be seen of a check.
    let lines = place.run(&[bytes(b"hash"), bytes(b"-z"), evil]);
    place.file("M", &lines.out).file("N", lines.out.replace(&ABC_B3[..8], "01234567"));
    place.file("gone", lines.out.replace("good", "gone"));
    let zero = bytes(b"-z");
    assert_eq!(show(&[check, zero, bytes(b"M")], utf8), (Some(0), format!("{QUOTED}: OK\n")));
    let (code, text) = show(&[check, zero, bytes(b"N")], utf8);
    assert!(code == Some(1) && text.starts_with(&format!("{QUOTED}: FAILED\n")), "{text}");
    let (code, text) = show(&[check, zero, bytes(b"gone")], utf8);
    assert_eq!(code, Some(1));
    assert!(text.contains(": FAILED open or read\n") && !text.contains('\x1b'), "{text}");
    let md5 = bytes(ABC_MD5.as_bytes());
    assert_eq!(show(&[verify, evil, md5], utf8), (Some(0), format!("{QUOTED}: OK\n")));
    let b3 = bytes(ABC_B3.as_bytes());
    assert_eq!(show(&[bao, hash, evil, evil], utf8).1, format!("{ABC_B3}  {QUOTED}\n{ABC_B3}  {QUOTED}\n"));
    place.run(&[bao, bytes(b"encode"), evil, bytes(b"--outboard"), bytes(b"tree")]).says("");
    assert_eq!(
        show(&[bao, verify, b3, evil, bytes(b"--outboard"), bytes(b"tree")], utf8),
        (Some(0), format!("{QUOTED}: OK\n"))
    );
}

/// Neither an argument that is none, nor JSON, nor any message has such bytes.
#[test]
fn nothing_else_gets_through() {
    let place = Place::new();
    place.file("a\u{9b}8m\u{202e}\u{7f}", "abc");
    for args in [
        &["hash", "--\u{1b}[2K"][..],
        &["hash", "no\u{1b}[2K\u{9b}"],
        &["hash", "--exclude", "[\u{1b}[2K", "."],
        &["hash", "-o", "no/\u{1b}[2K", "."],
        &["check", "no\u{1b}[2K"],
        &["verify", "no\u{1b}[2K", ABC_MD5],
        &["bao", "decode", ABC_B3, "no\u{1b}[2K"],
        &["links", "/dev/null/\u{1b}[2K"],
        &["hash", "--json", "a\u{9b}8m\u{202e}\u{7f}"],
    ] {
        let (code, text) = on_terminal(place.command(args), "C.UTF-8");
        assert!(!text.is_empty() && (code != Some(0)) != args.contains(&"--json"), "{args:?}: {text}");
        let bare = text.replace("\u{1b}[1m", "").replace("\u{1b}[4m", "").replace("\u{1b}[0m", "");
        assert!(!bare.contains(['\u{1b}', '\u{9b}', '\u{202e}', '\u{7f}']), "{args:?}: {text:?}");
    }
    let (_, line) = on_terminal(place.command(&["hash", "--json", "a\u{9b}8m\u{202e}\u{7f}"]), "C.UTF-8");
    let record: serde_json::Value = line.parse().unwrap();
    assert_eq!(record["path"], "a\u{9b}8m\u{202e}\u{7f}");
}

/// A program reads the bytes that they are, and so does who asked for them.
#[test]
fn elsewhere_names_are_as_they_are() {
    let place = Place::new();
    place.file(bytes(b"a\x1b[2K"), "abc");
    let line = format!("{ABC_B3}  a\u{1b}[2K");
    place.shell("$L hash a*").says(format!("{line}\n"));
    let (_, text) = on_terminal(place.command(&["hash", "-z", "a\u{1b}[2K"]), "C.UTF-8");
    assert_eq!(text, format!("{line}\0"));
    // GNU's commands print them so on a terminal too.
    let own = on_terminal(place.command(&["md5sum", "a\u{1b}[2K"]), "C.UTF-8");
    assert_eq!(own, (Some(0), format!("{ABC_MD5}  a\u{1b}[2K\n")));
    let ran: Ran = place.shell("$L hash a* | $L check");
    ran.says("a\u{1b}[2K: OK\n");
}
